/** The exclusive upper limit of a clock: dates have four-digit years. */
export const LAST_MS = Date.UTC(9999, 0)

const iso = /^((?:[+-]\d\d)?\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/
/** Parses an ISO 8601 date; without a time zone it is UTC. NaN for an invalid date such as 31 February. */
export function instantOf(text: string): number {
  const [, day, zone] = iso.exec(text) ?? []
  const midnight = new Date(`${day}T00:00:00Z`)
  if (day === undefined || Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day))
    return Number.NaN
  return Date.parse(text === day || zone !== undefined ? text : `${text}Z`)
}
/** Whether a clock can show this instant. */
export const isDate = (ms: number): boolean => ms >= 0 && ms < LAST_MS

/** The offset of a clock, as data. */
export type MovedBy = { stoppedAt: number } | { aheadMs: number }

/**
 * A clock that can be moved or stopped: the shared one over real time, or a user's over the shared one. Tokens,
 * sessions, dates and everything scheduled follow the user's clock.
 */
export class Clock {
  #offsetMs = 0
  #stoppedAt: number | null = null
  readonly #base: Clock | null
  /** `base` is the clock to follow until this one is moved; defaults to real time. */
  constructor(base: Clock | null = null) {
    this.#base = base
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#stoppedAt ?? (this.#base?.now() ?? Date.now()) + this.#offsetMs
  }
  isStopped(): boolean {
    return this.isPinned() || this.isBaseStopped()
  }
  /** Whether its base is stopped, so that it cannot go on by itself. */
  isBaseStopped(): boolean {
    return this.#base?.isStopped() ?? false
  }
  /** Whether it is stopped itself, so that moving the base has no effect. */
  isPinned(): boolean {
    return this.#stoppedAt !== null
  }
  /** Whether it differs from its base. */
  isMoved(): boolean {
    return this.isPinned() || this.#offsetMs !== 0
  }
  stopAt(ms: number): void {
    this.#stoppedAt = ms
  }
  /** Continues from the time at which it was stopped. */
  resume(): void {
    if (this.#stoppedAt === null) return
    this.#offsetMs = this.#stoppedAt - (this.#base?.now() ?? Date.now())
    this.#stoppedAt = null
  }
  /** Moves the clock forward. A stopped clock stays stopped. */
  advance(ms: number): void {
    if (this.#stoppedAt === null) this.#offsetMs += ms
    else this.#stoppedAt += ms
  }
  movedBy = (): MovedBy => (this.#stoppedAt === null ? { aheadMs: this.#offsetMs } : { stoppedAt: this.#stoppedAt })
  /** Applies the offset of another clock. */
  moveBy(moved: MovedBy): void {
    this.run()
    if ('stoppedAt' in moved) this.stopAt(moved.stoppedAt)
    else this.advance(moved.aheadMs)
  }
  /** Follows the base again. */
  run(): void {
    this.#stoppedAt = null
    this.#offsetMs = 0
  }
}
