import { withoutWebview } from './webview-path.ts'

/** What a click on a link of an advertisement does inside a partner's app (C-WIDGET-07, OP-51). */
export type AdClick = { kind: 'follow' } | { kind: 'navigate'; path: string } | { kind: 'open'; url: string }

/** A link with `pf`: to its offer, or the list of them, when it leads to this app, else opened by the host. Any other link, and the website: as usual. */
export function adClick(href: string, origin: string, isWebview: boolean): AdClick {
  if (!isWebview || !URL.canParse(href, origin)) return { kind: 'follow' }
  const url = new URL(href, origin)
  if (!url.searchParams.has('pf') || !/^https?:/.test(url.protocol)) return { kind: 'follow' }
  if (url.origin !== origin) return { kind: 'open', url: url.href }
  const [, offer = ''] = /^\/offers?(\/.*)/.exec(withoutWebview(url.pathname)) ?? []
  return { kind: 'navigate', path: `/offers${offer}${url.search}${url.hash}` }
}
