import { withoutWebview } from '#domain/webview-path.ts'
import { holdsOrder } from './address.ts'

/** Pages that go on with an order when they are opened. */
const followsOrders = /^\/(profile|options\/[^/]+)$/

/**
 * The address that the app goes on with, before every guard; null when it stays (T6). Query and hash are kept. An order that was being
 * made or followed when another page was reloaded is gone on with at the account's home: its end must be told.
 */
export function entryPath({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string | null {
  const path = withoutWebview(pathname)
  const isAstray = holdsOrder(search) && !followsOrders.test(path)
  const page = isAstray ? '/profile' : path
  return page === pathname ? null : page + search + hash
}
