import type { CounterOfferName, Failure, OrderEnd } from '@paket/sdk'
import type { PurchaseBlock } from '#domain/status-block.ts'
import { isBundle, type PurchaseIntent } from '#flow/purchase-intent.ts'

/** What another tab or device has bought since a purchase began: a subscription (OP-67), or the same option. */
export type BlockedBy = PurchaseBlock | 'hasOption'

/** How an open order is gone on with: at its payment page, by charging the points, or by looking once more. */
export type Finish = { by: 'bank'; formUrl: string } | { by: 'points' } | { by: 'looking' }

type End =
  | { kind: 'purchased'; renewing: boolean; counterOffer?: CounterOfferName }
  | { kind: 'dismissed' }
  /** The user left for the payment page and came back: the data shows whether they paid (OP-65). */
  | { kind: 'returnedFromPayment' }
  /** Another tab or device has bought meanwhile: nothing was ordered here. */
  | { kind: 'blocked'; block: BlockedBy }
  /** The same, known by its order alone. */
  | { kind: 'boughtMeanwhile' }
  /** Another tab orders still. */
  | { kind: 'elsewhere' }
  /** Nothing was begun before that blocks it. */
  | { kind: 'nothing' }
  | { kind: 'cardsUnread'; failure: Failure<'getBankCards'> }
  | { kind: 'refused'; failure: Failure<'createOrder'> }
  | { kind: 'declined' }
  | { kind: 'pointsRefused'; failure: Failure<'createScoresOrder' | 'payOrder'> }
  | { kind: 'pointsDeclined' }
  | { kind: 'statusUnread'; failure: Failure<'getOrderStatus'> }
  /** Whether an order was made is not known (D-03); it was looked for and is not there when it may be tried again. */
  | { kind: 'inDoubt'; mayRetry: boolean }
  /** A status that the payment cannot have, or a payment page at an unknown address. */
  | { kind: 'invalid' }
  | { kind: 'tooManyAttempts' }
  /** An order in a link that this browser has not made. */
  | { kind: 'notKnown' }
  /** An order that was begun before, and has no end yet. */
  | { kind: 'open'; finish: Finish; earlier: PurchaseIntent }
  /** A new order that is paid at the bank's page. */
  | { kind: 'toBank'; formUrl: string }
/** How a purchase ended; `earlier` when it is one that was begun before this attempt, maybe in another tab, for something else. */
export type PurchaseEnd = End & { earlier?: PurchaseIntent }

/** The code that support needs: the body's code, else the HTTP status (OP-46). */
export const codeOf = ({ failure }: Extract<PurchaseEnd, { kind: 'statusUnread' }>): number | undefined =>
  failure.code ?? failure.status

/** How an order that needs no payment page ended. */
export function unlessPaymentPage(
  end: Exclude<OrderEnd, { kind: 'paymentPage' }>,
  { payment, renewing, what }: Pick<PurchaseIntent, 'payment' | 'renewing' | 'what'>,
): PurchaseEnd {
  switch (end.kind) {
    case 'paid': {
      // What was bought as a counter-offer ends with its own words (C-MODAL-28).
      const counterOffer = isBundle(what) && what.counterOffer
      return { kind: 'purchased', renewing, ...(counterOffer && { counterOffer }) }
    }
    case 'failed':
      return { kind: 'statusUnread', failure: end.failure }
    case 'declined':
      return { kind: payment === 'scores' ? 'pointsDeclined' : 'declined' }
    case 'invalid':
    case 'tooManyAttempts':
      return { kind: end.kind }
  }
}
