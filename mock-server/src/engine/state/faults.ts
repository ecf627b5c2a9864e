import { codeOf, type Example } from '@paket/contract'
import type { Contract, Operation } from '#engine/contract/contract.ts'
import { Problem } from '#engine/http/http.ts'
import { unknownName } from '#engine/nearest.ts'

export const breaks = ['reset', 'truncate', 'not-json', 'wrong-shape', 'empty-result', 'hang'] as const
export type Break = (typeof breaks)[number]
/** How long nothing comes when a call hangs. */
export const HANG_MS = 60_000

/** What can be wrong with the ID token of a sign-in or a refresh. */
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

/** What the next calls get instead of the scenario's answer. Without `times`, until it is replaced. */
export interface Fault {
  operation: string
  example?: string
  code?: number
  status?: number
  delayMs?: number
  /** Seconds in the header `Retry-After`. */
  retryAfter?: number
  break?: Break
  /** Of the token endpoint alone: the tokens come, the ID token among them is forged. */
  idToken?: IdTokenForgery
  times?: number
}
/** How faults name the identity provider's token endpoint, which is no call of the contract. */
export const TOKEN_CALL = 'token'
const tokenFields = ['operation', 'status', 'delayMs', 'break', 'idToken', 'times'] as const
const tokenBreaks = ['reset', 'hang'] as const

const fields = ['operation', 'example', 'code', 'status', 'delayMs', 'retryAfter', 'break', 'times'] as const
/** Whole numbers, from and to. */
const ranges = {
  code: [-1e9, 1e9],
  status: [200, 599],
  delayMs: [0, 600_000],
  retryAfter: [0, 86_400],
  times: [0, 1e6],
} as const

/** A list of faults as it came, checked against the contract; a Problem that says what is wrong and what is near. */
export function checkedFaults(value: unknown, contract: Contract): Fault[] {
  if (!Array.isArray(value)) throw wrong('the body must be a list of faults, as [{"operation":"…","code":…}]')
  return value.map((fault: unknown) => checkedFault(fault, contract))
}

function checkedFault(value: unknown, contract: Contract): Fault {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('a fault must be an object')
  const given = value as Record<string, unknown>
  const isToken = given['operation'] === TOKEN_CALL
  for (const field of Object.keys(value)) oneOf('field', field, isToken ? tokenFields : fields)
  const operation = contract.operation(asText(given['operation']))
  if (!operation && !isToken)
    throw wrong(
      unknownName('operation', asText(given['operation']), [...contract.operations.map(({ id }) => id), TOKEN_CALL]),
    )
  for (const [field, [from, to]] of Object.entries(ranges)) {
    const number = given[field]
    if (number !== undefined && !(Number.isInteger(number) && Number(number) >= from && Number(number) <= to))
      throw wrong(`${field} must be a whole number from ${from} to ${to}, got ${JSON.stringify(number)}`)
  }
  if (given['break'] !== undefined) oneOf('break', asText(given['break']), isToken ? tokenBreaks : breaks)
  if (given['idToken'] !== undefined) oneOf('idToken', asText(given['idToken']), idTokenForgeries)
  if (operation && given['example'] !== undefined)
    oneOf(
      `example of ${operation.id}`,
      asText(given['example']),
      operation.examples.map(({ name }) => name),
    )
  // Every field was looked at.
  const fault = { ...given } as unknown as Fault
  if (operation && fault.example !== undefined && !exampleOf(fault, operation))
    throw wrong(`the example ${fault.example} of ${operation.id} has another code or status: leave one of them out`)
  return fault
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none'))
const wrong = (detail: string) => new Problem(400, 'Wrong fault', detail)
function oneOf(what: string, name: string, known: readonly string[]): void {
  if (!known.includes(name)) throw wrong(unknownName(what, name, known))
}

/** The contract's example that a fault means; undefined when the contract has none. */
export const exampleOf = ({ example, code, status }: Fault, operation: Operation): Example | undefined =>
  operation.examples.find(
    (each) =>
      (example === undefined || each.name === example) &&
      (status === undefined || each.status === status) &&
      (code === undefined || codeOf(each.value) === code),
  )

/** The first of a user's faults that a call meets. */
export const faultOf = (faults: readonly Fault[], call: string): Fault | undefined =>
  faults.find((fault) => fault.operation === call && fault.times !== 0)

/** Counts a fault that was met. */
export function useUp(fault: Fault): void {
  if (fault.times !== undefined) fault.times -= 1
}

/** Takes that back: the call was none. */
export function giveBack(fault: Fault): void {
  if (fault.times !== undefined) fault.times += 1
}

/** Whether a fault says what is answered, and does not only delay or break it. */
export const namesAnswer = ({ example, code, status }: Fault): boolean =>
  example !== undefined || code !== undefined || status !== undefined
