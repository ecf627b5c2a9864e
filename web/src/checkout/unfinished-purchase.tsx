import { query } from '@paket/sdk/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import { purchaseFlow } from '#features/purchase/flow/purchase-flow.ts'
import { shouldResume } from '#features/purchase/recover/earlier-order.ts'
import { isFlowRunning, untilIdle } from '#flow/run-flow.ts'
import { onPageChange } from '#navigation/page-change.ts'
import { useAccount } from '#services/services.ts'
import { againAddress, useAfterLeftPurchase } from './use-after-purchase.ts'

/** Resumes a purchase whose end is unknown, and shows its end: once a visit, and after its page was left. */
export function UnfinishedPurchase(): ReactNode {
  const account = useAccount()
  const after = useAfterLeftPurchase()
  const [, navigate] = useLocation()
  useEffect(() => {
    // That page confirms the order itself.
    if (window.location.pathname === '/payment_gateway') return
    let isLeft = false
    async function resume(): Promise<void> {
      // A purchase that the address starts recovers the earlier one itself.
      await untilIdle()
      const intent = await account.lastPurchase()
      const { api, queryClient } = account
      // From the cache, because the page reads client data anyway.
      const lastOrder = () =>
        queryClient.fetchQuery(query(api, 'getClientData')).then(
          ({ result }) => result.orderId,
          () => undefined,
        )
      if (!intent || !(await shouldResume(intent, api, lastOrder))) return
      await untilIdle()
      if (isLeft) return
      let next: string | undefined
      const toRetry = () => void (next = againAddress(intent.what))
      await account.startFlow(purchaseFlow({ start: 'resume' }, { ...after, toRetry }))
      // After the flow's end, because only one flow runs at a time.
      if (next) navigate(next, { replace: next.startsWith(window.location.pathname) })
    }
    void resume()
    // Leaving a page by the browser's history interrupts the flow over it. Nothing else would show its end in this visit.
    const stop = onPageChange(() => {
      if (isFlowRunning()) void resume()
    })
    return () => {
      isLeft = true
      stop()
    }
    // Once a visit: `account` never changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [account])
  return null
}
