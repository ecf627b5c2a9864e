import { query } from '@paket/sdk/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import { purchaseFlow } from '#features/purchase/flow/purchase-flow.ts'
import { isDue } from '#features/purchase/recover/earlier-order.ts'
import { isBundle, type PurchaseIntent } from '#flow/purchase-intent.ts'
import { untilIdle } from '#flow/run-flow.ts'
import { boughtAddress, buyAgainAddress } from '#navigation/address.ts'
import { useAccount } from '#services/services.ts'
import { useAfterLeftPurchase } from './use-after-purchase.ts'

/** Continues a purchase whose result is unknown, once a visit, and shows the result. */
export function UnfinishedPurchase(): ReactNode {
  const account = useAccount()
  const after = useAfterLeftPurchase()
  const [, navigate] = useLocation()
  useEffect(() => {
    // The payment page has come back for its own order.
    if (window.location.pathname === '/payment_gateway') return
    let isLeft = false
    async function goOn(): Promise<void> {
      // A purchase that the address starts checks it itself.
      await untilIdle()
      const intent = await account.lastPurchase()
      const { api, queryClient } = account
      // The page reads this anyway.
      const lastOrder = () =>
        queryClient.fetchQuery(query(api, 'getClientData')).then(
          ({ result }) => result.orderId,
          () => undefined,
        )
      if (!intent || !(await isDue(intent, api, lastOrder))) return
      await untilIdle()
      if (isLeft) return
      let next: string | undefined
      const toRetry = () => void (next = againAddress(intent))
      await account.startFlow(purchaseFlow({ start: 'resume' }, { ...after, toRetry }))
      // Only when the flow is over: one runs at a time.
      if (next) navigate(next, { replace: next.startsWith(window.location.pathname) })
    }
    void goOn()
    return () => void (isLeft = true)
    // Once a visit.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [account])
  return null
}

/** Where the same is bought again. */
const againAddress = ({ what }: PurchaseIntent): string =>
  isBundle(what) ? buyAgainAddress : boughtAddress(what && 'option' in what ? what.option : null)
