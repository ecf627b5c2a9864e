import { activationPaths, fastBuyOf, isPartnerName } from '#domain/entry-pages.ts'
import { withoutWebview } from '#domain/webview-path.ts'

/** A path as the app writes it: the router takes one with spare slashes or in capitals for the same. Names that the settings or content give stay. */
function asWritten(pathname: string): string {
  const path = `/${pathname.split('/').filter(Boolean).join('/')}`
  const small = path.toLowerCase()
  if (isPartnerName(small.slice(1)) || fastBuyOf(small) || activationPaths.includes(small)) return small
  return path.replace(/^\/[^/]+/, (page) => page.toLowerCase())
}

/**
 * The address that the app goes on with, before every guard and before anything compares it; null when it stays (T6).
 * Query and hash are preserved.
 */
export function entryPath({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string | null {
  const path = asWritten(withoutWebview(pathname))
  return path === pathname ? null : path + search + hash
}
