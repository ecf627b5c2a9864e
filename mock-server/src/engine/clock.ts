/** How far a clock is moved, as data. */
export type MovedBy = { stoppedAt: number } | { aheadMs: number }

/**
 * A clock, moved or stopped: everybody's over real time, or a user's own over everybody's. Tokens, sessions, dates and everything that
 * happens after a while follow the user's.
 */
export class Clock {
  #offsetMs = 0
  #stoppedAt: number | null = null
  readonly #base: Clock | null
  /** `base` is the clock that it follows until it is moved; real time without one. */
  constructor(base: Clock | null = null) {
    this.#base = base
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#stoppedAt ?? (this.#base?.now() ?? Date.now()) + this.#offsetMs
  }
  isStopped(): boolean {
    return this.isPinned() || (this.#base?.isStopped() ?? false)
  }
  /** Whether it is stopped by itself, wherever the clock below it goes. */
  isPinned(): boolean {
    return this.#stoppedAt !== null
  }
  /** Whether it differs from the clock that it follows. */
  isMoved(): boolean {
    return this.isPinned() || this.#offsetMs !== 0
  }
  /** Stops at an instant. */
  stopAt(ms: number): void {
    this.#stoppedAt = ms
  }
  /** Jumps; goes on running, or standing, from there. */
  advance(ms: number): void {
    if (this.#stoppedAt === null) this.#offsetMs += ms
    else this.#stoppedAt += ms
  }
  movedBy = (): MovedBy => (this.#stoppedAt === null ? { aheadMs: this.#offsetMs } : { stoppedAt: this.#stoppedAt })
  /** As another clock was. */
  moveBy(moved: MovedBy): void {
    this.run()
    if ('stoppedAt' in moved) this.stopAt(moved.stoppedAt)
    else this.advance(moved.aheadMs)
  }
  /** Follows the clock below it again. */
  run(): void {
    this.#stoppedAt = null
    this.#offsetMs = 0
  }
}
