import { activationPaths, fastBuyOf, isPartnerName } from '#domain/entry-pages.ts'
import { withoutWebview } from '#domain/webview-path.ts'
import { holdsOrder } from './address.ts'

/** Pages that go on with an order when they are opened. */
const followsOrders = /^\/(profile|options\/[^/]+)$/

/** A path as the app writes it: the router takes one with spare slashes or in capitals for the same. Names that the settings or content give stay. */
function asWritten(pathname: string): string {
  const path = `/${pathname.split('/').filter(Boolean).join('/')}`
  const small = path.toLowerCase()
  if (isPartnerName(small.slice(1)) || fastBuyOf(small) || activationPaths.includes(small)) return small
  return path.replace(/^\/[^/]+/, (page) => page.toLowerCase())
}

/**
 * The address that the app goes on with, before every guard and before anything compares it; null when it stays (T6).
 * Query and hash are kept. An order that was being made or followed when another page was reloaded is gone on with at the
 * account's home: its end must be told.
 */
export function entryPath({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string | null {
  const path = asWritten(withoutWebview(pathname))
  const isAstray = holdsOrder(search) && !followsOrders.test(path)
  const page = isAstray ? '/profile' : path
  return page === pathname ? null : page + search + hash
}
