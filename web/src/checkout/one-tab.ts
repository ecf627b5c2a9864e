import type { FlowDependencies } from '#flow/run-flow.ts'
import { type BrowserStore, readJson } from '#session/browser-store.ts'

type How = Parameters<FlowDependencies['alone']>[1]
type Left = 'dismissed' | 'busy'
/** What of the browser's locks is needed; a test gives its own. */
export type Locks = Pick<LockManager, 'request'>

export interface OneTab {
  /** A name for each thing that only one tab may do at once. */
  name: string
  locks: Locks | undefined
  /** Where a tab says that it works, where there are no locks. */
  store: BrowserStore
  /** The clock, in milliseconds since 1970. */
  now: () => number
}

/** Deadline of the wait for another tab: its calls have deadlines of their own, but a phone may have frozen it. */
const WAIT_MS = 120_000

/** Runs work that only one tab may do at once: under a Web Lock, and where these are denied under a claim in the storage. */
export async function inOneTab<T extends object>(work: () => Promise<T>, how: How, tab: OneTab): Promise<T | Left> {
  const { locks, name } = tab
  if (!locks) return byClaim(work, how, tab)
  let isRun = false
  const run = () => {
    isRun = true
    return work()
  }
  try {
    const free = await locks.request(name, { ifAvailable: true }, async (lock) => (lock ? { done: await run() } : null))
    if (free) return free.done
    return await whileWaiting(how, (signal, isTurn) =>
      locks.request(name, { signal }, async () => {
        isTurn()
        // The other tab's last write may arrive after its lock: browsers sync storage between tabs with a delay.
        await pause(STORAGE_SYNC_MS)
        return run()
      }),
    )
  } catch (error) {
    // A browser that blocks storage rejects lock requests too.
    if (isRun || !isDenied(error)) throw error
    return byClaim(work, how, tab)
  }
}

const isDenied = (error: unknown): boolean =>
  error instanceof DOMException && ['SecurityError', 'NotSupportedError', 'InvalidStateError'].includes(error.name)

/**
 * Waits for the lock until the user cancels or the deadline passes. `take` calls `isTurn` when it has the lock: from then on only the work itself
 * ends it.
 */
async function whileWaiting<T extends object>(
  { signal, wait }: How,
  take: (waiting: AbortSignal, isTurn: () => void) => Promise<T>,
): Promise<T | Left> {
  if (!wait) return 'busy'
  const waiting = new AbortController()
  const asking = new AbortController()
  let left: Left | null = null
  const leave = (how: Left) => {
    left = how
    waiting.abort()
  }
  const interrupt = () => waiting.abort()
  const tooLong = setTimeout(() => leave('busy'), WAIT_MS)
  signal.addEventListener('abort', interrupt, { once: true })
  const stop = () => {
    clearTimeout(tooLong)
    signal.removeEventListener('abort', interrupt)
    asking.abort()
  }
  // Rejects when it is taken away: the turn has come.
  wait(asking.signal).then(
    () => leave('dismissed'),
    () => undefined,
  )
  try {
    return await take(waiting.signal, stop)
  } catch (error) {
    signal.throwIfAborted()
    if (left) return left
    throw error
  } finally {
    stop()
  }
}

/** A claim is a lease: its tab renews it every second, and it expires when the tab is closed. Timers of a hidden tab fire once a second. */
const RENEW_MS = 1000
const STALE_MS = 5000
/** How long a write may take to reach another tab: waited after another tab's work, and when two tabs claim at the same moment. */
const STORAGE_SYNC_MS = 250
const LOOK_MS = 250

interface Claim {
  tab: string
  at: number
}
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

async function byClaim<T extends object>(work: () => Promise<T>, how: How, tab: OneTab): Promise<T | Left> {
  const claim = claimOf(tab)
  const run = async () => {
    const stop = claim.renew()
    try {
      return await work()
    } finally {
      stop()
    }
  }
  if (await claim.isTaken()) return run()
  return whileWaiting(how, async (waiting, isTurn) => {
    for (;;) {
      await pause(LOOK_MS)
      waiting.throwIfAborted()
      if (!(await claim.isTaken())) continue
      if (waiting.aborted) claim.drop()
      waiting.throwIfAborted()
      isTurn()
      return run()
    }
  })
}

/** This tab's lease in the storage. Without storage there are no other tabs. */
function claimOf({ name, store, now }: OneTab) {
  const mine = String(Math.random())
  const write = () => store.setItem(name, JSON.stringify({ tab: mine, at: now() } satisfies Claim))
  const read = (): Claim | null => {
    const stored = readJson(store, name) as Partial<Claim> | null
    return typeof stored?.tab === 'string' && typeof stored.at === 'number' ? { tab: stored.tab, at: stored.at } : null
  }
  const drop = () => {
    if (read()?.tab === mine) store.removeItem(name)
  }
  return {
    drop,
    /** Takes the lease unless another tab has it. */
    async isTaken(): Promise<boolean> {
      const before = read()
      const age = before ? now() - before.at : Infinity
      if (age >= 0 && age < STALE_MS) return false
      if (!write()) return true
      await pause(STORAGE_SYNC_MS)
      return read()?.tab === mine
    },
    /** Until it is stopped; then, and when the page goes, it is dropped. */
    renew(): () => void {
      let timer = setTimeout(again, RENEW_MS)
      function again(): void {
        // A page that was frozen for longer has lost the lease.
        if (read()?.tab === mine) write()
        timer = setTimeout(again, RENEW_MS)
      }
      globalThis.addEventListener?.('pagehide', drop)
      return () => {
        clearTimeout(timer)
        globalThis.removeEventListener?.('pagehide', drop)
        drop()
      }
    },
  }
}
