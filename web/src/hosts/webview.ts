import type { Bridge } from './bridge.ts'
import type { Host, HostName } from './host.ts'

/** A page inside a partner's app, which has the session, the payment page and the clipboard. */
export function createWebviewHost(
  name: Exclude<HostName, 'web'>,
  bridge: Bridge,
  page: Pick<Document, 'addEventListener' | 'hidden'> = document,
): Host {
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
    async openPayment(url, onLateClose) {
      const seen = new AbortController()
      // An app that closes it, or could not open it, with an error has no page open either: the data shows what was paid (OP-65).
      const closed = bridge('openPayment', url).catch(() => undefined)
      const first = await Promise.race([
        closed.then(() => 'closed'),
        untilSeenAgain(page, seen.signal).then(() => 'seen'),
      ]).finally(() => seen.abort())
      // A look at the bank's message ends nothing: the payment follows.
      if (first === 'seen') void closed.then(onLateClose)
      return first === 'seen' ? 'stayed' : 'back'
    },
    openOutside: (url) => ask('openOutside', url),
    close: () => ask('close'),
    copy: (text) =>
      bridge('copy', text).then(
        () => true,
        () => false,
      ),
  }
}

/** Resolves when the page is seen again after it was not: an app that shows the payment page over it may never say that it is closed. */
function untilSeenAgain(page: Pick<Document, 'addEventListener' | 'hidden'>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let wasHidden = page.hidden
    page.addEventListener(
      'visibilitychange',
      () => {
        if (wasHidden && !page.hidden) resolve()
        wasHidden = page.hidden
      },
      { signal },
    )
  })
}
