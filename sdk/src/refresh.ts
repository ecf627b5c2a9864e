import { tokenClaims, tokenLifetimeMs } from './claims.ts'
import { within } from './deadline.ts'
import { notify } from './telemetry.ts'
import {
  type Auth,
  isPending,
  REFRESH_TIMEOUT_MS,
  type RefreshCause,
  type RefreshEvent,
  type RefreshListener,
  type Token,
  type TokenSource,
} from './token.ts'

/** A token that expires sooner than this is refreshed before the call (T7). */
const MARGIN_MS = 10_000
/** Backoff: after a refresh that failed temporarily, the same token is not refreshed again for this long. */
const REFRESH_BACKOFF_MS = 5000
/** How long to wait for another tab that is refreshing: a frozen tab may never release the lock. */
const LOCK_WAIT_MS = 10_000

/** Options of `withRefresh`. */
export interface RefreshOptions {
  /** The client's base URL, which is part of the name of the lock that tabs share. */
  baseUrl?: string | undefined
  /** A monotonic clock, in milliseconds. Default: performance.now. */
  now?: (() => number) | undefined
}
/** A token source with refresh: for the `auth` of `createClientOf`. */
export type RefreshedTokens = Required<Pick<TokenSource, 'getToken' | 'noteServerTime'>>

const sources = /* @__PURE__ */ new WeakMap<Auth, RefreshedTokens>()

/** The token source of an `auth`. Clients that share the `auth` share it, so that refreshes are deduplicated; the first client's options apply. */
export function withRefresh(auth: Auth, options: RefreshOptions = {}): RefreshedTokens {
  if (!(auth as Partial<Auth> | undefined)?.getToken) throw new TypeError('auth: getToken is missing')
  const source = sources.get(auth) ?? createTokenSource(auth, options)
  sources.set(auth, source)
  return source
}

/** Provides calls with tokens: one refresh at a time, and one per token that was refused or has expired. */
function createTokenSource(
  auth: Auth,
  { baseUrl = '', now = () => performance.now() }: RefreshOptions,
): RefreshedTokens {
  const locks = 'document' in globalThis ? globalThis.navigator.locks : undefined
  let runningRefresh: Promise<Token> | undefined
  // The last refresh: its result, the tokens it replaced, the new one, and until when that holds. Covers an app that stores the new token late.
  let lastRefresh: Promise<Token> | undefined
  let replacedTokens: string[] = []
  let replacement: string | null = null
  let replacedUntil = 0
  // The token that was seen last. Its lifetime starts when it is first seen.
  let seenToken = ''
  let endsAt = 0
  let usesDeviceClock = false
  /** How far the device's clock is ahead of the server's. */
  let aheadMs = 0

  function startLifetime(token: string, withDeviceClock = !tokenClaims(token)?.iat) {
    endsAt = now() + tokenLifetimeMs(token, Date.now() - aheadMs)
    seenToken = token
    usesDeviceClock = withDeviceClock
  }
  function isFresh(token: string) {
    if (token !== seenToken) startLifetime(token)
    return endsAt - now() >= MARGIN_MS
  }
  const isReplaced = (token: Token) => replacedTokens.includes(token || '') && now() < replacedUntil
  const newest = (token: Token): Token => (token && isReplaced(token) ? replacement : token)
  /** The cause of this token's last refresh, if it failed and its backoff has not passed. */
  const lastFailure = (token: Token) => (isReplaced(token) && !replacement ? lastRefresh : undefined)

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
      replacedTokens = stale && stale === replacement ? [...replacedTokens, stale] : [stale]
      replacement = token
      // Temporary, so retried after the backoff: a refresh that threw or timed out, a visitor who was not signed in, no `refresh`.
      replacedUntil = token || (stale && cause === 'noToken') ? Infinity : now() + REFRESH_BACKOFF_MS
      void notify(() =>
        on?.refresh?.({ reason, ok: Boolean(token), durationMs: now() - startedAt, ...(!token && { cause }) }),
      )
    }
  }
  const refresh = (stale: string, reason: RefreshEvent['reason'], on: RefreshListener) =>
    (lastRefresh = runningRefresh ??= refreshOnce(stale, reason, on).finally(() => (runningRefresh = undefined)))

  const current = async () => newest(await auth.getToken())
  /** Refreshes first when the token is missing or about to expire. Synchronous when `getToken` is and nothing is refreshed. */
  function freshToken(on: RefreshListener) {
    const use = (appToken: Token) => {
      const token = newest(appToken)
      return token && isFresh(token) ? token : (lastFailure(appToken) ?? refresh(token || '', 'expiring', on))
    }
    const token = auth.getToken()
    return isPending(token) ? token.then(use) : use(token)
  }
  /** A late refusal of an older token never discards a newer one. */
  async function tokenAfterRefusal(refused: string, on: RefreshListener) {
    const appToken = runningRefresh ? undefined : await auth.getToken()
    const token = await (runningRefresh ?? lastFailure(appToken) ?? newest(appToken))
    return token === refused ? refresh(refused, 'refused', on) : token
  }

  return {
    getToken({ refused, optional, on } = {}) {
      if (optional) return current()
      if (refused === undefined) return freshToken(on)
      return auth.refresh ? tokenAfterRefusal(refused, on) : auth.getToken()
    },
    noteServerTime({ headers }) {
      const time = usesDeviceClock && Date.parse(headers.get('date') ?? '')
      if (!time) return
      aheadMs = Date.now() - time
      startLifetime(seenToken, false)
    },
  }
}

/**
 * Refreshes under the Web Lock that all tabs share, where there is one; null when the time is over. The lock is locked no longer than a refresh may take.
 * Where locks are denied, or another tab does not release it, this tab refreshes without it in the time that is left.
 */
function withTabLock(
  name: string,
  locks: LockManager | undefined,
  work: () => Promise<string>,
): Promise<string | null> {
  return within(REFRESH_TIMEOUT_MS, undefined, async (deadline) => {
    if (!locks) return work()
    const lockWait = new AbortController()
    const timer = setTimeout(() => lockWait.abort(), LOCK_WAIT_MS)
    let hasLock = false
    // Releases the lock.
    const stopped = new Promise<string>((resolve) => (deadline.onStop = () => resolve('')))
    const refresh = () => {
      clearTimeout(timer)
      hasLock = true
      return Promise.race([work(), stopped])
    }
    try {
      return await locks.request(name, { signal: lockWait.signal }, refresh)
    } catch (error) {
      if (hasLock) throw error
      return await refresh()
    }
  })
}
