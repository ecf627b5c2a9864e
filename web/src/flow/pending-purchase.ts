import type { BundleName, CounterOfferName, Request } from '@paket/sdk'
import type { PartnerName } from '#domain/entry-pages.ts'
import type { PromoAction } from '#domain/promo-action.ts'

/** The page that a purchase starts from. */
export type PurchaseFrom = NonNullable<Request<'createOrder'>['returnUrlParameters']>['from']

/** What is being bought, as names: a second try asks the server for their current terms. */
export interface PendingPurchase {
  bundle: BundleName
  /** The price of the first try. Only compared with the current price; nothing is sold at it again. */
  priceKopecks: number
  promocode?: string
  /** The experiment that the terms belong to. */
  experimentId?: string
  counterOffer?: CounterOfferName
  action?: PromoAction
  /** The partner whose page opens after the success (OP-35). */
  partner?: PartnerName
}
