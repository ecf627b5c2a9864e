import { tabNames } from '#session/tab-names.ts'

/** Offers whose cards were shown: each is told once a visit (OO-58). */
export const shownOffers = tabNames('paket.shown')
