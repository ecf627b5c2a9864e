import { abortReason } from './deadline.ts'

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

/** Waits; rejects with the reason of the signal when it aborts. Infinity waits for the signal alone. */
export function timer(ms: number, signal?: AbortSignal | null): Promise<void> {
  if (ms <= 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(running)
      if (signal) reject(abortReason(signal))
    }
    const end = () => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    const running = ms === Infinity ? undefined : setTimeout(end, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop)
  })
}
