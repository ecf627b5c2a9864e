/** Where tokens come from. The SDK keeps none of them anywhere but in memory. */
export interface Auth {
  /** The current access token, or null when nobody is signed in. One that throws has none. */
  getToken(): Token | Promise<Token>
  /**
   * Gets a new access token and answers it; null when the session is over. It throws when it could not ask: the session may be alive.
   * Called once however many calls need it, also across tabs where the browser has Web Locks.
   */
  refresh?(): Promise<Token>
}
export type Token = string | null | undefined

/** Claims of the access token that are read (core §3). Times are seconds since 1970. */
export interface TokenClaims {
  exp?: number
  iat?: number
  x5id?: string
  subscription?: unknown
}

/** The claims of a JWT, unverified: to know when it ends, never to decide what somebody may do. Null when it is none. */
export function tokenClaims(token: string): TokenClaims | null {
  try {
    const claims: unknown = JSON.parse(fromBase64Url(token.split('.')[1] ?? ''))
    return typeof claims === 'object' ? claims : null
  } catch {
    return null
  }
}

/**
 * How long a token lives from the moment it was received, in milliseconds: `exp - iat`, so that no clock of this device has a say.
 * A token without `iat` lives until its `exp` by `serverNow`, the milliseconds since 1970 as far as this device knows them.
 * Infinity when the token does not say when it ends.
 */
