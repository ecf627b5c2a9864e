import { bundleNamed, type Subscriber } from '@paket/sdk'
import { useEffect } from 'react'
import { takeIntent } from '#app/address.ts'
import { lastPurchase } from '#app/last-purchase.ts'
import { useAccount } from '#app/services.ts'
import { useAfterLeftPurchase } from '#app/use-after-purchase.ts'
import { useBuyers, useBuying } from '#app/use-buying.ts'
import { usePromocode } from '#app/use-promocode.ts'
import type { Flow } from '#flow/run-flow.ts'
import type { Bought } from '#features/purchase/bought.ts'
import { type AfterPurchase, finding, resuming } from '#features/purchase/buying.ts'
import { buyingCounterOfferAgain, type Choice } from '#features/purchase/choosing.ts'

/** Buying on the account page because the address says so. */
export function usePurchase(subscriber: Subscriber): void {
  const { startFlow } = useAccount()
  const after = useAfterLeftPurchase()
  const buy = useBuying(subscriber)
  const buyer = useBuyers()(subscriber)
  const enterPromocode = usePromocode()

  /** What the bank declined is bought once more on its own terms: they are asked anew, and what has changed is told (C-ERR-17). */
  async function buyAgain(): Promise<void> {
    const bought = lastPurchase()
    if (!bought) return
    const { bundle, priceKopecks, promocode, experimentId, counterOffer, action = null, partner = null } = bought
    if (counterOffer) return startFlow(buyingCounterOfferAgain(counterOffer, bundle, buyer('profile')))
    if (promocode && !action)
      return enterPromocode(subscriber, {
        first: { from: 'again', value: promocode, priceKopecks },
        bundle,
        experimentId,
      })
    // What only goes on, in a grace period, is not sold without one.
    const choice: Choice = bundleNamed(bundle).type === 'full' ? { kind: 'bundle', bundle } : { kind: 'asked' }
    await buy(choice, 'profile', { action, partner })
  }

  /** Goes on with what a reload has cut; a retry is another purchase, when this one is over. */
  async function goOn(flowOf: (left: AfterPurchase, begun: Bought | null) => Flow): Promise<void> {
    let isRetried = false
    await startFlow(flowOf({ ...after, toRetry: () => void (isRetried = true) }, lastPurchase()))
    if (isRetried) await buyAgain()
  }

  useEffect(() => {
    const intent = takeIntent()
    if (intent?.kind === 'buy') void buy({ kind: 'bundle', bundle: intent.bundle }, intent.from)
    if (intent?.kind === 'buyAgain') void buyAgain()
    if (intent?.kind === 'follow') void goOn((left, begun) => resuming(intent.order, left, begun))
    if (intent?.kind === 'find') void goOn((left, begun) => finding(intent.order, left, begun))
    // The address is acted on once, when the page has its data.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}
