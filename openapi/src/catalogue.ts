/** A product for sale. `name` and `id` never change; the price is in kopecks, the duration in days. */
export type Bundle = {
  name: string
  id: string
  family: string
  /** The kind of subscriber that a holder of this bundle is. */
  kind: string
  type: 'full' | 'only-renew'
  priceKopecks: number
  durationDays: number
  source: string
}
/** An offer that persuades a subscriber to stay. */
export type CounterOffer = {
  name: string
  id: string
  bundle: string
  priceKopecks: number
  discountPercent: number
}
/** The price of a bundle in the grace period when the rule for later prices applies. */
export type LaterPrice = { bundle: string; priceKopecks: number; listedDays: number; rule: keyof LaterPriceRules }
/** When later prices apply (T1); instants as ISO 8601. */
export interface LaterPriceRules {
  monthly: { endDateAfter: string }
  long: { withinDaysOfDeactivation: number; deactivationDateAfter: string }
}
/** `catalogue.yaml`. Constants besides these tables are passed through. */
export interface Catalogue extends Record<string, unknown> {
  bundles: Bundle[]
  counterOffers: CounterOffer[]
  laterPrices: LaterPrice[]
  laterPriceRules: LaterPriceRules
}
