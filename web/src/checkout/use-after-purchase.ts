import { useLocation } from 'wouter'
import type { AfterPurchase } from '#features/purchase/flow/purchase-flow.ts'
import { activationOf, isBundle, optionOf, type Wanted } from '#flow/purchase-intent.ts'
import { boughtAddress, buyAgainAddress, partnerAddress } from '#navigation/address.ts'
import { refreshPaid } from '#cache/refresh-paid.ts'
import { useMessageActions } from '#services/message-actions.ts'
import { useAccount } from '#services/services.ts'
import { promocodeMemory } from '#cache/promocode-memory.ts'
import { currentVisit } from '#analytics/visit.ts'
import { sayConnected } from './say-connected.ts'

/** The effects of a purchase, which are the same on all pages. */
export function useAfterPurchase() {
  const { api, queryClient } = useAccount()
  const [, navigate] = useLocation()
  const actions = useMessageActions()
  const refresh = () => void refreshPaid(queryClient)
  return {
    ...actions,
    visit: currentVisit(),
    refresh,
    checkAgain({ option }) {
      refresh()
      void sayConnected(queryClient, api, option).catch(() => undefined)
    },
    toRetry: () => actions.account({}),
    toOplata: () => navigate('/oplata', { transition: true }),
  } satisfies AfterPurchase
}

/** The effects of a purchase that is resumed without the flow that started it, so that its promocode is forgotten here. */
export const useAfterLeftPurchase = () => ({
  ...useAfterPurchase(),
  onPurchased: () => promocodeMemory.forgetChecked(),
})

/** Address where a purchase can be repeated. */
export function againAddress(what: Wanted): string {
  if (isBundle(what)) return buyAgainAddress
  const partner = activationOf(what)
  return partner === null ? boughtAddress(optionOf(what)) : partnerAddress(partner)
}
