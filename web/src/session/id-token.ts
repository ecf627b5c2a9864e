import { tokenClaims } from '@paket/sdk'
import type { User } from 'oidc-client-ts'

/** The ID token is invalid, so nothing of its response may be used. */
export class IdTokenRefused extends Error {}

/**
 * Validates the claims of an ID token (OpenID Connect Core 3.1.3.7): issuer, audience, expiry. oidc-client-ts checks the nonce,
 * `id-token-signature.ts` the signature. Throws `IdTokenRefused`.
 */
export function checkIdToken({ profile, access_token }: User, issuer: string, clientId: string): void {
  const { iss, aud, azp, exp } = profile
  const audience = [aud].flat()
  if (iss !== issuer) throw new IdTokenRefused('the ID token is not of this provider')
  if (!audience.includes(clientId) || (azp ?? clientId) !== clientId || (audience.length > 1 && !azp))
    throw new IdTokenRefused('the ID token is not for this client')
  // Prefers the provider's time, from the access token: the device's clock may be wrong by hours.
  const now = tokenClaims(access_token)?.iat ?? Date.now() / 1000
  if (!(typeof exp === 'number' && exp > now)) throw new IdTokenRefused('the ID token has ended')
}
