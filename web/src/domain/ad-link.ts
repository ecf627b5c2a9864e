import { urlOf } from './web-address.ts'
import { withoutWebview } from './webview-path.ts'

/**
 * What a click on an advertisement's link does (C-WIDGET-07, OP-51): the browser follows it, the app navigates to a page of its own, or the
 * host opens the address outside the app.
 */
export type AdClick = { kind: 'follow' } | { kind: 'navigate'; path: string } | { kind: 'open'; url: string }

/**
 * Decides what a click on an advertisement's link does. Only links with the parameter `pf`, inside a partner's app, are special: a link to this
 * origin navigates to its offer or to the list of offers, any other is opened by the host.
 */
export function adClick(href: string, origin: string, isWebview: boolean): AdClick {
  const url = isWebview && urlOf(href, origin)
  if (!url || !url.searchParams.has('pf') || !/^https?:/.test(url.protocol)) return { kind: 'follow' }
  if (url.origin !== origin) return { kind: 'open', url: url.href }
  const [, offer = ''] = /^\/offers?(\/.*)/.exec(withoutWebview(url.pathname)) ?? []
  return { kind: 'navigate', path: `/offers${offer}${url.search}${url.hash}` }
}
