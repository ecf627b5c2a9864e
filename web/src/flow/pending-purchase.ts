import type { BundleName, CounterOfferName, Request } from '@paket/sdk'
import type { PartnerName } from '#domain/entry-pages.ts'
import type { PromoAction } from '#domain/promo-action.ts'

/** The page that a purchase starts from. */
export type PurchaseFrom = NonNullable<Request<'createOrder'>['returnUrlParameters']>['from']

/** What is being bought, in names: a second try asks again what they stand for. */
export interface PendingPurchase {
  bundle: BundleName
  /** What was asked for it. Nothing is sold for it again: it shows whether the price is another one now. */
  priceKopecks: number
  promocode?: string
  /** The experiment that the terms come from. */
  experimentId?: string
  counterOffer?: CounterOfferName
  action?: PromoAction
  /** The partner whose page the success leads to (OP-35). */
  partner?: PartnerName
}
