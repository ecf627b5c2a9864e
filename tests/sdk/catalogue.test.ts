import { bundleById, bundleNamed, counterOfferById, counterOfferNamed, counterOffers, monthlyPrice } from '@paket/sdk'
import { expect, it, test } from 'vitest'

test('finds each counter-offer by its name and by its id', () => {
  expect(counterOffers.map(({ name }) => counterOfferNamed(name))).toEqual(counterOffers)
  expect(counterOffers.map(({ id }) => counterOfferById(id))).toEqual(counterOffers)
})
test('returns undefined for an unknown id of a counter-offer', () =>
  expect(counterOfferById('unknown')).toBeUndefined())
test('throws an error that quotes an unknown name or id', () => {
  const unknown = 'unknown' as 'daily'
  expect(() => counterOfferNamed(unknown as never)).toThrow(new RangeError('no counter-offer is called "unknown"'))
  expect(() => bundleNamed(unknown)).toThrow(new RangeError('no bundle is called "unknown"'))
  expect(() => bundleById('unknown')).toThrow(new RangeError('no bundle has the id "unknown"'))
})
it.each([
  [19_900, 31, 19_900],
  [89_900, 186, 14_980],
  [159_900, 372, 13_330],
  // 79.95 rubles, half up.
  [95_940, 372, 8000],
])('%i kopecks for %i days are %i a month, to 10 kopecks (OP-19)', (priceKopecks, durationDays, monthly) => {
  expect(monthlyPrice({ priceKopecks, durationDays })).toBe(monthly)
})
test('throws for the monthly price of less than a month', () => {
  expect(() => monthlyPrice({ priceKopecks: 100, durationDays: 30 })).toThrow(
    new RangeError('30 days are less than a month'),
  )
})
