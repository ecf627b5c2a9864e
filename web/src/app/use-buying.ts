import type { Subscriber } from '@paket/sdk'
import type { AfterPurchase } from '#features/purchase/buying.ts'
import { type Buyer, type Choice, choosing } from '#features/purchase/choosing.ts'
import type { Purchase } from '#features/purchase/purchase.ts'
import { rememberBundle } from './last-bundle.ts'
import { useAccount, useServices } from './services.ts'
import { useAfterPurchase } from './use-after-purchase.ts'

/** Starts a purchase from a page, for its subscriber; settles when the purchase is over. */
export function useBuying(
  subscriber: Subscriber,
  own: Partial<AfterPurchase> = {},
): (choice: Choice, from: Purchase['from']) => Promise<void> {
  const { startFlow } = useAccount()
  const buyer = useBuyer(subscriber, own)
  return (choice, from) => startFlow(choosing(choice, buyer(from)))
}

/** Who buys, for a purchase that is a part of another flow. */
export function useBuyer(subscriber: Subscriber, own: Partial<AfterPurchase> = {}): (from: Purchase['from']) => Buyer {
  const { host } = useServices()
  const after = useAfterPurchase()
  return (from) => ({
    subscriber,
    from,
    source: host.name,
    after: { ...after, ...own },
    remember: rememberBundle,
    now: () => new Date(),
  })
}
