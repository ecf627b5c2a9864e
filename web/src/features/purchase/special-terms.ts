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
type Read<Id extends 'getAvailableCounterOffers' | 'checkPromocode'> =
  | { kind: 'terms'; terms: Terms }
  | { kind: 'none' }
  | { kind: 'failed'; failure: Failure<Id> }

/** The first counter-offer that may be taken; none when there is none, or one is active already. */
export async function counterOfferTerms(
  api: Pick<Client, 'getAvailableCounterOffers'>,
): Promise<Read<'getAvailableCounterOffers'>> {
  const answer = await api.getAvailableCounterOffers()
  if (!answer.ok) return { kind: 'failed', failure: answer.failure }
  const { result } = answer.data
  const ids = 'availableCounterOfferIds' in result ? (result.availableCounterOfferIds ?? []) : []
  const counterOffer = counterOffers.find(({ id }) => ids.includes(id))
  if (!counterOffer) return { kind: 'none' }
  const { priceKopecks } = counterOffer
  return { kind: 'terms', terms: { bundle: bundleNamed(counterOffer.bundle), priceKopecks, counterOffer } }
}

/** What a promocode gives; the server says which bundle and for how much. */
export async function promocodeTerms(
  api: Pick<Client, 'checkPromocode'>,
  promocodeValue: string,
): Promise<Read<'checkPromocode'>> {
  const answer = await api.checkPromocode({ promocodeValue })
  if (!answer.ok) return { kind: 'failed', failure: answer.failure }
  const { promocodeId, price, bundleId } = answer.data.result
  return { kind: 'terms', terms: { bundle: bundleById(bundleId), priceKopecks: price, promocodeId } }
}
