import type { ErrorObject } from 'ajv/dist/2020.js'
import type { Check } from './expectations.ts'

/** What is wrong with a value, of a `oneOf` or `anyOf` that of the branch which the value comes closest to. */
export function errorsOf(check: Check, value: unknown, depth = 0): ErrorObject[] {
  if (check.branches.length > 0 && depth < MOST_BRANCHES_DEEP) {
    const found = ofBranches(check.branches, value, depth)
    // A schema may have words of its own beside its branches.
    const own = check
      .errors(value)
      .filter((error) => error.instancePath === '' && OF_OBJECTS.has(error.keyword) && found.length === 0)
    return found.length > 0
      ? found
      : own.length > 0
        ? own
        : check
            .errors(value)
            .filter((error) => isSummary(error))
            .slice(0, 1)
  }
  const errors = check.errors(value)
  const summaries = errors.filter(isSummary)
  if (summaries.length === 0) return errors
  // What the branches of an inner choice say of one place is one thing: the value fits none of them.
  const places = summaries.map(({ instancePath }) => instancePath)
  const relevant = errors.filter(
    ({ instancePath, keyword, params }) =>
      !(keyword === 'type' && params['type'] === 'null' && places.includes(instancePath)),
  )
  const real = relevant.filter((error) => !isSummary(error))
  return real.length > 0 ? real : summaries
}
const MOST_BRANCHES_DEEP = 4
const OF_OBJECTS = new Set(['required', 'additionalProperties', 'minProperties', 'maxProperties', 'type'])
/** Errors that only sum up others. */
const isSummary = ({ keyword }: ErrorObject) => keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'if'
const isChoice = ({ keyword }: ErrorObject) => keyword === 'const' || keyword === 'enum'

function ofBranches(branches: readonly Check[], value: unknown, depth: number): ErrorObject[] {
  const all = branches.map((branch) => errorsOf(branch, value, depth + 1))
  if (all.some((errors) => errors.length === 0)) return []
  const unknown = unknownChoice(all)
  if (unknown) return [unknown]
  const scores = all.map(
    (errors) =>
      errors.length +
      errors.filter((error) => isChoice(error) && error.instancePath.split('/').length === 2).length * 100 +
      errors.filter(({ keyword, instancePath }) => keyword === 'type' && instancePath === '').length * 1000,
  )
  return all[scores.indexOf(Math.min(...scores))]!
}
/** A field that distinguishes the branches and has a value of none of them. */
function unknownChoice(all: readonly ErrorObject[][]): ErrorObject | null {
  const [first = []] = all
  for (const error of first.filter(isChoice)) {
    const same = all.map((errors) =>
      errors.find((other) => isChoice(other) && other.instancePath === error.instancePath),
    )
    if (all.length > 1 && same.every((one) => one !== undefined))
      return { ...error, keyword: 'enum', params: { allowedValues: same.flatMap((one) => allowedOf(one)) } }
  }
  return null
}
export const allowedOf = ({ params }: ErrorObject): unknown[] =>
  (params['allowedValues'] as unknown[] | undefined) ?? [params['allowedValue']]

/** The keys from the root to what an error is about; a missing field is after the object that lacks it. */
export function stepsOf({ instancePath, keyword, params }: ErrorObject): string[] {
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return keyword === 'required' ? [...steps, String(params['missingProperty'])] : steps
}
