import { isDeepStrictEqual } from 'node:util'
import { codeOf, type Example } from '@paket/contract'
import type { Contract, Operation } from '#engine/contract/contract.ts'
import { Problem } from '#engine/http/http.ts'
import { unknownName } from '#engine/nearest.ts'
import { messageOf } from '#engine/message-of.ts'

export const breaks = ['reset', 'truncate', 'not-json', 'wrong-shape', 'empty-result', 'hang'] as const
export type Break = (typeof breaks)[number]
/** How long a hanging call sends nothing. */
export const HANG_MS = 60_000

/** Forgeries of the ID token at sign-in or refresh. */
export const idTokenForgeries = [
  'missing',
  'unsigned',
  'wrong-key',
  'foreign-issuer',
  'foreign-audience',
  'wrong-nonce',
  'expired',
] as const
export type IdTokenForgery = (typeof idTokenForgeries)[number]

/** Overrides the answers of the next calls. Without `times` it applies until it is replaced. */
export interface Fault {
  /** An operation id, `*` for every call of the contract, `token`, or a part of the product. */
  operation: string
  /** Applies only to requests whose body contains these values. */
  body?: Record<string, unknown>
  /** Applies only to requests with these path and query parameters; for foreign contracts. */
  parameters?: Record<string, unknown>
  /** Applies from the n-th matching call, counted from 1; decremented with each call. */
  from?: number
  /** The whole body, sent even if it violates the contract. */
  answer?: unknown
  example?: string
  code?: number
  status?: number
  delayMs?: number
  /** The `Retry-After` header, in seconds. */
  retryAfter?: number
  break?: Break
  /** Only for the token endpoint: it returns tokens, with a forged ID token. */
  idToken?: IdTokenForgery
  times?: number
}
/** The name of the identity provider's token endpoint in faults. */
export const TOKEN_CALL = 'token'
const tokenFields = ['operation', 'from', 'status', 'delayMs', 'break', 'idToken', 'times'] as const
/** The name that matches every call of the contract. */
export const EVERY_CALL = '*'
const tokenBreaks = ['reset', 'hang'] as const

const partFields = ['operation', 'from', 'answer', 'status', 'delayMs', 'retryAfter', 'break', 'times'] as const
const everyCallFields = [...partFields, 'body', 'code'] as const
const fields = [...everyCallFields, 'parameters', 'example'] as const
/** The fields that change an answer. */
const effects = ['code', 'status', 'example', 'answer', 'delayMs', 'break', 'idToken'] as const
/** Minimum and maximum of integer fields. */
const ranges = {
  code: [-1e9, 1e9],
  status: [200, 599],
  delayMs: [0, 600_000],
  retryAfter: [0, 86_400],
  times: [0, 1e6],
  from: [1, 1e6],
} as const

/** Validates a list of faults against the contract; throws a Problem with the nearest known name. */
export function checkedFaults(value: unknown, known: FaultTargets): Fault[] {
  if (!Array.isArray(value)) throw wrong('the body must be a list of faults, as [{"operation":"…","code":…}]')
  return value.map((fault: unknown, at) => {
    try {
      return checkedFault(fault, known)
    } catch (error) {
      throw value.length === 1 ? error : wrong(`fault ${at + 1} of ${value.length}: ${messageOf(error)}`)
    }
  })
}

/** What faults can apply to: the calls of the contract, and other parts of the product. */
export interface FaultTargets {
  contract: Contract
  parts: readonly string[]
}

