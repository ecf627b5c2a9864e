import { type Token, tokenClaims, tokenLifetimeMs } from '@paket/sdk'
import { proxy } from 'valtio/vanilla'
import type { SessionChange } from './tabs.ts'

/**
 * What pages may know of the session. The token is not among it. `lost`: the provider gives no token any more; the page
 * stays as it is under the modal that says so. `leaving`: on the way to the provider's sign-out, or to another user's page.
 */
export const session = proxy<{ state: 'checking' | 'signedOut' | 'signedIn' | 'lost' | 'leaving' }>({
  state: 'checking',
})

/** The identity provider's client, as far as the session uses it. */
export interface Identity {
  /** Goes to the sign-in page, `anew` even with a session there; comes back to `returnTo`, a path with its query. */
  signIn(returnTo: string, anew: boolean): Promise<void>
  /** Ends the sign-in at the callback page: the token, and where the user was going. */
  completeSignIn(): Promise<{ token: Token; returnTo: string }>
  /** A token of the existing single sign-on session or refresh token; null when there is none. */
  silentToken(): Promise<Token>
  /** Goes to the provider's sign-out and comes back to `/`. */
  signOut(): Promise<void>
  /** Drops the tokens that it holds; the refresh token is not used again by anybody. */
  forget(): Promise<void>
}

const INIT_RETRIES = 5
const INIT_PAUSE_MS = 1000
/** The provider's update runs when less of the token remains (C-AUTH-12): calls do not wait for it, those of the last 10 s do. */
const MIN_VALIDITY_MS = 60_000

const userOf = (token: Token) => (token ? tokenClaims(token)?.x5id : undefined)
const isOver = () => session.state === 'signedOut' || session.state === 'leaving'

/** Keeps the token in memory and the flag in step with it. */
export function createSession(
  loadIdentity: () => Promise<Identity>,
  sleep = (ms: number) => new Promise((done) => setTimeout(done, ms)),
  /** How often looking for a session is repeated when it fails. */
  retries = INIT_RETRIES,
  /** Tells the other tabs. */
  tell: (news: SessionChange) => void = () => undefined,
  /** 0 where a token is not updated ahead. */
  minValidityMs = MIN_VALIDITY_MS,
  reload = () => window.location.reload(),
) {
  let token: Token = null
  /** Whose the last token was; one that names nobody is the same user's. */
  let user: string | undefined
  /**
   * When the token is to be updated, by the page's own clock: it counts from the token's receipt, so the device's clock has no say. It may
   * stand still while the device sleeps or the page is in the bfcache; a token that has ended meanwhile is refused by the server, and
   * the SDK refreshes it then.
   */
  let updateAt = Infinity
  /** Whether the token came too short to be updated later: it is updated at once; a second one in a row is left to its calls. */
  let cameShort = false
  let refreshing: Promise<Token> | undefined
  let starting: Promise<void> | undefined
  let loading: Promise<Identity> | undefined
  /** Raised by every end of a session: what was asked of the provider before it is nobody's. */
  let epoch = 0

  /** One client for the whole session: it holds what a refresh needs. One that did not load is asked for again. */
  function identity(): Promise<Identity> {
    loading ??= loadIdentity().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  function hold(next: Token): void {
    token = next
    user = userOf(next) ?? user
    const validMs = next && minValidityMs > 0 ? tokenLifetimeMs(next) - minValidityMs : Infinity
    const isShort = validMs < 0
    updateAt = isShort && cameShort ? Infinity : performance.now() + validMs
    cameShort = isShort
  }
  function updateAhead(): void {
    if (performance.now() <= updateAt) return
    // Once for each token; what fails here is tried again by the call that cannot do without.
    updateAt = Infinity
    refresh().catch(() => undefined)
  }
  function refresh(): Promise<Token> {
    return (refreshing ??= update().finally(() => (refreshing = undefined)))
  }
  async function update(): Promise<Token> {
    const asked = epoch
    // Whoever is signed out has nothing to refresh, though a call of his may come back refused.
    if (isOver()) return null
    const next = await (await identity()).silentToken()
    if (epoch !== asked) return dropTokens()
    if (user && user !== (userOf(next) ?? user)) return leaveToAnother()
    hold(next)
    session.state = token ? 'signedIn' : 'lost'
    return token
  }
  /** The provider's client holds a refresh token. One that is not loaded holds nothing. */
  function dropTokens(): null {
    loading?.then((own) => own.forget()).catch(() => undefined)
    return null
  }
  function end(): void {
    epoch++
    keep(null)
  }
  /** The page is the first user's, and the token would order for the second: he gets a page of his own. */
  function leaveToAnother(): null {
    end()
    session.state = 'leaving'
    reload()
    return null
  }
  function keep(next: Token): Token {
    hold(next)
    session.state = next ? 'signedIn' : 'signedOut'
    return next
  }
  /** One try and five retries, a second apart; then nobody is signed in (C-AUTH-09, OP-56). */
  async function check(): Promise<void> {
    const asked = epoch
    const isAwaited = () => epoch === asked
    let found: Token = null
    for (let attempt = 0; isAwaited(); attempt++) {
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
    /** The token as it is, for what must not ask the provider for anything. */
    heldToken: (): Token => token,
    /** Looks for an existing session, once however often it is asked. */
    start: (): Promise<void> => (starting ??= check()),
    /** One at a time, however many ask. */
    refresh,
    async signIn(returnTo: string, anew = false): Promise<void> {
      await (await identity()).signIn(returnTo, anew)
    },
    /** Ends the sign-in; answers where the user was going. Only a path of this app counts. One that fails leaves nobody signed in. */
    async completeSignIn(): Promise<string> {
      const asked = epoch
      // A silent check looks at less of an answer: it is not to let in what is refused here.
      starting = Promise.resolve()
      try {
        const { token: next, returnTo } = await (await identity()).completeSignIn()
        if (epoch !== asked) throw new Error('signed out meanwhile')
        keep(next)
        tell('login')
        return /^\/(?![/\\])/.test(returnTo) ? returnTo : '/profile'
      } catch (error) {
        dropTokens()
        if (epoch === asked) keep(null)
        throw error
      }
    },
    /** Another tab has signed out: nothing is left of it here. */
    forget(): void {
      end()
      dropTokens()
    },
    async signOut(): Promise<void> {
      end()
      tell('logout')
      session.state = 'leaving'
      await (await identity()).signOut()
    },
  }
}
export type Session = ReturnType<typeof createSession>
