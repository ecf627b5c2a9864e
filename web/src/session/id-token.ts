import { tokenClaims } from '@paket/sdk'
import type { User } from 'oidc-client-ts'

/** An invalid ID token: nothing of its response is used. */
export class IdTokenRefused extends Error {}

/**
 * Checks what an ID token says (OpenID Connect Core 3.1.3.7): of this provider, for this client alone, not ended. Its nonce is checked by
 * oidc-client-ts, its signature by `id-token-signature.ts`. Throws `IdTokenRefused`.
 */
export function checkIdToken({ profile, access_token }: User, issuer: string, clientId: string): void {
  const { iss, aud, azp, exp } = profile
  const audience = [aud].flat()
  if (iss !== issuer) throw new IdTokenRefused('the ID token is not of this provider')
  if (!audience.includes(clientId) || (azp ?? clientId) !== clientId || (audience.length > 1 && !azp))
    throw new IdTokenRefused('the ID token is not for this client')
  // The provider's own time, as the access token beside it shows, where it can be read: a device's clock may be hours away.
  const now = tokenClaims(access_token)?.iat ?? Date.now() / 1000
  if (!(typeof exp === 'number' && exp > now)) throw new IdTokenRefused('the ID token has ended')
}
