import {
  bundles,
  counterOffers,
  daysPerMonth,
  kopecksPerPoint,
  type loyaltyCardTypes,
} from './generated/catalogue.gen.ts'

/** A bundle of the catalogue: prices in kopecks, durations in days. */
export type Bundle = (typeof bundles)[number]
export type BundleName = Bundle['name']
/** An offer to a subscriber who cancels: prices in kopecks, durations in days. */
export type CounterOffer = (typeof counterOffers)[number]
export type CounterOfferName = CounterOffer['name']
export type LoyaltyCardType = (typeof loyaltyCardTypes)[number]
/** Kind of subscriber that a bundle makes. */
export type SubscriberKind = Bundle['kind']

const byId = /* @__PURE__ */ new Map<string, Bundle>(bundles.map((bundle) => [bundle.id, bundle]))
const byName = /* @__PURE__ */ new Map<string, Bundle>(bundles.map((bundle) => [bundle.name, bundle]))

/** The bundle with an id. Throws a RangeError when the catalogue has no such id. */
// Source: OP-62.
export function bundleById(id: string): Bundle {
  const bundle = byId.get(id)
  if (!bundle) throw new RangeError(`no bundle has the id ${JSON.stringify(id)}`)
  return bundle
}

/** The bundle with a name; its id, price in kopecks and days are literal types. */
export function bundleNamed<Name extends BundleName>(name: Name): Extract<Bundle, { name: Name }> {
  const bundle = byName.get(name)
  if (!bundle) throw new RangeError(`no bundle is called ${JSON.stringify(name)}`)
  // The map has the same names as the type.
  return bundle as Extract<Bundle, { name: Name }>
}

/** The counter-offer with a name. */
export function counterOfferNamed<Name extends CounterOfferName>(name: Name): Extract<CounterOffer, { name: Name }> {
  const offer = counterOffers.find((each): each is Extract<CounterOffer, { name: Name }> => each.name === name)
  if (!offer) throw new RangeError(`no counter-offer is called ${JSON.stringify(name)}`)
  return offer
}

/** The counter-offer with an id; undefined for an unknown one, which is not offered. */
export const counterOfferById = (id: string): CounterOffer | undefined => counterOffers.find((offer) => offer.id === id)

/** Bundles that are sold, in the order of the offer: one month, twelve, six. */
// Source: options §4.
export const fullBundles = (): Bundle[] =>
  [1, 12, 6].flatMap((months) => bundles.filter((bundle) => bundle.type === 'full' && monthsOf(bundle) === months))

/** Months of a duration: days / 31, floored. */
// Source: C-CONST-02, C-CONST-04.
export const monthsOf = ({ durationDays }: { durationDays: number }): number => Math.floor(durationDays / daysPerMonth)

/** Price in points of a price in kopecks: a tenth. */
// Source: C-POINTS-02.
export const pointsPrice = ({ priceKopecks }: { priceKopecks: number }): number => priceKopecks / kopecksPerPoint

/**
 * Price of a month in kopecks, as it is shown: whole rubles when it divides evenly, otherwise rounded half up to 10 kopecks.
 * 89900 for 186 days: 14980.
 */
// Source: OP-19.
export function monthlyPrice({ priceKopecks, durationDays }: { priceKopecks: number; durationDays: number }): number {
  const months = monthsOf({ durationDays })
  if (months < 1) throw new RangeError(`${durationDays} days are less than a month`)
  return Math.round(priceKopecks / months / 10) * 10
}

export { bundles, counterOffers }
export {
  dailyPointsDeduction,
  deliveryChains,
  experiments,
  laterPriceRules,
  laterPrices,
  loyaltyCardTypes,
  promoPromocodes,
  surveys,
} from './generated/catalogue.gen.ts'
