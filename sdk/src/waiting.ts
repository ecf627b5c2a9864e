/** How a failed read is repeated, by the contract: always after `everyMs`, or with `upToMs` by backoff with full jitter. */
export interface Backoff {
  readonly everyMs: number
  readonly upToMs?: number
}

/** The delay before the next attempt, in milliseconds. `failures`: how many attempts have failed before the last one, so 0 after the first. */
export const backoffMs = ({ everyMs, upToMs }: Backoff, failures: number, random: () => number = Math.random): number =>
  upToMs === undefined ? everyMs : random() * Math.min(upToMs, everyMs * 2 ** failures)

/** An hour. No `Retry-After` is followed for longer. */
const LONGEST_RETRY_AFTER_MS = 3_600_000

/** The delay in milliseconds, or the `Retry-After` of the failure where that is longer, up to `atMostMs`. */
export const delayAfter = (
  { retryAfterMs = 0 }: { readonly retryAfterMs: number | undefined },
  delayMs: number,
  atMostMs: number = LONGEST_RETRY_AFTER_MS,
): number => Math.max(delayMs, Math.min(retryAfterMs, atMostMs))
