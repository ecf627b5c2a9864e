/** Promo actions that an address may name; of several in one address the first of this list counts (OO-29). */
export const promoActions = ['trial', 'litres', 'shoko24'] as const
export type PromoAction = (typeof promoActions)[number]
/** Partners' promo actions, each with a gift. */
export type GiftAction = Exclude<PromoAction, 'trial'>

/** The promo action of a query: a parameter with its name and exactly the value `Y` (O-ENTITY-39). */
export function promoActionOf(search: string): PromoAction | null {
  const query = new URLSearchParams(search)
  return promoActions.find((action) => query.get(action) === 'Y') ?? null
}
