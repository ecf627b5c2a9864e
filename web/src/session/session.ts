import { type Token, tokenClaims, tokenLifetimeMs } from '@paket/sdk'
import { proxy } from 'valtio/vanilla'
import type { SessionChange } from './tabs.ts'

/**
 * The state of the session that pages may read; the token is not part of it.
 * - `offline`: the device has no network, so the session is unknown; it is looked up again when the network is back.
 * - `lost`: the provider gives no token any more; the page stays under a modal that says so.
 * - `leaving`: the browser goes to the provider's sign-out, or the page reloads for another user.
 */
export const session = proxy<{ state: 'checking' | 'offline' | 'signedOut' | 'signedIn' | 'lost' | 'leaving' }>({
  state: 'checking',
})

/** The client of the identity provider. */
export interface Identity {
  /** Goes to the sign-in page; `again` asks for credentials even if the provider has a session. Returns to `returnTo`, a path with its query. */
  signIn(returnTo: string, again: boolean): Promise<void>
  /** Completes the sign-in on the callback page: resolves with the token and the `returnTo` of the sign-in. */
  completeSignIn(): Promise<{ token: Token; returnTo: string }>
  /** A token by the refresh token or the single sign-on session; null when there is neither. Rejects when the provider cannot be reached. */
  silentToken(): Promise<Token>
  /** Goes to the provider's sign-out, which returns to `/`. */
  signOut(): Promise<void>
  /** Removes the tokens and revokes the refresh token. */
  forget(): Promise<void>
}

const INIT_RETRIES = 5
const INIT_PAUSE_MS = 1000
/** A token is refreshed ahead when it is valid for less than this (C-AUTH-12). Calls do not wait for that refresh, except in the last 10 s. */
const MIN_VALIDITY_MS = 60_000

const untilOnline = () => new Promise((done) => window.addEventListener('online', done, { once: true }))
const userOf = (token: Token) => (token ? tokenClaims(token)?.x5id : undefined)
const isOver = () => session.state === 'signedOut' || session.state === 'leaving'

export interface SessionOptions {
  sleep?: (ms: number) => Promise<unknown>
  /** How often a failed look-up of the session is repeated. */
  retries?: number
  /** Broadcasts to the other tabs. */
  broadcast?: (change: SessionChange) => void
  /** 0 where tokens are not refreshed ahead. */
  minValidityMs?: number
  reload?: () => void
}

/** Creates the session, which has the token in memory and updates `session.state`. */
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
  /** The user of the latest token; a token without a user id belongs to the same user. */
  let user: string | undefined
  /**
   * When to refresh the token ahead, by `performance.now()`: it counts from the token's receipt, so the device's clock does not matter. It may
   * stop while the device sleeps or the page is in the bfcache; then the server refuses the expired token, and the SDK refreshes it.
   */
  let refreshAt = Infinity
  /** Whether the latest token was valid for less than `minValidityMs`. It is refreshed at once; after a second one in a row, refreshes are left to the calls. */
  let wasShort = false
  let refreshing: Promise<Token> | undefined
  let starting: Promise<void> | undefined
  let loading: Promise<Identity> | undefined
  /** Incremented whenever a session ends: results of requests that started before are dropped. */
  let epoch = 0

  /** One client for the whole session, because it stores the refresh token. Loaded again after a failure. */
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
    refreshAt = isShort && wasShort ? Infinity : performance.now() + validMs
    wasShort = isShort
  }
  function refreshAhead(): void {
    if (performance.now() <= refreshAt) return
    // Once for each token; after a failure the next call that needs a token retries.
    refreshAt = Infinity
    refresh().catch(() => undefined)
  }
  function refresh(): Promise<Token> {
    return (refreshing ??= requestToken().finally(() => (refreshing = undefined)))
  }
  async function requestToken(): Promise<Token> {
    const started = epoch
    // After a sign-out there is nothing to refresh, even when a late call is refused.
    if (isOver()) return null
    const next = await (await identity()).silentToken()
    if (epoch !== started) return dropTokens()
    if (user && user !== (userOf(next) ?? user)) return reloadForOtherUser()
    setToken(next)
    session.state = token ? 'signedIn' : 'lost'
    return token
  }
  /** Removes the tokens of the provider's client, if it is loaded. */
  function dropTokens(): null {
    loading?.then((loaded) => loaded.forget()).catch(() => undefined)
    return null
  }
  function end(): void {
    epoch++
    applyToken(null)
  }
  /** Reloads a page that shows one user when the token is another user's: it would order for the second one. */
  function reloadForOtherUser(): null {
    end()
    session.state = 'leaving'
    reload()
    return null
  }
  function applyToken(next: Token): void {
    setToken(next)
    session.state = next ? 'signedIn' : 'signedOut'
  }
  /** Looks up the session: one try and five retries, a second apart. After that the visitor counts as signed out (C-AUTH-09, OP-56). */
  async function check(): Promise<void> {
    const started = epoch
    const isCurrent = () => epoch === started
    let found: Token = null
    for (let attempt = 0; isCurrent(); attempt++) {
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
    if (isCurrent()) applyToken(found)
    else dropTokens()
  }
  return {
    getToken: (): Token => {
      refreshAhead()
      return token
    },
    /** The current token, without a refresh. */
    currentToken: (): Token => token,
    /** Looks up an existing session, once for all callers. */
    start: (): Promise<void> => (starting ??= check()),
    /** Concurrent calls are deduplicated: one refresh runs at a time. */
    refresh,
    async signIn(returnTo: string, again = false): Promise<void> {
      await (await identity()).signIn(returnTo, again)
    },
    /** Completes the sign-in; resolves with the path to return to, always one of this app. Rejects when it fails, with the session signed out. */
    async completeSignIn(): Promise<string> {
      const started = epoch
      // No silent check after this: it verifies no signature, so it could accept a token that is refused here.
      starting = Promise.resolve()
      try {
        const { token: next, returnTo } = await (await identity()).completeSignIn()
        if (epoch !== started) throw new Error('signed out meanwhile')
        applyToken(next)
        broadcast('login')
        return /^\/(?![/\\])/.test(returnTo) ? returnTo : '/profile'
      } catch (error) {
        dropTokens()
        if (epoch === started) applyToken(null)
        throw error
      }
    },
    /** Ends the session here after another tab has signed out. */
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
