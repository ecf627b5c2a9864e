import type { Locks } from '#web/checkout/one-tab.ts'
import type { FlowDependencies } from '#web/flow/run-flow.ts'

interface Request {
  client: object
  callback: (lock: Lock | null) => unknown
  options: LockOptions
  done: (work: unknown) => void
  fail: (reason: unknown) => void
}

const callWithoutLock = async (callback: Request['callback']): Promise<unknown> => callback(null)

/** Implements a browser's Web Locks: exclusive locks in request order, with `ifAvailable` and `signal`. */
export class FakeLockManager {
  readonly #queues = new Map<string, Request[]>()

  #queue(name: string): Request[] {
    const queue = this.#queues.get(name) ?? []
    this.#queues.set(name, queue)
    return queue
  }
  #grant(name: string): void {
    const [first] = this.#queue(name)
    if (!first) return
    const work = Promise.resolve().then(() => first.callback({ name, mode: 'exclusive' }))
    work.then(first.done, first.fail).finally(() => this.#release(name, first))
  }
  #release(name: string, request: Request): void {
    const queue = this.#queue(name)
    const at = queue.indexOf(request)
    if (at < 0) return
    queue.splice(at, 1)
    if (at === 0) this.#grant(name)
  }

  /** The locks of one page. A closed page releases its locks and gets no new ones. */
  client(): { locks: Locks; close: () => void } {
    const client = {}
    let isClosed = false
    const request = (name: string, ...rest: unknown[]) =>
      new Promise((done, fail) => {
        if (isClosed) return
        const [options, callback] = (rest.length > 1 ? rest : [{}, rest[0]]) as [LockOptions, Request['callback']]
        const queue = this.#queue(name)
        if (options.ifAvailable && queue.length > 0) return done(callWithoutLock(callback))
        const queued: Request = { client, callback, options, done, fail }
        options.signal?.addEventListener('abort', () => {
          const at = queue.indexOf(queued)
          if (at <= 0) return
          queue.splice(at, 1)
          fail(new DOMException('The request was aborted.', 'AbortError'))
        })
        if (queue.push(queued) === 1) this.#grant(name)
      })
    const close = () => {
      isClosed = true
      // In reverse order, so that waiting requests are removed before a release could grant them.
      for (const [name, queue] of this.#queues)
        for (const queued of queue.toReversed()) if (queued.client === client) this.#release(name, queued)
    }
    return { locks: { request }, close }
  }
}

/** The locks of a browser with one page. */
export const fakeLocks = (): Locks => new FakeLockManager().client().locks

/** The locks of a browser that denies them. */
export const deniedLocks: Locks = { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) }

/** A storage that the tabs of one browser share. */
export function fakeStore() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      values.set(key, value)
      return true
    },
    removeItem: (key: string) => void values.delete(key),
  }
}

/** `exclusively` of a browser with one tab, which stores no intent. */
export const onlyTab: FlowDependencies['exclusively'] = (work) => work({ read: () => null, write: () => undefined })

/** Adds Web Locks to the test's page, whose environment has none. */
export function withLocks(locks: Locks = fakeLocks()): void {
  Object.defineProperty(globalThis.navigator, 'locks', { value: locks, configurable: true })
}
