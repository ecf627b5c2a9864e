import type { Locks } from '../../web/src/app/one-tab.ts'
import type { Outside } from '../../web/src/flow/run-flow.ts'

interface Request {
  callback: (lock: Lock | null) => unknown
  options: LockOptions
  done: (work: unknown) => void
  fail: (reason: unknown) => void
}

const refused = async (callback: Request['callback']): Promise<unknown> => callback(null)

/** The locks of one browser, as the platform has them: exclusive, in the order of asking; `ifAvailable` and `signal` are honoured. */
export function fakeLocks(): Locks {
  const queues = new Map<string, Request[]>()
  const grant = (name: string) => {
    const [first] = queues.get(name) ?? []
    if (!first) return
    const work = Promise.resolve().then(() => first.callback({ name, mode: 'exclusive' }))
    const next = () => {
      queues.get(name)?.shift()
      grant(name)
    }
    work.then(first.done, first.fail).finally(next)
  }
  const request = (name: string, ...rest: unknown[]) =>
    new Promise((done, fail) => {
      const [options, callback] = (rest.length > 1 ? rest : [{}, rest[0]]) as [LockOptions, Request['callback']]
      const queue = queues.get(name) ?? []
      queues.set(name, queue)
      if (options.ifAvailable && queue.length > 0) return done(refused(callback))
      const asked: Request = { callback, options, done, fail }
      options.signal?.addEventListener('abort', () => {
        const at = queue.indexOf(asked)
        if (at <= 0) return
        queue.splice(at, 1)
        fail(new DOMException('The request was aborted.', 'AbortError'))
      })
      if (queue.push(asked) === 1) grant(name)
    })
  return { request }
}

/** What all tabs of one browser keep. */
export function fakeStore() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      kept.set(key, value)
      return true
    },
    removeItem: (key: string) => void kept.delete(key),
  }
}

/** A browser with one tab, which keeps nothing of what it buys. */
export const onlyTab: Outside['alone'] = (work) => work({ read: () => null, keep: () => undefined })

/** Gives the page locks, which its environment has none of. */
export function withLocks(locks: Locks = fakeLocks()): void {
  Object.defineProperty(globalThis.navigator, 'locks', { value: locks, configurable: true })
}
