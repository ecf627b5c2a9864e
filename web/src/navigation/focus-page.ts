import { onPageChange } from './page-change.ts'

const shownMain = () => document.getElementById('main')

/**
 * After a link has led to another page, moves the focus to its heading, or to its content where it has none: a screen reader says where one is
 * (WCAG 2.4.3). Waits for a page that is loading. Does nothing while a modal is open, which gives the focus back itself, or once the user
 * has moved on. Returns a function that ends this.
 */
export function focusNewPages(): () => void {
  let stop = () => {}
  const unsubscribe = onPageChange((_, isReplaced) => {
    stop()
    if (isReplaced) return
    const left = { main: shownMain(), focused: document.activeElement }
    const watch = new MutationObserver(focusPage)
    watch.observe(document.body, { childList: true, subtree: true })
    stop = () => watch.disconnect()

    function focusPage(): void {
      const { activeElement } = document
      const hasMovedOn = activeElement !== document.body && activeElement !== left.focused
      if (hasMovedOn || document.querySelector('[aria-modal]')) return stop()
      const main = shownMain()
      const heading = main?.querySelector('h1')
      // The page that is left stays in the document, hidden, while the next one loads.
      if (!main || main === left.main || (!heading && main.querySelector('[data-skeleton]'))) return
      stop()
      const target = heading ?? main
      target.tabIndex = -1
      target.focus({ preventScroll: true })
    }
  })
  return () => {
    unsubscribe()
    stop()
  }
}
