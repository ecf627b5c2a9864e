import type { Host } from './host.ts'

/** What of the window the website needs; a test gives its own. */
export type WebWindow = Pick<Window, 'addEventListener' | 'removeEventListener' | 'open'> & {
  location: Pick<Location, 'assign'>
  navigator: { clipboard: Pick<Clipboard, 'writeText'> }
}

/** The website. */
export const createWebHost = (window: WebWindow): Host => ({
  name: 'web',
  token: null,
  openPayment: (url) => {
    const back = untilBack(window)
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

/**
 * Resolves when the user comes back from another page to this one, kept alive by the browser (C-BUY-08, C-BUY-09):
 * only after the page was really left, so that a focus on the way out does not count.
 */
function untilBack(window: WebWindow): Promise<void> {
  return new Promise((resolve) => {
    let hasLeft = false
    const leave = () => (hasLeft = true)
    const back = (event: Event) => {
      const isKeptPage = 'persisted' in event && event.persisted === true
      if (!hasLeft && !isKeptPage) return
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', back)
      window.removeEventListener('focus', back)
      resolve()
    }
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', back)
    window.addEventListener('focus', back)
  })
}
