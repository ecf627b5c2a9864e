import type { Bundle, Catalogue } from './catalogue.ts'

const DAY_MS = 86_400_000

/** The state of the subscriber that prices depend on. */
export interface Subscription {
  bundleId: string | null
  isGracePeriod: boolean
  /** Instants in milliseconds since 1970; NaN when there is none. */
  endMs: number
  deactivationMs: number
}

/**
 * Returns the later price of a bundle in the grace period, in kopecks (T1); null when the regular price applies. `now`
 * is in milliseconds since 1970.
 */
export function gracePriceKopecks(
  { laterPrices, laterPriceRules: { monthly, long } }: Pick<Catalogue, 'laterPrices' | 'laterPriceRules'>,
  bundle: Pick<Bundle, 'id' | 'name'>,
  { bundleId, isGracePeriod, endMs, deactivationMs }: Subscription,
  now: number,
): number | null {
  const later = laterPrices.find(({ bundle: name }) => name === bundle.name)
  if (!later || !isGracePeriod || bundleId !== bundle.id) return null
  const applies =
    later.rule === 'monthly'
      ? endMs > Date.parse(monthly.endDateAfter)
      : Math.abs(now - deactivationMs) <= long.withinDaysOfDeactivation * DAY_MS &&
        deactivationMs > Date.parse(long.deactivationDateAfter)
  return applies ? later.priceKopecks : null
}

/**
 * Returns the price for this subscriber in kopecks: of the counter-offer, else the later price in the grace period,
 * else the regular price.
 */
export function priceKopecks(
  catalogue: Catalogue,
  bundle: Bundle,
  counterOfferId: unknown,
  subscription: Subscription,
  now: number,
): number {
  const offer = catalogue.counterOffers.find(({ id }) => id === counterOfferId)
  return offer?.priceKopecks ?? gracePriceKopecks(catalogue, bundle, subscription, now) ?? bundle.priceKopecks
}
