import { type BundleName, bundles, type Request } from '@paket/sdk'
import type { PartnerName } from '#domain/entry-pages.ts'
import type { FollowedOrder, OrderInTheMaking } from '#flow/ports.ts'

export type PurchaseFrom = NonNullable<Request<'createOrder'>['returnUrlParameters']>['from']
/** What the address asks the account page to do: buy a bundle, try again what was being bought, or go on with an order or find it. */
export type Intent =
  | { kind: 'buy'; bundle: BundleName; from: PurchaseFrom }
  | { kind: 'buyAgain' }
  | { kind: 'follow'; order: FollowedOrder }
  | { kind: 'find'; order: OrderInTheMaking }
  | null

const intentFields = ['buy', 'from', 'order', 'making', 'last', 'payment', 'renewing', 'binding']

/** Address of the account page that goes on to buy a bundle. The intent travels in the address: it survives signing in and a reload. */
export const buyAddress = (bundle: BundleName, from: PurchaseFrom): string => `/profile?buy=${bundle}&from=${from}`

/** Address of the account page that buys once more what was last being bought in this tab. */
export const buyAgainAddress = '/profile?buy=again'

/** What an address asks for. */
export function intentOf(search: string): Intent {
  const query = new URLSearchParams(search)
  const orderId = query.get('order')
  const payment = query.get('payment')
  const renewing = query.get('renewing') === 'true'
  const byCard = payment === 'mainCard' || payment === 'newCard'
  if (orderId && (byCard || payment === 'scores')) return { kind: 'follow', order: { orderId, payment, renewing } }
  if (query.get('making') === 'order' && byCard)
    return { kind: 'find', order: { lastOrderId: lastOrderOf(query), payment, renewing } }
  if (query.get('buy') === 'again') return { kind: 'buyAgain' }
  const bundle = bundles.find(({ name, type }) => type === 'full' && name === query.get('buy'))
  return bundle
    ? { kind: 'buy', bundle: bundle.name, from: query.get('from') === 'landing' ? 'landing' : 'profile' }
    : null
}

const lastOrderOf = (query: URLSearchParams) => (query.has('last') ? query.get('last') || null : undefined)

/** Whether an address holds an order that was being made or followed. */
export function holdsOrder(search: string): boolean {
  const kind = intentOf(search)?.kind
  return kind === 'follow' || kind === 'find'
}

/** Reads the intent and takes it out of the address, so that it is acted on once. */
export function takeIntent(): Intent {
  const intent = intentOf(window.location.search)
  if (intent) replaceQuery({})
  return intent
}

/** Address of the page of an option. */
export const optionAddress = (name: string): string => `/options/${encodeURIComponent(name)}`

/** Address of where what was bought stands: the page of an option, or the account for a bundle. */
export const boughtAddress = (option: string | null): string => (option === null ? '/profile' : optionAddress(option))

/** Address of the page of a partner. */
export const partnerAddress = (name: PartnerName): string => `/${name}`

export type BindingReturn = 'returned' | 'failed'
/** Address of the list of cards after the bank's page has come back (OP-33). */
export const bindingAddress = (end: BindingReturn): string => `/payment_methods?binding=${end}`

/** How the bank's page came back, if it just did; taken out of the address, so that it is told once. */
export function takeBindingEnd(): BindingReturn | null {
  const end = new URLSearchParams(window.location.search).get('binding')
  if (end !== 'returned' && end !== 'failed') return null
  replaceQuery({})
  return end
}

/** Keeps the order that is being made or followed in the address, where a reload finds it; null takes it out. */
export const followInAddress = (order: FollowedOrder | OrderInTheMaking | null): void => replaceQuery(fieldsOf(order))

/** Leaves a user's order, and where only its end was to be told. What is yet to be bought may be anybody's. */
export function leaveOrder(): void {
  const { pathname, search } = window.location
  if (pathname === '/payment_gateway') window.history.replaceState(null, '', '/profile')
  else if (holdsOrder(search)) replaceQuery({})
}

/** What an address says of an order. */
export function fieldsOf(order: FollowedOrder | OrderInTheMaking | null): Record<string, string> {
  if (!order) return {}
  const { payment, renewing } = order
  const how = { payment, ...(renewing && { renewing: 'true' }) }
  if ('orderId' in order) return { order: order.orderId, ...how }
  const { lastOrderId } = order
  return { making: 'order', ...(lastOrderId !== undefined && { last: lastOrderId ?? '' }), ...how }
}

function replaceQuery(fields: Record<string, string>): void {
  const url = new URL(window.location.href)
  for (const name of intentFields) url.searchParams.delete(name)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  window.history.replaceState(window.history.state, '', url.pathname + url.search + url.hash)
}
