import type { BundleName, Request, Subscriber } from '@paket/sdk'
import type { Sum } from '#domain/sum.ts'
import type { PendingPurchase } from '#flow/pending-purchase.ts'
import type { AfterPurchase } from '#features/purchase/flow/purchase-flow.ts'
import type { Purchase } from '#features/purchase/flow/purchase-input.ts'
import type { Terms } from './special-terms.ts'

/** How the goods of a purchase are chosen. `shown`: the sum with which the pressed button was drawn, if it has one. */
export type Choice =
  /** The subscriber is asked for a bundle. A grace period pays for the current subscription, so nothing is asked. */
  | { kind: 'asked'; shown?: Sum }
  | { kind: 'bundle'; bundle: BundleName; shown?: Sum }
  /** The subscriber chooses among these terms, in months, and between rubles and points. */
  | { kind: 'tariff'; months: readonly number[] }
  | { kind: 'counter-offer' }
  /** The terms of a promocode or a promo action. */
  | { kind: 'terms'; terms: Terms; shown?: Sum }

/** The subscriber who buys, and where the purchase starts. */
export interface Buyer {
  subscriber: Subscriber
  source: Request<'createOrder'>['source']
  from: Purchase['from']
  after: AfterPurchase
  /** The promo action or partner that the purchase comes from. */
  way?: Pick<PendingPurchase, 'action' | 'partner'>
  now: () => Date
}
