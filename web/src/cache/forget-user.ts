import { subscribe } from 'valtio/vanilla'
import { interruptFlow } from '#flow/run-flow.ts'
import { session } from '#session/session.ts'
import { forgetTries } from './activation-tries.ts'
import { leaveOrder } from '#navigation/address.ts'
import { forgetEvents, forgetSubscriber } from '#analytics/events.ts'
import { forgetPromocodes } from './promocode-memory.ts'
import { storedCache } from './stored-cache.ts'
import { storedSettings } from './stored-settings.ts'
import { shownOffers } from '#analytics/shown-offers.ts'
import { forgetVisit, readVisit } from '#analytics/visit.ts'

/** Clears everything of the user after a sign-out in any tab (O-CACHE-08). A visitor's state stays: they may yet sign in. */
export function forgetAtSignOut(): void {
  let before: typeof session.state = 'checking'
  function follow(): void {
    const { state } = session
    const hadUser = before === 'signedIn' || before === 'lost' || before === 'offline'
    before = state
    if (state === 'signedOut' || state === 'leaving') {
      storedCache.clear()
      storedSettings.clear()
    }
    if (state === 'leaving' || (state === 'signedOut' && hadUser)) forgetUser()
  }
  subscribe(session, follow)
  // The session may have been looked for already.
  follow()
}

/** Clears the state of the previous user when another one signs in. */
export function forgetUserBefore(): void {
  forgetUser()
  // A flow that continues is the previous user's too.
  interruptFlow()
  leaveOrder()
  readVisit(window.location.search)
}

function forgetUser(): void {
  forgetVisit()
  forgetPromocodes()
  forgetSubscriber()
  forgetTries()
  forgetEvents()
  shownOffers.forget()
}
