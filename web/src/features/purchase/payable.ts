import { type BundleName, bundleNamed, laterPriceRules, laterPrices, type Subscriber } from '@paket/sdk'
import { gracePriceKopecks } from '#domain/grace-price.ts'

/** The default bundle: the lowest-priced one that is sold (OP-17). */
export const lowestBundle = 'standard199' satisfies BundleName

/** The price of a subscriber's next payment: the current bundle's, in a grace period the later price if T1 applies. */
export function payableKopecks({ currentPeriod, isGracePeriod }: Subscriber, now: Date): number {
  if (!currentPeriod.bundle) return 0
  const current = bundleNamed(currentPeriod.bundle)
  if (!isGracePeriod) return current.priceKopecks
  return gracePriceKopecks(current, currentPeriod, now, { prices: laterPrices, rules: laterPriceRules })
}

/** The terms of buying a bundle. In a grace period they are those of the current bundle instead. */
export function bundleTerms(name: BundleName, subscriber: Subscriber, now: Date) {
  const terms = subscriber.isGracePeriod
    ? graceTerms(subscriber, now)
    : { bundle: name, priceKopecks: bundleNamed(name).priceKopecks }
  return { ...terms, durationDays: bundleNamed(terms.bundle).durationDays }
}

/** The terms of a payment in a grace period: the current bundle at its price of the day. A bundle without a price is paid as the lowest-priced one (OP-59). */
export function graceTerms(subscriber: Subscriber, now: Date): { bundle: BundleName; priceKopecks: number } {
  const { bundle } = subscriber.currentPeriod
  if (bundle && bundleNamed(bundle).kind === 'regular') return { bundle, priceKopecks: payableKopecks(subscriber, now) }
  return { bundle: lowestBundle, priceKopecks: bundleNamed(lowestBundle).priceKopecks }
}
