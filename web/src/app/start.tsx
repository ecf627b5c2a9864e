import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { watchModals } from '#modals/modal-stack.ts'
import { suppressGhostClicks } from '#modals/ghost-clicks.ts'
import { session as seen } from '#session/session.ts'
import { App, loadAccount, loadEntry } from './app.tsx'
import { BrokenStart } from './broken-start.tsx'
import { closeByBack } from '#navigation/close-by-back.ts'
import { persistUnsentEvents, trackEvent } from '#analytics/events.ts'
import { collectReports } from '#analytics/reports.ts'
import { onBfcacheRestore, reloadAfterSignOut } from '#navigation/bfcache.ts'
import { forgetAtSignOut } from '#cache/forget-user.ts'
import { rememberScroll } from '#navigation/scroll-memory.ts'
import { saysNoNetwork } from '#services/needs-network.ts'
import type { Services } from '#services/services.ts'
import { isSignOutUnreported } from '#session/signed-out.ts'
import { nextTask } from '#modals/next-task.ts'
import { isEntry, isOfAccount, type Opening, openPage } from './opening.ts'
import type { Settings } from '#config/settings.ts'
import { applySwitches } from '#config/switches.ts'
import { keepSignIn, takeSignIn } from '#session/sign-in-after.ts'
import { moveUtmCookies } from '#analytics/utm.ts'
import { trackPages } from '#analytics/view-time.ts'
import { currentUtm, readVisit, withVisit } from '#analytics/visit.ts'
import { later, loadVisitWidgets } from '#analytics/widgets.ts'

/** Starts the app with what the page has been opened with. */
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
    closeByBack(window)
    suppressGhostClicks(window)
    rememberScroll(window)
    reloadAfterSignOut(window)
    await nextTask()
    // One that does not come is reported where it is drawn.
    if (isOfAccount(window.location.pathname)) await loadAccount().catch(() => undefined)
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
    if (import.meta.env.PROD && !services.host.token) whenIdle(startWorker)
    void (settings.maintenance ? Promise.resolve() : whenShownLater()).then(followServer)
    if (isSignOutUnreported())
      import('#services/show-message.ts').then(({ showSignedOut }) => showSignedOut(services)).catch(() => undefined)
    if (import.meta.env.DEV) (await import('#dev/dev-button.tsx')).mountDevButton(services.session)
    const signInTo = takeSignIn(window.location.pathname)
    if (signInTo) {
      services.signIn(signInTo, true)
      // After a return from the sign-in page no session has been looked for.
      onBfcacheRestore(() => window.location.reload())
    } else whenIdle(() => void services.session.start())
  } catch (error) {
    createRoot(element).render(<BrokenStart error={error} />)
  }
}

/**
 * Whether the page holds what a visitor of the website first sees here: the main page, or a public one in the words of these settings. For all
 * others it is rendered from scratch. An address that has become another (`/webview/profile`) was served the shell of any other page.
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
    if (!host.token && saysNoNetwork()) return
    trackEvent({ type: 'session', what: 'sign_out' })
    void leaveWith(session.signOut())
  }
  return {
    settings,
    session,
    host,
    signIn(returnTo, again) {
      if (saysNoNetwork()) return
      trackEvent({ type: 'session', what: 'sign_in' })
      void leaveWith(session.signIn(withVisit(returnTo), again))
    },
    signInAgain: host.token
      ? null
      : (returnTo) => {
          if (saysNoNetwork()) return
          keepSignIn(withVisit(returnTo))
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
  whenIdle(() => {
    import('#analytics/event-sender.ts').then(({ sendEvents }) => sendEvents(services, utm)).catch(() => undefined)
  })
}

/** Collects reports at once, and measures and sends last of all. */
function startReports({ reports }: Settings): void {
  if (!reports) return
  collectReports()
  later(() => {
    import('./follow-reports.ts').then(({ followReports }) => followReports(reports)).catch(() => undefined)
  })
}

const FIRST_LOOK_MS = 60_000
/** When the page has been there for a while, or is looked at again: by then the server may have another release or other switches. */
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

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 500)
}
