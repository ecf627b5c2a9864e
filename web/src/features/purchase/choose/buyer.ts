import type { BundleName, Request, Subscriber } from '@paket/sdk'
import type { PendingPurchase } from '#flow/pending-purchase.ts'
import type { AfterPurchase } from '#features/purchase/flow/purchase-flow.ts'
import type { Purchase } from '#features/purchase/flow/purchase-input.ts'
import type { Terms } from './special-terms.ts'

/** How it is chosen what is bought. */
export type Choice =
  /** By the subscriber: what is sold, in rubles or points; a grace period pays for the subscription that the user has. */
  | { kind: 'asked' }
  | { kind: 'bundle'; bundle: BundleName }
  /** Of these terms, in months. */
  | { kind: 'tariff'; months: readonly number[] }
  | { kind: 'counter-offer' }
  /** What a promocode or an action promised. */
  | { kind: 'terms'; terms: Terms }

/** Who buys, from where. */
export interface Buyer {
  subscriber: Subscriber
  source: Request<'createOrder'>['source']
  from: Purchase['from']
  after: AfterPurchase
  /** What the purchase came by. */
  way?: Pick<PendingPurchase, 'action' | 'partner'>
  now: () => Date
}
