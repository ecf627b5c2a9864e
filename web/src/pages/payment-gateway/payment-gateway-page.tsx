import { query } from '@paket/sdk/react-query'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Redirect, useLocation } from 'wouter'
// As it stands in the address: the router's own is decoded once already.
import { useSearch } from 'wouter/use-browser-location'
import { bindingAddress, boughtAddress, buyAgainAddress, partnerAddress } from '#app/address.ts'
import { ClientDataAwaited } from '#app/client-data-awaited.tsx'
import { lastOption, lastPurchase } from '#app/last-purchase.ts'
import { PageSkeleton } from '#app/page-skeleton.tsx'
import { useAccount } from '#app/services.ts'
import { useAfterLeftPurchase } from '#app/use-after-purchase.ts'
import { settling, settlingOption } from '#features/purchase/buying.ts'

/** Where the payment page comes back to (OP-33): tells how the order ended and leads to the account. */
export function PaymentGatewayPage(): ReactNode {
  const address = new URLSearchParams(useSearch())
  const orderId = address.get('orderId') || address.get('mdOrder')
  if (address.get('event') === 'card-binding')
    return <Redirect to={bindingAddress(address.get('result') === 'failed' ? 'failed' : 'returned')} replace />
  if (address.get('event') !== 'payment') return <Redirect to="/profile" replace />
  return orderId ? <Settling orderId={orderId} /> : <SettlingLastOrder />
}

/** Without an order id in the address, client data's is the last resort. */
function SettlingLastOrder(): ReactNode {
  const { api } = useAccount()
  const { data } = useQuery(query(api, 'getClientData'))
  if (!data) return <ClientDataAwaited />
  return data.result.orderId ? <Settling orderId={data.result.orderId} /> : <Redirect to="/profile" replace />
}

function Settling({ orderId }: { orderId: string }): ReactNode {
  const { startFlow } = useAccount()
  const after = useAfterLeftPurchase()
  const [, navigate] = useLocation()
  useEffect(() => {
    const bought = lastPurchase()
    const option = lastOption()
    const settle = option === null ? settling : settlingOption
    async function run(): Promise<void> {
      let next: string | undefined
      await startFlow(async (io, api) => {
        let leavingTo = boughtAddress(option)
        const flow = settle(
          orderId,
          {
            ...after,
            toAccount: () => undefined,
            toPartner() {
              if (bought?.partner) leavingTo = partnerAddress(bought.partner)
            },
            toRetry: () => {
              if (bought) leavingTo = buyAgainAddress
            },
          },
          bought,
        )
        await flow(io, api)
        next = leavingTo
      })
      // Left only when the flow is over: one runs at a time, and the account page may start the next at once.
      if (next && window.location.pathname === '/payment_gateway') navigate(next, { replace: true })
    }
    void run()
    // One order, one flow: the page is opened anew for another.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return <PageSkeleton />
}
