// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inOneTab, type Locks } from '#web/checkout/one-tab.ts'
import { type BrowserStore, sharedStore } from '#web/session/browser-store.ts'
import { deniedLocks, fakeLocks } from '#support/fake-locks.ts'

const NAME = 'paket.purchase.anna'

interface Browser {
  locks: Locks | undefined
}
const browsers: [string, () => Browser][] = [
  ['by a lock', () => ({ locks: fakeLocks() })],
  ['by a lease where there are no locks', () => ({ locks: undefined })],
  ['by a lease where locks are denied', () => ({ locks: deniedLocks })],
]

/** A tab, and what it does when it holds the lock. */
function tab({ locks }: Browser, store: BrowserStore = sharedStore) {
  const gate = Promise.withResolvers<{ done: string }>()
  const leaving = Promise.withResolvers<void>()
  const flow = new AbortController()
  const seen: string[] = []
  const wait = async (until: AbortSignal) => {
    seen.push('waits')
    until.addEventListener('abort', () => seen.push('waits no more'))
    await Promise.race([leaving.promise, new Promise((_, fail) => until.addEventListener('abort', fail))])
  }
  const start = (isWaiting = true) =>
    inOneTab(
      () => {
        seen.push('works')
        return gate.promise
      },
      { signal: flow.signal, wait: isWaiting ? wait : null },
      { name: NAME, locks, store, now: Date.now },
    )
  return {
    start,
    seen,
    finish: () => gate.resolve({ done: 'yes' }),
    leave: () => leaving.resolve(),
    crash: () => gate.reject(new Error('bug')),
    flow,
  }
}
/** A browser's storage as each tab sees it: the writes of other tabs arrive after 200 ms. */
function lateStores() {
  const writes: { by: BrowserStore; at: number; value: string | null }[] = []
  return (): BrowserStore => {
    const write = (value: string | null) => void writes.push({ by: own, at: Date.now(), value })
    const own: BrowserStore = {
      getItem: () => writes.findLast(({ by, at }) => by === own || Date.now() - at >= 200)?.value ?? null,
      setItem: (_, value) => (write(value), true),
      removeItem: () => write(null),
    }
    return own
  }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  window.localStorage.clear()
})
afterEach(() => vi.useRealTimers())

describe.each(browsers)('one tab at a time, %s', (_, browserOf) => {
  test('runs at once in the only tab, and leaves nothing in the storage', async () => {
    const { start, seen, finish } = tab(browserOf())
    const end = start()
    await pass(500)
    expect(seen).toEqual(['works'])
    finish()
    await pass(0)
    expect({ end: await end, localStorage: window.localStorage.length, timers: vi.getTimerCount() }).toEqual({
      end: { done: 'yes' },
      localStorage: 0,
      timers: 0,
    })
  })
  test('makes the second tab wait, and runs its work after the first', async () => {
    const browser = browserOf()
    const [first, second] = [tab(browser), tab(browser)]
    void first.start()
    await pass(500)
    const end = second.start()
    await pass(10_000)
    expect({ first: first.seen, second: second.seen }).toEqual({ first: ['works'], second: ['waits'] })
    first.finish()
    await pass(1000)
    expect(second.seen).toEqual(['waits', 'waits no more', 'works'])
    const third = tab(browser).start(false)
    await pass(500)
    expect(await third).toBe('busy')
    second.finish()
    await pass(0)
    expect({ end: await end, timers: vi.getTimerCount() }).toEqual({ end: { done: 'yes' }, timers: 0 })
  })
  test('runs the work of the second tab after the first has crashed', async () => {
    const browser = browserOf()
    const [first, second] = [tab(browser), tab(browser)]
    const crashed = expect(first.start()).rejects.toThrow('bug')
    await pass(500)
    void second.start()
    await pass(500)
    first.crash()
    await pass(1000)
    await crashed
    expect(second.seen.at(-1)).toBe('works')
  })
  test('runs the work of two tabs that start at the same moment one after the other', async () => {
    const browser = browserOf()
    const tabs = [tab(browser), tab(browser), tab(browser)]
    for (const { start } of tabs) void start()
    await pass(1000)
    expect(tabs.flatMap(({ seen }) => seen.filter((each) => each === 'works'))).toHaveLength(1)
    for (const { finish } of tabs) finish()
    await pass(5000)
    expect(tabs.map(({ seen }) => seen.at(-1))).toEqual(['works', 'works', 'works'])
  })
  test('shows no wait of a flow that is interrupted while it looks for another tab', async () => {
    const browser = browserOf()
    const [first, second] = [tab(browser), tab(browser)]
    void first.start()
    await pass(500)
    const interrupted = expect(second.start()).rejects.toThrow('left')
    second.flow.abort(new Error('left'))
    await pass(1000)
    await interrupted
    expect(second.seen).toEqual([])
  })
  test('returns at once without waiting when another tab holds the lock', async () => {
    const browser = browserOf()
    const [first, second] = [tab(browser), tab(browser)]
    void first.start()
    await pass(500)
    const end = second.start(false)
    await pass(1000)
    expect({ end: await end, seen: second.seen }).toEqual({ end: 'busy', seen: [] })
  })
  test('never runs the work after the wait is cancelled', async () => {
    const browser = browserOf()
    const [first, second] = [tab(browser), tab(browser)]
    void first.start()
    await pass(500)
    const end = second.start()
    await pass(500)
    second.leave()
    await pass(1000)
    expect(await end).toBe('dismissed')
    first.finish()
    await pass(1000)
    expect(second.seen).not.toContain('works')
  })
  test('stops waiting after 2 minutes (OP-90)', async () => {
    const browser = browserOf()
    const [first, second] = [tab(browser), tab(browser)]
    void first.start()
    await pass(500)
    const end = second.start()
    await pass(119_000)
    expect(second.seen).toEqual(['waits'])
    await pass(2000)
    expect({ end: await end, lastSeen: second.seen.at(-1) }).toEqual({ end: 'busy', lastSeen: 'waits no more' })
  })
  test('a flow that is interrupted while it waits ends with it', async () => {
    const browser = browserOf()
    const [first, second] = [tab(browser), tab(browser)]
    void first.start()
    await pass(500)
    const end = expect(second.start()).rejects.toThrow('left')
    await pass(500)
    second.flow.abort(new Error('left'))
    await pass(1000)
    await end
    first.finish()
    await pass(1000)
    expect(second.seen).not.toContain('works')
  })
})

