import { subscribe } from 'valtio/vanilla'
import { modalStack } from '#modals/modal-stack.ts'

/** What of the window it needs; a test gives its own. */
type BackWindow = Pick<Window, 'addEventListener' | 'removeEventListener' | 'history' | 'location'>

/** What an answer leads to at once comes first: another question, another page of ours, or an address outside. */
const LEAVE_AFTER_MS = 50

const isOpen = () => modalStack.open.length + modalStack.overlays.length > 0 || modalStack.spinner !== null

/**
 * The back button, the browser's or the app's around it, closes the top modal first, a question before the menu under it: while
 * anything is open the history has one entry more, of the same address. When the last modal closes it is gone again, and what was
 * done to the address on it meanwhile (an order that is followed, a way to another page) is done to the page's own entry: back
 * leads where it led without modals.
 */
export function closeByBack(window: BackWindow): void {
  const { history, location } = window
  // The router's versions dispatch events of a new page; this is none.
  const own = Object.getPrototypeOf(history) as History
  const isExtra = () => (history.state as { modal?: unknown } | null)?.modal === true
  let stage: 'page' | 'extra' | 'leaving' = 'page'
  /** The page's own address, under the extra entry. */
  let under = location.href
  /** The latest address, and whether it is of another page that was gone to meanwhile. */
  let carried = { isPushed: false, state: history.state as unknown, href: location.href }

  /** On the way to an address outside; a step back in the history would call that off. */
  let isGoing = false
  const going = () => (isGoing = true)

  /** On the extra entry from now on. */
  function stand(): void {
    stage = 'extra'
    isGoing = false
    // No longer than this: in some browsers its listener keeps a page out of the bfcache.
    window.addEventListener('beforeunload', going)
    under = location.href
    carried = { isPushed: false, state: null, href: location.href }
  }
  function enter(): void {
    own.pushState.call(history, { ...(history.state as object | null), modal: true }, '', location.href)
    stand()
    note()
  }
  function note(): void {
    const { modal: _, ...state } = { ...(history.state as { modal?: unknown } | null) }
    carried = { ...carried, state, href: location.href }
  }
  function look(): void {
    if (stage === 'page' && isOpen()) enter()
    if (stage === 'extra' && !isOpen()) setTimeout(leave, LEAVE_AFTER_MS)
  }
  function leave(): void {
    if (stage !== 'extra' || isGoing || isOpen()) return
    stage = 'leaving'
    history.go(carried.isPushed ? -2 : -1)
  }
  /** The page's own entry again, with the address that the extra one was left with. */
  function arrive(): void {
    stage = 'page'
    window.removeEventListener('beforeunload', going)
    const { isPushed, state, href } = carried
    if (isPushed) own.pushState.call(history, state, '', href)
    else if (href !== location.href) own.replaceState.call(history, state, '', href)
  }
  function dismissTop(): void {
    // Nothing can be chosen while work is done: the button changes nothing.
    if (modalStack.spinner !== null) look()
    else if (modalStack.open.length > 0) modalStack.open.at(-1)?.answer('dismissed')
    else modalStack.overlays.at(-1)?.close()
  }

  // Before the router's listener: for all others the page has not changed.
  window.addEventListener(
    'popstate',
    (event) => {
      if (stage === 'leaving') {
        event.stopImmediatePropagation()
        // Another page was gone to on the way: one step more.
        if (isExtra()) return history.go(-1)
        arrive()
        return look()
      }
      if (isExtra()) {
        stand()
        note()
      } else if (stage === 'extra') {
        if (location.href === under) {
          event.stopImmediatePropagation()
          carried.isPushed = false
          arrive()
        }
        stage = 'page'
      }
      if (isOpen()) dismissTop()
      else look()
    },
    { capture: true },
  )
  // A page that is restored from the bfcache is as it was left.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    isGoing = false
    if (stage === 'leaving') stage = isExtra() ? 'extra' : 'page'
    look()
  })
  window.addEventListener('pushState', () => {
    if (stage === 'page') return
    carried.isPushed = true
    note()
  })
  window.addEventListener('replaceState', () => {
    if (stage !== 'page') note()
  })
  // At once: an order that a spinner begins with stays on the extra entry, and what is under it never has to be cleaned of it.
  subscribe(modalStack, look, true)
  if (isExtra()) {
    stand()
    note()
  }
  look()
}
