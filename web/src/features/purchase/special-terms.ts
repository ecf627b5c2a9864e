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
type Read =
  | { kind: 'terms'; terms: Terms }
  | { kind: 'none' }
  | { kind: 'failed'; failure: Failure<'getAvailableCounterOffers'> }

/** The first counter-offer that may be taken; none when there is none, or one is active already. */
export async function counterOfferTerms(api: Pick<Client, 'getAvailableCounterOffers'>): Promise<Read> {
  const answer = await api.getAvailableCounterOffers()
  if (!answer.ok) return { kind: 'failed', failure: answer.failure }
  const { result } = answer.data
  const ids = 'availableCounterOfferIds' in result ? (result.availableCounterOfferIds ?? []) : []
  const counterOffer = counterOffers.find(({ id }) => ids.includes(id))
  if (!counterOffer) return { kind: 'none' }
  const { priceKopecks } = counterOffer
  return { kind: 'terms', terms: { bundle: bundleNamed(counterOffer.bundle), priceKopecks, counterOffer } }
}
