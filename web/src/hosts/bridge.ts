/** What a surrounding app can be asked for (OP-39). */
export type BridgeMethod = 'getToken' | 'refreshToken' | 'openPayment' | 'openOutside' | 'close' | 'copy'

/** A way to ask a surrounding app: the answer, or an error that it gave. */
export type Bridge = (method: BridgeMethod, argument?: string) => Promise<unknown>

/** What of the window the bridges need; a test gives its own. */
export type BridgeWindow = Pick<Window, 'addEventListener'> & Record<string, unknown>

const LOOK_EVERY_MS = 100
/** As long as the first token may take (C-HOST-10): an app that has put nothing into the page by then is not one that will. */
const LOOK_FOR_MS = 5000

/**
 * Finds the object that the app puts into the page, which may come a little later than the page itself. It is waited for once, however many
 * questions there are; a question after that looks and waits no more. Rejects when there is none.
 */
function injected(window: BridgeWindow, path: string): () => Promise<object> {
  function look(): object | null {
    const found = path
      .split('.')
      .reduce<unknown>(
        (at, field) => (typeof at === 'object' && at !== null ? Reflect.get(at, field) : undefined),
        window,
      )
    return typeof found === 'object' ? found : null
  }
  const wait = () =>
    new Promise<object>((resolve, reject) => {
      const looking = setInterval(() => {
        const found = look()
        if (found) end(() => resolve(found))
      }, LOOK_EVERY_MS)
      const late = setTimeout(
        () => end(() => reject(new Error(`${path} has not come within ${LOOK_FOR_MS / 1000} s`))),
        LOOK_FOR_MS,
      )
      function end(settle: () => void): void {
        clearInterval(looking)
        clearTimeout(late)
        settle()
      }
    })
  let waiting: Promise<object> | undefined
  return async () => look() ?? (waiting ??= wait())
}

/** A function of the app's object; an error when it has none of that name. */
function functionOf(app: object, name: string, problem: string): (...given: unknown[]) => unknown {
  const found: unknown = Reflect.get(app, name)
  if (typeof found !== 'function') throw new Error(problem)
  return (...given) => Reflect.apply(found, app, given) as unknown
}

/** An object with a function for each method, whose answer is a value or a promise. */
export function objectBridge(window: BridgeWindow, path: string): Bridge {
  const find = injected(window, path)
  return async (method, argument) => {
    const ask = functionOf(await find(), method, `${path} cannot ${method}`)
    return argument === undefined ? ask() : ask(argument)
  }
}

/** Answers that come later, by the number of their question. */
function questions() {
  const open = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let last = 0
  return {
    ask: (send: (id: number) => void): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const id = ++last
        open.set(id, { resolve, reject })
        send(id)
      }),
    answer: (id: number, error: unknown, value: unknown): void => {
      const question = open.get(id)
      open.delete(id)
      if (typeof error === 'string' && error) question?.reject(new Error(error))
      else question?.resolve(value)
    },
  }
}

/** `postMessage({ id, method, argument })`, as WebKit's message handlers take it; answered by the window's event `pakethost`. */
export function messageBridge(window: BridgeWindow, path: string): Bridge {
  const { ask, answer } = questions()
  window.addEventListener('pakethost', (event) => {
    const { id, error, value } = ((event as CustomEvent<unknown>).detail ?? {}) as Record<string, unknown>
    answer(Number(id), error, value)
  })
  const find = injected(window, path)
  return async (method, argument) => {
    const post = functionOf(await find(), 'postMessage', `${path} cannot be asked`)
    return ask((id) => post({ id, method, argument }))
  }
}

/** `call(id, method, argument)` with texts alone, as Android's interfaces take it; answered by `paketHostAnswer(id, error, value)` of the window. */
export function callbackBridge(window: BridgeWindow, path: string): Bridge {
  const { ask, answer } = questions()
  window['paketHostAnswer'] = (id: unknown, error: unknown, value: unknown) => answer(Number(id), error, value)
  const find = injected(window, path)
  return async (method, argument) => {
    const call = functionOf(await find(), 'call', `${path} cannot be asked`)
    return ask((id) => call(String(id), method, argument ?? ''))
  }
}
