import { tabStore } from '#session/browser-store.ts'

const KEY = 'paket.signedOut'

/** The backend has ended the session: a mark in the tab, until the message is shown after the provider's sign-out. */
export const markSignedOut = (): void => void tabStore.setItem(KEY, 'unreported')
export const isSignOutUnreported = (): boolean => tabStore.getItem(KEY) !== null
export const forgetSignedOut = (): void => tabStore.removeItem(KEY)
