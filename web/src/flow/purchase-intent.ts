import type { PartnerName } from '#domain/entry-pages.ts'
import type { PendingPurchase, PurchaseFrom } from './pending-purchase.ts'

/** What a purchase is of, in names: a bundle on its terms, an option, a partner's bundle; null for an order that another device began. */
export type Wanted = PendingPurchase | { option: string } | { activation: PartnerName } | null

/**
 * One decision of the user's to buy. Stored for all tabs before its order is sent, and until its end is known; then it says what the last purchase
 * was. Names and ids of orders: nothing personal, no token.
 */
export interface PurchaseIntent {
  /** The idempotency key: the same whenever the same is tried again. */
  id: string
  /** Milliseconds since 1970. */
  startedAt: number
  what: Wanted
  from: PurchaseFrom
  payment: 'mainCard' | 'newCard' | 'scores'
  /** A renewal of a subscription that waits for payment: other words at the end. */
  renewing: boolean
  /** The subscriber's last order before it; null when there was none, undefined when that is not known. */
  lastOrderId?: string | null | undefined
  /** For points: the order whose charge may have been sent. */
  orderId?: string | undefined
  /** Its end could not be learnt, and the user has been notified: not again without a press. */
  isTold?: boolean | undefined
  /** Its order could not be found, and the user wants to try again. */
  mayRepeat?: boolean | undefined
  /** How it ended; undefined while that is not known. */
  end?: 'paid' | 'declined' | 'givenUp' | undefined
}

/** The last intent of the user, for all tabs. */
export interface StoredIntent {
  /** Null when there is none, and when it is older than a day. */
  read(): PurchaseIntent | null
  keep(intent: PurchaseIntent | null): void
}

/** Whether an order of the same thing, paid in the same way, is the same intent. */
export const isSameIntent = (one: PurchaseIntent, other: Pick<PurchaseIntent, 'what' | 'from' | 'payment'>): boolean =>
  asText(one) === asText(other)
const asText = ({ what, from, payment }: Pick<PurchaseIntent, 'what' | 'from' | 'payment'>) =>
  JSON.stringify([what, from, payment])

export const isBundle = (what: Wanted): what is PendingPurchase => what !== null && 'bundle' in what
export const optionOf = (what: Wanted): string | null => (what !== null && 'option' in what ? what.option : null)
