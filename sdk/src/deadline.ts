/** When a call ends at the latest: the caller's signal or the time, whichever comes first. */
export interface End {
  /** Aborts with the caller's reason, or when the time is over. */
  signal: AbortSignal
  /** The time is over. Asked of the clock too: a timer cannot ring while an answer is parsed. */
  isLate(): boolean
  /** The work; null when the time is over first; a rejection with the caller's reason when the caller gives up first. One at a time. */
  race<T>(work: T | PromiseLike<T>): Promise<T | null>
  /** Throws the caller's reason when the caller has given up before the time was over. */
  throwIfGivenUp(): void
  /** The time begins anew, with at most so much of it, unless it is over. */
  restart(atMostMs?: number): void
  clear(): void
}

/** What a timer can count; above it, it would ring at once. */
const LONGEST_MS = 2 ** 31 - 1

/** Why a signal was aborted. Old runtimes do not keep the reason. */
export function reasonOf(signal: AbortSignal | undefined): unknown {
  const reason: unknown = signal?.reason
  return reason === undefined ? Object.assign(new Error('given up'), { name: 'AbortError' }) : reason
}

export function endOf(outer: AbortSignal | undefined, timeoutMs: number): End {
  if (outer?.aborted) throw reasonOf(outer)
  const controller = new AbortController()
  let endsAt = 0
  let timer: ReturnType<typeof setTimeout>
  let late = false
  let isOver = false
  let tellRace: (() => void) | undefined
  const stop = () => {
    isOver = true
    controller.abort(late ? undefined : outer?.reason)
    tellRace?.()
  }
  const ring = () => {
    late = true
    stop()
  }
  const start = (atMostMs = LONGEST_MS) => {
    const ms = Math.min(timeoutMs, atMostMs)
    endsAt = performance.now() + ms
    timer = setTimeout(ring, ms)
  }
  start()
  outer?.addEventListener('abort', stop)
  return {
    signal: controller.signal,
    isLate() {
      if (!isOver && performance.now() >= endsAt) ring()
      return late
    },
    race: (work) =>
      new Promise((resolve, reject) => {
        tellRace = () => (late ? resolve(null) : reject(reasonOf(outer)))
        if (isOver) tellRace()
        Promise.resolve(work).then(resolve, reject)
      }),
    throwIfGivenUp() {
      if (isOver && !late) throw reasonOf(outer)
    },
    restart(atMostMs) {
      if (isOver) return
      clearTimeout(timer)
      start(atMostMs)
    },
    clear() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', stop)
    },
  }
}
