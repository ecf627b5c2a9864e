/** Where tokens come from. The SDK keeps none of them anywhere but in memory. */
export interface Auth {
  /** Returns the current access token, or null when nobody is signed in. Throws when it cannot tell, for example while offline: the user may be signed in. */
  getToken(): Token | Promise<Token>
  /**
   * Returns a new access token, or null when the session has ended. Throws when it could not ask: the session may still be valid.
   * Refreshes are deduplicated: one runs for all calls and clients that share this object, and across tabs where the browser has Web Locks.
   */
  refresh?(): Promise<Token>
}
export type Token = string | null | undefined

/** The claims of the access token that are read (core §3). Times are in seconds since 1970. */
export interface TokenClaims {
  exp?: number
  iat?: number
  x5id?: string
  subscription?: unknown
}

/** Reads the claims of a JWT without verifying it: use them for its expiry, never for authorization. Null when the text is not a JWT. */
export function tokenClaims(token: string): TokenClaims | null {
  try {
    const claims: unknown = JSON.parse(decodeBase64Url(token.split('.')[1] ?? ''))
    return typeof claims === 'object' ? claims : null
  } catch {
    return null
  }
}

/**
 * The lifetime of a token in milliseconds, from when it was received: `exp - iat`, which does not depend on the device's clock.
 * Without `iat` it is the time from `serverNow` (milliseconds since 1970, as far as this device knows them) until `exp`.
 * Infinity when the token has no `exp`.
 */
