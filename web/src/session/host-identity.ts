import type { HostToken } from '#hosts/host.ts'
import type { Identity } from './session.ts'
import { withDeadline } from './with-deadline.ts'

/** Deadline of the first token of a webview (T7). For later tokens the SDK's deadline of a refresh applies. */
const FIRST_TOKEN_MS = 5000

/** The identity inside a partner's app, which has the session and supplies the token. Signing in reloads the page, signing out closes it. */
export function hostIdentity(token: HostToken, page: { reload(): void; close(): void }): Identity {
  let hasFirst = false
  return {
    async silentToken() {
      // A rejection is the app's answer that there is no token, not a network error (C-ERR-40).
      if (hasFirst) return token.refresh().catch(() => null)
      const first = await withDeadline(FIRST_TOKEN_MS, token.first())
      hasFirst = true
      return first
    },
    signIn: async () => page.reload(),
    signOut: async () => page.close(),
    forget: async () => undefined,
    completeSignIn: () => Promise.reject(new Error('a webview does not sign in by itself')),
  }
}