export function tokenLifetimeMs(token: string, serverNow: number = Date.now()): number {
  const { exp, iat } = tokenClaims(token) ?? {}
  if (typeof exp !== 'number') return Infinity
  return isIssuedBefore(exp, iat) ? (exp - iat) * 1000 : exp * 1000 - serverNow
}
const isIssuedBefore = (exp: number, iat: unknown): iat is number => typeof iat === 'number' && iat < exp

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Text of base64url. `atob` and `TextDecoder` are not everywhere (React Native). Throws for what is none. */
function fromBase64Url(text: string): string {
  let escaped = ''
  let bits = 0
  let buffer = 0
  for (const digit of text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')) {
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

/** After a refresh that failed, but not for good, the same token is not refreshed again for so long. */
const RETRY_AFTER_MS = 5000

interface LockManagerLike {
  request<T>(name: string, options: { signal: AbortSignal }, work: () => Promise<T>): Promise<T>
}
export interface TokenOptions {
  auth: Auth
  now: () => number
  marginMs: number
  refreshTimeoutMs: number
  lockName: string
  locks?: LockManagerLike | undefined
  onRefresh?: ((event: RefreshEvent) => void) | undefined
}
/** How a refresh ended. No token is in it. */
export interface RefreshEvent {
  reason: 'expiring' | 'refused'
  ok: boolean
  durationMs: number
  error?: unknown
}

/** In a token's place: it could not be asked for. */
export const lost = Symbol('lost')
export type Supply = Token | typeof lost

export interface TokenSource {
  /** The token to send: refreshed first when it is about to end or when there is none. */
  forCall(): Supply | Promise<Supply>
  /** The current token as it is. */
  current(): Token | Promise<Token>
  /** A token other than the one a server has refused, or null. A refusal of an older token never throws away a newer one. */
  after(refused: string): Promise<Supply>
}

/** Keeps calls supplied with a token: one refresh at a time, one refresh per token that was refused or has ended. */
export function tokenSource(options: TokenOptions): TokenSource {
  const { auth, now, marginMs } = options
  let running: Promise<Supply> | undefined
  /** The last refresh: which tokens it replaced, by what, until when that holds. It outlives an app that stores the new token late. */
  let last: { replaced: string[]; by: Token; isLost: boolean; until: number } | undefined
  let known: { token: string; endsAt: number } | undefined

  function endsAt(token: string): number {
    if (known?.token === token) return known.endsAt
    const exp = tokenClaims(token)?.exp
    known = { token, endsAt: typeof exp === 'number' ? exp * 1000 : Infinity }
    return known.endsAt
  }
  const isFresh = (token: string) => endsAt(token) - now() >= marginMs
  const isReplaced = (token: Token) => last !== undefined && last.replaced.includes(token || '') && now() < last.until
  const newest = (token: Token): Token => (token && isReplaced(token) ? last?.by : token)
  /** The last refresh of what there is now has failed: it is not tried again for a while. */
  const isHopeless = (there: Token) => isReplaced(there) && !last?.by
  const failed = (): Supply => (last?.isLost ? lost : null)
  /** What the app has now, or what was made of it. */
  function held<Read extends Supply>(read: (token: Token) => Read | Promise<Read>): Read | Promise<Read> {
    try {
      const token = auth.getToken()
      return isPending(token) ? token.catch(() => null).then(read) : read(token)
    } catch {
      return read(null)
    }
  }
  const current = () => held(newest)

  async function refreshOnce(stale: string, reason: RefreshEvent['reason']): Promise<Supply> {
    const startedAt = now()
    let isAsked = false
    const work = async (): Promise<Token> => {
      // Another tab may have refreshed while this one waited for the lock.
      const there = newest(await auth.getToken())
      if (there && there !== stale && isFresh(there)) return there
      isAsked = true
      return auth.refresh?.()
    }
    let by: Token
    let error: unknown
    try {
      by = await oneAcrossTabs(work, options)
    } catch (thrown) {
      error = thrown
    }
    // A refresh that failed on the way may work later, and so may one of somebody who was not signed in, or that nobody made.
    const isFinal = Boolean(by) || (stale !== '' && error === undefined && auth.refresh !== undefined)
    const replaced = last?.by === stale ? [...last.replaced, stale] : [stale]
    // What did not come in time may never come (T7); what failed sooner met a network that is away.
    const isLost = isAsked && error !== undefined && !(error instanceof TooLate)
    last = { replaced, by, isLost, until: isFinal ? Infinity : now() + RETRY_AFTER_MS }
    const durationMs = now() - startedAt
    options.onRefresh?.({ reason, ok: Boolean(by), durationMs, ...(error !== undefined && { error }) })
    return by || failed()
  }
  const refresh = (stale: string, reason: RefreshEvent['reason']) =>
    (running ??= refreshOnce(stale, reason).finally(() => (running = undefined)))

  return {
    current,
    forCall: () =>
      held<Supply>((there) => {
        const token = newest(there)
        if (token && isFresh(token)) return token
        return isHopeless(there) ? failed() : refresh(token || '', 'expiring')
      }),
    async after(refused) {
      const token = await (running ?? held<Supply>((there) => (isHopeless(there) ? failed() : newest(there))))
      return token === refused ? refresh(refused, 'refused') : token
    },
  }
}

/** Whether a token is still to come; a promise of another realm or a patched one counts too. */
export const isPending = <Read extends Supply>(token: Read | Promise<Read>): token is Promise<Read> =>
  typeof token === 'object' && token !== null

/**
 * Refreshes under the lock that the tabs share, where there is one. It is held for no longer than a refresh may take, and waited for no longer;
 * a browser that denies its locks refreshes without.
 */
async function oneAcrossTabs(work: () => Promise<Token>, options: TokenOptions): Promise<Token> {
  const { locks, lockName, refreshTimeoutMs: ms } = options
  if (!locks) return within(ms, work())
  const waiting = new AbortController()
  let hasBegun = false
  const held = () => {
    hasBegun = true
    return within(ms, work())
  }
  try {
    return await within(ms, locks.request(lockName, { signal: waiting.signal }, held), () => waiting.abort())
  } catch (error) {
    if (hasBegun || waiting.signal.aborted) throw error
    return within(ms, work())
  }
}

class TooLate extends Error {}

/** The work, or a rejection after the time. */
function within<T>(ms: number, work: Promise<T>, giveUp?: () => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      giveUp?.()
      reject(new TooLate(`no token within ${ms} ms`))
    }, ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
