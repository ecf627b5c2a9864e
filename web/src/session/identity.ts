import {
  ErrorResponse,
  InMemoryWebStorage,
  OidcClient,
  type User,
  UserManager,
  type UserManagerSettings,
  WebStorageStateStore,
} from 'oidc-client-ts'
import type { IdentitySettings } from '#config/settings.ts'
import { randomUuid } from '#domain/uuid.ts'
import { checkIdToken, IdTokenRefused } from './id-token.ts'
import type { Identity } from './session.ts'
import { silentFrame } from './silent-frame.ts'
import { withDeadline } from './with-deadline.ts'

/** Time-out of the provider's response headers; oidc-client-ts has none by itself. */
const REQUEST_SECONDS = 10
/** Deadline of a whole answer, because oidc-client-ts waits for a body without limit. Shorter than the SDK's deadline of a refresh (30 s), after which the session would count as lost. */
const ANSWER_MS = 25_000
/** How long a sign-out waits for the revocation of the refresh token. It may fail: the provider's session ends anyway. */
const REVOCATION_MS = 2000

/** Transient provider errors; any other error is final. */
const transient: readonly (string | null)[] = ['server_error', 'temporarily_unavailable']

/** Implements `Identity` by oidc-client-ts: PKCE S256, tokens in memory, the sign-in's one-time state in the tab's storage. */
export function createIdentity({ authority, clientId, scope }: IdentitySettings, origin: string): Identity {
  const settings: UserManagerSettings = {
    authority: new URL(authority, origin).href,
    client_id: clientId,
    scope,
    response_type: 'code',
    redirect_uri: `${origin}/auth/callback`,
    silent_redirect_uri: `${origin}/auth/silent.html`,
    post_logout_redirect_uri: `${origin}/`,
    automaticSilentRenew: false,
    // `checkIdToken` needs all claims.
    filterProtocolClaims: false,
    requestTimeoutInSeconds: REQUEST_SECONDS,
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    // Holds a state and a PKCE verifier during the sign-in, never a token.
    stateStore: new WebStorageStateStore({ store: window.sessionStorage }),
  }
  const manager = new UserManager(settings, undefined, undefined, silentFrame(REQUEST_SECONDS * 1000))
  const { metadataService } = manager
  const client = new OidcClient(manager.settings, metadataService)

  /** Returns the user if the ID token is valid. Otherwise removes the user's tokens and throws. */
  async function validated(user: User, verify = async (): Promise<void> => undefined): Promise<User> {
    try {
      await verify()
      checkIdToken(user, await metadataService.getIssuer(), clientId)
      return user
    } catch (error) {
      await manager.removeUser()
      throw error
    }
  }
  /**
   * Checks claims only, no signature: the token comes from the token endpoint over TLS, for which OpenID Connect Core 3.1.3.7 allows that, and
   * this runs at every start.
   */
  async function renewedUser(): Promise<User | null> {
    const before = await manager.getUser()
    const user = await manager.signinSilent({ nonce: randomUuid() })
    // A refresh may return no ID token: then the library keeps the previous one, which has been checked.
    return user && user.id_token !== before?.id_token ? validated(user) : user
  }
  async function silentToken(): Promise<string | null> {
    try {
      const user = await withDeadline(ANSWER_MS, renewedUser())
      return user?.access_token ?? null
    } catch (error) {
      if (error instanceof IdTokenRefused) return null
      if (!(error instanceof ErrorResponse) || transient.includes(error.error)) throw error
      const user = await manager.getUser()
      await manager.removeUser()
      // Only the refresh token was refused: the single sign-on session may still supply a token.
      return user?.refresh_token ? silentToken() : null
    }
  }
  async function signedInUser(): Promise<User> {
    // Loaded first, because the two calls below would load it twice.
    await metadataService.getMetadata()
    const [user, keys, { verifySignature }] = await Promise.all([
      manager.signinRedirectCallback(),
      metadataService.getSigningKeys(),
      import('./id-token-signature.ts'),
    ])
    return validated(user, () => verifySignature(user.id_token ?? '', keys ?? []))
  }
  /** Removes the tokens here at once, then revokes the refresh token at the provider, where it may outlive the session. A failed revocation is ignored. */
  async function forget(): Promise<void> {
    const user = await manager.getUser()
    // Removed before the sign-out, whose address would otherwise contain the ID token.
    await manager.removeUser()
    if (!user?.refresh_token) return
    await withDeadline(REVOCATION_MS, client.revokeToken(user.refresh_token, 'refresh_token')).catch(() => undefined)
  }
  return {
    signIn: (returnTo, again) =>
      manager.signinRedirect({ state: { returnTo }, nonce: randomUuid(), ...(again && { prompt: 'login' }) }),
    async completeSignIn() {
      const user = await withDeadline(ANSWER_MS, signedInUser())
      const { returnTo } = (user.state ?? {}) as { returnTo?: unknown }
      return { token: user.access_token, returnTo: typeof returnTo === 'string' ? returnTo : '/profile' }
    },
    silentToken,
    forget,
    async signOut() {
      await forget()
      await manager.signoutRedirect()
    },
  }
}
