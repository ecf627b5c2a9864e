import { plural } from './plural.ts'
import { pointsOf } from './points.ts'

const NO_BREAK = '\u00a0'

/**
 * A number as text: 2 400, 133,3. Formatted by hand, because the first Intl formatter blocks a slow phone for 0.1 s. Throws a RangeError for NaN and
 * Infinity: a bug or a bad answer must not be shown as an amount.
 */
function text(value: number, digits = 0): string {
  if (!Number.isFinite(value)) throw new RangeError(`no amount: ${value}`)
  const [whole = '', fraction] = Math.abs(value).toFixed(digits).split('.')
  let thousands = whole.slice(-3)
  for (let at = whole.length - 3; at > 0; at -= 3)
    thousands = whole.slice(Math.max(0, at - 3), at) + NO_BREAK + thousands
  return (value < 0 ? '-' : '') + thousands + (fraction ? `,${fraction}` : '')
}

/** Kopecks as a price, formatted the same everywhere (OP-113): 19900 gives 199 ₽, 53940 gives 539,40 ₽. */
export const rubles = (kopecks: number): string => `${text(kopecks / 100, kopecks % 100 === 0 ? 0 : 2)}${NO_BREAK}₽`

/** Price per month as text: whole rubles when the division leaves no remainder, otherwise one decimal, rounded half up (C-BUNDLE-25, OP-19): 79.95 gives 80,0 ₽. */
export function monthlyRubles(priceKopecks: number, months: number): string {
  if (priceKopecks % (months * 100) === 0) return rubles(priceKopecks / months)
  const tenth = Math.floor((priceKopecks * 2 + months * 10) / (months * 20)) / 10
  return `${text(tenth, 1)}${NO_BREAK}₽`
}

/** The "from" price in kopecks: the lowest price per month, rounded up to a whole ruble (C-BUNDLE-26). */
export const fromKopecks = (bundles: readonly { priceKopecks: number; months: number }[]): number =>
  Math.ceil(Math.min(...bundles.map(({ priceKopecks, months }) => priceKopecks / months)) / 100) * 100

/** What a plan saves, in kopecks, compared with the monthly price of the cheapest plan over as many months; at least 0 (C-MODAL-21). */
export function savingKopecks(
  plan: { priceKopecks: number; months: number },
  plans: readonly { priceKopecks: number; months: number }[],
): number {
  const cheapest = plans.reduce((least, other) => (other.priceKopecks < least.priceKopecks ? other : least))
  return Math.max(0, Math.round((cheapest.priceKopecks / cheapest.months) * plan.months) - plan.priceKopecks)
}

/** A price after a discount, rounded up to a kopeck. Calculated in integers, so that no rounding error is added (C-BUNDLE-27, OP-05). */
export const discountedKopecks = (priceKopecks: number, discountPercent: number): number =>
  Math.ceil((priceKopecks * (100 - discountPercent)) / 100)

/** Whole rubles with their noun, kopecks cut off: 295 рублей, 1 рубль (C-MODAL-22). */
export function rublesInWords(kopecks: number): string {
  const count = Math.floor(kopecks / 100)
  return `${text(count)}${NO_BREAK}${plural(count, ['рубль', 'рубля', 'рублей'])}`
}

/** A number with its thousands separated: 2 400. */
export const grouped = (count: number): string => text(count)

/** A number of points with its noun: 2 400 баллов, 1 балл. */
export const countOfPoints = (count: number): string =>
  `${text(count)}${NO_BREAK}${plural(count, ['балл', 'балла', 'баллов'])}`

/** A price in points with its noun: 19900 kopecks give 1 990 баллов (10 points are a ruble, C-POINTS-01, OP-45). */
export const pointsInWords = (kopecks: number): string => countOfPoints(pointsOf(kopecks))