describe('a lease', () => {
  const browser = { locks: undefined }
  test('expires in 5 s when its tab is closed', async () => {
    window.localStorage.setItem(NAME, JSON.stringify({ tab: 'gone', at: Date.now() - 1000 }))
    const { start, seen } = tab(browser)
    void start()
    await pass(3000)
    expect(seen).toEqual(['waits'])
    await pass(2000)
    expect(seen.at(-1)).toBe('works')
  })
  test('is dropped at once when the page is left', async () => {
    const { start } = tab(browser)
    void start()
    await pass(2000)
    expect(window.localStorage.getItem(NAME)).not.toBeNull()
    window.dispatchEvent(new Event('pagehide'))
    expect(window.localStorage.getItem(NAME)).toBeNull()
  })
  test('leaves no listener behind', async () => {
    const added = vi.spyOn(globalThis, 'addEventListener')
    const removed = vi.spyOn(globalThis, 'removeEventListener')
    const { start, finish } = tab(browser)
    const done = start()
    await pass(2000)
    finish()
    await done
    expect(added.mock.calls).toEqual([['pagehide', expect.any(Function)]])
    expect(removed.mock.calls).toEqual(added.mock.calls)
  })
  test.each(['{', 'null', '{"tab":1}', JSON.stringify({ tab: 'x', at: 8e15 })])(
    'that is malformed blocks no tab: %s',
    async (stored) => {
      window.localStorage.setItem(NAME, stored)
      const { start, seen } = tab(browser)
      void start()
      await pass(500)
      expect(seen).toEqual(['works'])
    },
  )
  test('of exactly 5 s blocks no tab, nor does one without a tab or whose time is a string', async () => {
    const leases = [
      () => ({ tab: 'gone', at: Date.now() - 5000 }),
      () => ({ tab: 'gone', at: String(Date.now()) }),
      () => ({ tab: 7, at: Date.now() }),
    ]
    for (const lease of leases) {
      window.localStorage.setItem(NAME, JSON.stringify(lease()))
      const { start, seen, finish } = tab(browser)
      void start(false)
      await pass(500)
      expect(seen).toEqual(['works'])
      finish()
      await pass(0)
    }
  })
  test('is taken by one tab when two take it before either sees the write of the other', async () => {
    const storeOfTab = lateStores()
    const tabs = [tab(browser, storeOfTab()), tab(browser, storeOfTab())]
    const ends = tabs.map(({ start }) => start(false))
    await pass(1000)
    expect(tabs.filter(({ seen }) => seen.includes('works'))).toHaveLength(1)
    for (const { finish } of tabs) finish()
    expect((await Promise.all(ends)).filter((end) => end === 'busy')).toHaveLength(1)
  })
  test('is taken again when it is cleared while it is being taken; the work continues when it is cleared later', async () => {
    const { start, seen, finish } = tab(browser)
    const end = start()
    window.localStorage.clear()
    await pass(1000)
    expect(seen.at(-1)).toBe('works')
    window.localStorage.clear()
    await pass(3000)
    finish()
    await pass(0)
    expect(await end).toEqual({ done: 'yes' })
  })
  test('is dropped, and nothing is run, when the wait is cancelled while it is taken', async () => {
    const [first, second] = [tab(browser), tab(browser)]
    void first.start()
    await pass(500)
    const end = second.start()
    await pass(500)
    first.finish()
    await pass(0)
    while (window.localStorage.length === 0) await pass(10)
    second.leave()
    await pass(1000)
    expect({ end: await end, seen: second.seen, localStorage: window.localStorage.length }).toEqual({
      end: 'dismissed',
      seen: ['waits', 'waits no more'],
      localStorage: 0,
    })
  })
  test('of another tab that has taken over is neither replaced nor dropped', async () => {
    const { start, finish } = tab(browser)
    void start()
    await pass(500)
    const theirs = JSON.stringify({ tab: 'theirs', at: Date.now() })
    window.localStorage.setItem(NAME, theirs)
    await pass(3000)
    expect(window.localStorage.getItem(NAME)).toBe(theirs)
    finish()
    await pass(0)
    expect(window.localStorage.getItem(NAME)).toBe(theirs)
  })
  test.each([
    ['taken over by another tab', JSON.stringify({ tab: 'theirs', at: Date.now() })],
    ['cleared', ''],
  ])('ends the work at its next check, not before, when it is %s', async (_, stored) => {
    const gate = Promise.withResolvers<void>()
    const checked = vi.fn()
    const work = async (checkTurn: () => void) => {
      checked(checkTurn())
      await gate.promise
      checked(checkTurn())
      return { done: 'yes' }
    }
    const end = inOneTab(work, onlyOnce, { name: NAME, locks: undefined, store: sharedStore, now: Date.now })
    await pass(500)
    window.localStorage.setItem(NAME, stored)
    gate.resolve()
    expect(await end).toBe('busy')
    expect(checked).toHaveBeenCalledOnce()
  })
  test('is not needed without storage: there is one tab', async () => {
    const full = { getItem: () => null, setItem: () => false, removeItem: () => undefined }
    const work = async (checkTurn: () => void) => {
      checkTurn()
      return { done: 'yes' }
    }
    const end = await inOneTab(
      work,
      { signal: new AbortController().signal, wait: null },
      { name: NAME, locks: undefined, store: full, now: Date.now },
    )
    expect(end).toEqual({ done: 'yes' })
  })
})

