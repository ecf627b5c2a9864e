import type { Fault } from './faults.ts'

/** A call that came, and what it got. Never a token: of the headers the idempotency key alone is storedBody, which says nothing of a person. */
export interface JournalEntry {
  /** Counts the calls of a user from 1, those that are forgotten too. */
  number: number
  operation: string
  /** By the mock's clock. */
  at: string
  body: unknown
  /** The UUID; null when the call takes none, or came without one that can be read. */
  idempotencyKey: string | null
  /** What left; null when no whole answer did. */
  answer: unknown
  status: number | null
  code: number | null
  example: string | null
  /** Whether the contract's rule takes the answer for a success; null when no whole answer left. */
  accepted: boolean | null
  fault: Fault | null
  /** Whether the answer was given before, to the same idempotency key: nothing was done this time. */
  isRepeat: boolean
  /** What a tester should know: a code that the contract does not have, why a token was refused. */
  note: string | null
  durationMs: number | null
}

const JOURNAL_LENGTH = 500
const LONGEST_BODY = 20_000

/** Notes a call that has just come; its answer is filled in later. The oldest calls are forgotten. */
export function note(
  journal: JournalEntry[],
  call: Pick<JournalEntry, 'operation' | 'at' | 'body' | 'idempotencyKey'>,
): JournalEntry {
  const entry: JournalEntry = {
    number: (journal.at(-1)?.number ?? 0) + 1,
    ...call,
    body: storedBody(call.body),
    answer: null,
    status: null,
    code: null,
    example: null,
    accepted: null,
    fault: null,
    isRepeat: false,
    note: null,
    durationMs: null,
  }
  journal.push(entry)
  if (journal.length > JOURNAL_LENGTH) journal.shift()
  return entry
}

/** A body as it is stored: a long one only by its length. */
export function storedBody(body: unknown): unknown {
  const size = JSON.stringify(body)?.length ?? 0
  return size > LONGEST_BODY ? `${size} characters of JSON, not kept` : body
}
