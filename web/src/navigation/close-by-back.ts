import { subscribe } from 'valtio/vanilla'
import { isFlowRunning, untilIdle } from '#flow/run-flow.ts'
import { modalStack } from '#modals/modal-stack.ts'
import { nativeHistory } from './native-history.ts'

/** The used part of the window, so that tests can pass their own. */
type BackWindow = Pick<Window, 'addEventListener' | 'removeEventListener' | 'history' | 'location'> &
  // Not all browsers have it.
  Partial<Pick<Window, 'navigation'>>

/** An answer may at once open another modal, another page of the app or an address outside; the extra entry is removed after that. */
const REMOVE_AFTER_MS = 50
/** When a step back that has not arrived is repeated: another navigation may have cancelled it. */
const REPEAT_AFTER_MS = 1000

const isAnythingOpen = () => modalStack.open.length + modalStack.overlays.length > 0 || modalStack.spinner !== null

/**
 * Makes the back button, of the browser or of the partner's app, close the top modal first. While anything is open, the history has one
 * extra entry with the same address. After the last modal closes, the extra entry is removed, and changes that were made to its address
 * meanwhile (an order that is followed, a navigation to another page) are applied to the page's own entry. So back leads where it would
 * have led without modals.
 */
export function closeByBack(window: BackWindow): void {
  const { history, location } = window
  // The extra entry is no page change.
  const native = nativeHistory(history)
  const isExtraEntry = () => (history.state as { modal?: unknown } | null)?.modal === true
  /** `leaving`: on the way back from the extra entry to the page's own. */
  let stage: 'page' | 'extra' | 'leaving' = 'page'
  /** Address of the page's own entry, below the extra one. */
  let pageHref = location.href
  /** The latest state and address of the extra entry; `isPushed` when the app has navigated to another page meanwhile. */
  let latest = { isPushed: false, state: history.state as unknown, href: location.href }

  /** Whether the browser is loading an address outside: a step back in the history would cancel that. */
  let isUnloading = false
  const onBeforeUnload = () => (isUnloading = true)

  function startOnExtraEntry(): void {
    stage = 'extra'
    isUnloading = false
    // Removed with the extra entry, because in some browsers this listener prevents the bfcache.
    window.addEventListener('beforeunload', onBeforeUnload)
    pageHref = location.href
    latest = { isPushed: false, state: null, href: location.href }
    recordAddress()
  }
  function recordAddress(): void {
    const { modal: _, ...state } = { ...(history.state as { modal?: unknown } | null) }
    latest = { ...latest, state, href: location.href }
  }
  /** Adds or removes the extra entry, as the open modals require. */
  function update(): void {
    if (stage === 'page' && isAnythingOpen()) {
      native.pushState.call(history, { ...(history.state as object | null), modal: true }, '', location.href)
      startOnExtraEntry()
    }
    if (stage === 'extra' && !isAnythingOpen()) setTimeout(goBack, REMOVE_AFTER_MS)
  }
  function goBack(): void {
    if (stage !== 'extra' || isUnloading || isAnythingOpen()) return
    // Between two modals of a flow: a step back that is under way could cancel a reload.
    if (isFlowRunning()) return void untilIdle().then(goBack)
    stage = 'leaving'
    const steps = latest.isPushed ? -2 : -1
    const { navigation } = window
    const entry = navigation?.entries()[(navigation.currentEntry?.index ?? 0) + steps]
    if (navigation && entry) stepTo(entry.key, navigation)
    else history.go(steps)
  }
  /** Goes to an entry, again until it arrives: by its key a repeated step leads no further. */
  function stepTo(key: string, navigation: Navigation): void {
    const { committed, finished } = navigation.traverseTo(key)
    for (const step of [committed, finished]) step?.catch(() => undefined)
    setTimeout(() => {
      if (stage === 'leaving' && !isUnloading && navigation.currentEntry?.key !== key) stepTo(key, navigation)
    }, REPEAT_AFTER_MS)
  }
  /** On the page's own entry again: applies the changes that were made to the extra one's address. */
  function restorePageEntry(): void {
    stage = 'page'
    window.removeEventListener('beforeunload', onBeforeUnload)
    const { isPushed, state, href } = latest
    if (isPushed) native.pushState.call(history, state, '', href)
    else if (href !== location.href) native.replaceState.call(history, state, '', href)
  }
  function dismissTop(): void {
    // A spinner cannot be dismissed.
    if (modalStack.spinner !== null) update()
    else if (modalStack.open.length > 0) modalStack.open.at(-1)?.answer('dismissed')
    else modalStack.overlays.at(-1)?.close()
  }

  // Captured before the router's listener, which must not see steps between the two entries.
  window.addEventListener(
    'popstate',
    (event) => {
      if (stage === 'leaving') {
        event.stopImmediatePropagation()
        // The app navigated to another page meanwhile: one more step.
        if (isExtraEntry()) return history.go(-1)
        restorePageEntry()
        return update()
      }
      if (isExtraEntry()) startOnExtraEntry()
      else if (stage === 'extra') {
        if (location.href === pageHref) {
          event.stopImmediatePropagation()
          latest.isPushed = false
          restorePageEntry()
        }
        stage = 'page'
      }
      if (isAnythingOpen()) dismissTop()
      else update()
    },
    { capture: true },
  )
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    isUnloading = false
    if (stage === 'leaving') stage = isExtraEntry() ? 'extra' : 'page'
    update()
  })
  // The router dispatches both.
  for (const change of ['pushState', 'replaceState'] as const)
    window.addEventListener(change, () => {
      if (stage === 'page') return
      if (change === 'pushState') latest.isPushed = true
      recordAddress()
      // With what other listeners add to the state, the scroll memory's mark among them.
      queueMicrotask(() => {
        if (stage !== 'page') recordAddress()
      })
    })
  // Synchronously: an order that a flow writes into the address under its spinner must be written to the extra entry.
  subscribe(modalStack, update, true)
  if (isExtraEntry()) startOnExtraEntry()
  update()
}
