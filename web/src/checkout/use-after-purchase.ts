import { useLocation } from 'wouter'
import type { AfterPurchase } from '#features/purchase/flow/purchase-flow.ts'
import { boughtAddress, partnerAddress } from '#navigation/address.ts'
import { refreshPaid } from '#cache/refresh-paid.ts'
import { useAccount, useServices } from '#services/services.ts'
import { promocodeMemory } from '#cache/promocode-memory.ts'
import { useSupport } from '#services/support.ts'
import { currentVisit } from '#analytics/visit.ts'

/** Back to the group's fridge: its page, or what lies behind a webview (C-LAYOUT-09, C-LAYOUT-10). */
export function useFridge(): () => void {
  const { host, settings } = useServices()
  return () => (host.name === 'web' ? window.location.assign(settings.fridge) : host.close())
}

/** What a purchase leads to, from whichever page it is started. */
export function useAfterPurchase(): AfterPurchase {
  const { queryClient } = useAccount()
  const { host, settings } = useServices()
  const [, navigate] = useLocation()
  const toFridge = useFridge()
  // Who is there already goes nowhere: the way back stays as short as it was.
  function toAccount(option: string | null = null): void {
    const address = boughtAddress(option)
    navigate(address, { replace: window.location.pathname === address })
  }
  return {
    visit: currentVisit(),
    refresh: () => void refreshPaid(queryClient),
    toAccount,
    toRetry: toAccount,
    toOplata: () => navigate('/oplata'),
    toSupport: useSupport(),
    toFridge,
    toPromo: (promo) => promo && promo !== 'trial' && host.openOutside(settings.promo[promo].gift),
    toPartner: (partner) => partner && navigate(partnerAddress(partner)),
  }
}

/** The same for a purchase that is gone on with by itself: its promocode is used up once it is bought. */
export const useAfterLeftPurchase = (): AfterPurchase => ({
  ...useAfterPurchase(),
  onPurchased: () => promocodeMemory.forgetChecked(),
})
