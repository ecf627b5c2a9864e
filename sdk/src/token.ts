/** Where tokens come from. The SDK keeps none of them anywhere but in memory. */
export interface Auth {
  /** The current access token, or null when nobody is signed in. It throws when it cannot know, as without a network: somebody may be signed in. */
  getToken(): Token | Promise<Token>
  /**
   * Gets a new access token and answers it; null when the session is over. It throws when it could not ask: the session may be alive.
   * Called once however many calls and clients of this object need it, also across tabs where the browser has Web Locks.
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
  return typeof iat === 'number' && iat < exp ? (exp - iat) * 1000 : exp * 1000 - serverNow
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Text of base64url. `atob` and `TextDecoder` are not everywhere (React Native). Throws for what is none. */
function fromBase64Url(text: string): string {
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

/** After a refresh that failed, but not for good, the same token is not refreshed again for so long. */
const RETRY_AFTER_MS = 5000
/** So long another tab is waited for that refreshes: it may be frozen and hold the lock for ever. */
const LOCK_WAIT_MS = 10_000

interface LockManagerLike {
  request<T>(name: string, options: { signal: AbortSignal }, work: () => Promise<T>): Promise<T>
}
export interface TokenOptions {
  auth: Auth
  /** Milliseconds of a clock that is never set. */
  now: () => number
  marginMs: number
  refreshTimeoutMs: number
  lockName: string
  locks?: LockManagerLike | undefined
  onRefresh?: ((event: RefreshEvent) => void) | undefined
}
/** Why a refresh gave no token: there is no `refresh`; it answered none; it, or `getToken`, threw; nothing came in time. */
export type RefreshCause = 'noRefresh' | 'noToken' | 'threw' | 'timedOut'
/** How a refresh ended. No token is in it, and nothing that anybody threw. */
export interface RefreshEvent {
  reason: 'expiring' | 'refused'
  ok: boolean
  durationMs: number
  /** With `ok: false`. */
  cause?: RefreshCause
}

/** In a token's place: it could not be asked for. */
export class Lost {
  /** What was thrown instead. */
  readonly cause: unknown
  constructor(cause: unknown) {
    this.cause = cause
  }
}
export type Supply = Token | Lost

export interface TokenSource {
  /** The token to send: refreshed first when it is about to end or when there is none. */
  forCall(): Supply | Promise<Supply>
  /** The current token as it is; none when it cannot be had. */
  current(): Token | Promise<Token>
  /** A token other than the one a server has refused, or null. A refusal of an older token never throws away a newer one. */
  after(refused: string): Promise<Supply>
  /** The time of an answer (its `Date`), for tokens that only say when they end: whether the device's clock is wrong. */
  noteServerTime(response: Response): void
}

/** What is known of the tokens of one `auth`, for all clients that share it: a refresh of each would be one too many. */
interface Known {
  now: () => number
  running?: Promise<Supply> | undefined
  /** The last refresh: which tokens it replaced, by what, until when that holds. It outlives an app that stores the new token late. */
  last?: { replaced: string[]; by: Token; lost: Lost | undefined; until: number }
  token?: { text: string; endsAt: number; isByClock: boolean }
  /** How far this device's clock is ahead of the server's. */
  aheadMs: number
}
const knownOf = /* @__PURE__ */ new WeakMap<Auth, Known>()

/** Keeps calls supplied with a token: one refresh at a time, one refresh per token that was refused or has ended. */
export function tokenSource(options: TokenOptions): TokenSource {
  const { auth, marginMs } = options
  const known: Known = knownOf.get(auth) ?? { now: options.now, aheadMs: 0 }
  knownOf.set(auth, known)
  const { now } = known

  /** A token's life begins when it is seen first. */
  function endsAt(text: string): number {
    if (known.token?.text !== text) known.token = lifeFromNow(text)
    return known.token.endsAt
  }
  function lifeFromNow(text: string, isByClock = !tokenClaims(text)?.iat) {
    return { text, endsAt: now() + tokenLifetimeMs(text, Date.now() - known.aheadMs), isByClock }
  }
  const isFresh = (token: string) => endsAt(token) - now() >= marginMs
  const isReplaced = (token: Token) =>
    known.last !== undefined && known.last.replaced.includes(token || '') && now() < known.last.until
  const newest = (token: Token): Token => (token && isReplaced(token) ? known.last?.by : token)
  /** The last refresh of what there is now has failed: it is not tried again for a while. */
  const isHopeless = (there: Token) => isReplaced(there) && !known.last?.by
  const failed = (): Supply => known.last?.lost ?? null
  /** What the app has now, or what was made of it. */
  function held<Read extends Supply>(
    read: (token: Token) => Read | Promise<Read>,
    unknown: (thrown: unknown) => Read,
  ): Read | Promise<Read> {
    let token
    try {
      token = auth.getToken()
    } catch (error) {
      return unknown(error)
    }
    return isPending(token) ? token.then(read, unknown) : read(token)
  }
  const isLost = (thrown: unknown) => new Lost(thrown)

  async function refreshOnce(stale: string, reason: RefreshEvent['reason']): Promise<Supply> {
    const startedAt = now()
    const work = async (): Promise<Token> => {
      // Another tab may have refreshed while this one waited for the lock.
      const there = newest(await auth.getToken())
      return there && there !== stale && isFresh(there) ? there : auth.refresh?.()
    }
    let by: Token
    let cause: RefreshCause | undefined
    // What did not come in time may never come (T7); what failed sooner met a network that is away.
    let lost: Lost | undefined
    try {
      by = await oneAcrossTabs(work, options)
      // Its life begins now.
      if (by) endsAt(by)
      else cause = auth.refresh ? 'noToken' : 'noRefresh'
    } catch (thrown) {
      cause = thrown instanceof TooLate ? 'timedOut' : 'threw'
      if (cause === 'threw') lost = new Lost(thrown)
    }
    // A refresh that failed on the way may work later, and so may one of somebody who was not signed in, or that nobody made.
    const isFinal = Boolean(by) || (stale !== '' && cause === 'noToken')
    const replaced = known.last?.by === stale ? [...known.last.replaced, stale] : [stale]
    known.last = { replaced, by, lost, until: isFinal ? Infinity : now() + RETRY_AFTER_MS }
    options.onRefresh?.({ reason, ok: Boolean(by), durationMs: now() - startedAt, ...(cause && { cause }) })
    return by || failed()
  }
  const refresh = (stale: string, reason: RefreshEvent['reason']) =>
    (known.running ??= refreshOnce(stale, reason).finally(() => (known.running = undefined)))

  return {
    current: () => held(newest, () => null),
    forCall: () =>
      held<Supply>((there) => {
        const token = newest(there)
        if (token && isFresh(token)) return token
        return isHopeless(there) ? failed() : refresh(token || '', 'expiring')
      }, isLost),
    async after(refused) {
      const token = await (known.running ??
        held<Supply>((there) => (isHopeless(there) ? failed() : newest(there)), isLost))
      return token === refused ? refresh(refused, 'refused') : token
    },
    noteServerTime({ headers }) {
      const { token } = known
      if (!token?.isByClock) return
      const aheadMs = Date.now() - Date.parse(headers.get('date') ?? '')
      if (Number.isNaN(aheadMs)) return
      known.aheadMs = aheadMs
      known.token = lifeFromNow(token.text, false)
    },
  }
}

/** Whether a token is still to come; a promise of another realm or a patched one counts too. */
export const isPending = <Read extends Supply>(token: Read | Promise<Read>): token is Promise<Read> =>
  typeof token === 'object' && token !== null && !(token instanceof Lost)

/**
 * Refreshes under the lock that the tabs share, where there is one. It is held for no longer than a refresh may take. Where it is denied,
 * or another tab does not let go of it, this tab refreshes without, in what is left of the time.
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
  const timer = setTimeout(() => waiting.abort(), LOCK_WAIT_MS)
  try {
    return await within(ms, locks.request(lockName, { signal: waiting.signal }, held))
  } catch (error) {
    if (hasBegun || error instanceof TooLate) throw error
  } finally {
    clearTimeout(timer)
  }
  return within(ms - LOCK_WAIT_MS, work())
}

class TooLate extends Error {}

/** The work, or a rejection after the time. */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate(`no token within ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
