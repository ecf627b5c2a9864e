import { abortReason } from './deadline.ts'

/** Waits; rejects with the reason of the signal when it aborts. Infinity waits for the signal alone. */
export function timer(ms: number, signal?: AbortSignal | null): Promise<void> {
  if (ms <= 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timeout)
      if (signal) reject(abortReason(signal))
    }
    const end = () => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    const timeout = ms === Infinity ? undefined : setTimeout(end, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop)
  })
}
