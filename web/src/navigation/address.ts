import { type BundleName, bundles } from '@paket/sdk'
import type { PartnerName } from '#domain/entry-pages.ts'
import type { PurchaseFrom } from '#flow/pending-purchase.ts'

/** What an address asks the account page to do: buy a bundle, repeat the last purchase, or show an order. */
export type Intent =
  | { kind: 'buy'; bundle: BundleName; from: PurchaseFrom }
  | { kind: 'buyAgain' }
  | { kind: 'order'; orderId: string }
  | null

const intentFields = ['buy', 'from', 'order', 'payment', 'renewing', 'binding']

/** Address of the account page that starts the purchase of a bundle. The intent is in the address, so that it survives the sign-in and a reload. */
export const buyAddress = (bundle: BundleName, from: PurchaseFrom): string => `/profile?buy=${bundle}&from=${from}`

/** Address of the account page that repeats the last purchase. */
export const buyAgainAddress = '/profile?buy=again'

/** The intent in a query string. */
export function intentOf(search: string): Intent {
  const query = new URLSearchParams(search)
  const orderId = query.get('order')
  if (orderId) return { kind: 'order', orderId }
  if (query.get('buy') === 'again') return { kind: 'buyAgain' }
  const bundle = bundles.find(({ name, type }) => type === 'full' && name === query.get('buy'))
  return bundle
    ? { kind: 'buy', bundle: bundle.name, from: query.get('from') === 'landing' ? 'landing' : 'profile' }
    : null
}

/** Reads the intent and removes it from the address, so that a reload does not repeat it. */
export function takeIntent(): Intent {
  const intent = intentOf(window.location.search)
  if (intent) removeIntentFields()
  return intent
}

/** Address of an option's page. */
export const optionAddress = (name: string): string => `/options/${encodeURIComponent(name)}`

/** Address of the page that shows a purchase: the option's page, or the account for a bundle. */
export const boughtAddress = (option: string | null): string => (option === null ? '/profile' : optionAddress(option))

/** Address of a partner's page. */
export const partnerAddress = (name: PartnerName): string => `/${name}`

export type BindingReturn = 'returned' | 'failed'
/** Address of the list of cards after the bank's page has led back (OP-33). */
export const bindingAddress = (end: BindingReturn): string => `/payment_methods?binding=${end}`

/** How the bank's page led back, if it just did. Removes it from the address, so that it is shown once. */
export function takeBindingEnd(): BindingReturn | null {
  const end = new URLSearchParams(window.location.search).get('binding')
  if (end !== 'returned' && end !== 'failed') return null
  removeIntentFields()
  return end
}

/** Leaves an address that names a user's order. An intent to buy stays in the address: it is not personal. */
export function leaveOrder(): void {
  if (window.location.pathname === '/payment_gateway') window.history.replaceState(null, '', '/profile')
}

function removeIntentFields(): void {
  const url = new URL(window.location.href)
  for (const name of intentFields) url.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', url.pathname + url.search + url.hash)
}
