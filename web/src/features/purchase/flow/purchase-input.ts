import type { CounterOffer, Request, Subscriber } from '@paket/sdk'
import type { PurchaseBlock } from '#domain/status-block.ts'
import type { PurchaseFrom } from '#flow/pending-purchase.ts'
import type { Wanted } from '#flow/purchase-intent.ts'

/** What is bought, and where the user started. */
export interface Purchase {
  /** It renews by its own term, whatever is paid for now. */
  bundle: { id: string; durationDays: number }
  /** The same in names, for a flow that resumes it later. */
  wanted: Wanted
  /** The subscriber's last order when the purchase began; null when there was none, undefined when that is not known. */
  knownOrderId?: string | null | undefined
  /** What is paid for now, when it is not the bundle's own term. */
  durationDays?: number
  /** An option is bought like a bundle, in its place (OO-16); other words. */
  goods?: 'option'
  /** What is asked for: the bundle's price, or the later price of a grace period. The server decides what is charged. */
  priceKopecks: number
  from: PurchaseFrom
  source: Request<'createOrder'>['source']
  /** A renewal of a subscription that waits for payment: other words at the end. */
  renewing: boolean
  /** Whether what blocks a purchase by the time of the order stops it: another tab or device may have bought since the purchase began. */
  isStoppedBy?: (block: PurchaseBlock, now: Subscriber) => boolean
  promocode?: { id: string; value: string }
  experimentId?: string
  counterOffer?: CounterOffer
  /** Whether points may pay for it, where there are any (options T6). */
  offersPoints?: boolean
}
