/** How long a page that comes back may take to be as long as it was. */
const WAIT_MS = 5000

/** What a person does to move a page; whoever moves it by hand is not pulled back. */
const BY_HAND = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

const keyOf = (state: unknown) =>
  typeof state === 'object' && state !== null && 'scroll' in state ? Number(state.scroll) : undefined
/** Whether the page with this history state has one of the same visit before it. */
export const hasWayBack = (state: unknown): boolean => (keyOf(state) ?? 1) > 1

/** Remembers how far each page of the visit was scrolled: a new one starts at its top, one that is gone back to where it was left (C-LAYOUT-05). */
export function rememberScroll(window: Window): void {
  const { history } = window
  const positions = new Map<number, number>()
  // A reloaded page is the entry that it was: entries before it keep theirs.
  let here = keyOf(history.state) ?? 1
  let last = here
  let stopRestoring = () => {}
  history.scrollRestoration = 'manual'
  const mark = () => {
    if (keyOf(history.state) !== here)
      history.replaceState({ ...(history.state as object | null), scroll: here }, '', window.location.href)
  }
  mark()
  let restoring = false
  window.addEventListener(
    'scroll',
    () => {
      // A page that is still growing back is shorter than it was; where it stands meanwhile is nobody's choice.
      if (!restoring) positions.set(here, window.scrollY)
    },
    { passive: true },
  )
  for (const gesture of BY_HAND) window.addEventListener(gesture, () => stopRestoring(), { passive: true })
  // What the router tells of.
  window.addEventListener('replaceState', mark)
  window.addEventListener('pushState', () => {
    stopRestoring()
    here = ++last
    mark()
    window.scrollTo(0, 0)
  })
  window.addEventListener('popstate', ({ state }) => {
    stopRestoring()
    here = keyOf(state) ?? last + 1
    last = Math.max(last, here)
    mark()
    const top = positions.get(here) ?? 0
    const until = Date.now() + WAIT_MS
    restoring = true
    let frame = 0
    stopRestoring = () => {
      window.cancelAnimationFrame(frame)
      restoring = false
      stopRestoring = () => {}
    }
    // Held, not set once: the page that is left is drawn for a moment longer, and the one that comes back loads and grows.
    const hold = () => {
      if (window.scrollY !== top) window.scrollTo(0, top)
      if (Date.now() < until) frame = window.requestAnimationFrame(hold)
      else stopRestoring()
    }
    hold()
  })
}
