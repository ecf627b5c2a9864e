import { type ReactNode, useEffect } from 'react'
import { Redirect, useLocation } from 'wouter'
// The query as it is in the address; the router's own hook decodes it.
import { useSearch } from 'wouter/use-browser-location'
import { bindingAddress, boughtAddress, partnerAddress } from '#navigation/address.ts'
import { PageSkeleton } from '#layout/page-skeleton.tsx'
import { useAccount } from '#services/services.ts'
import { againAddress, useAfterLeftPurchase } from '#checkout/use-after-purchase.ts'
import { purchaseFlow } from '#features/purchase/flow/purchase-flow.ts'
import { optionOf } from '#flow/purchase-intent.ts'
import { isInterruption } from '#flow/run-flow.ts'

/** The return address of the payment page (OP-33): shows how the order ended, then leads to the account. */
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
      const last = await lastPurchase().catch(() => null)
      const isKnown = orderId === null || last?.orderId === orderId
      const what = (isKnown && last?.what) || null
      // A page that is left, or whose session is over, leads nowhere; after any other error the account shows what is there.
      let next: string | null = '/profile'
      await startFlow(async (io, api) => {
        let leavingTo = boughtAddress(optionOf(what))
        const flow = purchaseFlow(
          { start: 'confirm', orderId },
          {
            ...after,
            // The page navigates below, after the flow has ended.
            account: () => undefined,
            check: () => undefined,
            partner({ partner }) {
              if (partner) leavingTo = partnerAddress(partner)
            },
            toRetry: () => void (leavingTo = againAddress(what)),
          },
        )
        try {
          await flow(io, api)
          next = leavingTo
        } catch (error) {
          if (isInterruption(error)) next = null
          throw error
        }
      })
      // After the flow's end, because only one flow runs at a time, and the account page may start the next one at once.
      if (next && window.location.pathname === '/payment_gateway') navigate(next, { replace: true })
    }
    void run()
    // Once per visit of the page, because another order opens it again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return <PageSkeleton />
}
