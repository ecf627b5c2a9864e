import { subscribe } from 'valtio/vanilla'
import { interruptFlow } from '#flow/run-flow.ts'
import { tabStore } from '#session/browser-store.ts'
import { session } from '#session/session.ts'
import { forgetTries } from './activation-tries.ts'
import { leaveOrder } from '#navigation/address.ts'
import { forgetEvents, forgetSubscriber } from '#analytics/events.ts'
import { forgetPromocodes } from './promocode-memory.ts'
import { storedCache } from './stored-cache.ts'
import { storedSettings } from './stored-settings.ts'
import { shownOffers } from '#analytics/shown-offers.ts'
import { forgetVisit, readVisit } from '#analytics/visit.ts'

/** Clears the user's data after a sign-out in any tab (O-CACHE-08). The state of a visitor who has not signed in yet stays. */
export function forgetAtSignOut(): void {
  let before: typeof session.state = 'checking'
  function onSessionChange(): void {
    const { state } = session
    const hadUser = before === 'signedIn' || before === 'lost' || before === 'offline'
    before = state
    if (state === 'signedOut' || state === 'leaving') {
      storedCache.clear()
      storedSettings.clear()
    }
    if (state === 'leaving' || (state === 'signedOut' && hadUser)) forgetUser()
  }
  subscribe(session, onSessionChange)
  // The session may have been checked already.
  onSessionChange()
}

/** The digest of the user whose data is in this tab: the stored cache may be another tab's by now. */
const TAB_USER = 'paket.user'

/** Notes the user of this tab. Clears the data of the previous one, of this tab or of the stored cache. */
export function setTabUser(user: string, cached: unknown): void {
  const before = [cached, tabStore.getItem(TAB_USER)]
  if (before.some((other) => typeof other === 'string' && other !== user)) forgetUserBefore()
  tabStore.setItem(TAB_USER, user)
}

/** Clears the data of the previous user when another one signs in. */
export function forgetUserBefore(): void {
  forgetUser()
  // A running flow belongs to the previous user too.
  interruptFlow()
  leaveOrder()
  readVisit(window.location.search)
}

function forgetUser(): void {
  tabStore.removeItem(TAB_USER)
  forgetVisit()
  forgetPromocodes()
  forgetSubscriber()
  forgetTries()
  forgetEvents()
  shownOffers.forget()
}
