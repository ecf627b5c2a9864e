import type { AnySchema, ErrorObject } from 'ajv/dist/2020.js'
import type { Compiled } from './json-schema.ts'

/**
 * Returns the errors of a value. For `oneOf` and `anyOf`, at any depth, only those of the branch that the value matches
 * best; for `contains` and `propertyNames` none of the single items and names.
 */
export function errorsOf(check: Compiled, value: unknown): ErrorObject[] {
  const errors = ofClosestBranches(withoutTries(check.errors(value), check), check)
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath))
  // The error of `if` only repeats those of `then` or `else`, and that of a format or of listed values the error of the type.
  const own = errors.filter(
    (error) =>
      error.keyword !== 'if' && !((error.keyword === 'format' || isChoice(error)) && mistyped.has(error.instancePath)),
  )
  return own.length > 0 ? own : errors
}
export const isChoice = ({ keyword }: ErrorObject) => keyword === 'const' || keyword === 'enum'

/** Removes the errors of items that a list need not contain, once each, and of names. */
function withoutTries(errors: readonly ErrorObject[], check: Compiled): ErrorObject[] {
  const tries = new Map<string, number>()
  for (const { keyword, instancePath, data, schema } of errors) {
    if (keyword !== 'contains') continue
    for (const [nth, item] of (data as unknown[]).entries())
      for (const error of check.errorsOfPart(schema as AnySchema, item)) {
        const key = keyOf({ ...error, instancePath: `${instancePath}/${nth}${error.instancePath}` })
        tries.set(key, (tries.get(key) ?? 0) + 1)
      }
  }
  // From the end, because the errors of a list's other keywords come first.
  return errors
    .toReversed()
    .filter((error) => {
      if (error.propertyName !== undefined && error.keyword !== 'propertyNames') return false
      const key = keyOf(error)
      const left = tries.get(key) ?? 0
      if (left > 0) tries.set(key, left - 1)
      return left === 0
    })
    .toReversed()
}
function ofClosestBranches(errors: readonly ErrorObject[], check: Compiled): ErrorObject[] {
  let rest = [...errors]
  // The error of a choice comes after those of its branches, so the last one is not inside another choice.
  for (const choice of errors.toReversed()) {
    if (!rest.includes(choice) || (choice.keyword !== 'oneOf' && choice.keyword !== 'anyOf')) continue
    const { instancePath, data, schema } = choice
    const each = (schema as AnySchema[]).map((branch) => check.errorsOfPart(branch, data))
    // Several branches of a `oneOf` match: this is the only error.
    const isAmbiguous = each.some((found) => found.length === 0)
    const within = (error: ErrorObject) => ({ ...error, instancePath: instancePath + error.instancePath })
    const known = new Set(each.flat().map((error) => keyOf(within(error))))
    // When no branch matches, none of its fields counts as evaluated, so each is an error.
    const isEffect = (error: ErrorObject) =>
      !isAmbiguous && error.instancePath === instancePath && error.keyword.startsWith('unevaluated')
    rest = rest.filter((error) => (error === choice ? isAmbiguous : !known.has(keyOf(error)) && !isEffect(error)))
    if (!isAmbiguous) rest.push(...closestOf(each.map((found) => ofClosestBranches(found, check))).map(within))
  }
  return rest
}
const keyOf = ({ instancePath, keyword, params }: ErrorObject) => JSON.stringify([instancePath, keyword, params])

function closestOf(branches: readonly ErrorObject[][]): ErrorObject[] {
  const unknown = unknownChoice(branches)
  if (unknown) return [unknown]
  const ofValue = (keyword: string) => (error: ErrorObject) => error.keyword === keyword && error.instancePath === ''
  const scores = branches.map((errors) => {
    const wrongChoices = errors.filter((error) => isChoice(error) && error.instancePath.split('/').length === 2)
    const wrongTypes = errors.filter(ofValue('type'))
    const isNull = wrongTypes.some(({ params }) => params['type'] === 'null')
    return errors.length + wrongChoices.length * 100 + wrongTypes.length * 1000 + (isNull ? 1000 : 0)
  })
  return branches[scores.indexOf(Math.min(...scores))] ?? []
}
/** Returns an error for a field that distinguishes the branches and has a value of none of them. */
function unknownChoice(all: readonly (readonly ErrorObject[])[]): ErrorObject | null {
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

/** Returns the keys from the root to the value with the error; for a missing field, with its name. */
export function stepsOf({ instancePath, keyword, params }: ErrorObject): string[] {
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return keyword === 'required' ? [...steps, String(params['missingProperty'])] : steps
}
