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

/** The buyer of a page: for a purchase that is a part of another flow. */
export function useBuyers(): Buyers {
  const { host } = useServices()
  const after = useAfterPurchase()
  return (subscriber) =>
    (from, partner = null) => ({
      subscriber,
      from,
      source: host.name,
      // The gift goes with a purchase on its action's terms only.
      after: { ...after, visit: { ...after.visit, promo: null, ...(partner && { partner }) } },
      way: partner ? { partner } : {},
      now: () => new Date(),
    })
}

/** The button of a subscription's status: buys, or leads to the page with the grace period's price (C-RENEW-03). */
export function usePaying(subscriber: Subscriber): () => void {
  const [, navigate] = useLocation()
  const buy = useBuying(subscriber)
  return () =>
    subscriber.isGracePeriod ? navigate('/oplata', { transition: true }) : void buy({ kind: 'asked' }, 'profile')
}

/** What a purchase came by: an action, by default the visit's; a partner, to whose page it leads. */
interface Way {
  action: PromoAction | null
  partner: PartnerName | null
}

/** Starts a purchase from a page, for its subscriber; resolves when the purchase is over. */
export function useBuying(
  subscriber: Subscriber,
): (choice: Choice, from: Purchase['from'], way?: Partial<Way>) => Promise<void> {
  const { startFlow } = useAccount()
  const { settings, host } = useServices()
  const buyerFrom = useBuyers()(subscriber)

  /** A visit with an action is sold what it promises (OO-29); a user in a grace period, or who may not buy, is not asked. */
  function flowOf(choice: Choice, from: Purchase['from'], { action, partner }: Way): Flow {
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
      toPromocodes: () => (host.name === 'web' ? window.location.replace(promocodes) : host.openOutside(promocodes)),
      support: after.support,
    })
  }
  return (choice, from, { action = currentVisit().promo, partner = null } = {}) =>
    startFlow(flowOf(choice, from, { action, partner }), 'buying')
}
