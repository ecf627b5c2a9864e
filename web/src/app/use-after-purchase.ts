import { invalidate, staleAfter } from '@paket/sdk/react-query'
import { useLocation } from 'wouter'
import type { Bought } from '#features/purchase/bought.ts'
import type { AfterPurchase } from '#features/purchase/buying.ts'
import { partnerAddress } from './address.ts'
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
    refresh: () =>
      void invalidate(
        queryClient,
        ...staleAfter('createOrder'),
        ...staleAfter('payOrder'),
        ...staleAfter('registerBinding'),
      ),
    forget: forgetPurchase,
    toAccount,
    toRetry: toAccount,
    toSupport: useSupport(),
    toFridge,
    toPromo: () => visit.promo && visit.promo !== 'trial' && host.openOutside(settings.promo[visit.promo].gift),
  }
}

const nothingBought: Partial<Bought> = {}

/** The same for a purchase that is gone on with on another page than it began on: what it was is known from what was remembered. */
export function useAfterLeftPurchase(): AfterPurchase {
  const after = useAfterPurchase()
  const [, navigate] = useLocation()
  const { action = null, partner } = lastPurchase() ?? nothingBought
  return {
    ...after,
    ...(partner && { toPartner: () => navigate(partnerAddress(partner)) }),
    // A gift belongs to what was bought for it.
    visit: { ...after.visit, promo: action, ...(partner && { partner }) },
    onPurchased: () => promocodeMemory.forgetChecked(),
  }
}
