import { nativeHistory } from './native-history.ts'
import { type BrowserStore, readJson, tabStore } from '#session/browser-store.ts'

/** How long a restored page may take to reach its previous height. */
const RESTORE_MS = 5000

/** User gestures that may scroll: they stop the restoration. */
const GESTURES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

const KEY = 'paket.scroll'

/** Stored in the state of each history entry: the entry's number, and the number of the first entry of the visit. */
interface Mark {
  scroll: number
  first: number
}
function markOf(state: unknown): Mark | undefined {
  if (typeof state !== 'object' || state === null || !('scroll' in state)) return undefined
  return { scroll: Number(state.scroll), first: 'first' in state ? Number(state.first) : 1 }
}
/** Whether an earlier page of the same visit precedes the entry with this state, so that going back stays in the app. */
export function hasPreviousPage(state: unknown): boolean {
  const mark = markOf(state)
  return mark !== undefined && mark.scroll > mark.first
}

/** Remembers the scroll position of each history entry. A new page starts at the top; a page that is returned to or reloaded is restored (C-LAYOUT-05). */
export function rememberScroll(window: Window, store: BrowserStore = tabStore): void {
  const { history } = window
  // A mark is no page change.
  const native = nativeHistory(history)
  const positions = new Map(storedPositions(store))
  let last = Math.max(0, ...positions.keys())
  // A reload keeps the entry's number.
  const existing = markOf(history.state)
  let here = existing?.scroll ?? last + 1
  const first = existing?.first ?? here
  let path = window.location.pathname
  let stopRestoring = () => {}
  let restoring = false
  history.scrollRestoration = 'manual'
  const mark = () => {
    path = window.location.pathname
    last = Math.max(last, here)
    if (!positions.has(here)) positions.set(here, 0)
    if (markOf(history.state)?.scroll !== here)
      native.replaceState.call(
        history,
        { ...(history.state as object | null), scroll: here, first },
        '',
        window.location.href,
      )
  }
  function addEntry(): void {
    here = last + 1
    mark()
  }
  function startAtTop(): void {
    stopRestoring()
    positions.set(here, 0)
    window.scrollTo(0, 0)
  }
  function restore(): void {
    const top = positions.get(here) ?? 0
    const until = Date.now() + RESTORE_MS
    restoring = true
    let frame = 0
    stopRestoring = () => {
      window.cancelAnimationFrame(frame)
      restoring = false
      stopRestoring = () => {}
    }
    // In every frame: the previous page stays rendered for a moment, and the restored one grows while it loads.
    const scroll = () => {
      if (window.scrollY !== top) window.scrollTo(0, top)
      if (Date.now() < until) frame = window.requestAnimationFrame(scroll)
      else stopRestoring()
    }
    scroll()
  }
  mark()
  if (positions.get(here)) restore()
  window.addEventListener(
    'scroll',
    () => {
      // While the page is still growing, its position is not the user's choice.
      if (!restoring) positions.set(here, window.scrollY)
    },
    { passive: true },
  )
  for (const gesture of GESTURES) window.addEventListener(gesture, () => stopRestoring(), { passive: true })
  // The router dispatches `replaceState` and `pushState`.
  window.addEventListener('replaceState', () => {
    const isAnotherPage = window.location.pathname !== path
    mark()
    if (isAnotherPage) startAtTop()
  })
  window.addEventListener('pushState', () => {
    addEntry()
    startAtTop()
  })
  window.addEventListener('popstate', ({ state }) => {
    stopRestoring()
    const known = markOf(state)
    // A link to an anchor on the page: the browser has created the entry, and scrolls.
    if (!known) return addEntry()
    here = known.scroll
    mark()
    restore()
  })
  window.addEventListener('pagehide', () => store.setItem(KEY, JSON.stringify([...positions])))
}

function storedPositions(store: BrowserStore): [number, number][] {
  const stored = readJson(store, KEY)
  return Array.isArray(stored) ? stored.filter(isPosition) : []
}
const isPosition = (stored: unknown): stored is [number, number] =>
  Array.isArray(stored) && stored.length === 2 && stored.every((field) => typeof field === 'number')
