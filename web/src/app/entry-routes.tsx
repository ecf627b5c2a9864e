import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { fastBuyOf, isPartnerName, partnerPages } from '#domain/entry-pages.ts'
import { FastBuyOffer } from '#pages/fast-buy/fast-buy-offer.tsx'
import { NotFoundPage } from '#pages/not-found/not-found-page.tsx'
import { PartnerOffer } from '#pages/partner/partner-offer.tsx'
import { SaleOffer } from '#pages/sale/sale-offer.tsx'
import { session } from '#session/session.ts'
import { AccountRoutes } from './account-routes.tsx'
import { useFocusedHeading } from '#navigation/focus-heading.ts'
import { RequireLogin } from './require-login.tsx'
import { useServices } from '#services/services.ts'
import { useSignInToBuy } from '#checkout/use-sign-in-to-buy.ts'

/**
 * Entry pages: a visitor sees them too and signs in to go on, back to the same path and query (OP-63); some ask for a
 * login at once (OP-28). A signed-in user gets them within the account.
 */
export function EntryRoutes(): ReactNode {
  const { state } = useSnapshot(session)
  const { signIn, settings } = useServices()
  const [path] = useLocation()
  const signInToBuy = useSignInToBuy()
  useFocusedHeading()
  const here = () => window.location.pathname + window.location.search
  const signInHere = () => signIn(here())
  const buy = () => void signInToBuy(here())

  const name = path.slice(1)
  const partner = isPartnerName(name) ? name : null
  const sells = fastBuyOf(path)
  const shop = /^\/sale\/([^/]+)$/.exec(path)?.[1] ?? ''
  const sale = Object.hasOwn(settings.sales, shop) ? settings.sales[shop] : undefined
  if (!partner && !sells && !sale) return <NotFoundPage />

  if (state === 'signedIn' || state === 'lost') return <AccountRoutes />
  if (partner && partnerPages[partner].loginOnLoad)
    return (
      <RequireLogin>
        <AccountRoutes />
      </RequireLogin>
    )
  if (partner) return <PartnerOffer name={partner} onActivate={signInHere} />
  if (sells) return <FastBuyOffer sells={sells} onBuy={buy} />
  return sale ? <SaleOffer sale={sale} onBuy={buy} /> : null
}
