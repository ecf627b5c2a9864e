import { withoutWebview } from '#domain/webview-path.ts'

/** The address that the app goes on with, before every guard; null when it stays (T6). Query and hash are kept. */
export function entryPath({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string | null {
  const path = withoutWebview(pathname)
  return path === pathname ? null : path + search + hash
}
