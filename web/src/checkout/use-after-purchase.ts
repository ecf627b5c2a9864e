import { useLocation } from 'wouter'
import type { AfterPurchase } from '#features/purchase/flow/purchase-flow.ts'
import { refreshPaid } from '#cache/refresh-paid.ts'
import { useMessageActions } from '#services/message-actions.ts'
import { useAccount } from '#services/services.ts'
import { promocodeMemory } from '#cache/promocode-memory.ts'
import { currentVisit } from '#analytics/visit.ts'

/** What a purchase leads to, from whichever page it is started. */
export function useAfterPurchase() {
  const { queryClient } = useAccount()
  const [, navigate] = useLocation()
  const actions = useMessageActions()
  return {
    ...actions,
    visit: currentVisit(),
    refresh: () => void refreshPaid(queryClient),
    toRetry: () => actions.account({}),
    toOplata: () => navigate('/oplata'),
  } satisfies AfterPurchase
}

/** The same for a purchase that continues by itself: its promocode is used up by the purchase. */
export const useAfterLeftPurchase = () => ({
  ...useAfterPurchase(),
  onPurchased: () => promocodeMemory.forgetChecked(),
})
