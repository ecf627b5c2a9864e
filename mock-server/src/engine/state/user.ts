import type { Clock } from '#engine/clock.ts'
import type { Fault } from './faults.ts'
import type { StoredKey } from './idempotency.ts'
import type { JournalEntry } from './journal.ts'
import type { Network } from './network.ts'
import type { Change, Scenario } from './scenario.ts'
import type { Overlay } from './overlay.ts'

/** The current answer of a call; dates and variables of its overlay are resolved. */
export interface CurrentAnswer {
  example: string
  set: Overlay
}
export interface Planned {
  at: number
  answers: Record<string, Change>
  variables: Record<string, unknown>
}
/** A login. A URL removes the segments `.` and `..`, so that no call of `/__mock` could reach these users. */
export const loginPattern = /^(?!\.{1,2}$)[\w.@+-]{1,64}$/
export const LOGIN_RULE = 'A login has 1 to 64 Latin letters, digits or the signs . _ @ + -, and is not . or ..'
export interface User {
  login: string
  /** The user's clock; follows the shared one until it is moved. */
  clock: Clock
  scenario: Scenario
  /** The start of the scenario, which relative dates count from. */
  startedAt: number
  answers: Map<string, CurrentAnswer>
  /** The product's part; opaque to the engine. */
  productState: unknown
  faults: Fault[]
  journal: JournalEntry[]
  network: Network
  /** The lifetime of access tokens in seconds; null for the default. */
  tokenSeconds: number | null
  /** Scheduled changes. */
  planned: Planned[]
  /** By operation: the time until which it is blocked after a refusal. */
  blocked: Map<string, number>
  /** By call and case: how many steps of a sequence were answered. */
  sequences: Map<string, number>
  /** Used idempotency keys, by operation and key. */
  keys: Map<string, StoredKey>
}
