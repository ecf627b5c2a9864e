/** What is sold: `name` and `id` are frozen, the price is in kopecks, the duration in days. */
export type Bundle = {
  name: string
  id: string
  family: string
  /** Kind of subscriber that holding it makes. */
  kind: string
  type: 'full' | 'only-renew'
  priceKopecks: number
  durationDays: number
  source: string
}
/** An offer that keeps a subscriber. */
export type CounterOffer = {
  name: string
  id: string
  bundle: string
  priceKopecks: number
  discountPercent: number
}
/** What a bundle costs in the grace period when the later price applies. */
export type LaterPrice = { bundle: string; priceKopecks: number; listedDays: number; rule: keyof LaterPriceRules }
/** When the later price applies (T1); instants as ISO 8601. */
export interface LaterPriceRules {
  monthly: { endDateAfter: string }
  long: { withinDaysOfDeactivation: number; deactivationDateAfter: string }
}
/** `catalogue.yaml`; the constants beside these tables are handed on as they are. */
export interface Catalogue extends Record<string, unknown> {
  bundles: Bundle[]
  counterOffers: CounterOffer[]
  laterPrices: LaterPrice[]
  laterPriceRules: LaterPriceRules
}
