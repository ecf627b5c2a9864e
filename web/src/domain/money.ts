import { plural } from './plural.ts'

const whole = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 0 })
const fraction = (digits: number) =>
  new Intl.NumberFormat('ru-RU', { minimumFractionDigits: digits, maximumFractionDigits: digits })
const tenths = fraction(1)
const hundredths = fraction(2)
const NO_BREAK = '\u00a0'

/** A number as text. What is no number is a bug or a bad answer, and must not be read as an amount. */
function text(format: Intl.NumberFormat, value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`no amount: ${value}`)
  return format.format(value)
}

/** Kopecks as text on a page, wherever a price is (OP-113); kopecks have two digits: 19900 gives 199 ₽, 53940 gives 539,40 ₽. */
export const rubles = (kopecks: number): string =>
  `${text(kopecks % 100 === 0 ? whole : hundredths, kopecks / 100)}${NO_BREAK}₽`

/** Price per month as text: whole rubles when the division comes out even, else one decimal, half up (C-BUNDLE-25, OP-19): 79.95 is 80,0. */
export function monthlyRubles(priceKopecks: number, months: number): string {
  if (priceKopecks % (months * 100) === 0) return rubles(priceKopecks / months)
  const tenth = Math.floor((priceKopecks * 2 + months * 10) / (months * 20)) / 10
  return `${text(tenths, tenth)}${NO_BREAK}₽`
}

/** The lowest price per month of several, rounded up to a whole ruble: the 'from' price (C-BUNDLE-26). */
export const fromKopecks = (bundles: readonly { priceKopecks: number; months: number }[]): number =>
  Math.ceil(Math.min(...bundles.map(({ priceKopecks, months }) => priceKopecks / months)) / 100) * 100

/** What a plan saves against paying the cheapest plan's monthly price for as many months, in kopecks; 0 when nothing (C-MODAL-21). */
export function savingKopecks(
  plan: { priceKopecks: number; months: number },
  plans: readonly { priceKopecks: number; months: number }[],
): number {
  const cheapest = plans.reduce((least, other) => (other.priceKopecks < least.priceKopecks ? other : least))
  return Math.max(0, Math.round((cheapest.priceKopecks / cheapest.months) * plan.months) - plan.priceKopecks)
}

/** A price after a discount, rounded up to a kopeck; counted in whole numbers, as kopecks are (C-BUNDLE-27, OP-05). */
export const discountedKopecks = (priceKopecks: number, discountPercent: number): number =>
  Math.ceil((priceKopecks * (100 - discountPercent)) / 100)

/** A number of rubles in words: 295 рублей, 1 рубль (C-MODAL-22). */
export function rublesInWords(kopecks: number): string {
  const count = Math.floor(kopecks / 100)
  return `${text(whole, count)}${NO_BREAK}${plural(count, ['рубль', 'рубля', 'рублей'])}`
}

/** A number by its thousands: 2 400. */
export const grouped = (count: number): string => text(whole, count)

/** A number of points in words: 2 400 баллов, 1 балл. */
export const countOfPoints = (count: number): string =>
  `${text(whole, count)}${NO_BREAK}${plural(count, ['балл', 'балла', 'баллов'])}`

/** What a price is in points, in words: 19900 gives 1 990 баллов (10 points are a ruble, C-POINTS-01, OP-45). */
export const pointsInWords = (kopecks: number): string => countOfPoints(Math.ceil(kopecks / 10))
