import { type Bundle, fullBundles, monthsOf } from '@paket/sdk'
import { fromKopecks, rubles } from '#domain/money.ts'

export type Plan = Bundle & { months: number }
export const monthlyKopecks = ({ priceKopecks, months }: Plan): number => priceKopecks / months

/** The bundles that are sold, in the order of every list of plans (O-STATE-05). */
export const plans: readonly Plan[] = fullBundles().map((bundle) => ({ ...bundle, months: monthsOf(bundle) }))
/** The lowest price per month, as text. */
export const fromPrice: string = rubles(fromKopecks(plans))
