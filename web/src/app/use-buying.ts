import type { Subscriber } from '@paket/sdk'
import type { AfterPurchase } from '#features/purchase/buying.ts'
import { type Choice, choosing } from '#features/purchase/choosing.ts'
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
  const { host } = useServices()
  const after = useAfterPurchase()
  return (choice, from) =>
    startFlow(
      choosing(choice, {
        subscriber,
        from,
        source: host.name,
        after: { ...after, ...own },
        remember: rememberBundle,
        now: () => new Date(),
      }),
    )
}
