import { type BrowserStore, readJson, tabStore } from '#session/browser-store.ts'

/** How long a page that comes back may take to be as long as it was. */
const WAIT_MS = 5000

/** User gestures that scroll: they stop the restoration. */
const BY_HAND = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

const KEY = 'paket.scroll'

/** What is noted in each entry of the history: its number, and that of its visit's first one. */
interface Mark {
  scroll: number
  first: number
}
function markOf(state: unknown): Mark | undefined {
  if (typeof state !== 'object' || state === null || !('scroll' in state)) return undefined
  return { scroll: Number(state.scroll), first: 'first' in state ? Number(state.first) : 1 }
}
/** Whether the page with this history state has one of the same visit before it. */
export function hasWayBack(state: unknown): boolean {
  const mark = markOf(state)
  return mark !== undefined && mark.scroll > mark.first
}

/** Remembers how far each page of the tab was scrolled: a new one starts at its top, one that is returned to or reloaded where it was left (C-LAYOUT-05). */
export function rememberScroll(window: Window, store: BrowserStore = tabStore): void {
  const { history } = window
  const positions = new Map(storedPositions(store))
  let last = Math.max(0, ...positions.keys())
  // A reloaded page is the entry that it was: entries before it keep theirs.
  const found = markOf(history.state)
  let here = found?.scroll ?? last + 1
  const first = found?.first ?? here
  let path = window.location.pathname
  let stopRestoring = () => {}
  let restoring = false
  history.scrollRestoration = 'manual'
  const mark = () => {
    path = window.location.pathname
    last = Math.max(last, here)
    if (!positions.has(here)) positions.set(here, 0)
    if (markOf(history.state)?.scroll !== here)
      history.replaceState({ ...(history.state as object | null), scroll: here, first }, '', window.location.href)
  }
  function enterNew(): void {
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
    const until = Date.now() + WAIT_MS
    restoring = true
    let frame = 0
    stopRestoring = () => {
      window.cancelAnimationFrame(frame)
      restoring = false
      stopRestoring = () => {}
    }
    // Repeated, not set once: the previous page stays rendered for a moment, and the restored one loads and grows.
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
      // A page that is still growing is shorter than it was: its position meanwhile is not the user's choice.
      if (!restoring) positions.set(here, window.scrollY)
    },
    { passive: true },
  )
  for (const gesture of BY_HAND) window.addEventListener(gesture, () => stopRestoring(), { passive: true })
  // Dispatched by the router.
  window.addEventListener('replaceState', () => {
    const isAnotherPage = window.location.pathname !== path
    mark()
    if (isAnotherPage) startAtTop()
  })
  window.addEventListener('pushState', () => {
    enterNew()
    startAtTop()
  })
  window.addEventListener('popstate', ({ state }) => {
    stopRestoring()
    const known = markOf(state)
    // A link to a place on the page: the browser has made the entry, and scrolls there.
    if (!known) return enterNew()
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
