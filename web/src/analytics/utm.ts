export const utmFields = ['utm_source', 'utm_medium', 'utm_campaign']

export interface Utm {
  utmSource: string | null
  utmMedium: string | null
  utmCampaign: string | null
}
/** Where the visit came from, as an address says. */
export function utmOf(search: string): Utm {
  const query = new URLSearchParams(search)
  return {
    utmSource: query.get('utm_source'),
    utmMedium: query.get('utm_medium'),
    utmCampaign: query.get('utm_campaign'),
  }
}

/** Moves the utm cookies into the address: what the address already says wins, the cookies go (C-WIDGET-08, OP-53). */
export function moveUtmCookies(document: { cookie: string }, window: Pick<Window, 'location' | 'history'>): void {
  const cookies = new Map(document.cookie.split('; ').map((cookie) => split(cookie)))
  const url = new URL(window.location.href)
  const found = utmFields.filter((field) => cookies.has(field))
  for (const field of found) {
    if (!url.searchParams.has(field)) url.searchParams.set(field, decoded(cookies.get(field) ?? ''))
    // A cookie is removed only with the domain that it was set for, which is not known.
    for (const domain of ['', ...domainsOf(url.hostname)]) document.cookie = `${field}=; path=/; max-age=0${domain}`
  }
  if (found.length > 0) window.history.replaceState(window.history.state, '', url.pathname + url.search + url.hash)
}

/** The host's own domain and each above it; the browser leaves alone what no one may set. */
function domainsOf(hostname: string): string[] {
  const labels = hostname.split('.')
  return labels.map((_, from) => `; domain=${labels.slice(from).join('.')}`)
}
function split(cookie: string): [name: string, value: string] {
  const at = cookie.indexOf('=')
  return at < 0 ? [cookie, ''] : [cookie.slice(0, at), cookie.slice(at + 1)]
}
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // Not percent-encoded: as it is.
  }
}
