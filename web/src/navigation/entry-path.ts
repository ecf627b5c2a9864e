import { activationPaths, fastBuyOf, isPartnerName } from '#domain/entry-pages.ts'
import { withoutWebview } from '#domain/webview-path.ts'

/** A path without extra slashes and with the app's own names in lower case, because the router ignores both. Names from settings and content keep their case. */
function canonicalPath(pathname: string): string {
  const path = `/${pathname.split('/').filter(Boolean).join('/')}`
  const small = path.toLowerCase()
  if (isPartnerName(small.slice(1)) || fastBuyOf(small) || activationPaths.includes(small)) return small
  return path.replace(/^\/[^/]+/, (page) => page.toLowerCase())
}

/**
 * The canonical address, which replaces the address of the visit before any guard or comparison reads it; null when they are equal (T6).
 * Query and hash are preserved.
 */
export function entryPath({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string | null {
  const path = canonicalPath(withoutWebview(pathname))
  return path === pathname ? null : path + search + hash
}
