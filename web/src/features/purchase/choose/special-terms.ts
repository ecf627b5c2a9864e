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
import type { Purchase } from '#features/purchase/flow/purchase-input.ts'

/** The terms of a purchase. */
export interface Terms {
  bundle: Bundle
  priceKopecks: number
  /** The price just before the order, where it depends on the subscriber. */
  priceFor?: Purchase['priceFor']
  /** The paid duration, if it is not the bundle's. */
  durationDays?: number
  counterOffer?: CounterOffer
  promocode?: { id: string; value: string }
  /** The experiment that the terms belong to. */
  experimentId?: string | undefined
}

/** The available counter-offers; none when one is active already. */
export function availableCounterOffers(read: Data<'getAvailableCounterOffers'>): CounterOffer[] {
  const ids = availableOfferIds(read)
  return counterOffers.filter(({ id }) => ids.includes(id))
}

/** The counter-offers to offer first: those with the discount of the first one, in the order in which bundles are sold (options §4). */
export const firstCounterOffers = (offers: readonly CounterOffer[]): CounterOffer[] =>
  fullBundles().flatMap((plan) =>
    offers.filter(
      ({ bundle, discountPercent }) =>
        discountPercent === offers[0]?.discountPercent && monthsOf(bundleNamed(bundle)) === monthsOf(plan),
    ),
  )

/** The terms of a counter-offer, at its own price. */
export const counterOfferTerms = (counterOffer: CounterOffer): Terms => ({
  bundle: bundleNamed(counterOffer.bundle),
  priceKopecks: counterOffer.priceKopecks,
  counterOffer,
})
