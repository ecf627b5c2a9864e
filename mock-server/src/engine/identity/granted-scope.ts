import type { KoaContextWithOIDC } from 'oidc-provider'

/** Returns the scope that a token request was granted; undefined for other requests. */
export function grantedScope({ oidc }: KoaContextWithOIDC): string | undefined {
  const { AuthorizationCode: code, RefreshToken: refresh } = oidc.entities
  return code?.scope ?? refresh?.scope
}
