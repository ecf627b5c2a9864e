import { type Host, PAYMENT_WAIT_MS, type PaymentVisit } from './host.ts'

/** The used part of the window, so that tests can pass their own. */
export type WebWindow = Pick<Window, 'addEventListener' | 'removeEventListener' | 'open'> & {
  document: Pick<Document, 'hidden'>
  location: Pick<Location, 'assign'>
  navigator: { clipboard: Pick<Clipboard, 'writeText'> }
}

/** The website as a host. */
export const createWebHost = (window: WebWindow): Host => ({
  name: 'web',
  token: null,
  openPayment: (url, onLateClose) => {
    const back = untilBack(window, onLateClose)
    window.location.assign(url)
    return back
  },
  openOutside: (url) => void window.open(url, '_blank', 'noopener'),
  close: () => window.location.assign('/'),
  copy: async (text) => {
    try {
      await window.navigator.clipboard.writeText(text)
      return true
    } catch {
      return false
    }
  },
})

const events = ['pagehide', 'visibilitychange', 'pageshow', 'focus'] as const

/**
 * Resolves with `back` when the user comes back to this page (C-BUY-08, C-BUY-09): the browser restores it from the bfcache or shows it again
 * after `pagehide`. Resolves with `stayed` when a bank's app took the address, so that this page was only hidden, and when no payment page has
 * opened in time. After `stayed`, `onLateClose` is called if a payment page did open and this page is restored from the bfcache. A focus
 * event before the page was left does not count.
 */
function untilBack(window: WebWindow, onLateClose: () => void = () => undefined): Promise<PaymentVisit> {
  return new Promise((resolve) => {
    let left: 'page' | 'window' | null = null
    const timeout = setTimeout(stay, PAYMENT_WAIT_MS)
    function onEvent(event: Event): void {
      if (isBfcacheRestore(event)) return end('back')
      if (event.type === 'pagehide') left = 'page'
      else if (window.document.hidden) left ??= 'window'
      else if (left === 'page') return end('back')
      else if (left === 'window') return stay()
      if (left) clearTimeout(timeout)
    }
    function stay(): void {
      window.addEventListener('pageshow', onLateReturn)
      end('stayed')
    }
    function end(visit: PaymentVisit): void {
      clearTimeout(timeout)
      for (const event of events) window.removeEventListener(event, onEvent)
      resolve(visit)
    }
    function onLateReturn(event: Event): void {
      if (!isBfcacheRestore(event)) return
      window.removeEventListener('pageshow', onLateReturn)
      onLateClose()
    }
    for (const event of events) window.addEventListener(event, onEvent)
  })
}

const isBfcacheRestore = (event: Event): boolean =>
  event.type === 'pageshow' && 'persisted' in event && event.persisted === true
