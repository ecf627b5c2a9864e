import { promoActionOf, promoActions } from '#domain/promo-action.ts'
import type { Visit } from '#features/purchase/end/purchase-end-message.ts'
import { tabStore } from '#session/browser-store.ts'
import { type Utm, utmFields, utmOf } from './utm.ts'

const ACTION = 'paket.action'
const DRAFT = 'paket.draft'

/**
 * How the visit started: in memory, and preserved over the sign-in and the payment page (OP-40). The bank's return address contains neither the
 * promo action nor the draft mode, so both are stored in the tab too.
 */
const visit: Visit = { fromFridge: false, promo: null }

let isDraft = false
/** The visit's UTM parameters, for its events (C-CALL-06). */
const utm = new Map<string, string>()

export const currentVisit = (): Visit => visit
export const currentUtm = (): Utm => utmOf(`?${new URLSearchParams([...utm])}`)

/** Which content the visit sees; `draft=Y` in the address shows the editors' drafts (O-OFFERS-12, OO-56). */
export const contentStatus = (): 'draft' | 'published' => (isDraft ? 'draft' : 'published')

/**
 * Reads how the visit started from the address: exactly `referrer=refrigerator` (C-VALID-10), or `from=holodilnik` after the payment page
 * (OP-72); `trial=Y`, `litres=Y` or `shoko24=Y` for a promo action; `draft=Y` for drafts; UTM parameters.
 */
export function readVisit(search: string): void {
  const query = new URLSearchParams(search)
  if (query.get('referrer') === 'refrigerator' || query.get('from') === 'holodilnik') visit.fromFridge = true
  isDraft ||= query.get('draft') === 'Y' || tabStore.getItem(DRAFT) !== null
  if (isDraft) tabStore.setItem(DRAFT, 'Y')
  for (const field of utmFields) {
    const value = query.get(field)
    if (value) utm.set(field, value)
  }
  visit.promo = promoActionOf(search) ?? visit.promo ?? storedAction()
  if (visit.promo) tabStore.setItem(ACTION, visit.promo)
}

/** Adds the visit's parameters to a path that the sign-in returns to. */
export function withVisit(path: string): string {
  const url = new URL(path, 'http://app')
  if (visit.fromFridge) url.searchParams.set('referrer', 'refrigerator')
  if (visit.promo) url.searchParams.set(visit.promo, 'Y')
  if (isDraft) url.searchParams.set('draft', 'Y')
  for (const [field, value] of utm) if (!url.searchParams.has(field)) url.searchParams.set(field, value)
  return url.pathname + url.search + url.hash
}

const storedAction = () => promoActions.find((action) => action === tabStore.getItem(ACTION)) ?? null

export function forgetVisit(): void {
  tabStore.removeItem(ACTION)
  tabStore.removeItem(DRAFT)
  visit.fromFridge = false
  visit.promo = null
  isDraft = false
  utm.clear()
}
