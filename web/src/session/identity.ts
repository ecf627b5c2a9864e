import {
  ErrorResponse,
  InMemoryWebStorage,
  OidcClient,
  type User,
  UserManager,
  type UserManagerSettings,
  WebStorageStateStore,
} from 'oidc-client-ts'
import type { IdentitySettings } from '#config/identity-settings.ts'
import { randomUuid } from '#domain/uuid.ts'
import { checkIdToken, IdTokenRefused } from './id-token.ts'
import type { Identity } from './session.ts'
import { silentFrame } from './silent-frame.ts'
import { withDeadline } from './with-deadline.ts'

/** So long the provider may take to begin an answer; its client would wait without an end. */
const REQUEST_SECONDS = 10
/** Its client waits for the rest of an answer for ever; ended before the SDK ends the refresh (30 s), which would take it for a no. */
const ANSWER_MS = 25_000
/** So long a sign-out waits for the revocation of the refresh token, which may fail: the session at the provider ends anyway. */
const REVOCATION_MS = 2000

/** Transient provider errors; any other error is final. */
const passing: readonly (string | null)[] = ['server_error', 'temporarily_unavailable']

/** oidc-client-ts behind the session's interface: PKCE S256, tokens in memory, the sign-in's one-time state per tab. */
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
    // All that the ID token says is checked here.
    filterProtocolClaims: false,
    requestTimeoutInSeconds: REQUEST_SECONDS,
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    // Between leaving for the sign-in page and coming back: a state and a PKCE verifier, no token.
    stateStore: new WebStorageStateStore({ store: window.sessionStorage }),
  }
  const manager = new UserManager(settings, undefined, undefined, silentFrame(REQUEST_SECONDS * 1000))
  const { metadataService } = manager
  const client = new OidcClient(manager.settings, metadataService)

  /** Gives a user whose ID token holds; of another one nothing is stored. */
  async function accepted(user: User, verified = async (): Promise<void> => undefined): Promise<User> {
    try {
      await verified()
      checkIdToken(user, await metadataService.getIssuer(), clientId)
      return user
    } catch (error) {
      await manager.removeUser()
      throw error
    }
  }
  /** Claims alone, no signature: the token comes from the token endpoint over TLS (OpenID Connect Core 3.1.3.7), and this runs at every start. */
  async function renewed(): Promise<User | null> {
    const before = await manager.getUser()
    const user = await manager.signinSilent({ nonce: randomUuid() })
    // A refresh may come without one: the library keeps the last one then, which was checked when it came.
    return user && user.id_token === before?.id_token ? user : user && accepted(user)
  }
  async function silentToken(): Promise<string | null> {
    try {
      const user = await withDeadline(ANSWER_MS, renewed())
      return user?.access_token ?? null
    } catch (error) {
      if (error instanceof IdTokenRefused) return null
      if (!(error instanceof ErrorResponse) || passing.includes(error.error)) throw error
      const user = await manager.getUser()
      await manager.removeUser()
      // No more than the refresh token was refused: the single sign-on session may give another.
      return user?.refresh_token ? silentToken() : null
    }
  }
  async function signedIn(): Promise<User> {
    // Both that follow need it.
    await metadataService.getMetadata()
    const [user, keys, { verifySignature }] = await Promise.all([
      manager.signinRedirectCallback(),
      metadataService.getSigningKeys(),
      import('./id-token-signature.ts'),
    ])
    return accepted(user, () => verifySignature(user.id_token ?? '', keys ?? []))
  }
  /** Drops the tokens here at once, then notifies the provider, as far as it answers: a refresh token may outlive the session there. */
  async function forget(): Promise<void> {
    const user = await manager.getUser()
    // First: otherwise the ID token would travel in the address of the sign-out.
    await manager.removeUser()
    if (!user?.refresh_token) return
    await withDeadline(REVOCATION_MS, client.revokeToken(user.refresh_token, 'refresh_token')).catch(() => undefined)
  }
  return {
    signIn: (returnTo, again) =>
      manager.signinRedirect({ state: { returnTo }, nonce: randomUuid(), ...(again && { prompt: 'login' }) }),
    async completeSignIn() {
      const user = await withDeadline(ANSWER_MS, signedIn())
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
