import { type Bundle, bundleNamed, type Client, type CounterOffer, counterOffers, type Failure } from '@paket/sdk'

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

/** The counter-offers that may be taken first: those of the same discount are one choice. None when one is active already. */
export async function firstCounterOffers(
  api: Pick<Client, 'getAvailableCounterOffers'>,
): Promise<
  { kind: 'offers'; offers: CounterOffer[] } | { kind: 'failed'; failure: Failure<'getAvailableCounterOffers'> }
> {
  const answer = await api.getAvailableCounterOffers()
  if (!answer.ok) return { kind: 'failed', failure: answer.failure }
  const { result } = answer.data
  const ids = 'availableCounterOfferIds' in result ? (result.availableCounterOfferIds ?? []) : []
  const available = counterOffers.filter(({ id }) => ids.includes(id))
  return {
    kind: 'offers',
    offers: available.filter(({ discountPercent }) => discountPercent === available[0]?.discountPercent),
  }
}

/** What a counter-offer sells, at its own price. */
export const counterOfferTerms = (counterOffer: CounterOffer): Terms => ({
  bundle: bundleNamed(counterOffer.bundle),
  priceKopecks: counterOffer.priceKopecks,
  counterOffer,
})
