import { type RouteRow, routes } from '#routes.ts'
import { matchesPath } from './match-path.ts'

/** Loads the chunk of the page at a path. A failure is reported by the page that needs the chunk. */
export async function prefetchPage(path: string): Promise<void> {
  const row = Object.values<RouteRow>(routes).find((each) =>
    [each.path].flat().some((pattern) => matchesPath(pattern, path)),
  )
  if (typeof row?.page === 'object') await row.page.load().catch(() => undefined)
}

/** Events that usually precede a click. */
const intents = ['pointerover', 'focusin', 'touchstart'] as const

/** Loads the chunk of a page when a link to it is pointed at, focused or touched; returns a function that stops. */
export function prefetchPages(document: Document): () => void {
  const look = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a[href]') : null
    // Not offline: a module whose import has failed is never loaded again.
    if (link instanceof HTMLAnchorElement && link.origin === window.location.origin && navigator.onLine)
      void prefetchPage(link.pathname)
  }
  for (const intent of intents) document.addEventListener(intent, look, { passive: true })
  return () => {
    for (const intent of intents) document.removeEventListener(intent, look)
  }
}
