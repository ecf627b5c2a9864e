import type { CounterOfferName, Failure, FailureKind, OrderEnd } from '@paket/sdk'
import type { PurchaseBlock } from '#domain/status-block.ts'
import type { Sum } from '#domain/sum.ts'
import { isBundle, type PurchaseIntent } from '#flow/purchase-intent.ts'

/** What has changed since the purchase started: another tab or device has bought a subscription (OP-67) or the same option, or the main card is another. */
export type BlockedBy = PurchaseBlock | 'hasOption' | 'newMainCard'

/** How an open order can be finished: on its payment page, by charging the points, or by checking its status again. */
export type Finish = { by: 'bank'; formUrl: string } | { by: 'points' } | { by: 'looking' }

type End =
  | { kind: 'purchased'; renewing: boolean; counterOffer?: CounterOfferName }
  | { kind: 'dismissed' }
  /** The device had no network at the press, so nothing was ordered. */
  | { kind: 'offline' }
  /** The user came back from the payment page. The account's data shows whether they paid (OP-65). */
  | { kind: 'returnedFromPayment' }
  /** Another tab or device has bought meanwhile, so nothing was ordered here. */
  | { kind: 'blocked'; block: BlockedBy }
  /** The goods have another price than the pressed button has shown, so nothing was ordered. `sum`: what they cost now. */
  | { kind: 'newPrice'; sum: Sum }
  /** Another order has been paid meanwhile, so nothing was ordered here. Only the order is known, not what it bought. */
  | { kind: 'boughtMeanwhile' }
  /** Another tab is still ordering. */
  | { kind: 'elsewhere' }
  /** There is no earlier purchase that blocks this one. */
  | { kind: 'nothing' }
  | { kind: 'cardsUnread'; failure: Failure<'getBankCards'> }
  | { kind: 'refused'; failure: Failure<'createOrder'> }
  | { kind: 'declined' }
  | { kind: 'pointsRefused'; failure: Failure<'createScoresOrder' | 'payOrder'> }
  | { kind: 'pointsDeclined' }
  | { kind: 'statusUnread'; failure: Failure<'getOrderStatus'> }
  /** It is unknown whether an order was created (D-03). `mayRetry`: it was searched for and not found. */
  | { kind: 'inDoubt'; mayRetry: boolean }
  /** The order has a status that this payment cannot have, or its payment page is at an unknown address. */
  | { kind: 'invalid' }
  | { kind: 'tooManyAttempts' }
  /** An order in a link that was not created in this browser. */
  | { kind: 'notKnown' }
  /** An earlier order that is neither paid nor declined yet. */
  | { kind: 'open'; finish: Finish; earlier: PurchaseIntent }
  /** A new order that is paid on the bank's page. */
  | { kind: 'toBank'; formUrl: string }
/** How a purchase ended. `earlier` is set when it is the end of an earlier purchase, maybe from another tab or of other goods. */
export type PurchaseEnd = End & { earlier?: PurchaseIntent }

/**
 * Whether a failure proves that no order was created: a business failure, a request that was not sent, or a rate limit (429). A 5XX does not,
 * because a gateway may have given up a request that the backend completed. Neither does `underWay` (409): the same intent is being ordered.
 */
export const isRefusal = ({ kind, name }: { kind: FailureKind; name: string }) =>
  (kind === 'business' && name !== 'underWay') || name === 'notSent' || name === 'tooManyRequests'

/**
 * Whether an order may exist after a failure whose message has a code. The generic text of that message suggests a private window, where no one
 * knows of the order (OP-94).
 */
export const isUnclear = (failure: Failure<'createOrder'>): boolean =>
  failure.outcome === 'error-with-code' && !isRefusal(failure)

/** The end of a purchase, by the end of its order. */
export function endOfOrder(
  end: Exclude<OrderEnd, { kind: 'paymentPage' }>,
  { payment, renewing, what }: Pick<PurchaseIntent, 'payment' | 'renewing' | 'what'>,
): PurchaseEnd {
  switch (end.kind) {
    case 'paid': {
      // A counter-offer has its own success message (C-MODAL-28).
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
