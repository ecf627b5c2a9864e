/** How long a page that comes back may take to be as long as it was. */
const WAIT_MS = 2000

/** Remembers how far each page of the visit was scrolled: a new one starts at its top, one that is gone back to where it was left (C-LAYOUT-05). */
export function rememberScroll(window: Window): void {
  const { history } = window
  const positions = new Map<number, number>()
  let last = 0
  let here = ++last
  history.scrollRestoration = 'manual'
  const keyOf = (state: unknown) =>
    typeof state === 'object' && state !== null && 'scroll' in state ? Number(state.scroll) : undefined
  const mark = () => {
    if (keyOf(history.state) !== here)
      history.replaceState({ ...(history.state as object | null), scroll: here }, '', window.location.href)
  }
  mark()
  window.addEventListener('scroll', () => positions.set(here, window.scrollY), { passive: true })
  // What the router tells of.
  window.addEventListener('replaceState', mark)
  window.addEventListener('pushState', () => {
    here = ++last
    mark()
    window.scrollTo(0, 0)
  })
  window.addEventListener('popstate', ({ state }) => {
    here = keyOf(state) ?? ++last
    mark()
    const entry = here
    const top = positions.get(here) ?? 0
    const until = Date.now() + WAIT_MS
    const restore = () => {
      if (here !== entry) return
      window.scrollTo(0, top)
      if (window.scrollY < top && Date.now() < until) window.requestAnimationFrame(restore)
    }
    restore()
  })
}
