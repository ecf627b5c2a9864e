/** What the identity provider needs to know of a product. */
export interface IdentityRules {
  /** A client for each way in, the default first. */
  clients: readonly string[]
  /** Paths of the app that a sign-in may lead to. */
  callbackPaths: readonly string[]
  /** Whom access tokens are for, and the scope that they have. */
  audience: string
  scope: string
  /** A resource indicator must be an address; the token carries the audience. */
  resource: string
  /** Claims of the product's own in every token; their names are listed for discovery. */
  claimNames: readonly string[]
  claims(login: string): Record<string, unknown>
}
