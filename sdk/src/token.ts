import { within } from './deadline.ts'

/** An access token; null, undefined or an empty string when there is none. */
export type Token = string | null | undefined

/** Where one user's tokens come from: on a server, one for each request. The SDK keeps none of them anywhere but in memory. */
export interface Auth {
  /** Returns the current access token, or null when no one is signed in. Throws when it cannot know, for example while offline: the user may be signed in. */
  getToken(): Token | Promise<Token>
  /**
   * Returns a new access token, or null when the session has ended. Throws when it could not ask: the session may still be valid.
   * Refreshes are deduplicated: one runs for all calls and clients that share this object, and across tabs where the browser has Web Locks.
   */
  refresh?: (() => Promise<Token>) | undefined
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
/** The listener of a refresh: that of the client whose call started it. */
export type RefreshListener = { refresh?(event: RefreshEvent): void } | undefined

/** What a client passes to `getToken`, which may ignore it. */
export interface TokenRequest {
  /** The server has refused this token: return another one. */
  readonly refused?: string
  /** The call works without a token: do not refresh for it. */
  readonly optional?: true
  readonly on?: RefreshListener
}

/** Where a client gets its tokens from: a `getToken` alone, or what `withRefresh` returns. */
export interface TokenSource {
  /** Returns the token to send, null when there is none; the refused one again when there is no other. Throws, or rejects with, what the host's own threw. */
  getToken(request?: TokenRequest): Token | Promise<Token>
  /** Reads the server's time from an answer's `Date`, to correct the device's clock for tokens without `iat`. */
  noteServerTime?(response: Response): void
  /** A host's own `refresh` is for `withRefresh`. */
  readonly refresh?: undefined
}

/** The timeout of getting a token. */
// Source: core T7.
export const REFRESH_TIMEOUT_MS = 30_000

/** The current token without refreshing; none when it is unavailable. */
export async function currentToken(source: TokenSource): Promise<Token> {
  try {
    return await source.getToken({ optional: true })
  } catch {
    return null
  }
}

/** Whether a token is still a promise; one of another realm or a patched one counts too. */
export const isPending = (token: Token | Promise<Token>): token is Promise<Token> =>
  Boolean((token as { then?: unknown } | null)?.then)

/** Awaits a token with its own deadline. With a shared one a request could start with a second left and be cut, which leaves its order in doubt. */
export const awaitToken = (
  token: Token | Promise<Token>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Token> => within(Math.min(timeoutMs, REFRESH_TIMEOUT_MS), signal, async () => token)
