/** The mock's clock: real time, moved or stopped. Tokens, dates and everything that happens after a while follow it. */
export class Clock {
  #offsetMs = 0
  #stoppedAt: number | null = null

  /** Milliseconds since 1970. */
  now(): number {
    return this.#stoppedAt ?? Date.now() + this.#offsetMs
  }
  /** How far it is ahead of real time, in milliseconds. */
  ahead(): number {
    return this.now() - Date.now()
  }
  isStopped(): boolean {
    return this.#stoppedAt !== null
  }
  /** Stands still at an instant. */
  stopAt(ms: number): void {
    this.#stoppedAt = ms
  }
  /** Jumps; goes on running, or standing, from there. */
  advance(ms: number): void {
    if (this.#stoppedAt === null) this.#offsetMs += ms
    else this.#stoppedAt += ms
  }
  /** Real time again. */
  run(): void {
    this.#stoppedAt = null
    this.#offsetMs = 0
  }
}
