/** The path without its `/webview/{id}` segments; `/` when 'webview' is in it in another way (T6). In capitals it is the same to the router. */
export function withoutWebview(path: string): string {
  if (!/webview/i.test(path)) return path
  const rest = path.replace(/\/webview\/[^/]+(?=\/|$)/i, '')
  return rest === path ? '/' : withoutWebview(rest || '/')
}
