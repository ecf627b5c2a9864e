import type { Subscriber } from '@paket/sdk'
import { purchaseBlock } from '#domain/status-block.ts'
import { takingPart } from '#features/promo-actions/taking-part.ts'
import type { AfterPurchase } from '#features/purchase/buying.ts'
import { type Buyer, type Choice, choosing, statusInput } from '#features/purchase/choosing.ts'
import type { Purchase } from '#features/purchase/purchase.ts'
import type { Flow } from '#flow/run-flow.ts'
import { rememberBundle } from './last-bundle.ts'
import { useAccount, useServices } from './services.ts'
import { useAfterPurchase } from './use-after-purchase.ts'

type Buyers = (subscriber: Subscriber, own?: Partial<AfterPurchase>) => (from: Purchase['from']) => Buyer

/** Who buys, whoever it is. */
export function useBuyers(): Buyers {
  const { host } = useServices()
  const after = useAfterPurchase()
  return (subscriber, own = {}) =>
    (from) => ({
      subscriber,
      from,
      source: host.name,
      after: { ...after, ...own },
      remember: rememberBundle,
      now: () => new Date(),
    })
}

/** Who buys from a page, for a purchase that is a part of another flow. */
export const useBuyer: Buyers = (subscriber, own) => useBuyers()(subscriber, own)

/** Starts a purchase from a page, for its subscriber; settles when the purchase is over. */
export function useBuying(
  subscriber: Subscriber,
  own: Partial<AfterPurchase> = {},
): (choice: Choice, from: Purchase['from']) => Promise<void> {
  const { startFlow } = useAccount()
  const { settings, host } = useServices()
  const buyerFrom = useBuyer(subscriber, own)

  /** Who came with an action is sold what it promises (OO-29); a grace period and those who may not buy are not asked. */
  function flowOf(choice: Choice, from: Purchase['from']): Flow {
    const buyer = buyerFrom(from)
    const { after } = buyer
    const action = after.visit.promo
    const flow = choosing(choice, buyer)
    if (!action || subscriber.isGracePeriod || purchaseBlock(statusInput(subscriber))) return flow
    const { promocodes } = settings.promo.litres
    return takingPart({
      action,
      promocodeValue: settings.promo[action].promocodeValue,
      buy: (terms) => choosing({ kind: 'terms', terms }, action === 'trial' ? { ...buyer, from: 'trial' } : buyer),
      // Without the action its gift is not promised either.
      buyFull: () => choosing(choice, { ...buyer, after: { ...after, visit: { ...after.visit, promo: null } } }),
      toPromocodes: () => (host.name === 'web' ? window.location.assign(promocodes) : host.openOutside(promocodes)),
      toSupport: () => after.toSupport(),
    })
  }
  return (choice, from) => startFlow(flowOf(choice, from))
}