function checkedFault(value: unknown, { contract, parts }: FaultTargets): Fault {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('a fault must be an object')
  const given = value as Record<string, unknown>
  const target = asText(given['operation'])
  const isToken = target === TOKEN_CALL
  const operation = contract.operation(target)
  const known = [...contract.operations.map(({ id }) => id), TOKEN_CALL, EVERY_CALL, ...parts]
  if (!known.includes(target)) throw wrong(unknownName('operation', target, known))
  const possible = operation ? fields : isToken ? tokenFields : target === EVERY_CALL ? everyCallFields : partFields
  for (const field of Object.keys(value)) oneOf('field', field, possible)
  for (const [field, [from, to]] of Object.entries(ranges)) {
    const number = given[field]
    if (number !== undefined && !(Number.isInteger(number) && Number(number) >= from && Number(number) <= to))
      throw wrong(`${field} must be a whole number from ${from} to ${to}, got ${JSON.stringify(number)}`)
  }
  if (given['break'] !== undefined) oneOf('break', asText(given['break']), isToken ? tokenBreaks : breaks)
  if (given['idToken'] !== undefined) oneOf('idToken', asText(given['idToken']), idTokenForgeries)
  for (const part of ['body', 'parameters'] as const) checkRequestPart(part, given[part], operation, contract)
  const others = ['example', 'code'].filter((field) => given[field] !== undefined)
  if (given['answer'] !== undefined && others.length > 0)
    throw wrong(`answer is the whole body: leave ${others.join(' and ')} out`)
  if (operation && given['example'] !== undefined)
    oneOf(
      `example of ${operation.id}`,
      asText(given['example']),
      operation.examples.map(({ name }) => name),
    )
  if (effects.every((field) => given[field] === undefined))
    throw wrong(`a fault needs one of ${effects.filter((field) => possible.some((each) => each === field)).join(', ')}`)
  // All fields are validated above.
  const fault = { ...given } as unknown as Fault
  if (operation && fault.example !== undefined && !exampleOf(fault, operation))
    throw wrong(`the example ${fault.example} of ${operation.id} has another code or status: leave one of them out`)
  return fault
}

/** Validates the request values that a fault matches. */
function checkRequestPart(
  part: 'body' | 'parameters',
  values: unknown,
  operation: Operation | undefined,
  contract: Contract,
): void {
  if (values === undefined) return
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw wrong(`${part} must be an object with values of the request`)
  if (!operation) return
  const known = part === 'body' ? contract.requestFields(operation) : contract.parameters(operation)
  const what = part === 'body' ? 'field of the request of' : 'parameter of'
  for (const name of Object.keys(values)) oneOf(`${what} ${operation.id}`, name, known)
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none'))
const wrong = (detail: string) => new Problem(400, 'Wrong fault', detail)
function oneOf(what: string, name: string, known: readonly string[]): void {
  if (!known.includes(name)) throw wrong(unknownName(what, name, known))
}

/** Returns the example that a fault selects; undefined when the contract has none. */
export const exampleOf = ({ example, code, status }: Fault, operation: Operation): Example | undefined =>
  operation.examples.find(
    (each) =>
      (example === undefined || each.name === example) &&
      (status === undefined || each.status === status) &&
      (code === undefined || codeOf(each.value) === code),
  )

/** The result of `applyFault`. */
export interface AppliedFault {
  /** A copy from before counting; undefined when no fault applies. */
  fault: Fault | undefined
  /** Undoes the counting, for a request that turns out to be invalid. */
  uncount: () => void
}

/**
 * Returns the user's first fault that matches a call. Counts it synchronously, so that of two concurrent calls only one
 * meets a fault with `times: 1`.
 */
export function applyFault(faults: readonly Fault[], call: Call): AppliedFault {
  const counted: (() => void)[] = []
  const uncount = () => {
    for (const undo of counted) undo()
  }
  for (const fault of faults.filter((each) => matches(each, call))) {
    const { from = 1, times } = fault
    if (from > 1) {
      fault.from = from - 1
      counted.push(() => (fault.from = (fault.from ?? 1) + 1))
      continue
    }
    const met = { ...fault }
    if (times !== undefined) {
      fault.times = times - 1
      counted.push(() => (fault.times = (fault.times ?? 0) + 1))
    }
    return { fault: met, uncount }
  }
  return { fault: undefined, uncount }
}
/** A call as faults match it. */
interface Call {
  name: string
  isOfContract: boolean
  body?: unknown
  parameters?: unknown
}
const matches = ({ operation, times, body, parameters = {} }: Fault, call: Call) =>
  times !== 0 &&
  (operation === call.name || (operation === EVERY_CALL && call.isOfContract)) &&
  (body === undefined || isPart(body, call.body)) &&
  hasParameters(parameters, call.parameters ?? {})

/** Whether a request has these parameters, which are texts there: a number matches its text. */
export const hasParameters = (wanted: Record<string, unknown>, parameters: unknown): boolean =>
  isPart(
    Object.fromEntries(
      Object.entries(wanted).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
    ),
    parameters,
  )

/** Whether a value contains another: objects field by field, lists as a whole. */
export function isPart(part: unknown, whole: unknown): boolean {
  if (!isObject(part)) return isDeepStrictEqual(part, whole)
  return isObject(whole) && Object.entries(part).every(([field, value]) => isPart(value, whole[field]))
}
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a fault determines the answer, instead of only delaying or breaking it. */
export const namesAnswer = ({ example, code, status, answer }: Fault): boolean =>
  [example, code, status, answer].some((each) => each !== undefined)
