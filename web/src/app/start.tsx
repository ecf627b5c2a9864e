import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { watchModals } from '#modals/modal-stack.ts'
import { suppressGhostClicks } from '#modals/ghost-clicks.ts'
import { session as seen } from '#session/session.ts'
import { watchLoading } from '#layout/chunk-not-loaded.tsx'
import { App, loadAccount, loadEntry } from './app.tsx'
import { BrokenStart } from './broken-start.tsx'
import { closeByBack } from '#navigation/close-by-back.ts'
import { persistUnsentEvents, trackEvent } from '#analytics/events.ts'
import { collectReports } from '#analytics/reports.ts'
import { onBfcacheRestore, reloadAfterSignOut } from '#navigation/bfcache.ts'
import { forgetAtSignOut } from '#cache/forget-user.ts'
import { rememberScroll } from '#navigation/scroll-memory.ts'
import { notifyIfOffline } from '#services/needs-network.ts'
import type { Services } from '#services/services.ts'
import { isSignOutUnreported } from '#session/signed-out.ts'
import { nextTask } from '#modals/next-task.ts'
import { isEntry, isOfAccount, type Opening, openPage } from './opening.ts'
import type { Settings } from '#config/settings.ts'
import { applySwitches } from '#config/switches.ts'
import { storeSignInPath, takeSignInPath } from '#session/sign-in-after.ts'
import { moveUtmCookies } from '#analytics/utm.ts'
import { trackPages } from '#analytics/view-time.ts'
import { currentUtm, readVisit, withVisit } from '#analytics/visit.ts'
import { deferUntilIdle, loadVisitWidgets } from '#analytics/widgets.ts'

/** How long the first render waits for the session and client data, while the page's static frame is visible. */
const FIRST_RENDER_WAIT_MS = 1500
/** The latest start of what comes right after the first page. */
const SOON_MS = 2000

/** Starts the app. Resolves after the first render was started; on an error renders `BrokenStart` instead. */
export async function start(): Promise<void> {
  const element = document.getElementById('root')
  if (!element) throw new Error('index.html has no #root')
  try {
    moveUtmCookies(document, window)
    const opening = await openPage()
    const { settings } = opening
    readVisit(window.location.search)
    applySwitches(settings)
    startReports(settings)
    const services = createServices(opening)
    // Before the first render, because a chunk may fail to load before it.
    watchLoading()
    closeByBack(window)
    suppressGhostClicks(window)
    rememberScroll(window)
    reloadAfterSignOut(window)
    await nextTask()
    // A chunk that fails to load is reported by the page that needs it.
    if (isOfAccount(window.location.pathname)) await loadAccount().catch(() => undefined)
    // Rendering before the data arrives would block a slow phone twice.
    if (opening.known)
      await Promise.race([opening.known, new Promise((done) => setTimeout(done, FIRST_RENDER_WAIT_MS))])
    const hasEntry = isEntry(window.location.pathname) && (await loadEntry().catch(() => null)) !== null
    const app = (
      <StrictMode>
        <App services={services} />
      </StrictMode>
    )
    if (isPrerendered(element, services, hasEntry)) hydrateRoot(element, app)
    else startTransition(() => createRoot(element).render(app))
    loadVisitWidgets(services)
    forgetAtSignOut()
    startAnalytics(services)
    if (import.meta.env.PROD && !services.host.token) deferUntilIdle(startWorker, SOON_MS)
    void (settings.maintenance ? Promise.resolve() : whenShownLater()).then(followServer)
    if (isSignOutUnreported())
      import('#services/show-message.ts').then(({ showSignedOut }) => showSignedOut(services)).catch(() => undefined)
    if (import.meta.env.DEV) (await import('#dev/dev-button.tsx')).mountDevButton(services.session)
    const signInTo = takeSignInPath(window.location.pathname)
    if (signInTo) {
      services.signIn(signInTo, true)
      // On a return from the sign-in page by the back button, no session has been looked up yet.
      onBfcacheRestore(() => window.location.reload())
    } else deferUntilIdle(() => void services.session.start(), SOON_MS)
  } catch (error) {
    createRoot(element).render(<BrokenStart error={error} />)
  }
}

/**
 * Whether the page contains the prerendered HTML that hydration expects: of the main page, or of a public page with the texts of these settings. Any
 * other page is rendered from scratch. An address that was rewritten (`/webview/profile`) was served the shell.
 */
function isPrerendered(
  { dataset, textContent }: HTMLElement,
  { host, settings }: Services,
  hasEntry: boolean,
): boolean {
  const { pathname } = window.location
  if (host.token || dataset['page'] !== pathname) return false
  if (pathname === '/') return seen.state === 'checking'
  const sale = settings.sales[pathname.slice('/sale/'.length)]
  const hasWords =
    !pathname.startsWith('/sale/') || [sale?.title, sale?.text].every((words) => words && textContent.includes(words))
  return hasEntry && hasWords && (seen.state === 'checking' || seen.state === 'signedOut')
}

function createServices({ settings, host, session }: Opening): Services {
  const leaveWith = (work: Promise<void>) => work.catch(() => window.location.assign('/error'))
  function signOut(): void {
    // A partner's page closes; a website's session ends at the provider, which nothing reaches.
    if (!host.token && notifyIfOffline()) return
    trackEvent({ type: 'session', what: 'sign_out' })
    void leaveWith(session.signOut())
  }
  return {
    settings,
    session,
    host,
    signIn(returnTo, again) {
      if (notifyIfOffline()) return
      trackEvent({ type: 'session', what: 'sign_in' })
      void leaveWith(session.signIn(withVisit(returnTo), again))
    },
    signInAgain: host.token
      ? null
      : (returnTo) => {
          if (notifyIfOffline()) return
          storeSignInPath(withVisit(returnTo))
          signOut()
        },
    signOut,
  }
}

/** Starts analytics when idle; never blocks the app. */
function startAnalytics(services: Services): void {
  const utm = currentUtm()
  persistUnsentEvents()
  watchModals((modal, what, message) => trackEvent({ type: 'modal', modal, message, what }))
  trackPages()
  deferUntilIdle(() => {
    import('#analytics/event-sender.ts').then(({ sendEvents }) => sendEvents(services, utm)).catch(() => undefined)
  }, SOON_MS)
}

/** Collects reports at once, and measures and sends last of all. */
function startReports({ reports }: Settings): void {
  if (!reports) return
  collectReports()
  deferUntilIdle(() => {
    import('./follow-reports.ts').then(({ followReports }) => followReports(reports)).catch(() => undefined)
  })
}

const FIRST_LOOK_MS = 60_000
/** Resolves after a minute, or when the tab becomes visible again: by then the server may have another release or other switches. */
const whenShownLater = () =>
  new Promise<unknown>((done) => {
    setTimeout(done, FIRST_LOOK_MS)
    document.addEventListener('visibilitychange', done, { once: true })
  })
const followServer = () =>
  import('./server-news.tsx').then(({ showServerNews }) => showServerNews()).catch(() => undefined)
const startWorker = () =>
  void import('./service-worker.ts').then(
    ({ followWorkerSwitch }) => followWorkerSwitch(navigator.serviceWorker as ServiceWorkerContainer | undefined),
    () => undefined,
  )
