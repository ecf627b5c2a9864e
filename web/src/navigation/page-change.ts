/** Events after which the address may have changed. The router dispatches the first two. */
const changes = ['pushState', 'replaceState', 'popstate'] as const

/**
 * Calls `changed` when another page is shown: by a link, by the app or by the browser's buttons. `isReplaced`: the new page has replaced the
 * previous one in the history. Returns a function that unsubscribes.
 */
export function onPageChange(
  changed: (page: string, isReplaced: boolean) => void,
  target: Pick<Window, 'addEventListener' | 'removeEventListener' | 'location'> = window,
): () => void {
  let page = target.location.pathname
  const onEvent = ({ type }: Event) => {
    if (page === target.location.pathname) return
    page = target.location.pathname
    changed(page, type === 'replaceState')
  }
  for (const change of changes) target.addEventListener(change, onEvent)
  return () => {
    for (const change of changes) target.removeEventListener(change, onEvent)
  }
}
