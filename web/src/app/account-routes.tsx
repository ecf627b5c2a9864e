import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { activationPaths, fastBuyOf, partnerNames } from '#domain/entry-pages.ts'
import { PaymentGatewayPage } from '#pages/payment-gateway/payment-gateway-page.tsx'
import { ProfilePage } from '#pages/profile/profile-page.tsx'
import { AccountChrome } from './account-chrome.tsx'
import { PageBoundary } from '#layout/page-boundary.tsx'
import { PageSkeleton } from '#layout/page-skeleton.tsx'
import { createAccount } from './account.ts'
import { preloadModals } from './modals.tsx'
import { AccountProvider, useServices } from '#services/services.ts'
import { UnfinishedPurchase } from '#checkout/unfinished-purchase.tsx'

const PaymentMethodsPage = lazy(async () => ({
  default: (await import('#pages/payment-methods/payment-methods-page.tsx')).PaymentMethodsPage,
}))
const PaymentHistoryPage = lazy(async () => ({
  default: (await import('#pages/payment-history/payment-history-page.tsx')).PaymentHistoryPage,
}))
const ActivationPage = lazy(async () => ({
  default: (await import('#pages/activation/activation-page.tsx')).ActivationPage,
}))
const ManagePage = lazy(async () => ({ default: (await import('#pages/manage/manage-page.tsx')).ManagePage }))
const OffersPage = lazy(async () => ({ default: (await import('#pages/offers/offers-page.tsx')).OffersPage }))
const OfferPage = lazy(async () => ({ default: (await import('#pages/offers/offer-page.tsx')).OfferPage }))
const LoyaltyCardsPage = lazy(async () => ({
  default: (await import('#pages/loyalty-cards/loyalty-cards-page.tsx')).LoyaltyCardsPage,
}))
const ScorePage = lazy(async () => ({ default: (await import('#pages/score/score-page.tsx')).ScorePage }))
const OptionsPage = lazy(async () => ({ default: (await import('#pages/options/options-page.tsx')).OptionsPage }))
const OptionPage = lazy(async () => ({ default: (await import('#pages/options/option-page.tsx')).OptionPage }))
const OplataPage = lazy(async () => ({ default: (await import('#pages/oplata/oplata-page.tsx')).OplataPage }))
const SalePage = lazy(async () => ({ default: (await import('#pages/sale/sale-page.tsx')).SalePage }))
const PartnerPage = lazy(async () => ({ default: (await import('#pages/partner/partner-page.tsx')).PartnerPage }))
const FastBuyPage = lazy(async () => ({ default: (await import('#pages/fast-buy/fast-buy-page.tsx')).FastBuyPage }))

/** The fast purchase pages; the only ones of the account whose path says what is sold. */
function FastBuy(): ReactNode {
  const [path] = useLocation()
  const sells = fastBuyOf(path)
  return sells && <FastBuyPage sells={sells} />
}

/** Pages of a signed-in user, with what they work with. */
export function AccountRoutes(): ReactNode {
  const services = useServices()
  const [account] = useState(() => {
    preloadModals()
    return createAccount(services)
  })
  useEffect(() => account.watch(), [account])
  return (
    <QueryClientProvider client={account.queryClient}>
      <AccountProvider value={account}>
        <UnfinishedPurchase />
        <AccountChrome>
          <PageBoundary>
            <Suspense fallback={<PageSkeleton />}>
              <Switch>
                <Route path="/profile" component={ProfilePage} />
                <Route path="/payment_gateway" component={PaymentGatewayPage} />
                <Route path="/payment_methods" component={PaymentMethodsPage} />
                <Route path="/payment_history" component={PaymentHistoryPage} />
                <Route path="/oplata" component={OplataPage} />
                <Route path="/manage" component={ManagePage} />
                <Route path="/options" component={OptionsPage} />
                <Route path="/options/:name" component={OptionPage} />
                <Route path="/offers" component={OffersPage} />
                <Route path="/offers/:name" component={OfferPage} />
                <Route path="/loyalty_cards" component={LoyaltyCardsPage} />
                <Route path="/score" component={ScorePage} />
                <Route path="/sale/:shop" component={SalePage} />
                {partnerNames.map((name) => (
                  <Route key={name} path={`/${name}`}>
                    <PartnerPage name={name} />
                  </Route>
                ))}
                {activationPaths.map((path) => (
                  <Route key={path} path={path} component={ActivationPage} />
                ))}
                <Route component={FastBuy} />
              </Switch>
            </Suspense>
          </PageBoundary>
        </AccountChrome>
      </AccountProvider>
    </QueryClientProvider>
  )
}
