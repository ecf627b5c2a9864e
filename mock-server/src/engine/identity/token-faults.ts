import { setTimeout as sleep } from 'node:timers/promises'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { HANG_MS, applyFault, TOKEN_CALL } from '#engine/state/faults.ts'
import type { Journal } from '#engine/state/journal.ts'
import type { User } from '#engine/state/user.ts'
import { forgeIdToken } from './id-token.ts'

/**
 * Applies the user's next fault for the token endpoint. Runs before the refresh token is used up, so that a retry
 * works.
 */
export async function applyTokenFault(context: KoaContextWithOIDC, user: User, journal: Journal): Promise<void> {
  if (context.oidc.route !== 'token') return
  const { fault: met } = applyFault(user.faults, { name: TOKEN_CALL, isOfContract: false })
  if (!met) return
  const { status = null, delayMs = 0 } = met
  const entry = journal.note(user, { operation: TOKEN_CALL, path: '/oidc/token', body: null })
  Object.assign(entry, { status, accepted: met.break || status === null ? null : status < 300, fault: met })
  journal.finish(entry)
  const waits = delayMs + (met.break === 'hang' ? HANG_MS : 0)
  if (waits > 0) await sleep(waits)
  if (met.idToken) forgeIdToken(context, met.idToken)
  if (met.break) context.req.socket.resetAndDestroy()
  // The connection is reset, so no one receives this; but continuing would use up the refresh token.
  const refused = met.break ? 503 : status
  if (refused === null || refused < 300) return
  // Error codes of RFC 6749: a refusal, and a server error.
  throw new errors.OIDCProviderError(refused, refused < 500 ? 'invalid_grant' : 'server_error')
}
