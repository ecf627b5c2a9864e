import { describe, expect, it, test } from 'vitest'
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

  // This file's own table: an id that has been given out never changes (OP-30).
  test.each([
    ['standard', '62f746b4-84e6-4ceb-95bd-447e7184d454'],
    ['standard199', 'b61e6ba5-3682-4dd6-b804-69b84b2d451c'],
    ['standardsix', 'ec7ac8ad-1b2b-406b-aae1-2c972399d29d'],
    ['standardsix899', 'dc36fc90-2248-4d70-aca4-a1a9f5b19f71'],
    ['standardtwelve', 'e500bddf-37b0-4307-8f0f-4c3c2052e52b'],
    ['standardtwelve1599', '54a5054c-da2e-4003-9e0e-14ca778e6176'],
    ['plu', '8c0a70a7-a845-47f9-953a-5154281fa6f5'],
    ['plu159', '0db317d9-4c8e-4fa3-969a-73bf4c83cf3b'],
    ['plusix', '939ae232-588e-4bce-b71e-d78a1dc02e27'],
    ['plusix799', '5e571eaa-66c1-44e7-8859-90d2e844c762'],
    ['plutwelve', '5df6f817-b099-4bcf-a0ec-6db25097c040'],
    ['plutwelve1399', '8c3f846c-c6a9-42d3-83f8-4c485e5c4176'],
    ['yandex', '3af9f30c-5a66-4477-bda9-d8c096d38ff5'],
    ['x5card', 'baa2919c-0ded-47bb-bec0-c9226ed91f2e'],
    ['ogon', '9ce4aa5f-0b47-42d2-9e05-c9906be994f2'],
    ['megafon', '50d00787-862a-43db-851b-ec1ede27387c'],
    ['t2', '7a8d9ccd-7582-429f-bac5-26d3d4381551'],
    ['wink', '670c5891-45d2-4c06-a206-02e0fc80fa6f'],
    ['tbank', 'bce1cb34-00e2-47d7-9eda-7e46a386c4a7'],
    ['beeline', '7592b89f-f910-468a-baee-bb48936b7ac2'],
    ['beelineSelfReg', 'a9cc2ff7-4eaf-4d61-8434-d99c09ff7f0c'],
    ['apelsin', '944782d7-3418-42c5-9b24-10a6f0ae1284'],
    ['daily', '101379c7-d2ab-4d67-8074-a6442ba33d67'],
    ['free', '543bcfbb-c9f2-4a8a-9ecf-958027801375'],
    ['hr', '6d84cc79-5636-4be9-b859-93a74865d3ee'],
    ['slave', 'fe2fbd72-0bdc-45d3-860b-ed79214119cf'],
  ])('%s is %s, for ever [C-BUNDLE-06]', (name, id) => {
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

  test('are sold in three: those of 31, 186 and 372 days [C-BUNDLE-11] [C-BUNDLE-01] [C-CONST-01]', () => {
    const full = bundles.filter(({ type }) => type === 'full')
    expect(full.map(({ name }) => name)).toEqual(['standard199', 'standardsix899', 'standardtwelve1599'])
    expect(full.map(({ durationDays }) => durationDays)).toEqual([31, 186, 372])
    expect(catalogue['durations']).toEqual([31, 186, 372])
  })

  // The price table of core §9, in its order.
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
  ])('%s costs %i kopecks for %i days %s', (name, priceKopecks, durationDays) => {
    expect(named(name)).toMatchObject({ priceKopecks, durationDays })
  })

  test('cost 700 for a daily day [C-CONST-05]', () => {
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
  test('are four names [C-BUNDLE-28] with four distinct ids [C-BUNDLE-29]', () => {
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
])('the counter-offer %s is %s, for ever (OP-30)', (name, id) => {
  expect(counterOffers.find((one) => one.name === name)?.id).toBe(id)
})
