import { type ComponentType, Fragment, lazy, type ReactNode, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSnapshot } from 'valtio'
import { Redirect, Route, Router, Switch, useLocation } from 'wouter'
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
import { routeFacts, type Shows } from './route-facts.ts'
import { RouteTone } from './route-tone.tsx'
import { type Services, ServicesProvider } from '#services/services.ts'
import { StripPlace } from '#layout/strip-place.tsx'
import { aroundNav } from './view-transition.ts'
import { useHydrated } from '#layout/use-hydrated.ts'

let accountRoutes: ComponentType | undefined
/** Loads the account and its page. When called before the first render, no Suspense fallback is shown, which React would show for at least 0.3 s. */
export async function loadAccount(): Promise<ComponentType> {
  const { AccountRoutes, openedPage } = await import('./account-routes.tsx')
  await openedPage
  return (accountRoutes ??= AccountRoutes)
}
const LazyAccountRoutes = lazy(async () => ({ default: await loadAccount() }))
const WebviewGate = lazy(async () => ({ default: (await import('./webview-gate.tsx')).WebviewGate }))
/** The chunk is named after its file, which therefore has no "ad" in its name that blockers would match. If it is blocked all the same, nothing is shown. */
const AdBanner = lazy(() =>
  import('#layout/top-strip.tsx').then(
    ({ AdBanner: drawn }) => ({ default: drawn }),
    () => ({ default: () => null }),
  ),
)
let entryRoutes: ComponentType | undefined
/** Loads the entry pages' chunk, before the first render and before prerendering. */
export const loadEntry = async (): Promise<ComponentType> =>
  (entryRoutes ??= (await import('./entry-routes.tsx')).EntryRoutes)
const LazyEntryRoutes = lazy(async () => ({ default: await loadEntry() }))
const ErrorPage = lazy(async () => ({ default: (await import('#pages/error/error-page.tsx')).ErrorPage }))
const NotFoundPage = lazy(async () => ({ default: (await import('#pages/not-found/not-found-page.tsx')).NotFoundPage }))

export function App({ services }: { services: Services }): ReactNode {
  const isHydrated = useHydrated()
  const Gate = services.host.token ? WebviewGate : Fragment
  const [here] = useLocation()
  // A prerendered page has no space reserved above its content, so the advertisement is below it.
  const [builtPath] = useState(isHydrated ? null : here)
  const strip = isHydrated && services.settings.widgets.banner && (
    <Boundary onCrash={noteSection} renderBroken={nothing}>
      <Suspense fallback={<StripPlace />}>
        <AdBanner />
      </Suspense>
    </Boundary>
  )
  return (
    <ServicesProvider value={services}>
      <Router aroundNav={aroundNav}>
        <RouteTone>
          <ErrorBoundary>
            <Suspense fallback={<PageSkeleton />}>
              <Gate>
                <a
                  href="#main"
                  className="absolute top-2 left-2 z-20 -translate-y-20 rounded-m bg-brand px-4 py-2.5 text-paper focus:translate-y-0 forced-colors:border"
                >
                  К содержанию
                </a>
                {here !== builtPath && strip}
                <Switch>
                  {routeFacts.flatMap(({ paths, shows }) =>
                    // One key for all account pages, so that navigation does not remount the account with its cache.
                    paths.map((path) => (
                      <Route key={shows === 'account' ? 'account' : path} path={path} component={shown[shows]} />
                    )),
                  )}
                </Switch>
                {here === builtPath && strip}
              </Gate>
            </Suspense>
            <Modals />
          </ErrorBoundary>
        </RouteTone>
      </Router>
      <Snackbars />
    </ServicesProvider>
  )
}

const noteSection = (error: unknown) => reportCrash(error, 'section')
const nothing = () => null

/** The main page for visitors; redirects a signed-in user to the account with the raw query (C-ROUTE-02, C-ROUTE-03). */
function Main(): ReactNode {
  const { state } = useSnapshot(session)
  return state === 'signedIn' ? <Redirect to={`/profile${window.location.search}`} replace /> : <LandingPage />
}

function Account(): ReactNode {
  const [Routes] = useState<ComponentType>(() => accountRoutes ?? LazyAccountRoutes)
  return (
    <RequireLogin>
      <Routes />
    </RequireLogin>
  )
}

function Entry(): ReactNode {
  const [Routes] = useState<ComponentType>(() => entryRoutes ?? LazyEntryRoutes)
  return <Routes />
}

/** The component of each route. */
const shown: Record<Shows, ComponentType> = {
  account: Account,
  entry: Entry,
  landing: Main,
  lk: () => <RedirectTo to="/profile" />,
  oldOffer: OldOffer,
  support: Support,
  error: ErrorPage,
  notFound: NotFoundPage,
}

/** In a portal, because a modal makes the page inert. */
function Snackbars(): ReactNode {
  const { items } = useSnapshot(snackbars)
  if (!useHydrated()) return null
  return createPortal(
    <SnackbarList items={items} label="Уведомления" dismissLabel="Закрыть" onDismiss={hideSnackbar} />,
    document.body,
  )
}
