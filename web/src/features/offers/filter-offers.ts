import type { OfferRules } from '#domain/offers.ts'
import type { Flow } from '#flow/run-flow.ts'

/** Asks for the filter of the offers, and applies it unless the modal is dismissed (O-OFFERS-02). */
export const filterOffersFlow =
  (offers: readonly OfferRules[], chosen: readonly string[], apply: (chosen: readonly string[]) => void): Flow =>
  async (io) => {
    const answer = await io.ask('filterOffers', { offers, chosen })
    if (answer !== 'dismissed') apply(answer)
  }
