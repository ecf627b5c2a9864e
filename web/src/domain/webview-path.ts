/** The path without its `/webview/{id}` segments; `/` when it contains "webview" anywhere else (T6). Case does not matter, as in the router. */
export function withoutWebview(path: string): string {
  if (!/webview/i.test(path)) return path
  const rest = path.replace(/\/webview\/[^/]+(?=\/|$)/i, '')
  return rest === path ? '/' : withoutWebview(rest || '/')
}
