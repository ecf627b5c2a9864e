/** When a call ends at the latest: the caller's signal or the time, whichever comes first. */
export interface End {
  /** Aborts with the caller's reason, or when the time is over. */
  signal: AbortSignal
  isLate(): boolean
  /** The work; null when the time is over first; a rejection with the caller's reason when the caller gives up first. */
  race<T>(work: Promise<T>): Promise<T | null>
  /** The time begins anew, with at most so much of it, unless it is over. */
  restart(atMostMs?: number): void
  clear(): void
}

/** What a timer can count; above it, it would ring at once. */
const LONGEST_MS = 2 ** 31 - 1

export function endOf(outer: AbortSignal | undefined, timeoutMs: number): End {
  outer?.throwIfAborted()
  const controller = new AbortController()
  const { signal } = controller
  let late = false
  const ring = () => {
    late = true
    controller.abort()
  }
  const start = (atMostMs = LONGEST_MS) => setTimeout(ring, Math.min(timeoutMs, atMostMs))
  let timer = start()
  const onAbort = () => controller.abort(outer?.reason)
  outer?.addEventListener('abort', onAbort, { once: true })
  return {
    signal,
    isLate: () => late,
    race: (work) =>
      new Promise((resolve, reject) => {
        const giveUp = () => (late ? resolve(null) : reject(signal.reason))
        if (signal.aborted) giveUp()
        else signal.addEventListener('abort', giveUp, { once: true })
        work.then(resolve, reject)
      }),
    restart(atMostMs) {
      if (signal.aborted) return
      clearTimeout(timer)
      timer = start(atMostMs)
    },
    clear() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', onAbort)
    },
  }
}
