import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'

/** What the mock reads of the contract's catalogue. */
export interface Catalogue {
  bundles: Bundle[]
  counterOffers: { name: string; id: string; priceKopecks: number }[]
  laterPrices: { bundle: string; priceKopecks: number; rule: 'monthly' | 'long' }[]
  laterPriceRules: {
    monthly: { endDateAfter: string }
    long: { withinDaysOfDeactivation: number; deactivationDateAfter: string }
  }
}
export interface Bundle {
  name: string
  id: string
  priceKopecks: number
  durationDays: number
}
/** What the price depends on, as the subscriber's state says it. */
export interface Subscription {
  bundleId: string | null
  isGracePeriod: boolean
  /** Instants, in milliseconds; NaN when there is none. */
  endMs: number
  deactivationMs: number
}

/** Reads the catalogue, beside the contract; its own tests hold its shape. */
export const loadCatalogue = async (contractDir: string): Promise<Catalogue> =>
  parse(await readFile(join(contractDir, 'catalogue.yaml'), 'utf8')) as Catalogue

/** Ids by name, for overlays: `bundle.wink`, `counterOffer.freeMonth`. */
export const catalogueVariables = ({ bundles, counterOffers }: Catalogue): Record<string, string> =>
  Object.fromEntries([
    ...bundles.map(({ name, id }) => [`bundle.${name}`, id]),
    ...counterOffers.map(({ name, id }) => [`counterOffer.${name}`, id]),
  ])

const DAY_MS = 86_400_000

/** What a bundle costs this subscriber now: the counter-offer's price, in the grace period the later one (T1), else its own. */
export function priceKopecks(
  catalogue: Catalogue,
  bundle: Bundle,
  counterOfferId: unknown,
  held: Subscription,
  now: number,
): number {
  const offer = catalogue.counterOffers.find(({ id }) => id === counterOfferId)
  if (offer) return offer.priceKopecks
  const later = catalogue.laterPrices.find(({ bundle: name }) => name === bundle.name)
  if (!later || !held.isGracePeriod || held.bundleId !== bundle.id) return bundle.priceKopecks
  const { monthly, long } = catalogue.laterPriceRules
  const isLater =
    later.rule === 'monthly'
      ? held.endMs > Date.parse(monthly.endDateAfter)
      : Math.abs(now - held.deactivationMs) <= long.withinDaysOfDeactivation * DAY_MS &&
        held.deactivationMs > Date.parse(long.deactivationDateAfter)
  return isLater ? later.priceKopecks : bundle.priceKopecks
}
