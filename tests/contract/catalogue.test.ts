import { describe, expect, it, test } from 'vitest'
import { bundles as sold } from '@paket/sdk'
import { bundleIds } from '#support/bundle-ids.ts'
import { readContract } from './contract.ts'

interface Bundle {
  name: string
  id: string
  family: string
  type: string
  priceKopecks: number
  durationDays: number
}
const { 'x-catalogue': catalogue } = (await readContract()).document
const bundles = catalogue.bundles as unknown as Bundle[]
const counterOffers = catalogue.counterOffers as unknown as {
  name: string
  id: string
  bundle: string
  priceKopecks: number
  discountPercent: number
}[]
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const named = (name: string) => bundles.find((bundle) => bundle.name === name)

describe('bundles', () => {
  it.each([
    ['standard', 'standard standard199 standardsix standardsix899 standardtwelve standardtwelve1599', '[C-BUNDLE-02]'],
    ['plus', 'plu plu159 plusix plusix799 plutwelve plutwelve1399', '[C-BUNDLE-03]'],
    ['partner', 'yandex x5card ogon megafon t2 wink tbank beeline beelineSelfReg apelsin', '[C-BUNDLE-04]'],
    ['special', 'daily free hr slave', '[C-BUNDLE-05]'],
  ])('of the family %s are %s %s', (family, names) => {
    expect(bundles.filter((bundle) => bundle.family === family).map(({ name }) => name)).toEqual(names.split(' '))
  })

  test('are 26 names with 26 distinct UUIDs [C-BUNDLE-06]', () => {
    expect(new Set(bundles.map(({ name }) => name)).size).toBe(26)
    expect(new Set(bundles.map(({ id }) => id)).size).toBe(26)
    expect(bundles.filter(({ id }) => !uuid.test(id))).toEqual([])
  })

  test.each(bundleIds)('%s has the permanent id %s [C-BUNDLE-06]', (name, id) => {
    expect(named(name)?.id).toBe(id)
  })

  test.each(bundles)(
    '$name has a type, a name, a price and days [C-BUNDLE-09] [C-BUNDLE-10] [C-ENTITY-11] [C-ENTITY-19] [C-ENTITY-20]',
    (bundle) => {
      expect(bundle.type).toMatch(/^(full|only-renew)$/)
      expect(bundle.name).toMatch(/^\w+$/)
      expect(Number.isInteger(bundle.priceKopecks) && bundle.priceKopecks >= 0).toBe(true)
      expect(Number.isInteger(bundle.durationDays) && bundle.durationDays > 0).toBe(true)
    },
  )

  test('are sold for three terms: 31, 186 and 372 days [C-BUNDLE-11] [C-BUNDLE-01] [C-CONST-01]', () => {
    const full = bundles.filter(({ type }) => type === 'full')
    expect(full.map(({ name }) => name)).toEqual(['standard199', 'standardsix899', 'standardtwelve1599'])
    expect(full.map(({ durationDays }) => durationDays)).toEqual([31, 186, 372])
    expect(catalogue['durations']).toEqual([31, 186, 372])
  })

  // The price table of core §9, in its order: the contract's prices, and those that the app sells at.
  test.each([
    ['standard', 12000, 31, '[C-BUNDLE-12]'],
    ['standard199', 19900, 31, '[C-BUNDLE-13]'],
    ['standardsix', 54900, 186, '[C-BUNDLE-14]'],
    ['standardsix899', 89900, 186, '[C-BUNDLE-15]'],
    ['standardtwelve', 99000, 372, '[C-BUNDLE-16]'],
    ['standardtwelve1599', 159900, 372, '[C-BUNDLE-17]'],
    ['plu', 12000, 31, '[C-BUNDLE-18]'],
    ['plu159', 15900, 31, '[C-BUNDLE-19]'],
    ['plusix', 44900, 186, '[C-BUNDLE-20]'],
    ['plusix799', 79900, 186, '[C-BUNDLE-21]'],
    ['plutwelve', 79000, 372, '[C-BUNDLE-22]'],
    ['plutwelve1399', 139900, 372, '[C-BUNDLE-23]'],
  ])('%s costs %i kopecks for %i days [C-ENTITY-11] %s', (name, priceKopecks, durationDays) => {
    expect(named(name)).toMatchObject({ priceKopecks, durationDays })
    expect(sold.find((bundle) => bundle.name === name)).toMatchObject({ priceKopecks, durationDays })
  })

  test('cost 700 kopecks per day with the daily bundle [C-CONST-05]', () => {
    expect(named('daily')).toMatchObject({ priceKopecks: 700, durationDays: 1 })
  })
})

// The later-price table of core §9, in its order.
test.each([
  ['plu', 15900, 31, '[C-GRACE-04]'],
  ['plusix', 79900, 31, '[C-GRACE-05]'],
  ['plutwelve', 139900, 372, '[C-GRACE-06]'],
  ['standard', 19900, 31, '[C-GRACE-07]'],
  ['standardsix', 89900, 186, '[C-GRACE-08]'],
  ['standardtwelve', 159900, 372, '[C-GRACE-09]'],
])('later %s costs %i kopecks, with %i days listed %s', (bundle, priceKopecks, listedDays) => {
  const row = catalogue.laterPrices.find((later) => later['bundle'] === bundle)
  expect(row).toMatchObject({ priceKopecks, listedDays })
})
test('there are no other later prices', () => {
  expect(catalogue.laterPrices).toHaveLength(6)
})
test('every price of the catalogue is an integer in kopecks', () => {
  const rows = [...catalogue.bundles, ...catalogue.laterPrices, ...catalogue.counterOffers]
  expect(rows).toHaveLength(36)
  expect(rows.filter(({ priceKopecks }) => !Number.isInteger(priceKopecks))).toEqual([])
})

describe('counter-offers', () => {
  test('have four names [C-BUNDLE-28] with four distinct ids [C-BUNDLE-29]', () => {
    expect(counterOffers.map(({ name }) => name)).toEqual([
      'freeMonth',
      'discount6_40',
      'discount12_40',
      'discount1_90',
    ])
    expect(new Set(counterOffers.map(({ id }) => id)).size).toBe(4)
    expect(counterOffers.filter(({ id }) => !uuid.test(id))).toEqual([])
  })

  test.each([
    ['freeMonth', 'standard199', 100, 0, '[C-BUNDLE-30]'],
    ['discount1_90', 'standard199', 90, 1900, '[C-BUNDLE-31]'],
    ['discount6_40', 'standardsix899', 40, 53940, '[C-BUNDLE-32]'],
    ['discount12_40', 'standardtwelve1599', 40, 95940, '[C-BUNDLE-32]'],
  ])('%s of %s is %i percent off, at %i kopecks %s', (name, bundle, discountPercent, priceKopecks) => {
    expect(counterOffers.find((offer) => offer.name === name)).toMatchObject({ bundle, discountPercent, priceKopecks })
  })
})

test.each([
  ['freeMonth', '04948682-4233-4b55-bff9-59b7c7fda173'],
  ['discount6_40', '2ccd5f71-12fc-4e59-b1e9-f4fd46b1f9d2'],
  ['discount12_40', '1404cd3a-ec32-4b3b-837b-1bf3b938eca4'],
  ['discount1_90', '603ae5da-4663-4a99-a910-fc8d0f06e36b'],
])('the counter-offer %s has the permanent id %s (OP-30)', (name, id) => {
  expect(counterOffers.find((one) => one.name === name)?.id).toBe(id)
})
