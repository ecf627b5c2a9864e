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

const duration = /^(-)?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/
/** ISO 8601 duration (P1DT2H, PT15S, -PT1M) in milliseconds; null for any other text. Months and years have no fixed length. */
export function durationMs(text: string): number | null {
  const parts = duration.exec(text)
  if (!parts || /[PT]$/.test(text)) return null
  const [, minus, ...counts] = parts
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = counts.map((count) => Number(count ?? 0))
  return (minus ? -1 : 1) * ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
}
