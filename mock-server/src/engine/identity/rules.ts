/** What the identity provider needs from a product. */
export interface IdentityRules {
  /** Client ids, the default first. */
  clients: readonly string[]
  /** Paths of the app that a sign-in may redirect to. */
  callbackPaths: readonly string[]
  /** The audience and scope of access tokens. */
  audience: string
  scope: string
  /** The resource indicator, which must be a URL; the token contains the audience. */
  resource: string
  /** The product's claims in every token; discovery lists their names. */
  claimNames: readonly string[]
  claims(login: string): Record<string, unknown>
}
