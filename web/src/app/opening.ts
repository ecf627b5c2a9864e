import { prefetchClientData } from './prefetch-client-data.ts'
import { routeAt } from './match-path.ts'
import { nextTask } from '#modals/next-task.ts'
import { interruptFlow } from '#flow/run-flow.ts'
import { createHost } from '#hosts/detect.ts'
import type { Host } from '#hosts/host.ts'
import { reloadRenewed } from '#session/renew-files.ts'
import { readSettings, type Settings } from '#config/settings.ts'
import { storedSettings } from '#cache/stored-settings.ts'
import { leaveOrder } from '#navigation/address.ts'
import { entryPath } from '#navigation/entry-path.ts'
import { identityOfChannel } from '#session/channel.ts'
import { hostIdentity } from '#session/host-identity.ts'
import { createSession, type Session, session as seen } from '#session/session.ts'
import { broadcastSession, type SessionChange, subscribeToTabs } from '#session/tabs.ts'

/** What the app needs before its first render. */
export interface Opening {
  settings: Settings
  host: Host
  session: Session
  /** On an account page: settles when the session is known and client data is prefetched. Undefined on other pages. */
  known: Promise<void> | undefined
}
let opening: Promise<Opening> | undefined

/**
 * Reads the settings, detects the host and creates the session, once per page. Runs before React has loaded, so that the look-up of the
 * session, or the end of a sign-in, overlaps with that load. Rejects when the settings cannot be read.
 */
export const openPage = (): Promise<Opening> => (opening ??= open())

async function open(): Promise<Opening> {
  const path = entryPath(window.location)
  if (path) window.history.replaceState(null, '', path)
  if (import.meta.env.DEV) {
    ;(await import('#dev/dev-host.ts')).installDevHost()
    ;(await import('#dev/report-shown.ts')).reportShown()
  }
  const settings = await readSettings().catch(readSettingsAgain)
  const host = createHost(window, settings.hosts)
  const session = sessionOf(host, settings)
  subscribeToTabs((change) => followTab(change, host, session))
  if (window.location.pathname === '/auth/callback') await completeSignIn(session)
  // The main page works without a session, so `start` looks it up later.
  else if (host.token || window.location.pathname !== '/') void session.start()
  const known = isOfAccount(window.location.pathname)
    ? session.start().then(() => readAheadAs(session, settings))
    : undefined
  return { settings, host, session, known: seen.state === 'offline' ? undefined : known }
}

/** Completes the sign-in: stores the token, removes the one-time code from the address. */
async function completeSignIn(session: Session): Promise<void> {
  const path = await session.completeSignIn().catch(() => '/error')
  window.history.replaceState(null, '', path)
}

/** Whether a path is a page of the account. */
export const isOfAccount = (path: string): boolean => routeAt(path)?.shows === 'account'
/** Whether a path is an entry page. */
export const isEntry = (path: string): boolean => routeAt(path)?.shows === 'entry'
async function readAheadAs(session: Session, { api }: Settings): Promise<void> {
  const { getToken, currentToken, refresh } = session
  if (currentToken()) await prefetchClientData({ baseUrl: api, auth: { getToken, refresh: () => refresh() } })
}

const AGAIN_AFTER_MS = 1000
/** Reads the settings again after a failure: from the server when online, otherwise those stored in the last visit. */
async function readSettingsAgain(): Promise<Settings> {
  if (navigator.onLine) await new Promise((done) => setTimeout(done, AGAIN_AFTER_MS))
  return navigator.onLine ? readSettings() : storedSettings.read()
}

function sessionOf(host: Host, { identity }: Settings): Session {
  const { token } = host
  if (!token) {
    const { origin, pathname } = window.location
    const load = async () => {
      const { createIdentity } = await import('#session/identity.ts').catch(async (error: unknown) => {
        await reloadRenewed()
        throw error
      })
      const client = createIdentity(identityOfChannel(identity, pathname), origin)
      await nextTask()
      return client
    }
    return createSession(load, { broadcast: broadcastSession, reload: reloadForAnother })
  }
  const page = { reload: () => window.location.reload(), close: () => host.close() }
  // No retries in a webview: after 5 s an error with a retry button is shown (C-HOST-10), and the partner's app updates the token (T7).
  const options = { retries: 0, minValidityMs: 0, reload: reloadForAnother }
  return createSession(async () => hostIdentity(token, page), options)
}

/** Reloads for another user, without the previous user's order in the address. */
function reloadForAnother(): void {
  leaveOrder()
  window.location.reload()
}

/** Follows another tab: reloads after a login, clears the session after a logout (C-AUTH-07, C-AUTH-08). */
function followTab(change: SessionChange, host: Host, session: Session): void {
  if (host.token) return
  if (change === 'login') return window.location.reload()
  interruptFlow()
  session.forget()
  window.history.pushState(null, '', '/')
}
