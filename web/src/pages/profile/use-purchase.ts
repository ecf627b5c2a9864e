import { bundleNamed, type Subscriber } from '@paket/sdk'
import { useEffect } from 'react'
// As it is in the address: the router's own is decoded once already.
import { useSearch } from 'wouter/use-browser-location'
import { takeIntent } from '#navigation/address.ts'
import { useAccount } from '#services/services.ts'
import { useAfterPurchase } from '#checkout/use-after-purchase.ts'
import { useBuyers, useBuying } from '#checkout/use-buying.ts'
import { usePromocode } from '#checkout/use-promocode.ts'
import { untilIdle } from '#flow/run-flow.ts'
import { purchaseFlow } from '#features/purchase/flow/purchase-flow.ts'
import type { Choice } from '#features/purchase/choose/buyer.ts'
import { counterOfferAgainFlow } from '#features/purchase/choose/checkout-flow.ts'
import { isBundle } from '#flow/purchase-intent.ts'

/** Buying on the account page because the address says so. */
export function usePurchase(subscriber: Subscriber): void {
  const { startFlow, lastPurchase } = useAccount()
  const after = useAfterPurchase()
  const buy = useBuying(subscriber)
  const buyer = useBuyers()(subscriber)
  const enterPromocode = usePromocode()
  const search = useSearch()

  /** What was not bought is bought once more on its own terms: they are read again, and what has changed is shown (C-ERR-17). */
  async function buyAgain(): Promise<void> {
    const last = await lastPurchase()
    if (!last || last.end === 'paid' || !isBundle(last.what)) return
    const { bundle, priceKopecks, promocode, experimentId, counterOffer, action = null, partner = null } = last.what
    if (counterOffer) return startFlow(counterOfferAgainFlow(counterOffer, bundle, buyer('profile')), 'buying')
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

  /** An old address of an order: one of this browser's is gone on with by itself. */
  async function lookAt(orderId: string): Promise<void> {
    if ((await lastPurchase())?.orderId !== orderId) await startFlow(purchaseFlow({ start: 'notKnown' }, after))
  }

  useEffect(() => {
    const intent = takeIntent()
    if (!intent) return
    // One flow runs at a time: a purchase that is being gone on with comes first.
    void untilIdle().then(() => {
      if (intent.kind === 'buy') return buy({ kind: 'bundle', bundle: intent.bundle }, intent.from)
      return intent.kind === 'order' ? lookAt(intent.orderId) : buyAgain()
    })
    // The address is acted on once, when the page has its data, and whenever it asks for something else.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [search])
}
