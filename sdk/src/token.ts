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
    const [, payload = ''] = token.split('.')
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
/** Decodes base64url, and plain base64, without `atob` and `TextDecoder`, which React Native lacks. */
function decodeBase64(text: string): string {
  let escaped = ''
  let bits = 0
  let count = 0
  for (const digit of text.replaceAll('=', '')) {
    const at = digits.indexOf(digit)
    bits = (bits << 6) | (at < 64 ? at : at - 2)
    count += 6
    if (count < 8) continue
    count -= 8
    escaped += `%${(256 | ((bits >> count) & 255)).toString(16).slice(1)}`
  }
  return decodeURIComponent(escaped)
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
  now: () => number
}
/** Who hears of a refresh: the client whose call began it. */
type RefreshListener = { refresh?(event: RefreshEvent): void } | undefined

/** The tokens of one `auth`. Each method throws, or rejects with, what `getToken` or `refresh` threw. */
export interface TokenSource {
  /** Returns the token to send; refreshes first when it is missing or about to expire. Synchronous when `getToken` is and nothing is refreshed. */
  forCall(on: RefreshListener): Token | Promise<Token>
  /** Returns the current token without refreshing; none when it is unavailable. */
  current(): Promise<Token>
  /** Returns a token other than the refused one, or null. A late refusal of an older token never discards a newer one. */
  replace(refused: string, on: RefreshListener): Promise<Token>
  /** Reads the server's time from an answer's `Date`, to correct the device's clock for tokens without `iat`. */
  noteServerTime(response: Response): void
}
const sources = /* @__PURE__ */ new WeakMap<Auth, TokenSource>()

/** The tokens of an `auth`: the clients that share it share them, so that refreshes are deduplicated. The first client's clock and base URL count. */
export function tokenSource(options: TokenOptions): TokenSource {
  const source = sources.get(options.auth) ?? createTokenSource(options)
  sources.set(options.auth, source)
  return source
}

/** Provides calls with tokens: one refresh at a time, and one per token that was refused or has expired. */
function createTokenSource({ auth, baseUrl, now }: TokenOptions): TokenSource {
  const locks = 'document' in globalThis ? globalThis.navigator.locks : undefined
  let running: Promise<Token> | undefined
  // The last refresh: its result, the tokens it replaced, the new one, and until when that holds. Covers an app that stores the new token late.
  let last: Promise<Token> | undefined
  let replaced: string[] = []
  let replacement: string | null = null
  let holdsUntil = 0
  // The token that was seen last. Its lifetime starts when it is first seen.
  let seen = ''
  let endsAt = 0
  let isByClock = false
  /** How far the device's clock is ahead of the server's. */
  let aheadMs = 0

  function see(token: string, byClock = !tokenClaims(token)?.iat) {
    endsAt = now() + tokenLifetimeMs(token, Date.now() - aheadMs)
    seen = token
    isByClock = byClock
  }
  function isFresh(token: string) {
    if (token !== seen) see(token)
    return endsAt - now() >= MARGIN_MS
  }
  const isReplaced = (token: Token) => replaced.includes(token || '') && now() < holdsUntil
  const newest = (token: Token): Token => (token && isReplaced(token) ? replacement : token)
  /** What the last refresh of this token ended as, while that failed and its backoff has not passed yet. */
  const lastFailure = (token: Token) => (isReplaced(token) && !replacement ? last : undefined)

  async function refreshOnce(stale: string, reason: RefreshEvent['reason'], on: RefreshListener): Promise<Token> {
    const startedAt = now()
    let cause: RefreshCause = 'threw'
    let token: string | null = null
    try {
      token = await withTabLock(`paket:${baseUrl}`, locks, async () => {
        // Another tab may have refreshed while this one waited for the lock.
        const current = newest(await auth.getToken())
        return current && current !== stale && isFresh(current) ? current : (await auth.refresh?.()) || ''
      })
      // A refresh that timed out may never finish (T7): no error to report.
      cause = token === null ? 'timedOut' : auth.refresh ? 'noToken' : 'noRefresh'
      // The lifetime of the new token starts now.
      if (token) isFresh(token)
      return token
    } finally {
      replaced = stale && stale === replacement ? [...replaced, stale] : [stale]
      replacement = token
      // Temporary, so retried after the backoff: a refresh that threw or timed out, a visitor who was not signed in, no `refresh`.
      holdsUntil = token || (stale && cause === 'noToken') ? Infinity : now() + REFRESH_BACKOFF_MS
      notify(() =>
        on?.refresh?.({ reason, ok: Boolean(token), durationMs: now() - startedAt, ...(!token && { cause }) }),
      )
    }
  }
  const refresh = (stale: string, reason: RefreshEvent['reason'], on: RefreshListener) =>
    (last = running ??= refreshOnce(stale, reason, on).finally(() => (running = undefined)))

  return {
    async current() {
      try {
        return newest(await auth.getToken())
      } catch {
        return null
      }
    },
    forCall(on) {
      const use = (appToken: Token) => {
        const token = newest(appToken)
        return token && isFresh(token) ? token : (lastFailure(appToken) ?? refresh(token || '', 'expiring', on))
      }
      const token = auth.getToken()
      return isPending(token) ? token.then(use) : use(token)
    },
    async replace(refused, on) {
      const appToken = running ? undefined : await auth.getToken()
      const token = await (running ?? lastFailure(appToken) ?? newest(appToken))
      return token === refused ? refresh(refused, 'refused', on) : token
    },
    noteServerTime({ headers }) {
      const time = isByClock && Date.parse(headers.get('date') ?? '')
      if (!time) return
      aheadMs = Date.now() - time
      see(seen, false)
    },
  }
}

/** Whether a token is still a promise; one of another realm or a patched one counts too. */
export const isPending = (token: Token | Promise<Token>): token is Promise<Token> =>
  typeof token === 'object' && token !== null

/** Waits for a token with a deadline of its own: a request that started with a second left would be cut, which leaves its order in doubt. */
export async function awaitToken(pending: Promise<Token>, deadline: Deadline): Promise<Token> {
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
  name: string,
  locks: LockManager | undefined,
  work: () => Promise<string>,
): Promise<string | null> {
  const deadline = createDeadline(undefined, REFRESH_TIMEOUT_MS)
  const waiting = createDeadline(undefined, LOCK_WAIT_MS)
  let isBegun = false
  const refresh = () => {
    isBegun = true
    return deadline.race(work())
  }
  try {
    // A lock that is neither granted nor refused ends with the outer race.
    return await deadline.race(locks ? locks.request(name, { signal: waiting.signal }, refresh) : refresh())
  } catch (error) {
    if (isBegun) throw error
    return await refresh()
  } finally {
    deadline.clear()
    waiting.clear()
  }
}
