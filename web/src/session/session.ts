import { type Token, tokenClaims, tokenLifetimeMs } from '@paket/sdk'
import { proxy } from 'valtio/vanilla'
import type { SessionChange } from './tabs.ts'

/**
 * What pages may know of the session. The token is not among it. `lost`: the provider gives no token any more; the page
 * stays as it is under the modal that says so. `offline`: the device has no network, so no one knows; it is looked for again when it has one. `leaving`: on the way to the provider's sign-out, or to another user's page.
 */
export const session = proxy<{ state: 'checking' | 'offline' | 'signedOut' | 'signedIn' | 'lost' | 'leaving' }>({
  state: 'checking',
})

/** The identity provider's client, as far as the session uses it. */
export interface Identity {
  /** Goes to the sign-in page, `again` even with a session there; comes back to `returnTo`, a path with its query. */
  signIn(returnTo: string, again: boolean): Promise<void>
  /** Ends the sign-in at the callback page: the token, and where the user was going. */
  completeSignIn(): Promise<{ token: Token; returnTo: string }>
  /** A token of the existing single sign-on session or refresh token; null when there is none. */
  silentToken(): Promise<Token>
  /** Goes to the provider's sign-out and comes back to `/`. */
  signOut(): Promise<void>
  /** Drops its tokens and revokes the refresh token. */
  forget(): Promise<void>
}

const INIT_RETRIES = 5
const INIT_PAUSE_MS = 1000
/** The provider's update runs when less of the token remains (C-AUTH-12): calls do not wait for it, those of the last 10 s do. */
const MIN_VALIDITY_MS = 60_000

const untilOnline = () => new Promise((done) => window.addEventListener('online', done, { once: true }))
const userOf = (token: Token) => (token ? tokenClaims(token)?.x5id : undefined)
const isOver = () => session.state === 'signedOut' || session.state === 'leaving'

export interface SessionOptions {
  sleep?: (ms: number) => Promise<unknown>
  /** How often looking for a session is repeated when it fails. */
  retries?: number
  /** Broadcasts to the other tabs. */
  broadcast?: (change: SessionChange) => void
  /** 0 where a token is not updated ahead. */
  minValidityMs?: number
  reload?: () => void
}

/** Stores the token in memory and updates `session.state` with it. */
export function createSession(
  loadIdentity: () => Promise<Identity>,
  {
    sleep = (ms) => new Promise((done) => setTimeout(done, ms)),
    retries = INIT_RETRIES,
    broadcast = () => undefined,
    minValidityMs = MIN_VALIDITY_MS,
    reload = () => window.location.reload(),
  }: SessionOptions = {},
) {
  let token: Token = null
  /** The user of the last token; a token without a user belongs to the same one. */
  let user: string | undefined
  /**
   * When the token is to be updated, by the page's own clock: it counts from the token's receipt, independent of the device's clock. It may
   * stop while the device sleeps or the page is in the bfcache; a token that has expired meanwhile is refused by the server, and
   * the SDK refreshes it then.
   */
  let updateAt = Infinity
  /** Whether the token came too short to be updated later: it is updated at once; a second one in a row is left to its calls. */
  let cameShort = false
  let refreshing: Promise<Token> | undefined
  let starting: Promise<void> | undefined
  let loading: Promise<Identity> | undefined
  /** Incremented at every end of a session: results of requests that started before are dropped. */
  let epoch = 0

  /** One client for the whole session: it stores the refresh token. Loaded again after a failure. */
  function identity(): Promise<Identity> {
    loading ??= loadIdentity().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  function setToken(next: Token): void {
    token = next
    user = userOf(next) ?? user
    const validMs = next && minValidityMs > 0 ? tokenLifetimeMs(next) - minValidityMs : Infinity
    const isShort = validMs < 0
    updateAt = isShort && cameShort ? Infinity : performance.now() + validMs
    cameShort = isShort
  }
  function updateAhead(): void {
    if (performance.now() <= updateAt) return
    // Once for each token; after a failure the next call that needs a token retries.
    updateAt = Infinity
    refresh().catch(() => undefined)
  }
  function refresh(): Promise<Token> {
    return (refreshing ??= update().finally(() => (refreshing = undefined)))
  }
  async function update(): Promise<Token> {
    const asked = epoch
    // After a sign-out there is nothing to refresh, even when a late call is refused.
    if (isOver()) return null
    const next = await (await identity()).silentToken()
    if (epoch !== asked) return dropTokens()
    if (user && user !== (userOf(next) ?? user)) return leaveToAnother()
    setToken(next)
    session.state = token ? 'signedIn' : 'lost'
    return token
  }
  /** Drops the refresh token of the provider's client, if the client is loaded. */
  function dropTokens(): null {
    loading?.then((own) => own.forget()).catch(() => undefined)
    return null
  }
  function end(): void {
    epoch++
    keep(null)
  }
  /** The page shows the first user, and the token would order for the second one: the page reloads. */
  function leaveToAnother(): null {
    end()
    session.state = 'leaving'
    reload()
    return null
  }
  function keep(next: Token): Token {
    setToken(next)
    session.state = next ? 'signedIn' : 'signedOut'
    return next
  }
  /** One try and five retries, a second apart; then the session is signed out (C-AUTH-09, OP-56). */
  async function check(): Promise<void> {
    const asked = epoch
    const isAwaited = () => epoch === asked
    let found: Token = null
    for (let attempt = 0; isAwaited(); attempt++) {
      if (retries > 0 && !navigator.onLine) {
        session.state = 'offline'
        await untilOnline()
        attempt = -1
        continue
      }
      try {
        found = await (await identity()).silentToken()
        break
      } catch {
        if (attempt === retries) break
        await sleep(INIT_PAUSE_MS)
      }
    }
    if (isAwaited()) keep(found)
    else dropTokens()
  }
  return {
    getToken: (): Token => {
      updateAhead()
      return token
    },
    /** The current token, without a refresh. */
    currentToken: (): Token => token,
    /** Looks for an existing session, once for all callers. */
    start: (): Promise<void> => (starting ??= check()),
    /** Concurrent calls are deduplicated: one refresh runs at a time. */
    refresh,
    async signIn(returnTo: string, again = false): Promise<void> {
      await (await identity()).signIn(returnTo, again)
    },
    /** Ends the sign-in; returns the path that the user came from, of this app only. A failed one ends signed out. */
    async completeSignIn(): Promise<string> {
      const asked = epoch
      // A silent check verifies less: it must not accept what is refused here.
      starting = Promise.resolve()
      try {
        const { token: next, returnTo } = await (await identity()).completeSignIn()
        if (epoch !== asked) throw new Error('signed out meanwhile')
        keep(next)
        broadcast('login')
        return /^\/(?![/\\])/.test(returnTo) ? returnTo : '/profile'
      } catch (error) {
        dropTokens()
        if (epoch === asked) keep(null)
        throw error
      }
    },
    /** Another tab has signed out: clears the session here. */
    forget(): void {
      end()
      dropTokens()
    },
    async signOut(): Promise<void> {
      end()
      broadcast('logout')
      session.state = 'leaving'
      await (await identity()).signOut()
    },
  }
}
export type Session = ReturnType<typeof createSession>
