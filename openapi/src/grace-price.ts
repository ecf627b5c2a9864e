import type { Bundle, Catalogue } from './catalogue.ts'

const DAY_MS = 86_400_000

/** What the price depends on, as the subscriber's state has it. */
export interface Subscription {
  bundleId: string | null
  isGracePeriod: boolean
  /** Instants, in milliseconds since 1970; NaN when there is none. */
  endMs: number
  deactivationMs: number
}

/** The later price of a bundle in the grace period, in kopecks (T1); null when the bundle's own price holds. `now` in milliseconds since 1970. */
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

/** What a bundle costs this subscriber now, in kopecks: the counter-offer's price, the later one in the grace period, else its own. */
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
