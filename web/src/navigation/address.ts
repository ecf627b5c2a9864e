import { type BundleName, bundles } from '@paket/sdk'
import type { PartnerName } from '#domain/entry-pages.ts'
import type { PurchaseFrom } from '#flow/pending-purchase.ts'

/** What the address asks the account page to do: buy a bundle, try again what was being bought, or look at an order. */
export type Intent =
  | { kind: 'buy'; bundle: BundleName; from: PurchaseFrom }
  | { kind: 'buyAgain' }
  | { kind: 'order'; orderId: string }
  | null

const intentFields = ['buy', 'from', 'order', 'payment', 'renewing', 'binding']

/** Address of the account page that goes on to buy a bundle. The intent travels in the address: it survives signing in and a reload. */
export const buyAddress = (bundle: BundleName, from: PurchaseFrom): string => `/profile?buy=${bundle}&from=${from}`

/** Address of the account page that buys once more what was last being bought. */
export const buyAgainAddress = '/profile?buy=again'

/** What an address asks for. */
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

/** Reads the intent and takes it out of the address, so that it is acted on once. */
export function takeIntent(): Intent {
  const intent = intentOf(window.location.search)
  if (intent) leaveQuery()
  return intent
}

/** Address of the page of an option. */
export const optionAddress = (name: string): string => `/options/${encodeURIComponent(name)}`

/** Address that shows what was bought: the page of an option, or the account for a bundle. */
export const boughtAddress = (option: string | null): string => (option === null ? '/profile' : optionAddress(option))

/** Address of the page of a partner. */
export const partnerAddress = (name: PartnerName): string => `/${name}`

export type BindingReturn = 'returned' | 'failed'
/** Address of the list of cards after the bank's page has come back (OP-33). */
export const bindingAddress = (end: BindingReturn): string => `/payment_methods?binding=${end}`

/** How the bank's page came back, if it just did; taken out of the address, so that it is shown once. */
export function takeBindingEnd(): BindingReturn | null {
  const end = new URLSearchParams(window.location.search).get('binding')
  if (end !== 'returned' && end !== 'failed') return null
  leaveQuery()
  return end
}

/** Removes a user's order from the address. The intent to buy stays: it is not personal. */
export function leaveOrder(): void {
  if (window.location.pathname === '/payment_gateway') window.history.replaceState(null, '', '/profile')
}

function leaveQuery(): void {
  const url = new URL(window.location.href)
  for (const name of intentFields) url.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', url.pathname + url.search + url.hash)
}
