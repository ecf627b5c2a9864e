import type { KoaContextWithOIDC } from 'oidc-provider'

/** What the user has granted to a token request; undefined when it is none. */
export function grantedScope({ oidc }: KoaContextWithOIDC): string | undefined {
  const { AuthorizationCode: code, RefreshToken: refresh } = oidc.entities
  return code?.scope ?? refresh?.scope
}
