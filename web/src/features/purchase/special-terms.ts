import {
  bundleById,
  bundleNamed,
  type Client,
  type CounterOffer,
  counterOffers,
  type Failure,
  type Bundle,
} from '@paket/sdk'

/** What is bought on special terms. */
export interface Terms {
  bundle: Bundle
  priceKopecks: number
  counterOffer?: CounterOffer
  promocodeId?: string
}
type Failed<Id extends 'getAvailableCounterOffers' | 'checkPromocode'> = { kind: 'failed'; failure: Failure<Id> }

/** The counter-offers that may be taken first: those of the same discount are one choice. None when one is active already. */
export async function firstCounterOffers(
  api: Pick<Client, 'getAvailableCounterOffers'>,
): Promise<{ kind: 'offers'; offers: CounterOffer[] } | Failed<'getAvailableCounterOffers'>> {
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

/** What a promocode gives; the server says which bundle and for how much. */
export async function promocodeTerms(
  api: Pick<Client, 'checkPromocode'>,
  promocodeValue: string,
): Promise<{ kind: 'terms'; terms: Terms } | Failed<'checkPromocode'>> {
  const answer = await api.checkPromocode({ promocodeValue })
  if (!answer.ok) return { kind: 'failed', failure: answer.failure }
  const { promocodeId, price, bundleId } = answer.data.result
  return { kind: 'terms', terms: { bundle: bundleById(bundleId), priceKopecks: price, promocodeId } }
}
