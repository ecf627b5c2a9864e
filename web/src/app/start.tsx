import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { interruptFlow } from '#flow/run-flow.ts'
import { watchModals } from '#modals/modal-stack.ts'
import { suppressGhostClicks } from '#modals/ghost-clicks.ts'
import { createHost } from '#hosts/detect.ts'
import { hostIdentity } from '#session/host-identity.ts'
import { createSession, session as seen, type Session } from '#session/session.ts'
import type { Host } from '#hosts/host.ts'
import { leaveOrder } from '#navigation/address.ts'
import { App } from './app.tsx'
import { BrokenStart } from './broken-start.tsx'
import { identityOfChannel } from '#session/channel.ts'
import { closeByBack } from '#navigation/close-by-back.ts'
import { entryPath } from '#navigation/entry-path.ts'
import { persistUnsentEvents, trackEvent } from '#analytics/events.ts'
import { collectReports } from '#analytics/reports.ts'
import { onBfcacheRestore, reloadAfterSignOut } from '#navigation/bfcache.ts'
import { forgetAtSignOut } from '#cache/forget-user.ts'
import { storedSettings } from '#cache/stored-settings.ts'
import { subscribeToTabs, type SessionChange, broadcastSession } from '#session/tabs.ts'
import { rememberScroll } from '#navigation/scroll-memory.ts'
import type { Services } from '#services/services.ts'
import { isSignOutUnreported } from '#session/signed-out.ts'
import { nextTask } from './next-task.ts'
import { readSettings, type Settings } from '#config/settings.ts'
import { applySwitches } from '#config/switches.ts'
import { keepSignIn, takeSignIn } from '#session/sign-in-after.ts'
import { moveUtmCookies } from '#analytics/utm.ts'
import { trackPages } from '#analytics/view-time.ts'
import { currentUtm, readVisit, withVisit } from '#analytics/visit.ts'
import { later, loadVisitWidgets } from '#analytics/widgets.ts'

/** Starts the app: settings, host, session, and the end of a sign-in if this is where it comes back to. */
export async function start(): Promise<void> {
  const element = document.getElementById('root')
  if (!element) throw new Error('index.html has no #root')
  try {
    const path = entryPath(window.location)
    if (path) window.history.replaceState(null, '', path)
    if (import.meta.env.DEV) {
      ;(await import('#dev/dev-host.ts')).installDevHost()
      ;(await import('#dev/report-shown.ts')).reportShown()
    }
    moveUtmCookies(document, window)
    readVisit(window.location.search)
    const settings = await readSettings().catch(settingsOffline)
    applySwitches(settings)
    startReports(settings)
    const services = createServices(settings)
    closeByBack(window)
    suppressGhostClicks(window)
    rememberScroll(window)
    reloadAfterSignOut(window)
    subscribeToTabs((change) => followTab(change, services))
    if (window.location.pathname === '/auth/callback') await completeSignIn(services)
    await nextTask()
    const app = (
      <StrictMode>
        <App services={services} />
      </StrictMode>
    )
    if (isPrerendered(element, services)) hydrateRoot(element, app)
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
    } else if (services.host.token) void services.session.start()
    else whenUsable(() => void services.session.start())
  } catch (error) {
    createRoot(element).render(<BrokenStart error={error} />)
  }
}

/**
 * Whether the page holds the main page as a visitor of the website first sees it; for all others it is rendered from scratch. An address that
 * has become `/` (`/webview/profile`) was served the shell of any other page.
 */
const isPrerendered = ({ dataset }: HTMLElement, { host }: Services): boolean =>
  dataset['page'] === 'main' && window.location.pathname === '/' && !host.token && seen.state === 'checking'

function createServices(settings: Settings): Services {
  const host = createHost(window, settings.hosts)
  const session = sessionOf(host, settings)
  const leaveWith = (work: Promise<void>) => work.catch(() => window.location.assign('/error'))
  function signOut(): void {
    trackEvent({ type: 'session', what: 'sign_out' })
    void leaveWith(session.signOut())
  }
  return {
    settings,
    session,
    host,
    signIn(returnTo, again) {
      trackEvent({ type: 'session', what: 'sign_in' })
      void leaveWith(session.signIn(withVisit(returnTo), again))
    },
    signInAgain: host.token
      ? null
      : (returnTo) => {
          keepSignIn(withVisit(returnTo))
          signOut()
        },
    signOut,
  }
}

/** Without a network those of the last visit; what is wrong with the server's own is told. */
function settingsOffline(error: unknown): Settings {
  if (navigator.onLine) throw error
  return storedSettings.read()
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

function sessionOf(host: Host, { identity }: Settings): Session {
  const { token } = host
  const { pathname } = window.location
  if (!token) {
    const { origin } = window.location
    const load = async () => {
      const { createIdentity } = await import('#session/identity.ts')
      const client = createIdentity(identityOfChannel(identity, pathname), origin)
      await nextTask()
      return client
    }
    return createSession(load, { broadcast: broadcastSession, reload: reloadForAnother })
  }
  const page = { reload: () => window.location.reload(), close: () => host.close() }
  // A webview is not asked again by itself: after 5 s the error has the button (C-HOST-10); its token is the app's to update (T7).
  const options = { retries: 0, minValidityMs: 0, reload: reloadForAnother }
  return createSession(async () => hostIdentity(token, page), options)
}

/** The page of another user: the order in the address is not theirs. */
function reloadForAnother(): void {
  leaveOrder()
  window.location.reload()
}

/** Follows another tab: reloads after a login, clears the session after a logout (C-AUTH-07, C-AUTH-08). */
function followTab(change: SessionChange, { session, host }: Services): void {
  if (host.token) return
  if (change === 'login') return window.location.reload()
  interruptFlow()
  session.forget()
  window.history.pushState(null, '', '/')
}

/** Completes the sign-in: stores the token, removes the one-time code from the address. */
async function completeSignIn({ session }: Services): Promise<void> {
  const goTo = (path: string) => window.history.replaceState(null, '', path)
  goTo(await session.completeSignIn().catch(() => '/error'))
  readVisit(window.location.search)
}

/** The landing page is interactive before the session is looked for. */
const whenUsable = (work: () => void): void => (window.location.pathname === '/' ? whenIdle(work) : work())

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 500)
}
