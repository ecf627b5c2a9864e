/** Actions that the address names, the first of several counts (OO-29). */
export const promoActions = ['trial', 'litres', 'shoko24'] as const
export type PromoAction = (typeof promoActions)[number]
/** The actions of partners, each with a gift. */
export type GiftAction = Exclude<PromoAction, 'trial'>

/** The action that a query asks for: its name with the value Y, exactly so (O-ENTITY-39). */
export function promoActionOf(search: string): PromoAction | null {
  const query = new URLSearchParams(search)
  return promoActions.find((action) => query.get(action) === 'Y') ?? null
}
