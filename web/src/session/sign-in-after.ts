import { tabStore } from '#session/browser-store.ts'

const KEY = 'paket.signInTo'

/** Stores where a sign-in that follows a sign-out returns to (OP-58). The provider's sign-out itself always returns to the main page. */
export const storeSignInPath = (path: string): void => void tabStore.setItem(KEY, path)

/** The stored path, for which the main page starts the sign-in at once; null on any other page, which cancels it. */
export function takeSignInPath(page: string): string | null {
  const path = tabStore.getItem(KEY)
  tabStore.removeItem(KEY)
  return page === '/' ? path : null
}
