import type { Bridge } from './bridge.ts'
import type { Host, HostName } from './host.ts'

/** A page inside a partner's app, which has the session, the payment page and the clipboard. */
export function createWebviewHost(name: Exclude<HostName, 'web'>, bridge: Bridge): Host {
  async function token(method: 'getToken' | 'refreshToken'): Promise<string> {
    const value = await bridge(method)
    if (typeof value !== 'string' || !value) throw new Error(`${name} gave no token`)
    return value
  }
  /** Nothing waits for it; a host that cannot is left as it is. */
  const ask = (...asked: Parameters<Bridge>) => void bridge(...asked).catch(() => undefined)
  return {
    name,
    token: { first: () => token('getToken'), refresh: () => token('refreshToken') },
    openPayment: async (url) => void (await bridge('openPayment', url)),
    openOutside: (url) => ask('openOutside', url),
    close: () => ask('close'),
    copy: (text) =>
      bridge('copy', text).then(
        () => true,
        () => false,
      ),
  }
}
