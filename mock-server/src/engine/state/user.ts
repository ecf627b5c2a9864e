import type { Clock } from '#engine/clock.ts'
import type { Fault } from './faults.ts'
import type { StoredKey } from './idempotency.ts'
import type { JournalEntry } from './journal.ts'
import type { Network } from './network.ts'
import type { Change, Scenario } from './scenario.ts'
import type { Overlay } from './overlay.ts'

/** What a call of a user answers now; the overlay's dates and variables are filled in. */
export interface CurrentAnswer {
  example: string
  set: Overlay
}
export interface Planned {
  at: number
  everyMs?: number | undefined
  answers: Record<string, Change>
  variables: Record<string, unknown>
}
export interface User {
  login: string
  /** The user's own; everybody's until it is moved. */
  clock: Clock
  scenario: Scenario
  /** When the scenario began: its dates are relative to that. */
  startedAt: number
  answers: Map<string, CurrentAnswer>
  /** The product's own part, which the engine carries and never reads. */
  productState: unknown
  faults: Fault[]
  journal: JournalEntry[]
  network: Network
  /** How long the user's access tokens last, in seconds; null for the usual. */
  tokenSeconds: number | null
  /** Happens when the clock is there. */
  planned: Planned[]
  /** Until when a call is blocked, after one that was refused. */
  blocked: Map<string, number>
  /** How many steps of a sequence were answered, by call and case. */
  sequences: Map<string, number>
  /** Idempotency keys, by call and key. */
  keys: Map<string, StoredKey>
}
