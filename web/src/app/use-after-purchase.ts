import { useLocation } from 'wouter'
import type { AfterPurchase } from '#features/purchase/buying.ts'
import { partnerAddress } from './address.ts'
import { refreshPaid } from './refresh-paid.ts'
import { useAccount, useServices } from './services.ts'
import { forgetPurchase, lastPurchase } from './last-purchase.ts'
import { promocodeMemory } from './promocode-memory.ts'
import { useSupport } from './support.ts'
import { currentVisit } from './visit.ts'

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
  const visit = currentVisit()
  // Who is there already goes nowhere: the way back stays as short as it was.
  const toAccount = () => navigate('/profile', { replace: window.location.pathname === '/profile' })
  return {
    visit,
    refresh: () => void refreshPaid(queryClient),
    forget: forgetPurchase,
    toAccount,
    toRetry: toAccount,
    toOplata: () => navigate('/oplata'),
    toSupport: useSupport(),
    toFridge,
    toPromo: () => visit.promo && visit.promo !== 'trial' && host.openOutside(settings.promo[visit.promo].gift),
  }
}

/** The same for a purchase that is gone on with on another page than it began on: what it was is known from what was remembered. */
export function useAfterLeftPurchase(): AfterPurchase {
  const after = useAfterPurchase()
  const [, navigate] = useLocation()
  const bought = lastPurchase()
  const action = bought?.action ?? null
  const partner = bought?.partner
  return {
    ...after,
    ...(partner && { toPartner: () => navigate(partnerAddress(partner)) }),
    // A gift belongs to what was bought for it.
    visit: { ...after.visit, promo: action, ...(partner && { partner }) },
    onPurchased: () => promocodeMemory.forgetChecked(),
  }
}
