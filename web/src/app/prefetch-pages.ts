import { type RouteRow, routes } from '#routes.ts'
import { matchesPath } from './match-path.ts'

/** Events that usually precede a click. */
const intents = ['pointerover', 'focusin', 'touchstart'] as const

/** Loads the chunk of a page when a link to it is pointed at, focused or touched; returns a function that stops. */
export function prefetchPages(document: Document): () => void {
  const look = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a[href]') : null
    // Not offline: a module whose import has failed is never loaded again.
    if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin || !navigator.onLine) return
    const row = Object.values<RouteRow>(routes).find(({ path }) =>
      [path].flat().some((pattern) => matchesPath(pattern, link.pathname)),
    )
    if (typeof row?.page === 'object') row.page.load().catch(() => undefined)
  }
  for (const intent of intents) document.addEventListener(intent, look, { passive: true })
  return () => {
    for (const intent of intents) document.removeEventListener(intent, look)
  }
}
