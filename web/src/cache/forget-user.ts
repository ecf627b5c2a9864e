import { subscribe } from 'valtio/vanilla'
import { interruptFlow } from '#flow/run-flow.ts'
import { session } from '#session/session.ts'
import { forgetTries } from './activation-tries.ts'
import { leaveOrder } from '#navigation/address.ts'
import { forgetEvents, forgetSubscriber } from '#analytics/events.ts'
import { forgetPromocodes } from './promocode-memory.ts'
import { storedCache } from './stored-cache.ts'
import { shownOffers } from '#analytics/shown-offers.ts'
import { forgetVisit, readVisit } from '#analytics/visit.ts'

/** Whoever is signed out leaves nothing behind, in whichever tab it happened (O-CACHE-08). A visitor keeps what he came with: he may yet sign in. */
export function forgetAtSignOut(): void {
  let before = session.state
  subscribe(session, () => {
    const { state } = session
    const wasSomebody = before === 'signedIn' || before === 'lost'
    before = state
    if (state === 'signedOut' || state === 'leaving') storedCache.clear()
    if (state === 'leaving' || (state === 'signedOut' && wasSomebody)) forgetUser()
  })
}

/** Another user than before is here: his is what he comes with, and no more. */
export function forgetUserBefore(): void {
  forgetUser()
  // What is gone on with already is not his either.
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
