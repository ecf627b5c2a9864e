import type { CounterOffer, Request, Subscriber } from '@paket/sdk'
import type { PurchaseBlock } from '#domain/status-block.ts'
import type { Sum } from '#domain/sum.ts'
import type { PurchaseFrom } from '#flow/pending-purchase.ts'
import type { Wanted } from '#flow/purchase-intent.ts'

/** The goods of a purchase, and where it starts. */
export interface Purchase {
  /** Renewals have the bundle's own duration. */
  bundle: { id: string; durationDays: number }
  /** The goods as names, which are stored for a flow that resumes the purchase. */
  wanted: Wanted
  /** The subscriber's last order when the purchase started; null when there was none, undefined when it is unknown. */
  knownOrderId?: string | null | undefined
  /** The duration that is paid now, if it is not the bundle's. */
  durationDays?: number
  /** An option is bought like a bundle, with its id as the bundle's (OO-16), but has other messages. */
  goods?: 'option'
  /** The price of the goods: the bundle's, or the later price of a grace period. The server decides what is charged. */
  priceKopecks: number
  /** Their price just before the order, where it depends on the subscriber. */
  priceFor?: (now: Subscriber) => number
  /** The sum with which the button that was pressed last was drawn. With another one than the order's, nothing is ordered (OP-114). */
  shown: Sum
  from: PurchaseFrom
  source: Request<'createOrder'>['source']
  /** Whether this renews a subscription that awaits payment; then the final messages differ. */
  renewing: boolean
  /** Whether a block that is found just before the order prevents it: another tab or device may have bought since the purchase started. */
  isStoppedBy?: (block: PurchaseBlock, now: Subscriber) => boolean
  promocode?: { id: string; value: string }
  experimentId?: string
  counterOffer?: CounterOffer
  /** Whether a payment by points is offered (options T6). */
  offersPoints?: boolean
}
