/** 23 days. A timer takes a delay of less than 2³¹ ms; a longer one fires at once. */
const LONGEST_TIMER_MS = 2e9

/** Throws the reason of an aborted signal; an AbortError in old runtimes, whose signals have no reason. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortReason(signal)
}
export const abortReason = ({ reason }: AbortSignal): unknown =>
  reason ?? Object.assign(new Error('aborted'), { name: 'AbortError' })

/** The deadline, as the work sees it. */
export interface Deadline {
  /** Aborted when the work is no longer awaited. */
  readonly signal: AbortSignal
  /** Reads the clock: a timer cannot fire while an answer is parsed. */
  isOver(): boolean
  /** Called when the work is no longer awaited. */
  onStop?: () => void
}

/**
 * Awaits work until its deadline: null when that is over first; rejects with the caller's reason when the caller aborts first. Work that ignores its signal
 * is left to itself.
 */
export function within<T>(
  ms: number,
  caller: AbortSignal | undefined,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T | null> {
  return new Promise((resolve, reject) => {
    throwIfAborted(caller)
    const controller = new AbortController()
    let endsAt = performance.now() + ms
    const deadline: Deadline = { signal: controller.signal, isOver: () => performance.now() >= endsAt }
    const clear = () => {
      clearTimeout(timer)
      caller?.removeEventListener('abort', stop)
    }
    const stop = () => {
      clear()
      endsAt = 0
      if (caller?.aborted) reject(abortReason(caller))
      else resolve(null)
      controller.abort()
      deadline.onStop?.()
    }
    // First, because it throws for what is no signal, and no timer may be left then.
    caller?.addEventListener('abort', stop)
    const timer = setTimeout(stop, Math.min(ms, LONGEST_TIMER_MS))
    const ended = work(deadline)
    const end = () => {
      if (deadline.isOver()) return stop()
      clear()
      resolve(ended)
    }
    ended.then(end, end)
  })
}
