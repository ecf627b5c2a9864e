import type { Code, Contract, Operation, Schema } from './document.ts'
import { type Failure, failureIn, failuresOf } from './failures.ts'
import { list } from './list.ts'
import { describesNoSuccess, jsonIn, resolved, schemaAt } from './operations.ts'
import { rejects } from './validity.ts'
import { valueAt } from './value-at.ts'

/** The verdict of `x-validity` on an answer. */
interface Verdict {
  isRejected: boolean
  /** The code that identifies the failure; null when there is none. */
  code: Code | null
}

/** Returns the paths of the value that the rule examines and of a rejected answer's code. */
export function placesOf({ at = 'code', codeAt = at }: Pick<Operation<Code>['x-validity'], 'at' | 'codeAt'>) {
  return { at, codeAt }
}
/**
 * Returns the types of the values in a rule and its failures. Defaults to numbers; to any type for a code at `codeAt`.
 */
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
  const types = (values: unknown[], fallback = ['number']) => {
    const found = [...new Set(values.filter((value) => value !== null).map((value) => typeof value))]
    return found.length > 0 ? found : fallback
  }
  return codeAt === undefined
    ? { at: types([...ofRule, ...ofFailures]), codeAt: types([...ofRule, ...ofFailures]) }
    : { at: types(ofRule), codeAt: types(ofFailures, ['number', 'string', 'boolean']) }
}

/** Keywords that imply an object in a schema without a type. */
const ofObjects = ['properties', 'required', 'additionalProperties', 'patternProperties']

/**
 * Which bodies besides JSON objects a call's accepted answers may have: none (`nothing`), or other JSON (`anything`).
 */
export function bodiesOf(
  contract: Pick<Contract<Code>, 'components'>,
  operation: Pick<Operation<Code>, 'responses' | 'x-validity'>,
): { nothing: boolean; anything: boolean } {
  const successes = Object.entries(operation.responses).flatMap(([status, response]) =>
    status.startsWith('2') ? [resolved(contract, response)] : [],
  )
  const isObject = (schema: Schema | undefined): boolean => {
    const found = schemaAt(contract, schema) as Schema & { type?: string | string[] }
    const branches = found.anyOf ?? found.oneOf
    if (branches) return branches.every(isObject)
    if (found.type !== undefined) return found.type === 'object'
    return ofObjects.some((word) => word in found) || (found.allOf ?? []).some(isObject)
  }
  const bodies = successes.flatMap(({ content }) => jsonIn(content) ?? [])
  return {
    nothing: successes.length === 0 || successes.some(({ content }) => !content || Object.keys(content).length === 0),
    anything: describesNoSuccess(contract, operation) || !bodies.every(({ schema }) => schema && isObject(schema)),
  }
}

/**
 * Reads an answer's verdict; null for a malformed one, whose body is not an object, or whose value has a type that
 * neither the rule nor a failure uses. A missing or null step of a path makes the value missing; null itself counts as
 * a value only if the rule lists it. Pass `types` to read many answers.
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
  if (value === undefined || (value === null && !except.includes(null) && valueAt(body, places.at) === null))
    return null
  const isRejected = rejects(operation['x-validity'], value)
  if (places.at === places.codeAt) return { isRejected, code: value }
  if (!isRejected) return { isRejected, code: null }
  const code = valueOfType(body, places.codeAt, types.codeAt)
  return code === undefined ? null : { isRejected, code }
}

/** Returns the value; null when it is missing, undefined when it has another type. */
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

/** A received answer; `body` is undefined when it is not JSON. */
export interface Answer {
  status: number
  body: unknown
  /** The body was empty, not just other than JSON. */
  isEmpty?: boolean
}
/** Returns the failure of an answer; null for an accepted one. 401 and 403 are always `unauthorized`. */
export function judge(
  contract: Pick<Contract<Code>, 'x-failures' | 'components'>,
  operation: Pick<Operation<Code>, 'x-failures' | 'x-validity' | 'responses'>,
  { status, body, isEmpty = false }: Answer,
): Failure<Code> | null {
  const verdict =
    status >= 200 && status < 300
      ? verdictOf2xx(contract, operation, body, isEmpty)
      : { isRejected: true, code: codeIn(operation, body) }
  if (verdict?.isRejected) return failureIn(contract, operation, { status, code: verdict.code })
  const { require: required = [] } = operation['x-validity']
  if (verdict && (isEmpty || required.every((place) => (valueAt(body, place) ?? '') !== ''))) return null
  const malformed = failuresOf<Code>(contract, operation).find(({ when }) => when === 'malformed')
  if (!malformed) throw new Error('the contract has no failure for malformed')
  return malformed
}

/** The verdict on an answer with a 2xx status, whose body may be empty or not an object. */
function verdictOf2xx(
  contract: Pick<Contract<Code>, 'components'>,
  operation: Pick<Operation<Code>, 'x-failures' | 'x-validity' | 'responses'>,
  body: unknown,
  isEmpty: boolean,
): Verdict | null {
  const allowed = bodiesOf(contract, operation)
  if (body === undefined) return isEmpty && allowed.nothing ? { isRejected: false, code: null } : null
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return verdictOf(operation, isObject || !allowed.anything ? body : {})
}

/** Returns the code of an answer with a failing status; null when there is none. */
function codeIn(operation: Pick<Operation<Code>, 'x-failures' | 'x-validity'>, body: unknown): Code | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  return valueOfType(body, placesOf(operation['x-validity']).codeAt, typesOf(operation).codeAt) ?? null
}
