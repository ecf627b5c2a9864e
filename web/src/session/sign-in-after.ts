import { tabStore } from '#session/browser-store.ts'

const KEY = 'paket.signInTo'

/** Keeps where the sign-in leads that follows a sign-out (OP-58): the provider comes back from that to the main page alone. */
export const keepSignIn = (path: string): void => void tabStore.setItem(KEY, path)

/** Where the main page signs in to at once, after such a sign-out; a return to another page cancels it. */
export function takeSignIn(page: string): string | null {
  const path = tabStore.getItem(KEY)
  tabStore.removeItem(KEY)
  return page === '/' ? path : null
}
