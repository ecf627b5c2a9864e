import type { CounterOfferName, Failure, OrderEnd, PaymentKind } from '@paket/sdk'
import type { PurchaseBlock } from '#domain/status-block.ts'

/** What another tab or device has bought since a purchase began: a subscription (OP-67), or the same option. */
export type BlockedBy = PurchaseBlock | 'hasOption'

/** How a purchase ended. */
export type PurchaseEnd =
  | { kind: 'purchased'; renewing: boolean; counterOffer?: CounterOfferName }
  | { kind: 'dismissed' }
  /** The user left for the payment page and came back: the data tells whether he paid (OP-65). */
  | { kind: 'returnedFromPayment'; hasLeft: boolean }
  /** Another tab or device has bought meanwhile: nothing was ordered here. */
  | { kind: 'blocked'; block: BlockedBy }
  | { kind: 'cardsUnread'; failure: Failure<'getBankCards'> }
  | { kind: 'refused'; failure: Failure<'createOrder'> }
  | { kind: 'declined' }
  | { kind: 'pointsRefused'; failure: Failure<'createScoresOrder' | 'payOrder'> }
  | { kind: 'pointsDeclined' }
  | { kind: 'statusUnread'; failure: Failure<'getOrderStatus'> }
  /** Whether an order was made is not known (D-03). */
  | { kind: 'inDoubt' }
  /** A status that the payment cannot have, or a payment page at an unknown address. */
  | { kind: 'invalid' }
  | { kind: 'tooManyAttempts' }

/** What support is told of it: the body's code, else the HTTP status (OP-46). */
export const codeOf = ({ failure }: Extract<PurchaseEnd, { kind: 'statusUnread' }>): number | undefined =>
  failure.code ?? failure.status

/** What was bought as a counter-offer ends with its own words (C-MODAL-28). */
export const withCounterOffer = (end: PurchaseEnd, counterOffer: CounterOfferName | undefined): PurchaseEnd =>
  end.kind === 'purchased' && counterOffer ? { ...end, counterOffer } : end

/** How an order that needs no payment page ended. */
export function unlessPaymentPage(
  end: Exclude<OrderEnd, { kind: 'paymentPage' }>,
  { payment, renewing }: { payment: PaymentKind; renewing: boolean },
): PurchaseEnd {
  switch (end.kind) {
    case 'paid':
      return { kind: 'purchased', renewing }
    case 'failed':
      return { kind: 'statusUnread', failure: end.failure }
    case 'declined':
      return { kind: payment === 'scores' ? 'pointsDeclined' : 'declined' }
    case 'invalid':
    case 'tooManyAttempts':
      return { kind: end.kind }
  }
}
