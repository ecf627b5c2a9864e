import type { Code, Contract, Operation, Schema } from './document.ts'
import { type Failure, failuresOf, statusesOf } from './failures.ts'
import { list } from './list.ts'
import { jsonIn, resolved, schemaAt } from './operations.ts'
import { rejects } from './validity.ts'

/** What an answer says of itself by `x-validity`. */
interface Verdict {
  isRejected: boolean
  /** What of its failures it is; null when it says nothing. */
  code: Code | null
}

/** The place of the value that a rule looks at, and of a refusal's code. */
export function placesOf({ at = 'code', codeAt = at }: Pick<Operation<Code>['x-validity'], 'at' | 'codeAt'>) {
  return { at, codeAt }
}
/** The types of the values that a rule and its failures name: numbers when they name none, any type for a refusal's code of its own. */
export function typesOf({
  'x-validity': { reject, codeAt },
  'x-failures': failures,
}: Pick<Operation<Code>, 'x-failures' | 'x-validity'>): { at: string[]; codeAt: string[] } {
  const ofRule = [
    ...(reject.codes ?? []),
    ...(reject.except ?? []),
    ...(reject.from === undefined ? [] : [reject.from]),
  ]
  const ofFailures = failures.flatMap(({ code }) => list<Code>(code))
  const types = (values: unknown[], otherwise = ['number']) => {
    const found = [...new Set(values.filter((value) => value !== null).map((value) => typeof value))]
    return found.length > 0 ? found : otherwise
  }
  return codeAt === undefined
    ? { at: types([...ofRule, ...ofFailures]), codeAt: types([...ofRule, ...ofFailures]) }
    : { at: types(ofRule), codeAt: types(ofFailures, ['number', 'string', 'boolean']) }
}

/** What a schema without a type may have that is of objects. */
const ofObjects = ['properties', 'required', 'allOf', 'additionalProperties', 'patternProperties']

/** Which bodies a call's accepted answers may have beside a JSON object: none at all, or other JSON. */
export function bodiesOf(
  contract: Pick<Contract<Code>, 'components'>,
  { responses }: Pick<Operation<Code>, 'responses'>,
): { nothing: boolean; anything: boolean } {
  const good = Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith('2') ? [resolved(contract, response)] : [],
  )
  const isObject = (schema: Schema | undefined): boolean => {
    const found = schemaAt(contract, schema) as Schema & { type?: string | string[] }
    const branches = found.anyOf ?? found.oneOf
    if (branches) return branches.every(isObject)
    return found.type === undefined ? ofObjects.some((word) => word in found) : found.type === 'object'
  }
  const bodies = good.flatMap(({ content }) => jsonIn(content) ?? [])
  return {
    nothing: good.length === 0 || good.some(({ content }) => !content || Object.keys(content).length === 0),
    anything: !bodies.every(({ schema }) => schema && isObject(schema)),
  }
}

/**
 * Reads an answer's verdict; null when the body is no object, or a place has a value of a type that neither the rule nor a failure names: it is
 * malformed then. A step of a
 * place that is missing or null makes the value missing; null itself is no value unless the rule names it. `types` may be given where many
 * answers are read.
 */
export function verdictOf(
  operation: Pick<Operation<Code>, 'x-failures' | 'x-validity'>,
  body: unknown,
  types = typesOf(operation),
): Verdict | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const places = placesOf(operation['x-validity'])
  const value = valueOfType(body, places.at, types.at)
  const { except = [] } = operation['x-validity'].reject
  if (value === undefined || (value === null && !except.includes(null) && isNullAt(body, places.at))) return null
  const isRejected = rejects(operation['x-validity'], value)
  if (places.at === places.codeAt) return { isRejected, code: value }
  if (!isRejected) return { isRejected, code: null }
  const code = valueOfType(body, places.codeAt, types.codeAt)
  return code === undefined ? null : { isRejected, code }
}

/** The value; null where it is missing, undefined where it is not of these types. */
function valueOfType(body: object, place: string, types: readonly string[]): Code | null | undefined {
  let value: unknown = body
  for (const step of place.split('.')) {
    if (value === undefined || value === null) return null
    if (typeof value !== 'object' || Array.isArray(value)) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  if (value === undefined || value === null) return null
  return types.includes(typeof value) ? (value as Code) : undefined
}

/** Whether null itself is at a place. */
const isNullAt = (body: object, place: string) =>
  place.split('.').reduce<unknown>((at, step) => (at as Record<string, unknown> | null | undefined)?.[step], body) ===
  null

/** An answer that came: its status, and its body as JSON or undefined when that could not be read. */
export interface Answer {
  status: number
  body: unknown
  /** There was no body, which is another thing than one that could not be read. */
  isEmpty?: boolean
}
/** The failure that an answer is; null for an accepted one. 401 and 403 are `unauthorized` whatever a call lists. */
export function judge(
  contract: Pick<Contract<Code>, 'x-failures' | 'components'>,
  operation: Pick<Operation<Code>, 'x-failures' | 'x-validity' | 'responses'>,
  { status, body, isEmpty = false }: Answer,
): Failure<Code> | null {
  const failures = failuresOf<Code>(contract, operation)
  const named = (when: NonNullable<Failure['when']>) => {
    const found = failures.find((failure) => failure.when === when)
    if (!found) throw new Error(`the contract has no failure for ${when}`)
    return found
  }
  const byStatus = (failure: Failure<Code>) => statusesOf(failure, [String(status)]).length > 0
  if (status === 401 || status === 403) {
    const refused = failures.find((failure) => failure.isCommon && byStatus(failure))
    if (refused) return refused
  }
  const isGood = status >= 200 && status < 300
  const verdict = isGood
    ? goodVerdict(contract, operation, body, isEmpty)
    : { isRejected: true, code: codeIn(operation, body) }
  if (!verdict) return named('malformed')
  if (!verdict.isRejected) {
    const { require: required = [] } = operation['x-validity']
    return isEmpty || required.every((place) => hasValue(body, place)) ? null : named('malformed')
  }
  const { code } = verdict
  const found = failures.find(
    (failure) =>
      (failure.http === undefined ? isGood && failure.code !== undefined : byStatus(failure)) &&
      (failure.code === undefined || (code !== null && list<Code>(failure.code).includes(code))),
  )
  return found ?? named(isGood ? 'unknown-code' : 'other-status')
}

/** The verdict on an answer under a good status, also where its body may be empty or no object. */
function goodVerdict(
  contract: Pick<Contract<Code>, 'components'>,
  operation: Pick<Operation<Code>, 'x-failures' | 'x-validity' | 'responses'>,
  body: unknown,
  isEmpty: boolean,
): Verdict | null {
  const may = bodiesOf(contract, operation)
  if (body === undefined) return isEmpty && may.nothing ? { isRejected: false, code: null } : null
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return verdictOf(operation, isObject || !may.anything ? body : {})
}

/** The code of an answer under a failing status, whatever the rule says; null when it has none that can be read. */
function codeIn(operation: Pick<Operation<Code>, 'x-failures' | 'x-validity'>, body: unknown): Code | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  return valueOfType(body, placesOf(operation['x-validity']).codeAt, typesOf(operation).codeAt) ?? null
}

const hasValue = (body: unknown, place: string) => {
  let value = body
  for (const step of place.split('.')) {
    if (typeof value !== 'object' || value === null) return false
    value = (value as Record<string, unknown>)[step]
  }
  return value !== undefined && value !== null && value !== ''
}
