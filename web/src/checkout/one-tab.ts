import type { FlowDependencies } from '#flow/run-flow.ts'
import { type BrowserStore, readJson } from '#session/browser-store.ts'

type LockOptions = Parameters<FlowDependencies['exclusively']>[1]
/** The work was not run, or not to its end: the user has stopped waiting; the wait took too long, or another tab has the turn now. */
type NotRun = 'dismissed' | 'busy'
/** The used part of the browser's Web Locks, so that tests can pass their own. */
export type Locks = Pick<LockManager, 'request'>

export interface OneTab {
  /** Name of the lock. */
  name: string
  locks: Locks | undefined
  /** Where the lease is stored when the browser has no Web Locks. */
  store: BrowserStore
  /** The clock, in milliseconds since 1970. */
  now: () => number
}

/** Deadline of the wait for another tab. That tab's calls have deadlines too, but a phone may have frozen it. */
const WAIT_MS = 120_000

/** `checkTurn` throws when another tab may have the turn by now, which ends the work. */
type Work<T> = (checkTurn: () => void) => Promise<T>

/** Runs work in one tab at a time: under a Web Lock, or under a lease in the storage where Web Locks are missing or denied. */
export async function inOneTab<T extends object>(
  work: Work<T>,
  options: LockOptions,
  tab: OneTab,
): Promise<T | NotRun> {
  const { locks, name } = tab
  if (!locks) return underLease(work, options, tab)
  let isRun = false
  const run = () => {
    isRun = true
    return work(() => undefined)
  }
  try {
    const free = await locks.request(name, { ifAvailable: true }, async (lock) => (lock ? { done: await run() } : null))
    if (free) return free.done
    return await whileWaiting(options, (signal, onTurn) =>
      locks.request(name, { signal }, async () => {
        onTurn()
        // The other tab's last write may arrive after its lock: browsers sync storage between tabs with a delay.
        await pause(STORAGE_SYNC_MS)
        return run()
      }),
    )
  } catch (error) {
    // A browser that blocks storage rejects lock requests too.
    if (isRun || !isDenied(error)) throw error
    return underLease(work, options, tab)
  }
}

const isDenied = (error: unknown): boolean =>
  error instanceof DOMException && ['SecurityError', 'NotSupportedError', 'InvalidStateError'].includes(error.name)

/**
 * Waits for the lock until the user cancels or the deadline passes. `take` calls `onTurn` when it has the lock; after that nothing but the work
 * itself ends the call.
 */
async function whileWaiting<T extends object>(
  { signal, wait }: LockOptions,
  take: (waiting: AbortSignal, onTurn: () => void) => Promise<T | NotRun>,
): Promise<T | NotRun> {
  signal.throwIfAborted()
  if (!wait) return 'busy'
  const waiting = new AbortController()
  const modal = new AbortController()
  let notRun: NotRun | null = null
  const abandon = (why: NotRun) => {
    notRun = why
    waiting.abort()
  }
  const deadline = setTimeout(() => abandon('busy'), WAIT_MS)
  signal.addEventListener('abort', () => waiting.abort(), { signal: modal.signal })
  const stop = () => {
    clearTimeout(deadline)
    modal.abort()
  }
  // `stop` closes the modal, which rejects: then the work runs.
  wait(modal.signal).then(
    () => abandon('dismissed'),
    () => undefined,
  )
  try {
    return await take(waiting.signal, stop)
  } catch (error) {
    signal.throwIfAborted()
    if (notRun) return notRun
    throw error
  } finally {
    stop()
  }
}

/** The tab that has the lease renews it this often; timers of a hidden tab fire once a second. */
const RENEW_MS = 1000
/** When a lease expires that is not renewed, because its tab was closed or frozen. */
const EXPIRY_MS = 5000
/** How long a write may take to reach another tab: waited after another tab's work, and when two tabs take the lease at the same moment. */
const STORAGE_SYNC_MS = 250
const POLL_MS = 250

interface Lease {
  tab: string
  /** When it was renewed, in ms since 1970. */
  at: number
}
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

class LeaseLost extends Error {}

async function underLease<T extends object>(work: Work<T>, options: LockOptions, tab: OneTab): Promise<T | NotRun> {
  const lease = leaseOf(tab)
  const run = async () => {
    const stop = lease.renew()
    try {
      return await work(lease.check)
    } catch (error) {
      if (error instanceof LeaseLost) return 'busy'
      throw error
    } finally {
      stop()
    }
  }
  if (await lease.tryTake()) return run()
  return whileWaiting(options, async (waiting, onTurn) => {
    for (;;) {
      await pause(POLL_MS)
      waiting.throwIfAborted()
      if (!(await lease.tryTake())) continue
      if (waiting.aborted) lease.drop()
      waiting.throwIfAborted()
      onTurn()
      return run()
    }
  })
}

/** This tab's lease in the storage. Without a storage no other tab can be seen, so the lease is always free. */
function leaseOf({ name, store, now }: OneTab) {
  const mine = String(Math.random())
  let isStored: boolean
  const write = () => store.setItem(name, JSON.stringify({ tab: mine, at: now() } satisfies Lease))
  const read = (): Lease | null => {
    const stored = readJson(store, name) as Partial<Lease> | null
    return typeof stored?.tab === 'string' && typeof stored.at === 'number' ? { tab: stored.tab, at: stored.at } : null
  }
  const drop = () => {
    if (read()?.tab === mine) store.removeItem(name)
  }
  return {
    drop,
    /** A page that was frozen, or was in the bfcache, may have lost the lease to another tab. */
    check: () => {
      if (isStored && read()?.tab !== mine) throw new LeaseLost()
    },
    /** Takes the lease unless another tab has it; resolves with whether this tab has it now. */
    async tryTake(): Promise<boolean> {
      const before = read()
      const age = before ? now() - before.at : Infinity
      if (age >= 0 && age < EXPIRY_MS) return false
      isStored = write()
      if (!isStored) return true
      await pause(STORAGE_SYNC_MS)
      return read()?.tab === mine
    },
    /** Renews the lease until the returned function is called, or the page is left; both drop the lease. */
    renew(): () => void {
      let timer = setTimeout(again, RENEW_MS)
      function again(): void {
        if (read()?.tab === mine) write()
        timer = setTimeout(again, RENEW_MS)
      }
      globalThis.addEventListener('pagehide', drop)
      return () => {
        clearTimeout(timer)
        globalThis.removeEventListener('pagehide', drop)
        drop()
      }
    },
  }
}
