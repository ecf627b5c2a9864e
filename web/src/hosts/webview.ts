import type { Bridge } from './bridge.ts'
import { type Host, type HostName, PAYMENT_WAIT_MS, type PaymentVisit } from './host.ts'

/** A partner's app as a host: the app has the session, opens the payment page and copies to the clipboard. */
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
  /** Calls a method whose result no one needs: an app that does not support it does nothing. */
  const notify = (...request: Parameters<Bridge>) => void bridge(...request).catch(() => undefined)
  return {
    name,
    token: { first: () => token('getToken'), refresh: () => token('refreshToken') },
    async openPayment(url, onLateClose) {
      const watching = new AbortController()
      // After an error of the app no payment page is open either: the account's data shows what was paid (OP-65).
      const closed = bridge('openPayment', url).catch(() => undefined)
      const visit = await Promise.race([
        closed.then((): PaymentVisit => 'back'),
        untilShownAgain(page, watching.signal).then((): PaymentVisit => 'stayed'),
        new Promise<PaymentVisit>((resolve) => setTimeout(() => resolve('stayed'), PAYMENT_WAIT_MS)),
      ]).finally(() => watching.abort())
      // The user may only have looked at the bank's text message: the payment page is open until the app answers.
      if (visit === 'stayed') void closed.then(onLateClose)
      return visit
    },
    openOutside: (url) => notify('openOutside', url),
    close: () => notify('close'),
    copy: (text) =>
      bridge('copy', text).then(
        () => true,
        () => false,
      ),
  }
}

/** Resolves when the page becomes visible after it was hidden: an app that shows the payment page above it may never report that it was closed. */
function untilShownAgain(page: Pick<Document, 'addEventListener' | 'hidden'>, signal: AbortSignal): Promise<void> {
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
