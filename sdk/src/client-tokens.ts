import type { Deadline } from './deadline.ts'
import type { ClientOptions } from './options.ts'
import { notify } from './telemetry.ts'
import { type TokenResult, type TokenSource, tokenSource } from './token.ts'

/** T7: a token that expires sooner than this is refreshed before the call. */
const TOKEN_MARGIN_MS = 10_000
/** T7: the timeout of getting a token. */
const REFRESH_TIMEOUT_MS = 30_000

/** The tokens of a client, shared with the others of its `auth`. */
export function clientTokens({
  auth,
  baseUrl,
  on,
  now = () => performance.now(),
}: Pick<ClientOptions, 'auth' | 'baseUrl' | 'now' | 'on'>): TokenSource {
  return tokenSource({
    auth,
    now,
    marginMs: TOKEN_MARGIN_MS,
    refreshTimeoutMs: REFRESH_TIMEOUT_MS,
    lockName: `paket:${baseUrl}`,
    locks: 'document' in globalThis ? globalThis.navigator.locks : undefined,
    onRefresh: (event) => notify(() => on?.refresh?.(event)),
  })
}

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
