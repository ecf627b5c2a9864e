import type { Code, Contract, FailureEntry, Operation, RootFailureEntry } from './document.ts'
import { list } from './list.ts'
import { rejects } from './validity.ts'

/** Failures that every call can have. The default for descriptions without `x-failures` at the root. */
export const commonFailures = [
  { http: [401, 403], name: 'unauthorized', description: 'No token, or one that is refused.' },
  { http: 429, name: 'tooManyRequests', description: 'Asked too often.' },
  { when: 'other-status', name: 'unexpectedStatus', description: 'An HTTP status that the call does not list.' },
  { when: 'unknown-code', name: 'unknownCode', description: 'A rejected answer that the call does not list.' },
  {
    when: 'malformed',
    name: 'malformed',
    description: 'The body cannot be read, or a field that the rule requires is missing.',
  },
  { when: 'no-token', name: 'notSent', description: 'The token could not be requested; nothing was sent.' },
  { when: 'no-connection', name: 'noConnection', description: 'No answer came.' },
  { when: 'time-out', name: 'timeOut', description: 'No answer came in time.' },
] as unknown as RootFailureEntry<Code>[]

/** A failure of a call. `isCommon`: every call can have it; the call may override its outcome. */
export interface Failure<C extends Code = number> extends RootFailureEntry<C> {
  isCommon: boolean
}
type Codes<C extends Code = Code> = Pick<FailureEntry<C>, 'code'>
type Statuses = Pick<FailureEntry, 'http'>

/** Returns the business codes of an entry. */
export const codesOf = <C extends Code = number>({ code }: Codes<C>): C[] => list<C>(code)

/** Whether an entry describes an answer, by code or status. */
export const isListed = ({ code, http }: Codes & Statuses): boolean => code !== undefined || http !== undefined

/** Matches a status; `5XX` matches 500 to 599. */
const matchesStatus = (http: number | string, status: string) =>
  String(http) === status || (String(http).endsWith('XX') && String(http)[0] === status[0])

/** Returns the statuses that an entry's `http` matches. */
export const statusesOf = ({ http }: Statuses, statuses: readonly string[]): string[] =>
  statuses.filter((status) => list(http).some((one) => matchesStatus(one, status)))

/** Formats an entry's codes and statuses: `code 2004, HTTP 422`; empty when it has neither. */
export const meaningOf = ({ code, http }: Codes & Statuses): string =>
  [...list(code).map((one) => `code ${one}`), ...list(http).map((one) => `HTTP ${one}`)].join(', ')

/** Returns all failures of a call: its own, most specific first, then the common ones with the call's overrides. */
export function failuresOf<C extends Code = number>(
  contract: Pick<Contract<C>, 'x-failures'>,
  { 'x-failures': own }: Pick<Operation<C>, 'x-failures'>,
): Failure<C>[] {
  const root = contract['x-failures']
  return [
    ...own
      .filter(({ name }) => !root.some((entry) => entry.name === name))
      .map((entry) => ({ ...entry, isCommon: false })),
    ...root.map((entry) => ({ ...entry, ...own.find(({ name }) => name === entry.name), isCommon: true })),
  ]
}

const isGood = (status: number) => status >= 200 && status < 300

/** Whether a failing answer matches an entry. A code alone matches only under a 2xx status. */
export const matchesAnswer = <C extends Code = number>(
  { code, http }: Codes<C> & Statuses,
  answer: { status: number; code: C | null },
): boolean =>
  (http === undefined
    ? code !== undefined && isGood(answer.status)
    : statusesOf({ http }, [String(answer.status)]).length > 0) &&
  (code === undefined || (answer.code !== null && list<C>(code).includes(answer.code)))

/** Returns which failure a failing answer is. A rejected token (401, 403) takes precedence over the call's entries. */
export function failureIn<C extends Code = number>(
  contract: Pick<Contract<C>, 'x-failures'>,
  operation: Pick<Operation<C>, 'x-failures'>,
  answer: { status: number; code: C | null },
): Failure<C> {
  const failures = failuresOf(contract, operation)
  const isRefusedToken = answer.status === 401 || answer.status === 403
  const found =
    failures.find((entry) => (entry.isCommon || !isRefusedToken) && matchesAnswer(entry, answer)) ??
    failures.find(({ when }) => when === (isGood(answer.status) ? 'unknown-code' : 'other-status'))
  if (!found) throw new Error(`the contract has no failure for HTTP ${answer.status}`)
  return found
}

/** Returns the failure of an answer with a numeric `code`; null for a success. */
export const failureOf = <C extends Code = number>(
  contract: Pick<Contract<C>, 'x-failures'>,
  operation: Pick<Operation<C>, 'x-failures' | 'x-validity'>,
  answer: { status: number; code: C | null },
): Failure<C> | null =>
  isGood(answer.status) && !rejects(operation['x-validity'], answer.code)
    ? null
    : failureIn(contract, operation, answer)
