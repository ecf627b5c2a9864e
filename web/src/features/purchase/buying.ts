import type { Client } from '@paket/sdk'
import type { FlowPorts, OrderInTheMaking } from '#flow/ports.ts'
import type { Flow } from '#flow/run-flow.ts'
import type { Bought } from './bought.ts'
import { findPurchase, type Purchase, purchase, resumePurchase, settlePurchase } from './purchase.ts'
import { purchaseByPoints } from './purchase-by-points.ts'
import { type PurchaseEnd, withCounterOffer } from './purchase-end.ts'
import { showOptionEnd } from './show-option-end.ts'
import { type NextStep, showPurchaseEnd, type Visit } from './show-purchase-end.ts'

/** What a purchase leads to outside of it. */
export interface AfterPurchase {
  /** What is on the screen is read again. */
  refresh(): void
  /** Where what was bought stands. */
  toAccount(): void
  /** Where the bundle can be bought again, when the flow itself cannot go on. */
  toRetry(): void
  /** Where a grace period is paid for. */
  toOplata(): void
  toSupport(): void
  /** Back to the group's fridge. */
  toFridge(): void
  /** To the gift of the partner's action. */
  toPromo(): void
  /** To the page of the partner that the visit names. */
  toPartner?: () => void
  /** To where new terms are found, when those that were promised hold no more; without it the same is bought again. */
  toNewTerms?: () => void
  onPurchased?: () => void
  /** The terms that were promised hold no more. */
  onOver?: () => void
  /** What was being bought is over: it was bought, or left at the payment page (OP-65), which is open no more. */
  forget?: () => void
  visit: Visit
}
/** What is known of an order that another page began: the words of its end. */
type Begun = Pick<Bought, 'renewing' | 'counterOffer'> | null
type Show = (end: PurchaseEnd, io: FlowPorts, visit: Visit) => Promise<NextStep>
export type Attempt = (api: Client, io: FlowPorts) => Promise<PurchaseEnd>

/** Runs a purchase until the user has stopped retrying. `again` is what a retry runs; the first attempt may be another. */
export function flowOf(
  first: Attempt,
  again: Attempt | null,
  after: AfterPurchase,
  show: Show = showPurchaseEnd,
): Flow {
  return async (io, api) => {
    let attempt = first
    for (;;) {
      const end = await attempt(api, io)
      if (end.kind !== 'dismissed') after.refresh()
      if (end.kind === 'purchased') after.onPurchased?.()
      if (isOver(end)) after.onOver?.()
      if (end.kind === 'purchased' || (end.kind === 'returnedFromPayment' && end.hasLeft)) after.forget?.()
      const next = await show(end, io, after.visit)
      if (next === 'support') after.toSupport()
      if (next === 'account') after.toAccount()
      if (next === 'fridge') after.toFridge()
      if (next === 'promo') after.toPromo()
      if (next === 'partner') after.toPartner?.()
      if (next !== 'retry') return
      if (isOver(end) && after.toNewTerms) return after.toNewTerms()
      if (!again) return after.toRetry()
      attempt = again
    }
  }
}

const isOver = (end: PurchaseEnd) => end.kind === 'refused' && end.failure.name === 'timeIsOver'

/** Buys a bundle; a retry buys it again from the card on. */
export function buying(what: Purchase, after: AfterPurchase): Flow {
  const attempt: Attempt = (api, io) => purchase(what, api, io)
  return flowOf(attempt, attempt, after)
}

/** Buys a bundle by points; a retry charges anew. */
export function buyingByPoints(what: Purchase, after: AfterPurchase): Flow {
  const attempt: Attempt = (api, io) => purchaseByPoints(what, api, io)
  return flowOf(attempt, attempt, after)
}

/** Goes on with an order after a reload. */
export const resuming = (order: Parameters<typeof resumePurchase>[0], after: AfterPurchase, begun: Begun): Flow =>
  flowOf(async (api, io) => withCounterOffer(await resumePurchase(order, api, io), begun?.counterOffer), null, after)

/** Finds an order that was being made before a reload, and goes on with it. */
export const finding = (order: OrderInTheMaking, after: AfterPurchase, begun: Begun): Flow =>
  flowOf(async (api, io) => withCounterOffer(await findPurchase(order, api, io), begun?.counterOffer), null, after)

/** Ends an order after the payment page came back. A retry leads to where it can be bought again. */
export function settling(orderId: string, after: AfterPurchase, begun: Begun): Flow {
  const { renewing = false, counterOffer } = begun ?? {}
  const attempt: Attempt = async (api, io) =>
    withCounterOffer(await settlePurchase(orderId, renewing, api, io), counterOffer)
  return flowOf(attempt, null, after)
}

/** Buys an option; a retry buys it again from the card on. */
export function buyingOption(what: Purchase, after: AfterPurchase): Flow {
  const attempt: Attempt = (api, io) => purchase({ ...what, goods: 'option' }, api, io)
  return flowOf(attempt, attempt, after, showOptionEnd)
}

/** Goes on with an order of an option after a reload. */
export const resumingOption = (order: Parameters<typeof resumePurchase>[0], after: AfterPurchase): Flow =>
  flowOf((api, io) => resumePurchase(order, api, io), null, after, showOptionEnd)

/** Finds an order of an option that was being made before a reload. */
export const findingOption = (order: OrderInTheMaking, after: AfterPurchase): Flow =>
  flowOf((api, io) => findPurchase(order, api, io), null, after, showOptionEnd)

/** Ends an order of an option after the payment page came back. */
export const settlingOption = (orderId: string, after: AfterPurchase): Flow =>
  flowOf((api, io) => settlePurchase(orderId, false, api, io), null, after, showOptionEnd)
