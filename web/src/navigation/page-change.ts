/** Events of a changed address: the first two are dispatched by the router. */
const changes = ['pushState', 'replaceState', 'popstate'] as const

/** Calls when another page is shown: by a link, by the app or by the browser's buttons; `isReplaced` when the page itself led on. Returns a function that unsubscribes. */
export function onPageChange(
  changed: (page: string, isReplaced: boolean) => void,
  target: Pick<Window, 'addEventListener' | 'removeEventListener' | 'location'> = window,
): () => void {
  let page = target.location.pathname
  const look = ({ type }: Event) => {
    if (page === target.location.pathname) return
    page = target.location.pathname
    changed(page, type === 'replaceState')
  }
  for (const change of changes) target.addEventListener(change, look)
  return () => {
    for (const change of changes) target.removeEventListener(change, look)
  }
}
