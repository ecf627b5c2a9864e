import { type Bundle, fullBundles, monthsOf } from '@paket/sdk'

export type Plan = Bundle & { months: number }
export const monthlyKopecks = ({ priceKopecks, months }: Plan): number => priceKopecks / months

/** The bundles that are sold, the lowest price per month first. */
export const plans: readonly Plan[] = fullBundles()
  .map((bundle) => ({ ...bundle, months: monthsOf(bundle) }))
  .toSorted((a, b) => monthlyKopecks(a) - monthlyKopecks(b))
