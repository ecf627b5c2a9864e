/** The deadline of a call: the caller's signal or the timeout, whichever comes first. */
export interface Deadline {
  /** Aborts with the caller's reason, or when the deadline expires. */
  signal: AbortSignal
  /** Whether the timeout has passed; throws the caller's reason when the caller aborted before it. Reads the clock: a timer cannot fire while an answer is parsed. */
  expired(): boolean
  /** Resolves with the work, or with null when the deadline expires first; rejects with the caller's reason when the caller aborts first. One race at a time. */
  race<T>(work: T): Promise<Awaited<T> | null>
  /** Starts the timeout again, capped at `atMostMs`, unless the call has been aborted or has expired. */
  restart(atMostMs?: number): void
  clear(): void
}

/** The longest delay of a timer; a longer one fires at once. */
const LONGEST_MS = 2 ** 31 - 1

/** Why a signal was aborted. Old runtimes do not keep the reason. */
export function abortReason(signal: AbortSignal | undefined): unknown {
  const reason: unknown = signal?.reason
  return reason === undefined ? Object.assign(new Error('given up'), { name: 'AbortError' }) : reason
}

export function createDeadline(callerSignal: AbortSignal | undefined, timeoutMs: number): Deadline {
  if (callerSignal?.aborted) throw abortReason(callerSignal)
  const controller = new AbortController()
  const { signal } = controller
  let expiresAt = 0
  let timer: ReturnType<typeof setTimeout>
  let hasExpired = false
  let settleRace: (() => void) | undefined
  const abort = () => {
    controller.abort(callerSignal?.reason)
    settleRace?.()
  }
  const expire = () => {
    hasExpired = true
    abort()
  }
  const restart = (atMostMs = LONGEST_MS) => {
    if (signal.aborted) return
    clearTimeout(timer)
    const ms = Math.min(timeoutMs, atMostMs)
    expiresAt = performance.now() + ms
    timer = setTimeout(expire, ms)
  }
  restart()
  callerSignal?.addEventListener('abort', abort)
  return {
    signal,
    restart,
    expired() {
      if (!signal.aborted && performance.now() >= expiresAt) expire()
      if (signal.aborted && !hasExpired) throw abortReason(callerSignal)
      return hasExpired
    },
    race: (work) =>
      new Promise((resolve, reject) => {
        settleRace = () => (hasExpired ? resolve(null) : reject(abortReason(callerSignal)))
        if (signal.aborted) settleRace()
        Promise.resolve(work).then(resolve, reject)
      }),
    clear() {
      clearTimeout(timer)
      callerSignal?.removeEventListener('abort', abort)
    },
  }
}
