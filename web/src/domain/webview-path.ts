/** The path without its `/webview/{id}` segments; `/` when 'webview' stands in it in another way (T6). */
export function withoutWebview(path: string): string {
  if (!path.includes('webview')) return path
  const rest = path.replace(/\/webview\/[^/]+(?=\/|$)/, '')
  return rest === path ? '/' : withoutWebview(rest || '/')
}
