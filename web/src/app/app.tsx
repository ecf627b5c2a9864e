import { Fragment, lazy, type ReactNode, Suspense } from 'react'
import { createPortal } from 'react-dom'
import { useSnapshot } from 'valtio'
import { Redirect, Route, Switch } from 'wouter'
import { activationPaths, fastBuyPaths, partnerNames } from '#domain/entry-pages.ts'
import { hideSnackbar, snackbars } from '#modals/snackbars.ts'
import { LandingPage } from '#pages/landing/landing-page.tsx'
import { session } from '#session/session.ts'
import { Boundary } from '#ui/boundary.tsx'
import { SnackbarList } from '#ui/snackbar-list.tsx'
import { reportCrash } from '#cache/crash.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Modals } from './modals.tsx'
import { PageSkeleton } from '#layout/page-skeleton.tsx'
import { OldOffer, RedirectTo, Support } from './redirects.tsx'
import { RequireLogin } from './require-login.tsx'
import { type Services, ServicesProvider } from '#services/services.ts'
import { useHydrated } from '#layout/use-hydrated.ts'

const AccountRoutes = lazy(async () => ({ default: (await import('./account-routes.tsx')).AccountRoutes }))
const WebviewGate = lazy(async () => ({ default: (await import('./webview-gate.tsx')).WebviewGate }))
/** Its chunk has the name of its file, where a blocker would find an ad in it; one that is refused all the same draws nothing. */
const AdBanner = lazy(() =>
  import('#layout/top-strip.tsx').then(
    ({ AdBanner: drawn }) => ({ default: drawn }),
    () => ({ default: () => null }),
  ),
)
const EntryRoutes = lazy(async () => ({ default: (await import('./entry-routes.tsx')).EntryRoutes }))
const ErrorPage = lazy(async () => ({ default: (await import('#pages/error/error-page.tsx')).ErrorPage }))
const NotFoundPage = lazy(async () => ({ default: (await import('#pages/not-found/not-found-page.tsx')).NotFoundPage }))

/** Pages of a signed-in user; a visitor is sent to sign in (C-GUARD-01). */
const accountPaths = [
  '/profile',
  '/payment_gateway',
  '/payment_methods',
  '/payment_history',
  '/manage',
  '/offers',
  '/offers/:name',
  '/loyalty_cards',
  '/score',
  '/oplata',
  '/options',
  '/options/:name',
  ...activationPaths,
]
const entryPaths = [...partnerNames.map((name) => `/${name}`), ...fastBuyPaths, '/fastbuy/:partner', '/sale/:shop']

export function App({ services }: { services: Services }): ReactNode {
  const isHydrated = useHydrated()
  const Gate = services.host.token ? WebviewGate : Fragment
  return (
    <ServicesProvider value={services}>
      <ErrorBoundary>
        <Suspense fallback={<PageSkeleton />}>
          <Gate>
            {isHydrated && services.settings.widgets.banner && (
              <Boundary onCrash={noteSection} renderBroken={nothing}>
                <Suspense fallback={null}>
                  <AdBanner />
                </Suspense>
              </Boundary>
            )}
            <Switch>
              <Route path="/" component={Main} />
              {/* One key: the account, its cache among it, outlives a change of the page. */}
              {accountPaths.map((path) => (
                <Route key="account" path={path} component={Account} />
              ))}
              {entryPaths.map((path) => (
                <Route key={path} path={path} component={EntryRoutes} />
              ))}
              <Route path="/lk">
                <RedirectTo to="/profile" />
              </Route>
              <Route path="/offer/:name" component={OldOffer} />
              <Route path="/support" component={Support} />
              <Route path="/error" component={ErrorPage} />
              <Route component={NotFoundPage} />
            </Switch>
          </Gate>
        </Suspense>
        <Modals />
      </ErrorBoundary>
      <Snackbars />
    </ServicesProvider>
  )
}

const noteSection = (error: unknown) => reportCrash(error, 'section')
const nothing = () => null

/** The main page is for visitors; a signed-in user goes to the account, with the query as it is, undecoded (C-ROUTE-02, C-ROUTE-03). */
function Main(): ReactNode {
  const { state } = useSnapshot(session)
  return state === 'signedIn' ? <Redirect to={`/profile${window.location.search}`} replace /> : <LandingPage />
}

const Account = (): ReactNode => (
  <RequireLogin>
    <AccountRoutes />
  </RequireLogin>
)

/** Outside of the page, which nobody hears or presses while a modal is open. */
function Snackbars(): ReactNode {
  const { items } = useSnapshot(snackbars)
  if (!useHydrated()) return null
  return createPortal(
    <SnackbarList items={items} label="Уведомления" dismissLabel="Закрыть" onDismiss={hideSnackbar} />,
    document.body,
  )
}
