import { type ReactNode, useEffect } from 'react'
import { Redirect, useLocation } from 'wouter'
// As it is in the address: the router's own is decoded once already.
import { useSearch } from 'wouter/use-browser-location'
import { bindingAddress, boughtAddress, buyAgainAddress, partnerAddress } from '#navigation/address.ts'
import { PageSkeleton } from '#layout/page-skeleton.tsx'
import { useAccount } from '#services/services.ts'
import { useAfterLeftPurchase } from '#checkout/use-after-purchase.ts'
import { purchaseFlow } from '#features/purchase/flow/purchase-flow.ts'
import { isBundle, optionOf } from '#flow/purchase-intent.ts'

/** Where the payment page comes back to (OP-33): shows how the order ended and leads to the account. */
export function PaymentGatewayPage(): ReactNode {
  const address = new URLSearchParams(useSearch())
  const orderId = address.get('orderId') || address.get('mdOrder')
  if (address.get('event') === 'card-binding')
    return <Redirect to={bindingAddress(address.get('result') === 'failed' ? 'failed' : 'returned')} replace />
  if (address.get('event') !== 'payment') return <Redirect to="/profile" replace />
  return <ConfirmPayment orderId={orderId || null} />
}

function ConfirmPayment({ orderId }: { orderId: string | null }): ReactNode {
  const { startFlow, lastPurchase } = useAccount()
  const after = useAfterLeftPurchase()
  const [, navigate] = useLocation()
  useEffect(() => {
    async function run(): Promise<void> {
      const last = await lastPurchase()
      const isKnown = orderId === null || last?.orderId === orderId
      const what = (isKnown && last?.what) || null
      let next: string | undefined
      await startFlow(async (io, api) => {
        let leavingTo = boughtAddress(optionOf(what))
        const flow = purchaseFlow(
          { start: 'confirm', orderId },
          {
            ...after,
            // Led to below, once the flow is over.
            account: () => undefined,
            check: () => undefined,
            partner({ partner }) {
              if (partner) leavingTo = partnerAddress(partner)
            },
            toRetry: () => {
              if (isBundle(what)) leavingTo = buyAgainAddress
            },
          },
        )
        await flow(io, api)
        next = leavingTo
      })
      // Left only when the flow is over: one runs at a time, and the account page may start the next at once.
      if (next && window.location.pathname === '/payment_gateway') navigate(next, { replace: true })
    }
    void run()
    // One order, one flow: the page is opened again for another.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return <PageSkeleton />
}
