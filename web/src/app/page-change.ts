/** How the address changes: the first two are told of by the router. */
const changes = ['pushState', 'replaceState', 'popstate'] as const

/** Calls when another page is shown: by a link, by the app or by the browser's buttons. */
export function onPageChange(
  changed: (page: string) => void,
  target: Pick<Window, 'addEventListener' | 'location'> = window,
): void {
  let page = target.location.pathname
  const look = () => {
    if (page === target.location.pathname) return
    page = target.location.pathname
    changed(page)
  }
  for (const change of changes) target.addEventListener(change, look)
}
