import type { BundleName, Subscriber } from '@paket/sdk'
import { isConnected } from '#domain/status-block.ts'
import { checkoutFlow } from '#features/purchase/choose/checkout-flow.ts'
import { bundleTerms, lowestBundle } from '#features/purchase/payable.ts'
import type { Purchase } from '#features/purchase/flow/purchase-input.ts'
import { promocodeFlow, type PromocodeEntry } from '#features/promocode/promocode-flow.ts'
import { promocodeMemory } from '#cache/promocode-memory.ts'
import { useAccount } from '#services/services.ts'
import { useBuyers } from './use-buying.ts'

interface Opening {
  first?: PromocodeEntry['first']
  /** The bundle that is bought without a promocode. */
  bundle?: BundleName | undefined
  experimentId?: string | undefined
  from?: Purchase['from']
}

/** Opens the promocode modal; resolves when its flow has ended. */
export function usePromocode(): (subscriber: Subscriber, opening?: Opening) => Promise<void> {
  const { startFlow } = useAccount()
  const buyers = useBuyers()
  return (subscriber, { first, bundle = lowestBundle, experimentId, from = 'profile' } = {}) => {
    const { after, ...buys } = buyers(subscriber)(from)
    const without = bundleTerms(bundle, subscriber, buys.now())
    const entry: PromocodeEntry = {
      memory: promocodeMemory,
      first,
      isSubscribed: isConnected(subscriber),
      without,
      pay({ promocodeId, value, bundle: sold, priceKopecks, durationDays }, shown, ends) {
        const terms = { bundle: sold, priceKopecks, durationDays, promocode: { id: promocodeId, value } }
        // Only for the experiment's own promocode, not for another one that the user typed instead (OO-28).
        const isOfExperiment = experimentId !== undefined && value === first?.value
        return checkoutFlow(
          { kind: 'terms', terms: isOfExperiment ? { ...terms, experimentId } : terms, shown },
          { ...buys, after: { ...after, ...ends } },
        )
      },
      buyWithout: () => checkoutFlow({ kind: 'bundle', bundle: without.bundle }, { ...buys, after }),
      support: after.support,
      now: () => Date.now(),
    }
    return startFlow(promocodeFlow(entry), 'promocodes')
  }
}
