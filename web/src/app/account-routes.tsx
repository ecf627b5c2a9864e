import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { type PageChunk, type RouteRow, routes, type RoutesOf } from '#routes.ts'
import { PaymentGatewayPage } from '#pages/payment-gateway/payment-gateway-page.tsx'
import { ProfilePage } from '#pages/profile/profile-page.tsx'
import { AccountChrome } from './account-chrome.tsx'
import { AccountPage } from '#layout/account-page.tsx'
import { NoNetwork } from '#layout/no-network.tsx'
import { session } from '#session/session.ts'
import { PageBoundary } from '#layout/page-boundary.tsx'
import { PageTitleProvider } from '#layout/page-title.ts'
import { ContentSkeleton, PageSkeleton } from '#layout/page-skeleton.tsx'
import { createAccount } from './account.ts'
import { prefetchPage, prefetchPages } from './prefetch-pages.ts'
import { useFocusedHeading } from '#navigation/focus-heading.ts'
import { AccountProvider, useServices } from '#services/services.ts'
import { UnfinishedPurchase } from '#checkout/unfinished-purchase.tsx'

/** The page that the visit opens, which loads while the session is looked up. */
export const openedPage = import.meta.env.SSR ? undefined : prefetchPage(window.location.pathname)

/** Pages in the account's own chunk. */
const inAccount: Record<RoutesOf<'account'>, ComponentType> = {
  profile: ProfilePage,
  paymentGateway: PaymentGatewayPage,
}
function pageOf(chunk: PageChunk): ComponentType {
  const LazyPage = lazy(async () => ({ default: (await chunk.load()) as ComponentType<object> }))
  return function PageAt() {
    const [path] = useLocation()
    // `lazy` would show a fallback, even if the chunk has loaded, and React shows one for at least 0.3 s.
    const [Page] = useState(() => (chunk.loaded ?? LazyPage) as ComponentType<object>)
    const props = chunk.propsAt(path)
    return props && <Page {...props} />
  }
}
function RoutePage({ title, Page }: { title: string | null; Page: ComponentType }): ReactNode {
  return (
    <PageTitleProvider value={title}>
      <Suspense fallback={title ? <TitledSkeleton /> : <PageSkeleton />}>
        <FocusedPage Page={Page} />
      </Suspense>
    </PageTitleProvider>
  )
}
const TitledSkeleton = () => (
  <AccountPage>
    <ContentSkeleton />
  </AccountPage>
)
/** Inside of Suspense, so that the heading of a page that loads does not get the focus, which would go with it. */
function FocusedPage({ Page }: { Page: ComponentType }): ReactNode {
  useFocusedHeading()
  return <Page />
}
const pages = Object.entries<RouteRow>(routes).flatMap(([name, { path, title, page }]) => {
  if (page === 'app') return []
  const Page = page === 'account' ? inAccount[name as RoutesOf<'account'>] : pageOf(page)
  return [path].flat().map((pattern) => ({ pattern, title, Page }))
})

/** The pages of a signed-in user, with their services. */
export function AccountRoutes(): ReactNode {
  const services = useServices()
  const [account] = useState(() => createAccount(services))
  const [isOffline] = useState(() => session.state === 'offline')
  useEffect(() => account.watch(), [account])
  useEffect(() => prefetchPages(document), [])
  return (
    <QueryClientProvider client={account.queryClient}>
      <AccountProvider value={account}>
        {!isOffline && <UnfinishedPurchase />}
        <AccountChrome>
          <NoNetwork />
          <PageBoundary>
            <Switch>
              {pages.map(({ pattern, title, Page }) => (
                <Route key={pattern} path={pattern}>
                  <RoutePage title={title} Page={Page} />
                </Route>
              ))}
            </Switch>
          </PageBoundary>
        </AccountChrome>
      </AccountProvider>
    </QueryClientProvider>
  )
}
