import type { Fault } from './faults.ts'

/** A call that came, and what it got. Never a token: of the headers the idempotency key alone is stored, which says nothing of a person. */
export interface JournalEntry {
  /** Counts the calls of a user from 1, those that are forgotten too. */
  number: number
  /** Counts the calls of all users. */
  sequence: number
  login: string
  operation: string
  method: string
  path: string
  /** The header `x-request-id` of the answer, by which the app reports what it showed. */
  requestId: string | null
  /** By the user's clock. */
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
  /** What the app showed of the answer, when it said so. */
  shown: string | null
  durationMs: number | null
}

/** How many calls are stored of one user, and of all. */
const OF_USER = 500
const OF_ALL = 10 * OF_USER
const LONGEST_BODY = 20_000

/** Who calls, by the user's own clock. */
interface Caller {
  login: string
  clock: { now(): number }
  journal: JournalEntry[]
}
type Call = Pick<JournalEntry, 'operation' | 'body'> &
  Partial<Pick<JournalEntry, 'idempotencyKey' | 'method' | 'path' | 'requestId'>>

/** The calls of all users in their order, bounded. */
export class Journal {
  readonly #entries: JournalEntry[] = []
  readonly #listeners = new Set<(entry: JournalEntry) => void>()
  #sequence = 0

  /** Notes a call that has just come; its answer is filled in later, and `finish` says so. The oldest calls are forgotten. */
  note(user: Caller, call: Call): JournalEntry {
    const entry: JournalEntry = {
      number: (user.journal.at(-1)?.number ?? 0) + 1,
      sequence: (this.#sequence += 1),
      login: user.login,
      at: new Date(user.clock.now()).toISOString(),
      method: 'POST',
      path: '',
      requestId: null,
      idempotencyKey: null,
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
      shown: null,
      durationMs: null,
    }
    for (const [list, length] of [
      [user.journal, OF_USER],
      [this.#entries, OF_ALL],
    ] as const) {
      list.push(entry)
      if (list.length > length) list.shift()
    }
    return entry
  }
  /** The entry has its answer, or more than before: who listens gets it. */
  finish(entry: JournalEntry): void {
    for (const listener of this.#listeners) listener(entry)
  }
  /** Calls `listener` with each entry that has its answer; returns what ends that. */
  subscribe(listener: (entry: JournalEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  all = (): readonly JournalEntry[] => this.#entries
  byRequest = (requestId: string): JournalEntry | undefined =>
    this.#entries.findLast((entry) => entry.requestId === requestId)

  /** Forgets the calls of a user; everybody's without one. */
  clear(user?: Caller): void {
    const left = user ? this.#entries.filter(({ login }) => login !== user.login) : []
    this.#entries.splice(0, this.#entries.length, ...left)
    if (user) user.journal.length = 0
  }
}

/** A body as it is stored: a long one only by its length. `text` is what it is as JSON. */
export function storedBody(body: unknown, text: string | undefined = JSON.stringify(body)): unknown {
  const size = text?.length ?? 0
  return size > LONGEST_BODY ? `${size} characters of JSON, not stored` : body
}
