import type { OfferRules } from '#domain/offers.ts'
import type { Flow } from '#flow/run-flow.ts'

/** Asks which tags the offers are to have; nothing changes until it is answered (O-OFFERS-02). */
export const filteringOffers =
  (offers: readonly OfferRules[], chosen: readonly string[], apply: (chosen: readonly string[]) => void): Flow =>
  async (io) => {
    const answer = await io.ask('filterOffers', { offers, chosen })
    if (answer !== 'dismissed') apply(answer)
  }
