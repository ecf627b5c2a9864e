import type { PartnerName } from '#domain/entry-pages.ts'
import type { PendingPurchase, PurchaseFrom } from './pending-purchase.ts'

/** What a purchase buys, as names: a bundle with its terms, an option, or a partner's bundle; null for an order that another device started. */
export type Wanted = PendingPurchase | { option: string } | { activation: PartnerName } | null

/**
 * One decision of the user to buy. It is stored for all tabs before its order is sent, and stays until the next one as the record of the last
 * purchase. It contains names and ids of orders, no personal data and no token.
 */
export interface PurchaseIntent {
  /** The idempotency key: the same when the same purchase is tried again, so that a repeated order is idempotent. */
  id: string
  /** Milliseconds since 1970. */
  startedAt: number
  what: Wanted
  from: PurchaseFrom
  payment: 'mainCard' | 'newCard' | 'scores'
  /** Whether this renews a subscription that awaits payment; then the final messages differ. */
  renewing: boolean
  /** The subscriber's last order before this purchase; null when there was none, undefined when it is unknown. */
  lastOrderId?: string | null | undefined
  /** For a payment by points: the order whose charge may have been sent. */
  orderId?: string | undefined
  /** The user has seen the message about the end, or that the end is unknown. It is shown again only after a click. */
  isTold?: boolean | undefined
  /** The user may buy again: has chosen to after the order could not be found, or has seen that it was paid in another tab. */
  mayRepeat?: boolean | undefined
  /** How the purchase ended; undefined while that is unknown. */
  end?: 'paid' | 'declined' | 'givenUp' | undefined
}

/** The storage of the user's last intent, shared by all tabs. */
export interface StoredIntent {
  /** The intent; null when there is none, or it is older than a day. */
  read(): PurchaseIntent | null
  write(intent: PurchaseIntent | null): void
}

/** Whether two purchases are the same intent: the same goods, started from the same page, paid in the same way. */
export const isSameIntent = (one: PurchaseIntent, other: Pick<PurchaseIntent, 'what' | 'from' | 'payment'>): boolean =>
  asText(one) === asText(other)
const asText = ({ what, from, payment }: Pick<PurchaseIntent, 'what' | 'from' | 'payment'>) =>
  JSON.stringify([what, from, payment])

/** Whether a purchase has ended at the bank and the user has not seen that yet, because its tab was closed or reloaded. */
export const isUnseenEnd = ({ end, isTold }: PurchaseIntent): boolean =>
  (end === 'paid' || end === 'declined') && !isTold

export const isBundle = (what: Wanted): what is PendingPurchase => what !== null && 'bundle' in what
export const optionOf = (what: Wanted): string | null => (what !== null && 'option' in what ? what.option : null)
/** The partner whose bundle is activated. */
export const activationOf = (what: Wanted): PartnerName | null =>
  what !== null && 'activation' in what ? what.activation : null
