import { type BundleName, bundleNamed, laterPriceRules, laterPrices, type Subscriber } from '@paket/sdk'
import { gracePriceKopecks } from '#domain/grace-price.ts'

/** What is bought when nothing else is said: the lowest-priced of what is sold (OP-17). */
export const lowestBundle = 'standard199' satisfies BundleName

/** What the next payment of a subscriber costs: the current bundle, at the later price in the grace period where T1 says so. */
export function payableKopecks({ currentPeriod, isGracePeriod }: Subscriber, now: Date): number {
  if (!currentPeriod.bundle) return 0
  const current = bundleNamed(currentPeriod.bundle)
  if (!isGracePeriod) return current.priceKopecks
  return gracePriceKopecks(current, currentPeriod, now, { prices: laterPrices, rules: laterPriceRules })
}

/** What is asked for when a bundle is bought: in a grace period for the current one. */
export function askedFor(name: BundleName, subscriber: Subscriber, now: Date) {
  const asked = subscriber.isGracePeriod
    ? graceTerms(subscriber, now)
    : { bundle: name, priceKopecks: bundleNamed(name).priceKopecks }
  return { ...asked, durationDays: bundleNamed(asked.bundle).durationDays }
}

/** What a grace period pays for: the current bundle at its price of then; one that is not sold for a price as the lowest (OP-59). */
export function graceTerms(subscriber: Subscriber, now: Date): { bundle: BundleName; priceKopecks: number } {
  const { bundle } = subscriber.currentPeriod
  if (bundle && bundleNamed(bundle).kind === 'regular') return { bundle, priceKopecks: payableKopecks(subscriber, now) }
  return { bundle: lowestBundle, priceKopecks: bundleNamed(lowestBundle).priceKopecks }
}
