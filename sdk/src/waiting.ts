/** How a failed read is repeated, by the contract: always after `everyMs`, or with `upToMs` by backoff with full jitter. */
export interface Pauses {
  readonly everyMs: number
  readonly upToMs?: number
}

/** The pause before the next try, in milliseconds. `failures`: how many tries have failed before this one. */
export const pauseMs = ({ everyMs, upToMs }: Pauses, failures: number, random: () => number = Math.random): number =>
  upToMs === undefined ? everyMs : random() * Math.min(upToMs, everyMs * 2 ** failures)

/** No pause is longer, whatever a server asks for: a timer of more than 24 days fires at once. */
const LONGEST_MS = 3_600_000

/** The pause, or what the server asked for when that is longer: its `Retry-After`, up to `atMostMs`. */
export const pauseAfter = (
  { retryAfterMs = 0 }: { readonly retryAfterMs: number | undefined },
  ms: number,
  atMostMs: number = LONGEST_MS,
): number => Math.max(ms, Math.min(retryAfterMs, atMostMs))
