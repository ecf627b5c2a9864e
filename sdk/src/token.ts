import { createDeadline, type Deadline } from './deadline.ts'
import { notify, type RefreshCause, type RefreshEvent } from './telemetry.ts'

/** Where tokens come from. The SDK keeps none of them anywhere but in memory. */
export interface Auth {
  /** Returns the current access token, or null when no one is signed in. Throws when it cannot know, for example while offline: the user may be signed in. */
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
    // Base64url, plain base64 too.
    const [, payload = ''] = /^[^.]*\.([\w+/-]+)=*(\.|$)/.exec(token) ?? []
    const claims: unknown = JSON.parse(decodeBase64(payload))
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

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/'
/** Decodes base64 without `atob` and `TextDecoder`, which React Native lacks. */
function decodeBase64(text: string): string {
  const bits = text.replace(/./g, (digit) => {
    const at = digits.indexOf(digit)
    return (at < 64 ? at + 64 : at + 62).toString(2).slice(1)
  })
  const bytes = bits.match(/.{8}/g) ?? []
  return decodeURIComponent(bytes.map((byte) => `%${(256 + parseInt(byte, 2)).toString(16).slice(1)}`).join(''))
}

/** T7: a token that expires sooner than this is refreshed before the call. */
const MARGIN_MS = 10_000
/** T7: the timeout of getting a token. */
const REFRESH_TIMEOUT_MS = 30_000
/** Backoff: after a refresh that failed temporarily, the same token is not refreshed again for this long. */
const REFRESH_BACKOFF_MS = 5000
/** How long to wait for another tab that is refreshing: a frozen tab may never release the lock. */
const LOCK_WAIT_MS = 10_000

/** What of a client's options the tokens need. */
export interface TokenOptions {
  auth: Auth
  baseUrl: string
  /** A monotonic clock, in milliseconds. */
  now?: () => number
  on?: { refresh?(event: RefreshEvent): void }
}

/** Represents a token that could not be requested, because `getToken` or `refresh` threw. */
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
  last?: { replaced: string[]; by: string | null; failure: TokenResult; until: number }
  token?: { text: string; endsAt: number; isByClock: boolean }
  /** How far the device's clock is ahead of the server's. */
  aheadMs: number
}
const stateOf = /* @__PURE__ */ new WeakMap<Auth, TokenState>()

/** Provides calls with tokens: one refresh at a time, and one per token that was refused or has expired. Shared with the other clients of `auth`. */
export function tokenSource(options: TokenOptions): TokenSource {
  const { auth, baseUrl, on } = options
  const locks = 'document' in globalThis ? globalThis.navigator.locks : undefined
  const state: TokenState = stateOf.get(auth) ?? { now: options.now ?? (() => performance.now()), aheadMs: 0 }
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
  const isFresh = (token: string) => endsAt(token) - now() >= MARGIN_MS
  const isReplaced = (token: Token) =>
    state.last !== undefined && state.last.replaced.includes(token || '') && now() < state.last.until
  const newest = (token: Token): Token => (token && isReplaced(token) ? state.last?.by : token)
  /** Whether the last refresh of this token failed and its backoff has not passed yet. */
  const isBackingOff = (token: Token) => isReplaced(token) && !state.last?.by
  const lastFailure = (): TokenResult => state.last?.failure
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
    const work = async () => {
      // Another tab may have refreshed while this one waited for the lock.
      const token = newest(await auth.getToken())
      return token && token !== stale && isFresh(token) ? token : (await auth.refresh?.()) || ''
    }
    let by: string | null = null
    let cause: RefreshCause
    let failure: TokenResult
    try {
      by = await withTabLock(work, `paket:${baseUrl}`, locks)
      // A refresh that timed out may never finish (T7): no error to report.
      cause = by === null ? 'timedOut' : auth.refresh ? 'noToken' : 'noRefresh'
      // The lifetime of the new token starts now.
      if (by) endsAt(by)
    } catch (thrown) {
      // Probably a network failure.
      failure = new TokenUnavailable(thrown)
      cause = 'threw'
    }
    // Temporary, so retried after the backoff: a refresh that threw or timed out, a visitor who was not signed in, no `refresh`.
    const isFinal = by || (stale && cause === 'noToken')
    const replaced = stale && state.last?.by === stale ? [...state.last.replaced, stale] : [stale]
    state.last = { replaced, by, failure, until: isFinal ? Infinity : now() + REFRESH_BACKOFF_MS }
    notify(() => on?.refresh?.({ reason, ok: Boolean(by), durationMs: now() - startedAt, ...(!by && { cause }) }))
    return by || failure
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
  (token as Promise<Read> | undefined)?.then !== undefined

/** Waits for a token with a deadline of its own: a request that started with a second left would be cut, which leaves its order in doubt. */
export async function awaitToken(
  pending: TokenResult | Promise<TokenResult>,
  deadline: Deadline,
): Promise<TokenResult> {
  deadline.restart(REFRESH_TIMEOUT_MS)
  const token = await deadline.race(pending)
  deadline.restart()
  return token
}

/**
 * Refreshes under the Web Lock that all tabs share, where there is one; null when the time is over. The lock is locked no longer than a refresh may take.
 * Where locks are denied, or another tab does not release it, this tab refreshes without it in the time that is left.
 */
async function withTabLock(
  work: () => Promise<string>,
  lockName: string,
  locks: LockManager | undefined,
): Promise<string | null> {
  const refresh = () => inTime(work(), REFRESH_TIMEOUT_MS)
  if (!locks) return refresh()
  let hasLock = false
  const waiting = createDeadline(undefined, LOCK_WAIT_MS)
  try {
    const locked = locks.request(lockName, { signal: waiting.signal }, () => {
      hasLock = true
      return refresh()
    })
    return await inTime(locked, REFRESH_TIMEOUT_MS)
  } catch (error) {
    if (hasLock) throw error
  } finally {
    waiting.clear()
  }
  return inTime(work(), REFRESH_TIMEOUT_MS - LOCK_WAIT_MS)
}

/** The work, or null after `ms`. */
function inTime<T>(work: Promise<T>, ms: number): Promise<T | null> {
  const deadline = createDeadline(undefined, ms)
  return deadline.race(work).finally(() => deadline.clear())
}
