import { tabStore } from '#session/browser-store.ts'

const KEY = 'paket.signedOut'

/** The backend has ended the session: noted in the tab until the user is told, where the way out through the provider has led. */
export const markSignedOut = (): void => void tabStore.setItem(KEY, 'untold')
export const isSignOutUnreported = (): boolean => tabStore.getItem(KEY) !== null
export const forgetSignedOut = (): void => tabStore.removeItem(KEY)
