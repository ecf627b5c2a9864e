import { valueAt } from './value-at.ts'

/** What a partner's app can be asked to do (OP-39). */
export type BridgeMethod = 'getToken' | 'refreshToken' | 'openPayment' | 'openOutside' | 'close' | 'copy'

/** Calls a method of the partner's app. Resolves with its answer, rejects with its error. */
export type Bridge = (method: BridgeMethod, argument?: string) => Promise<unknown>

/** The used part of the window, so that tests can pass their own. */
export type BridgeWindow = Pick<Window, 'addEventListener'> & Record<string, unknown>

const POLL_MS = 100
/** The same limit as for the first token (C-HOST-10): an app that has not added its object by then never will. */
const TIMEOUT_MS = 5000

/**
 * Finds the object that the app adds to the page, which may happen a little later than the page itself loads. The first call waits for it, and
 * concurrent calls share that wait. After a time-out, calls look once and do not wait again. Rejects when there is no object.
 */
function injected(window: BridgeWindow, path: string): () => Promise<object> {
  function find(): object | null {
    const found = valueAt(window, path)
    return typeof found === 'object' ? found : null
  }
  const poll = () =>
    new Promise<object>((resolve, reject) => {
      const interval = setInterval(() => {
        const found = find()
        if (!found) return
        stop()
        resolve(found)
      }, POLL_MS)
      const timeout = setTimeout(() => {
        stop()
        reject(new Error(`${path} has not come within ${TIMEOUT_MS / 1000} s`))
      }, TIMEOUT_MS)
      function stop(): void {
        clearInterval(interval)
        clearTimeout(timeout)
      }
    })
  let polling: Promise<object> | undefined
  return async () => find() ?? (polling ??= poll())
}

/** A method of the app's object, bound to it. Throws an error with the text `problem` when the object has no such method. */
function methodOf(app: object, name: string, problem: string): (...given: unknown[]) => unknown {
  const found: unknown = Reflect.get(app, name)
  if (typeof found !== 'function') throw new Error(problem)
  return (...given) => Reflect.apply(found, app, given) as unknown
}

/** The app's object has a function for each method, which returns a value or a promise. */
export function objectBridge(window: BridgeWindow, path: string): Bridge {
  const find = injected(window, path)
  return async (method, argument) => {
    const call = methodOf(await find(), method, `${path} cannot ${method}`)
    return argument === undefined ? call() : call(argument)
  }
}

/** Matches asynchronous answers to their requests by an id. */
function pendingRequests() {
  const pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let lastId = 0
  return {
    send: (post: (id: number) => void): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        pending.set(id, { resolve, reject })
        post(id)
      }),
    settle: (id: number, error: unknown, value: unknown): void => {
      const request = pending.get(id)
      pending.delete(id)
      if (typeof error === 'string' && error) request?.reject(new Error(error))
      else request?.resolve(value)
    },
  }
}

/** Sends `postMessage({ id, method, argument })`, as WebKit's message handlers expect. The app answers with the window event `pakethost`. */
export function messageBridge(window: BridgeWindow, path: string): Bridge {
  const { send, settle } = pendingRequests()
  window.addEventListener('pakethost', (event) => {
    const { id, error, value } = ((event as CustomEvent<unknown>).detail ?? {}) as Record<string, unknown>
    settle(Number(id), error, value)
  })
  const find = injected(window, path)
  return async (method, argument) => {
    const post = methodOf(await find(), 'postMessage', `${path} cannot be asked`)
    return send((id) => post({ id, method, argument }))
  }
}

/** Calls `call(id, method, argument)` with strings only, as Android's interfaces expect. The app answers by calling the window's `paketHostAnswer(id, error, value)`. */
export function callbackBridge(window: BridgeWindow, path: string): Bridge {
  const { send, settle } = pendingRequests()
  window['paketHostAnswer'] = (id: unknown, error: unknown, value: unknown) => settle(Number(id), error, value)
  const find = injected(window, path)
  return async (method, argument) => {
    const call = methodOf(await find(), 'call', `${path} cannot be asked`)
    return send((id) => call(String(id), method, argument ?? ''))
  }
}
