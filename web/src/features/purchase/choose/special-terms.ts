import { type Bundle, bundleNamed, type Client, type CounterOffer, counterOffers, type Failure } from '@paket/sdk'
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

type OffersRead =
  | { kind: 'offers'; offers: CounterOffer[] }
  | { kind: 'failed'; failure: Failure<'getAvailableCounterOffers'> }

/** The counter-offers that may be taken. None when one is active already. */
export async function availableCounterOffers(api: Pick<Client, 'getAvailableCounterOffers'>): Promise<OffersRead> {
  const answer = await api.getAvailableCounterOffers()
  if (!answer.ok) return { kind: 'failed', failure: answer.failure }
  const ids = availableOfferIds(answer.data)
  return { kind: 'offers', offers: counterOffers.filter(({ id }) => ids.includes(id)) }
}

/** Those that may be taken first: of the same discount are one choice. */
export async function firstCounterOffers(api: Pick<Client, 'getAvailableCounterOffers'>): Promise<OffersRead> {
  const read = await availableCounterOffers(api)
  if (read.kind === 'failed') return read
  const [first] = read.offers
  return {
    kind: 'offers',
    offers: read.offers.filter(({ discountPercent }) => discountPercent === first?.discountPercent),
  }
}

/** What a counter-offer sells, at its own price. */
export const counterOfferTerms = (counterOffer: CounterOffer): Terms => ({
  bundle: bundleNamed(counterOffer.bundle),
  priceKopecks: counterOffer.priceKopecks,
  counterOffer,
})
