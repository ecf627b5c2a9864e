import {
  ErrorResponse,
  InMemoryWebStorage,
  UserManager,
  type UserManagerSettings,
  WebStorageStateStore,
} from 'oidc-client-ts'
import type { Identity } from './session.ts'
import { silentFrame } from './silent-frame.ts'
import { within } from './within.ts'

export interface IdentitySettings {
  /** Address of the provider: a path of this origin or a whole address. */
  authority: string
  clientId: string
  scope: string
}

/** So long the provider may take to begin an answer; its client would wait without an end. */
const REQUEST_SECONDS = 10
/** Its client waits for the rest of an answer for ever; ended before the SDK ends the refresh (30 s), which would take it for a no. */
const ANSWER_MS = 25_000

/** A trouble of the provider's own, which passes. Any other error is its no, which another try does not change. */
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
    requestTimeoutInSeconds: REQUEST_SECONDS,
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    // Between leaving for the sign-in page and coming back: a state and a PKCE verifier, no token.
    stateStore: new WebStorageStateStore({ store: window.sessionStorage }),
  }
  const manager = new UserManager(settings, undefined, undefined, silentFrame(REQUEST_SECONDS * 1000))
  async function silentToken(): Promise<string | null> {
    try {
      const user = await within(ANSWER_MS, manager.signinSilent())
      return user?.access_token ?? null
    } catch (error) {
      if (!(error instanceof ErrorResponse) || passing.includes(error.error)) throw error
      const user = await manager.getUser()
      await manager.removeUser()
      // No more than the refresh token was refused: the single sign-on session may give another.
      return user?.refresh_token ? silentToken() : null
    }
  }
  return {
    signIn: (returnTo, anew) => manager.signinRedirect({ state: { returnTo }, ...(anew && { prompt: 'login' }) }),
    async completeSignIn() {
      const user = await within(ANSWER_MS, manager.signinRedirectCallback())
      const { returnTo } = (user.state ?? {}) as { returnTo?: unknown }
      return { token: user.access_token, returnTo: typeof returnTo === 'string' ? returnTo : '/profile' }
    },
    silentToken,
    async signOut() {
      // First forgotten: otherwise the ID token would travel in the address.
      await manager.removeUser()
      await manager.signoutRedirect()
    },
  }
}
