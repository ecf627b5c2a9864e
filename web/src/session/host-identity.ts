import type { HostToken } from '#hosts/host.ts'
import type { Identity } from './session.ts'
import { withDeadline } from './with-deadline.ts'

/** T7: so long the first token of a webview may take. A later one may take as long as the SDK waits for a refresh. */
const FIRST_TOKEN_MS = 5000

/** Inside a partner's app the app has the session: it gives the token, and signing in or out means reloading or closing the page. */
export function hostIdentity(token: HostToken, page: { reload(): void; close(): void }): Identity {
  let hasFirst = false
  return {
    async silentToken() {
      // The app has answered: it gives none. That is no network error (C-ERR-40).
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