test('an error of the work is not treated as a denied lock: the work is not done twice', async () => {
  const work = vi.fn(async () => Promise.reject(new DOMException('denied', 'SecurityError')))
  const how = { signal: new AbortController().signal, wait: null }
  await expect(
    inOneTab(work, how, { name: NAME, locks: fakeLocks(), store: sharedStore, now: Date.now }),
  ).rejects.toThrow('denied')
  expect(work).toHaveBeenCalledOnce()
})

const onlyOnce = { signal: new AbortController().signal, wait: null }
const tabWith = (locks: Locks) => ({ name: NAME, locks, store: sharedStore, now: Date.now })
const refusing = (error: Error): Locks => ({
  async request() {
    throw error
  },
})

test.each(['SecurityError', 'NotSupportedError', 'InvalidStateError'])(
  'locks denied by %s: runs by a lease',
  async (name) => {
    const end = inOneTab(async () => ({ done: 'yes' }), onlyOnce, tabWith(refusing(new DOMException('denied', name))))
    await pass(500)
    expect(await end).toEqual({ done: 'yes' })
  },
)
test.each([new DOMException('broken', 'UnknownError'), Object.assign(new Error('broken'), { name: 'SecurityError' })])(
  'another error of the locks runs nothing: %s',
  async (error) => {
    const work = vi.fn()
    await expect(inOneTab(work, onlyOnce, tabWith(refusing(error)))).rejects.toThrow('broken')
    expect(work).not.toHaveBeenCalled()
  },
)
test('work after a wait reads the last write of the other tab, which arrives later than its lock', async () => {
  const storeOfTab = lateStores()
  const [theirs, ours] = [storeOfTab(), storeOfTab()]
  const [locks, gate] = [fakeLocks(), Promise.withResolvers<void>()]
  const waiting = { ...onlyOnce, wait: () => new Promise(() => undefined) }
  const writing = async () => {
    await gate.promise
    theirs.setItem(NAME, 'ordered')
    return { done: 'yes' }
  }
  void inOneTab(writing, onlyOnce, { ...tabWith(locks), store: theirs })
  const end = inOneTab(async () => ({ read: ours.getItem(NAME) }), waiting, { ...tabWith(locks), store: ours })
  await pass(500)
  gate.resolve()
  await pass(1000)
  expect(await end).toEqual({ read: 'ordered' })
})
test('an error of the locks while the user waits ends the wait with it', async () => {
  const request = vi.fn().mockResolvedValueOnce(null).mockRejectedValueOnce(new Error('broken'))
  const waiting = { signal: new AbortController().signal, wait: () => new Promise(() => undefined) }
  await expect(inOneTab(vi.fn(), waiting, tabWith({ request }))).rejects.toThrow('broken')
})
