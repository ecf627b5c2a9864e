const KEY = 'paket.dev.host'
export const devHosts = ['web', 'grocery', 'hyper', 'third', 'test'] as const
export type DevHost = (typeof devHosts)[number]

/** The host that this tab emulates, and the login whose tokens it uses. */
export function devHost(): { host: DevHost; login: string } {
  const [host, login = 'registered'] = (window.sessionStorage.getItem(KEY) ?? '').split(' ')
  return { host: devHosts.find((name) => name === host) ?? 'web', login }
}
/** Emulates another host from now on. */
export function playHost(host: DevHost, login: string): void {
  window.sessionStorage.setItem(KEY, `${host} ${login}`)
  window.location.assign('/')
}

/** Adds the object that a partner's app would add to the window; its tokens come from the mock. */
export function installDevHost(): void {
  const { host, login } = devHost()
  if (host === 'web') return
  const app = async (method: string, argument = ''): Promise<unknown> => {
    if (method === 'getToken' || method === 'refreshToken') return mockToken(login)
    if (method === 'openPayment') window.location.assign(argument)
    if (method === 'openOutside') window.open(argument, '_blank', 'noopener')
    if (method === 'close') playHost('web', login)
    return null
  }
  const methods = ['getToken', 'refreshToken', 'openPayment', 'openOutside', 'close', 'copy']
  const object = Object.fromEntries(methods.map((method) => [method, (argument?: string) => app(method, argument)]))
  const answer = (...given: unknown[]): void => {
    const back: unknown = Reflect.get(window, 'paketHostAnswer')
    if (typeof back === 'function') Reflect.apply(back, window, given)
  }
  const call = (id: string, method: string, argument: string) =>
    void app(method, argument).then(
      (value) => answer(id, '', value),
      (error: unknown) => answer(id, String(error), null),
    )
  const postMessage = ({ id, method, argument }: { id: number; method: string; argument?: string }) => {
    const dispatch = (detail: object) =>
      window.dispatchEvent(new CustomEvent('pakethost', { detail: { id, ...detail } }))
    void app(method, argument).then(
      (value) => dispatch({ value }),
      (error: unknown) => dispatch({ error: String(error) }),
    )
  }
  const parts: Record<Exclude<DevHost, 'web'>, object> = {
    grocery: { PaketGrocery: { call } },
    hyper: { webkit: { messageHandlers: { paketHyper: { postMessage } } } },
    third: { PaketThird: object },
    test: { PaketTestHost: object },
  }
  Object.assign(window, parts[host])
}

async function mockToken(login: string): Promise<string> {
  // A control of the mock is not part of the contract, so the SDK has no call for it.
  // oxlint-disable-next-line no-restricted-globals
  const response = await fetch(`/__mock/users/${encodeURIComponent(login)}/token`, {
    signal: AbortSignal.timeout(10_000),
  })
  const { accessToken, detail } = (await response.json()) as { accessToken: string; detail?: string }
  if (!response.ok) throw new Error(detail)
  return accessToken
}
