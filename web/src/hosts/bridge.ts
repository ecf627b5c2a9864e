/** What a surrounding app can be asked for (OP-39). */
export type BridgeMethod = 'getToken' | 'refreshToken' | 'openPayment' | 'openOutside' | 'close' | 'copy'

/** A way to ask a surrounding app: the answer, or an error that it gave. */
export type Bridge = (method: BridgeMethod, argument?: string) => Promise<unknown>

/** What of the window the bridges need; a test gives its own. */
export type BridgeWindow = Pick<Window, 'addEventListener'> & Record<string, unknown>

const LOOK_EVERY_MS = 100

/** The object that the app puts into the page, which may come a little later than the page itself. */
async function injected(window: BridgeWindow, path: string): Promise<object> {
  for (;;) {
    const found = path
      .split('.')
      .reduce<unknown>(
        (at, field) => (typeof at === 'object' && at !== null ? Reflect.get(at, field) : undefined),
        window,
      )
    if (typeof found === 'object' && found !== null) return found
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS))
  }
}

/** An object with a function for each method, whose answer is a value or a promise. */
export function objectBridge(window: BridgeWindow, path: string): Bridge {
  return async (method, argument) => {
    const app = await injected(window, path)
    const ask: unknown = Reflect.get(app, method)
    if (typeof ask !== 'function') throw new Error(`${path} cannot ${method}`)
    return Reflect.apply(ask, app, argument === undefined ? [] : [argument]) as unknown
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
  return async (method, argument) => {
    const app = (await injected(window, path)) as { postMessage?: (message: object) => void }
    return ask((id) => app.postMessage?.({ id, method, argument }))
  }
}

/** `call(id, method, argument)` with texts alone, as Android's interfaces take it; answered by `paketHostAnswer(id, error, value)` of the window. */
export function callbackBridge(window: BridgeWindow, path: string): Bridge {
  const { ask, answer } = questions()
  window['paketHostAnswer'] = (id: unknown, error: unknown, value: unknown) => answer(Number(id), error, value)
  return async (method, argument) => {
    const app = (await injected(window, path)) as { call?: (id: string, method: string, argument: string) => void }
    return ask((id) => app.call?.(String(id), method, argument ?? ''))
  }
}
