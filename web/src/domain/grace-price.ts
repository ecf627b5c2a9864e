/** The catalogue's later prices, and the dates from which they apply. */
export interface LaterPrices {
  prices: readonly { bundle: string; priceKopecks: number; rule: 'monthly' | 'long' }[]
  rules: {
    monthly: { endDateAfter: string }
    long: { withinDaysOfDeactivation: number; deactivationDateAfter: string }
  }
}
const DAY_MS = 24 * 60 * 60 * 1000

/** The price in kopecks of a renewal in the grace period (T1): the later price when its rule applies, otherwise the bundle's own. */
export function gracePriceKopecks(
  current: { name: string; priceKopecks: number },
  period: { endDate: Date | null; deactivationDate: Date | null },
  now: Date,
  { prices, rules }: LaterPrices,
): number {
  const later = prices.find(({ bundle }) => bundle === current.name)
  if (!later) return current.priceKopecks
  const { endDate, deactivationDate } = period
  const applies =
    later.rule === 'monthly'
      ? endDate !== null && endDate > new Date(rules.monthly.endDateAfter)
      : deactivationDate !== null &&
        Math.abs(deactivationDate.getTime() - now.getTime()) <= rules.long.withinDaysOfDeactivation * DAY_MS &&
        deactivationDate > new Date(rules.long.deactivationDateAfter)
  return applies ? later.priceKopecks : current.priceKopecks
}
