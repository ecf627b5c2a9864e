export const utmFields = ['utm_source', 'utm_medium', 'utm_campaign']

export interface Utm {
  utmSource: string | null
  utmMedium: string | null
  utmCampaign: string | null
}
/** The UTM parameters of a query string. */
export function utmOf(search: string): Utm {
  const query = new URLSearchParams(search)
  return {
    utmSource: query.get('utm_source'),
    utmMedium: query.get('utm_medium'),
    utmCampaign: query.get('utm_campaign'),
  }
}

/** Moves the UTM cookies into the address and removes them. Parameters that the address already has win (C-WIDGET-08, OP-53). */
export function moveUtmCookies(document: { cookie: string }, window: Pick<Window, 'location' | 'history'>): void {
  const cookies = new Map(document.cookie.split('; ').map((cookie) => split(cookie)))
  const url = new URL(window.location.href)
  const found = utmFields.filter((field) => cookies.has(field))
  for (const field of found) {
    if (!url.searchParams.has(field)) url.searchParams.set(field, decoded(cookies.get(field) ?? ''))
    // Removing a cookie needs the domain that it was set for, which is unknown: all possible ones are tried.
    for (const domain of ['', ...domainsOf(url.hostname)]) document.cookie = `${field}=; path=/; max-age=0${domain}`
  }
  if (found.length > 0) window.history.replaceState(window.history.state, '', url.pathname + url.search + url.hash)
}

/** The host's own domain and all its parent domains; the browser ignores those that a page may not set. */
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
    return text // It was not percent-encoded.
  }
}
