import {
  type Bundle,
  bundleNamed,
  type CounterOffer,
  counterOffers,
  type Data,
  fullBundles,
  monthsOf,
} from '@paket/sdk'
import { availableOfferIds } from '#domain/available-offers.ts'

/** What is bought on special terms. */
export interface Terms {
  bundle: Bundle
  priceKopecks: number
  /** When it is not the bundle's own. */
  durationDays?: number
  counterOffer?: CounterOffer
  promocode?: { id: string; value: string }
  /** The experiment that the terms come from. */
  experimentId?: string | undefined
}

/** The counter-offers that may be taken. None when one is active already. */
export function availableCounterOffers(read: Data<'getAvailableCounterOffers'>): CounterOffer[] {
  const ids = availableOfferIds(read)
  return counterOffers.filter(({ id }) => ids.includes(id))
}

/** Those that may be taken first: of the same discount are one choice, in the order of what is sold (options §4). */
export const firstCounterOffers = (offers: readonly CounterOffer[]): CounterOffer[] =>
  fullBundles().flatMap((plan) =>
    offers.filter(
      ({ bundle, discountPercent }) =>
        discountPercent === offers[0]?.discountPercent && monthsOf(bundleNamed(bundle)) === monthsOf(plan),
    ),
  )

/** What a counter-offer sells, at its own price. */
export const counterOfferTerms = (counterOffer: CounterOffer): Terms => ({
  bundle: bundleNamed(counterOffer.bundle),
  priceKopecks: counterOffer.priceKopecks,
  counterOffer,
})
