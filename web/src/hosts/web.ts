import type { Host, PaymentVisit } from './host.ts'

/** What of the window the website needs; a test gives its own. */
export type WebWindow = Pick<Window, 'addEventListener' | 'removeEventListener' | 'open'> & {
  document: Pick<Document, 'hidden'>
  location: Pick<Location, 'assign'>
  navigator: { clipboard: Pick<Clipboard, 'writeText'> }
}

/** The website. */
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

/** So long a payment page may take to open: nothing reports that its load was stopped, by the browser's button or Esc. */
const OPENS_WITHIN_MS = 30_000

const signs = ['pagehide', 'visibilitychange', 'pageshow', 'focus'] as const

/**
 * Resolves when the user comes back to this page (C-BUY-08, C-BUY-09): the browser has preserved it, or a bank's app has taken the
 * address and the page was only hidden. A focus on the way out does not count. Without either there is no wait;
 * a payment page that opens after all closes late.
 */
function untilBack(window: WebWindow, onLateClose: () => void = () => undefined): Promise<PaymentVisit> {
  return new Promise((resolve) => {
    let left: 'page' | 'window' | null = null
    const stopped = setTimeout(stay, OPENS_WITHIN_MS)
    function look(event: Event): void {
      if (isBfcacheRestore(event)) return end('back')
      if (event.type === 'pagehide') left = 'page'
      else if (window.document.hidden) left ??= 'window'
      else if (left === 'page') return end('back')
      else if (left === 'window') return stay()
      if (left) clearTimeout(stopped)
    }
    function stay(): void {
      window.addEventListener('pageshow', late)
      end('stayed')
    }
    function end(visit: PaymentVisit): void {
      clearTimeout(stopped)
      for (const sign of signs) window.removeEventListener(sign, look)
      resolve(visit)
    }
    function late(event: Event): void {
      if (!isBfcacheRestore(event)) return
      window.removeEventListener('pageshow', late)
      onLateClose()
    }
    for (const sign of signs) window.addEventListener(sign, look)
  })
}

const isBfcacheRestore = (event: Event): boolean =>
  event.type === 'pageshow' && 'persisted' in event && event.persisted === true
