import { tabNames } from '#session/tab-names.ts'

/** Offers whose cards were shown; each is reported once a visit (OO-58). */
export const shownOffers = tabNames('paket.shown')
