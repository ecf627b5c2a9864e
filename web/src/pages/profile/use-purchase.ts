import { bundleNamed, type Subscriber } from '@paket/sdk'
import { useEffect } from 'react'
// The query as it is in the address; the router's own hook decodes it.
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

/** Starts the purchase that the address of the account page asks for. */
export function usePurchase(subscriber: Subscriber): void {
  const { startFlow, lastPurchase } = useAccount()
  const after = useAfterPurchase()
  const buy = useBuying(subscriber)
  const buyer = useBuyers()(subscriber)
  const enterPromocode = usePromocode()
  const search = useSearch()

  /** Repeats the last purchase on its own terms, which are read again; changed terms are shown first (C-ERR-17). */
  async function buyAgain(): Promise<void> {
    const last = await lastPurchase()
    // Another flow may have started meanwhile, the onboarding for one.
    await untilIdle()
    if (!last || last.end === 'paid' || !isBundle(last.what)) return
    const { bundle, priceKopecks, promocode, experimentId, counterOffer, action = null, partner = null } = last.what
    if (counterOffer)
      return startFlow(counterOfferAgainFlow({ ...last.what, counterOffer }, buyer('profile')), 'buying')
    if (promocode && !action)
      return enterPromocode(subscriber, {
        first: { from: 'again', value: promocode, priceKopecks },
        bundle,
        experimentId,
      })
    // A bundle that is only renewed in a grace period is not sold otherwise.
    const choice: Choice = bundleNamed(bundle).type === 'full' ? { kind: 'bundle', bundle } : { kind: 'asked' }
    await buy(choice, 'profile', { action, partner })
  }

  /** Handles an old address of an order. An order of this browser is recovered elsewhere; for any other one it shows that the order is unknown. */
  async function openOrder(orderId: string): Promise<void> {
    const last = await lastPurchase()
    await untilIdle()
    if (last?.orderId !== orderId) await startFlow(purchaseFlow({ start: 'notKnown' }, after))
  }

  useEffect(() => {
    const intent = takeIntent()
    if (!intent) return
    // Only one flow runs at a time, and a purchase that is being recovered comes first.
    void untilIdle().then(() => {
      if (intent.kind === 'buy') return buy({ kind: 'bundle', bundle: intent.bundle }, intent.from)
      return intent.kind === 'order' ? openOrder(intent.orderId) : buyAgain()
    })
    // Whenever the query changes: `takeIntent` removes the intent from it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [search])
}
