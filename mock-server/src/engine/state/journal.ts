import type { Fault } from './faults.ts'

/**
 * A received call and its answer. Contains no tokens: of the headers only the idempotency key is stored, which is not
 * personal.
 */
export interface JournalEntry {
  /** The user's calls counted from 1, including discarded ones. */
  number: number
  /** The calls of all users, counted. */
  sequence: number
  login: string
  operation: string
  method: string
  path: string
  /** The answer's `x-request-id` header; the app reports by it what it showed. */
  requestId: string | null
  /** A time of the user's clock. */
  at: string
  body: unknown
  /** The UUID of the key; null when the call takes none, or the key is missing or invalid. */
  idempotencyKey: string | null
  /** The answer that was sent; null when none was sent completely. */
  answer: unknown
  status: number | null
  code: number | null
  example: string | null
  /** Whether the answer is a success by `x-validity`; null when none was sent completely. */
  accepted: boolean | null
  fault: Fault | null
  /** Whether this repeats the answer of an earlier call with the same idempotency key, without effects. */
  isRepeat: boolean
  /** A remark for testers: a code outside the contract, the reason for a 401. */
  note: string | null
  /** What the app showed for the answer, if it reported that. */
  shown: string | null
  durationMs: number | null
}

/** The operation of a request that no call of the contract matches. */
export const UNKNOWN_CALL = 'unknown'

/** The maximum number of calls stored, per user and in total. */
const MAX_PER_USER = 500
const MAX_TOTAL = 10 * MAX_PER_USER
const MAX_STORED_LENGTH = 20_000

/** The user of a call. */
interface Caller {
  login: string
  clock: { now(): number }
  journal: JournalEntry[]
}
type Call = Pick<JournalEntry, 'operation' | 'body'> &
  Partial<Pick<JournalEntry, 'idempotencyKey' | 'method' | 'path' | 'requestId'>>

/** The most recent calls of all users, in order. */
export class Journal {
  readonly #entries: JournalEntry[] = []
  readonly #listeners = new Set<(entry: JournalEntry) => void>()
  #sequence = 0

  /**
   * Adds a call when it arrives and removes the oldest ones. The caller fills in the answer later and calls `finish`.
   */
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
      [user.journal, MAX_PER_USER],
      [this.#entries, MAX_TOTAL],
    ] as const) {
      list.push(entry)
      if (list.length > length) list.shift()
    }
    return entry
  }
  /** Notifies subscribers that an entry has its answer or was updated. */
  finish(entry: JournalEntry): void {
    for (const listener of this.#listeners) listener(entry)
  }
  /** Calls `listener` for each finished entry; returns the unsubscribe function. */
  subscribe(listener: (entry: JournalEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  all = (): readonly JournalEntry[] => this.#entries
  byRequest = (requestId: string): JournalEntry | undefined =>
    this.#entries.findLast((entry) => entry.requestId === requestId)

  /** Removes the calls of a user, or of all users. */
  clear(user?: Caller): void {
    const left = user ? this.#entries.filter(({ login }) => login !== user.login) : []
    this.#entries.splice(0, this.#entries.length, ...left)
    if (user) user.journal.length = 0
  }
}

/** Replaces a long body by a note of its length. `text` is the body as JSON. */
export function storedBody(body: unknown, text: string | undefined = JSON.stringify(body)): unknown {
  const size = text?.length ?? 0
  return size > MAX_STORED_LENGTH ? `${size} characters of JSON, not stored` : body
}