export function tokenLifetimeMs(token: string, serverNow: number = Date.now()): number {
  const { exp, iat } = tokenClaims(token) ?? {}
  if (typeof exp !== 'number') return Infinity
  return typeof iat === 'number' && iat < exp ? (exp - iat) * 1000 : exp * 1000 - serverNow
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Decodes base64url to text without `atob` and `TextDecoder`, which React Native lacks. Throws when the text is not base64url. */
function decodeBase64Url(text: string): string {
  let escaped = ''
  let bits = 0
  let buffer = 0
  for (const digit of text.replace(/\+/g, '-').replace(/\//g, '_')) {
    // Padding.
    if (digit === '=') break
    const value = digits.indexOf(digit)
    if (value < 0) throw new SyntaxError('no base64url')
    buffer = ((buffer << 6) | value) & 0xffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      escaped += `%${(((buffer >> bits) & 0xff) | 0x100).toString(16).slice(1)}`
    }
  }
  return decodeURIComponent(escaped)
}

/** Backoff: after a refresh that failed temporarily, the same token is not refreshed again for this long. */
const REFRESH_BACKOFF_MS = 5000
/** How long to wait for another tab that is refreshing: a frozen tab may never release the lock. */
const LOCK_WAIT_MS = 10_000

interface LockManagerLike {
  request<T>(name: string, options: { signal: AbortSignal }, work: () => Promise<T>): Promise<T>
}
export interface TokenOptions {
  auth: Auth
  /** A monotonic clock, in milliseconds. */
  now: () => number
  marginMs: number
  refreshTimeoutMs: number
  lockName: string
  locks?: LockManagerLike | undefined
  onRefresh?: ((event: RefreshEvent) => void) | undefined
}
/** Why a refresh returned no token: there is no `refresh`; it returned none; it, or `getToken`, threw; the time was over. */
export type RefreshCause = 'noRefresh' | 'noToken' | 'threw' | 'timedOut'
/** The result of a refresh, without tokens and without what was thrown. */
export interface RefreshEvent {
  reason: 'expiring' | 'refused'
  ok: boolean
  durationMs: number
  /** With `ok: false`. */
  cause?: RefreshCause
}

/** Stands for a token that could not be requested, because `getToken` or `refresh` threw. */
export class TokenUnavailable {
  /** What was thrown. */
  readonly cause: unknown
  constructor(cause: unknown) {
    this.cause = cause
  }
}
export type TokenResult = Token | TokenUnavailable

export interface TokenSource {
  /** Returns the token to send; refreshes first when it is missing or about to expire. */
  forCall(): TokenResult | Promise<TokenResult>
  /** Returns the current token without refreshing; none when it is unavailable. */
  current(): Token | Promise<Token>
  /** Returns a token other than the refused one, or null. A late refusal of an older token never discards a newer one. */
  replace(refused: string): Promise<TokenResult>
  /** Reads the server's time from an answer's `Date`, to correct the device's clock for tokens without `iat`. */
  noteServerTime(response: Response): void
}

/** What is known about the tokens of one `auth`. All clients that share it share this state, so that refreshes are deduplicated. */
interface TokenState {
  now: () => number
  running?: Promise<TokenResult> | undefined
  /** The last refresh: the tokens it replaced, the new one, and until when that holds. Covers an app that stores the new token late. */
  last?: { replaced: string[]; by: Token; error: TokenUnavailable | undefined; until: number }
  token?: { text: string; endsAt: number; isByClock: boolean }
  /** How far the device's clock is ahead of the server's. */
  aheadMs: number
}
const stateOf = /* @__PURE__ */ new WeakMap<Auth, TokenState>()

/** Provides calls with tokens: one refresh at a time, and one per token that was refused or has expired. */
export function tokenSource(options: TokenOptions): TokenSource {
  const { auth, marginMs } = options
  const state: TokenState = stateOf.get(auth) ?? { now: options.now, aheadMs: 0 }
  stateOf.set(auth, state)
  const { now } = state

  /** When a token expires. Its lifetime starts when it is first seen. */
  function endsAt(text: string): number {
    if (state.token?.text !== text) state.token = lifetimeFromNow(text)
    return state.token.endsAt
  }
  function lifetimeFromNow(text: string, isByClock = !tokenClaims(text)?.iat) {
    return { text, endsAt: now() + tokenLifetimeMs(text, Date.now() - state.aheadMs), isByClock }
  }
  const isFresh = (token: string) => endsAt(token) - now() >= marginMs
  const isReplaced = (token: Token) =>
    state.last !== undefined && state.last.replaced.includes(token || '') && now() < state.last.until
  const newest = (token: Token): Token => (token && isReplaced(token) ? state.last?.by : token)
  /** Whether the last refresh of this token failed and its backoff has not passed yet. */
  const isBackingOff = (token: Token) => isReplaced(token) && !state.last?.by
  const lastFailure = (): TokenResult => state.last?.error ?? null
  /** Reads the app's token. Stays synchronous when `getToken` is. */
  function readToken<Read extends TokenResult>(
    read: (token: Token) => Read | Promise<Read>,
    onError: (thrown: unknown) => Read,
  ): Read | Promise<Read> {
    let token
    try {
      token = auth.getToken()
    } catch (error) {
      return onError(error)
    }
    return isPending(token) ? token.then(read, onError) : read(token)
  }
  const unavailable = (thrown: unknown) => new TokenUnavailable(thrown)

  async function refreshOnce(stale: string, reason: RefreshEvent['reason']): Promise<TokenResult> {
    const startedAt = now()
    const work = async (): Promise<Token> => {
      // Another tab may have refreshed while this one waited for the lock.
      const token = newest(await auth.getToken())
      return token && token !== stale && isFresh(token) ? token : auth.refresh?.()
    }
    let by: Token
    let cause: RefreshCause | undefined
    // A refresh that timed out may never finish (T7): no error to report. One that threw probably met a network failure.
    let error: TokenUnavailable | undefined
    try {
      by = await withTabLock(work, options)
      // The lifetime of the new token starts now.
      if (by) endsAt(by)
      else cause = auth.refresh ? 'noToken' : 'noRefresh'
    } catch (thrown) {
      cause = thrown instanceof TokenTimeout ? 'timedOut' : 'threw'
      if (cause === 'threw') error = new TokenUnavailable(thrown)
    }
    // Temporary, so retried after the backoff: a refresh that threw or timed out, a visitor who was not signed in, no `refresh`.
    const isFinal = Boolean(by) || (stale !== '' && cause === 'noToken')
    const replaced = state.last?.by === stale ? [...state.last.replaced, stale] : [stale]
    state.last = { replaced, by, error, until: isFinal ? Infinity : now() + REFRESH_BACKOFF_MS }
    options.onRefresh?.({ reason, ok: Boolean(by), durationMs: now() - startedAt, ...(cause && { cause }) })
    return by || lastFailure()
  }
  const refresh = (stale: string, reason: RefreshEvent['reason']) =>
    (state.running ??= refreshOnce(stale, reason).finally(() => (state.running = undefined)))

  return {
    current: () => readToken(newest, () => null),
    forCall: () =>
      readToken<TokenResult>((appToken) => {
        const token = newest(appToken)
        if (token && isFresh(token)) return token
        return isBackingOff(appToken) ? lastFailure() : refresh(token || '', 'expiring')
      }, unavailable),
    async replace(refused) {
      const token = await (state.running ??
        readToken<TokenResult>((appToken) => (isBackingOff(appToken) ? lastFailure() : newest(appToken)), unavailable))
      return token === refused ? refresh(refused, 'refused') : token
    },
    noteServerTime({ headers }) {
      const { token } = state
      if (!token?.isByClock) return
      const aheadMs = Date.now() - Date.parse(headers.get('date') ?? '')
      if (Number.isNaN(aheadMs)) return
      state.aheadMs = aheadMs
      state.token = lifetimeFromNow(token.text, false)
    },
  }
}

/** Whether a token is still a promise; one of another realm or a patched one counts too. */
export const isPending = <Read extends TokenResult>(token: Read | Promise<Read>): token is Promise<Read> =>
  typeof token === 'object' && token !== null && !(token instanceof TokenUnavailable)

/**
 * Refreshes under the Web Lock that all tabs share, where there is one. The lock is held no longer than a refresh may take. Where locks are denied,
 * or another tab does not release it, this tab refreshes without it in the time that is left.
 */
async function withTabLock(work: () => Promise<Token>, options: TokenOptions): Promise<Token> {
  const { locks, lockName, refreshTimeoutMs: ms } = options
  if (!locks) return withTimeout(ms, work())
  const waiting = new AbortController()
  let hasLock = false
  const locked = () => {
    hasLock = true
    return withTimeout(ms, work())
  }
  const timer = setTimeout(() => waiting.abort(), LOCK_WAIT_MS)
  try {
    return await withTimeout(ms, locks.request(lockName, { signal: waiting.signal }, locked))
  } catch (error) {
    if (hasLock || error instanceof TokenTimeout) throw error
  } finally {
    clearTimeout(timer)
  }
  return withTimeout(ms - LOCK_WAIT_MS, work())
}

class TokenTimeout extends Error {}

/** Resolves with the work, or rejects with a TokenTimeout after `ms`. */
function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TokenTimeout(`no token within ${ms} ms`)), ms)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
