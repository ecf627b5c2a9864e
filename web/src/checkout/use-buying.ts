import type { Subscriber } from '@paket/sdk'
import type { PartnerName } from '#domain/entry-pages.ts'
import type { PromoAction } from '#domain/promo-action.ts'
import { useLocation } from 'wouter'
import { purchaseBlock } from '#domain/status-block.ts'
import { promoActionFlow } from '#features/promo-actions/promo-action-flow.ts'
import type { Buyer, Choice } from '#features/purchase/choose/buyer.ts'
import { checkoutFlow } from '#features/purchase/choose/checkout-flow.ts'
import type { Purchase } from '#features/purchase/flow/purchase-input.ts'
import { statusInput } from '#features/purchase/subscriber-kind.ts'
import type { Flow } from '#flow/run-flow.ts'
import { useAccount, useServices } from '#services/services.ts'
import { useAfterPurchase } from './use-after-purchase.ts'
import { currentVisit } from '#analytics/visit.ts'

type Buyers = (subscriber: Subscriber) => (from: Purchase['from'], partner?: PartnerName | null) => Buyer

/** Makes the buyer for a purchase that is part of another flow. */
export function useBuyers(): Buyers {
  const { host } = useServices()
  const after = useAfterPurchase()
  return (subscriber) =>
    (from, partner = null) => ({
      subscriber,
      from,
      source: host.name,
      // A promo action's gift is only for a purchase on the action's terms.
      after: { ...after, visit: { ...after.visit, promo: null, ...(partner && { partner }) } },
      way: partner ? { partner } : {},
      now: () => new Date(),
    })
}

/** The action of the status block's button: buys, or leads to the page that shows the price of a grace period (C-RENEW-03). */
export function usePaying(subscriber: Subscriber): () => void {
  const [, navigate] = useLocation()
  const buy = useBuying(subscriber)
  return () =>
    subscriber.isGracePeriod ? navigate('/oplata', { transition: true }) : void buy({ kind: 'asked' }, 'profile')
}

/** Where a purchase comes from. */
interface PurchaseContext {
  /** A promo action; by default the visit's. */
  action: PromoAction | null
  /** The partner whose page opens after the success. */
  partner: PartnerName | null
}

/** Starts a purchase for the page's subscriber; resolves when the purchase has ended. */
export function useBuying(
  subscriber: Subscriber,
): (choice: Choice, from: Purchase['from'], context?: Partial<PurchaseContext>) => Promise<void> {
  const { startFlow } = useAccount()
  const { settings, host } = useServices()
  const buyerFrom = useBuyers()(subscriber)

  /** A visit with a promo action buys on the action's terms (OO-29), except in a grace period or when the user may not buy. */
  function flowOf(choice: Choice, from: Purchase['from'], { action, partner }: PurchaseContext): Flow {
    const buyer = buyerFrom(from, partner)
    const { after, way } = buyer
    const flow = checkoutFlow(choice, buyer)
    if (!action || subscriber.isGracePeriod || purchaseBlock(statusInput(subscriber))) return flow
    const { promocodes } = settings.promo.litres
    const inAction: Buyer = {
      ...buyer,
      ...(action === 'trial' && { from: action }),
      after: { ...after, visit: { ...after.visit, promo: action } },
      way: { ...way, action },
    }
    return promoActionFlow({
      action,
      promocodeValue: settings.promo[action].promocodeValue,
      buy: (terms) => checkoutFlow({ kind: 'terms', terms }, inAction),
      buyFull: () => flow,
      openPromocodes: () => (host.name === 'web' ? window.location.replace(promocodes) : host.openOutside(promocodes)),
      support: after.support,
    })
  }
  return (choice, from, { action = currentVisit().promo, partner = null } = {}) =>
    startFlow(flowOf(choice, from, { action, partner }), 'buying')
}
