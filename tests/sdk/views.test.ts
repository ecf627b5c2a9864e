import { describe, expect, it, test } from 'vitest'
import {
  bundleById,
  bundleNamed,
  bundles,
  type ClientData,
  counterOffers,
  deliveryChains,
  experiments,
  fullBundles,
  isAwaitingActivation,
  isOptionConnecting,
  isRelationChanging,
  monthsOf,
  pointsPrice,
  promoPromocodes,
  toBankCard,
  toLoyaltyCards,
  toOption,
  toSubscriber,
} from '@paket/sdk'
import { bundleIds } from '#support/bundle-ids.ts'

const standard = bundleNamed('standard199').id
const daily = bundleNamed('daily').id
const period = { bundleId: standard, startDate: '2026-12-02T00:00:00Z', endDate: null }
/** Client data of an activated subscriber, with the fields that a test is about. */
const aClient = (differing: Partial<ClientData> = {}): ClientData => ({
  subscriberId: 'subscriber-1',
  status: 'activated',
  bundleId: standard,
  orderId: null,
  createdDate: null,
  activationDate: '2026-11-01T09:05:00+03:00',
  deactivationDate: '2026-12-02 09:05:00 +0300',
  lastChainEndDate: '2027-01-02T09:05:00+03:00',
  lastPeriod: null,
  autopaymentsEnabled: true,
  isGracePeriod: false,
  onboardingBundle: true,
  onboardingCard: false,
  ...differing,
})

describe('a subscriber', () => {
  it('has its id, status, periods and flags, with names and dates [C-ENTITY-04] [C-ENTITY-05] [C-ENTITY-06] [C-CALL-28] [O-ENTITY-01] [O-ENTITY-02] [O-ENTITY-03] [O-CALL-33] [O-CALL-34]', () => {
    expect(toSubscriber(aClient({ lastPeriod: period, orderId: 'order-1' }))).toEqual({
      subscriberId: 'subscriber-1',
      subStatus: 'activated',
      currentPeriod: {
        bundle: 'standard199',
        startDate: new Date('2026-11-01T06:05:00Z'),
        endDate: new Date('2027-01-02T06:05:00Z'),
        deactivationDate: new Date('2026-12-02T06:05:00Z'),
      },
      lastPeriod: { bundle: 'standard199', startDate: new Date('2026-12-02T00:00:00Z'), endDate: null },
      lastChainEndDate: new Date('2027-01-02T06:05:00Z'),
      autopaymentsEnabled: true,
      isGracePeriod: false,
      lastOrderId: 'order-1',
      clientData: { onboardingBundle: true, onboardingCard: false },
    })
  })

  it('ends its period with the chain, otherwise with the deactivation (OP-26)', () => {
    const { currentPeriod } = toSubscriber(aClient({ lastChainEndDate: null }))
    expect(currentPeriod.endDate).toEqual(new Date('2026-12-02T06:05:00Z'))
  })

  it('has nulls for missing values when nothing was ever paid', () => {
    const nothing = { bundleId: null, activationDate: null, deactivationDate: null, lastChainEndDate: null }
    const { currentPeriod, lastPeriod } = toSubscriber(aClient({ status: 'registered', ...nothing }))
    expect({ currentPeriod, lastPeriod }).toEqual({
      currentPeriod: { bundle: null, startDate: null, endDate: null, deactivationDate: null },
      lastPeriod: null,
    })
  })

  it.each(['registered', 'deactivated', 'activated', 'waiting_for_activation'] as const)(
    'keeps the status %s',
    (status) => {
      expect(toSubscriber(aClient({ status })).subStatus).toBe(status)
    },
  )

  it('throws an error that names an unknown status [C-STATE-03]', () => {
    const client = aClient({ status: 'frozen' as ClientData['status'] })
    expect(() => toSubscriber(client)).toThrow(new RangeError('unknown subscriber status "frozen"'))
  })

  it('throws for an unknown bundle or a malformed date (OP-62)', () => {
    expect(() => toSubscriber(aClient({ bundleId: 'x' }))).toThrow('no bundle has the id "x"')
    expect(() => toSubscriber(aClient({ activationDate: 'soon' }))).toThrow('not a date of the contract: "soon"')
  })
})

// C-STATE-05, C-POLL-01, C-POLL-02: [status, bundle, further period, waiting]
describe.each([
  ['activated', daily, period, true],
  ['deactivated', daily, period, true],
  ['activated', daily, null, false],
  ['activated', daily, { ...period, bundleId: null }, false],
  ['activated', standard, period, false],
  ['activated', null, period, false],
  ['waiting_for_activation', standard, null, true],
] as const)('status %s, bundle %s, last period %j', (status, bundleId, lastPeriod, waiting) => {
  const client = aClient({ status, bundleId, lastPeriod })
  it(`${waiting ? 'is' : 'is not'} waiting for activation [C-STATE-05]`, () => {
    expect(toSubscriber(client).subStatus).toBe(waiting ? 'waiting_for_activation' : status)
    expect(isAwaitingActivation(client)).toBe(waiting)
  })
})

test('isAwaitingActivation never throws for unknown values', () => {
  const odd = aClient({ status: 'frozen' as ClientData['status'], bundleId: 'x', lastPeriod: period })
  expect(isAwaitingActivation(odd)).toBe(false)
})

test('toBankCard uses the names of the pages', () => {
  const wire = { id: 'c', isMainCard: true, cardType: 'MIR', maskedPan: '2200******4417', expireDate: '09/28' } as const
  expect(toBankCard(wire)).toEqual({ id: 'c', isMainCard: true, type: 'MIR', mask: '2200******4417', expiry: '09/28' })
  expect(toBankCard({ id: 'c', isMainCard: false })).toEqual({ id: 'c', isMainCard: false })
})

describe('the catalogue', () => {
  it.each(bundleIds)('maps %s to its id %s and back [C-BUNDLE-07] [C-BUNDLE-08]', (name, id) => {
    expect({ id: bundleNamed(name).id, name: bundleById(id).name }).toEqual({ id, name })
  })

  it.each(['', 'nothing', 'toString', '__proto__'])('has no bundle %j [C-BUNDLE-08]', (text) => {
    expect(() => bundleById(text)).toThrow(new RangeError(`no bundle has the id ${JSON.stringify(text)}`))
    expect(() => bundleNamed(text as 'daily')).toThrow(new RangeError(`no bundle is called ${JSON.stringify(text)}`))
  })

  it('offers the full bundles of 1, 12 and 6 months, in this order [O-STATE-05]', () => {
    expect(fullBundles().map(({ name }) => name)).toEqual(['standard199', 'standardtwelve1599', 'standardsix899'])
  })

  it.each([
    ['regular', 'standard standard199 standardsix standardsix899 standardtwelve standardtwelve1599'],
    ['regular', 'plu plu159 plusix plusix799 plutwelve plutwelve1399'],
    ['partner', 'yandex x5card ogon megafon t2 wink tbank beeline beelineSelfReg apelsin'],
    ['employee', 'hr'],
    ['family-member', 'slave'],
    ['free', 'free'],
    ['daily', 'daily'],
  ])('makes a subscriber %s by holding one of: %s [C-ROLE-04] [O-STATE-02]', (kind, names) => {
    const theirs = bundles.filter(({ name }) => names.split(' ').includes(name))
    expect(theirs.map((bundle) => bundle.kind)).toEqual(names.split(' ').map(() => kind))
  })

  it('has four counter-offers', () => {
    expect(counterOffers).toHaveLength(4)
  })

  it.each([
    [31, 1],
    [186, 6],
    [372, 12],
    [61, 1],
    [62, 2],
    [30, 0],
  ])('counts %i days as %i months [C-CONST-02]', (durationDays, months) => {
    expect(monthsOf({ durationDays })).toBe(months)
  })

  it('has a price in points of a tenth of the kopecks [C-POINTS-02]', () => {
    expect([pointsPrice(bundleNamed('standard199')), pointsPrice({ priceKopecks: 89_900 })]).toEqual([1990, 8990])
  })
})

describe('loyalty cards', () => {
  const card = (cardType: string, cardNumber: string) => ({ cardType, cardNumber })
  it('of an unknown kind are dropped [O-LOYALTY-02] [O-ENTITY-21]', () => {
    expect(toLoyaltyCards([card('FUTURE1', '1'), card('X5BN', '2')])).toEqual([{ type: 'X5BN', number: '2' }])
  })
  it('are deduplicated in their order; the same number of another kind is another card [O-LOYALTY-03]', () => {
    const cards = [card('TC5', '1'), card('VC5', '1'), card('TC5', '1'), card('TC5', '2')]
    expect(toLoyaltyCards(cards)).toEqual([
      { type: 'TC5', number: '1' },
      { type: 'VC5', number: '1' },
      { type: 'TC5', number: '2' },
    ])
  })
  it('of all nine kinds are known', () => {
    const kinds = ['X5BN', 'X5BX', 'X5BU', 'X5VC', 'PRVC', 'GREEN', 'PRKR', 'TC5', 'VC5']
    expect(toLoyaltyCards(kinds.map((kind) => card(kind, '1'))).map(({ type }) => type)).toEqual(kinds)
  })
})

test.each([
  ['owner', false],
  ['new', true],
  ['waiting_for_activation', true],
  ['active', false],
  ['waiting_for_renewal', true],
  ['waiting_for_deactivation', true],
  ['error', false],
  ['inactive', false],
  ['something new', true],
])('a family member with status %s: still changing is %s (OO-09) [O-FAMILY-24]', (status, changing) => {
  expect(isRelationChanging({ status: status as 'new' })).toBe(changing)
})

describe('names of the second document', () => {
  it('has the experiments promo_3000_month and option_trial [O-ENTITY-35]', () => {
    // Ids that have been given out never change (OO-28).
    expect(experiments).toEqual([
      { name: 'promo_3000_month', id: '6a3f0d2c-51b4-4b7e-9c2a-0f6d1e8b3a01' },
      { name: 'option_trial', id: 'b0d5a9e7-7c1f-4f58-8d60-5e2c9f4a1b02' },
    ])
  })
  it('maps two delivery offers to tcx and tc5 [O-ENTITY-28]', () => {
    // Ids that have been given out never change (OO-51).
    expect(deliveryChains).toEqual([
      { name: 'tcx', id: 'd1c1f5a0-3b7a-4a7f-9d53-5a1c2e7b9001' },
      { name: 'tc5', id: 'd1c1f5a0-3b7a-4a7f-9d53-5a1c2e7b9002' },
    ])
  })
  it('has four counter-offers by name [O-ENTITY-43]', () => {
    expect(counterOffers.map(({ name }) => name).toSorted((one, other) => one.localeCompare(other))).toEqual([
      'discount1_90',
      'discount12_40',
      'discount6_40',
      'freeMonth',
    ])
  })
  it.each([
    ['standard199', 'FULL199', ''],
    ['standardsix899', 'ВЫГОДА6', '[O-PROMO-13]'],
    ['standardtwelve1599', 'ВЫГОДА12', '[O-PROMO-14]'],
  ])('gives %s the fixed promocode %s %s', (bundle, promocodeValue) => {
    expect(promoPromocodes.find((one) => one.bundle === bundle)?.promocodeValue).toBe(promocodeValue)
  })
})

describe('an option', () => {
  const wire = {
    optionId: 'o-1',
    name: 'family_1_month',
    title: 'Семья',
    type: 'family_subscription',
    price: 9900,
    duration: 31,
    status: 'active',
    startDate: '2026-11-20T09:05:00+03:00',
    endDate: null,
    isRenewal: true,
    autopaymentsEnabled: false,
    maxRelations: 3,
  } as const
  it('has its price in kopecks, its term in days, and dates as dates', () => {
    const { price, duration, ...same } = wire
    expect(toOption(wire)).toEqual({
      ...same,
      priceKopecks: price,
      durationDays: duration,
      startDate: new Date('2026-11-20T06:05:00Z'),
    })
  })
  it('has 0 relations when it is not shared', () => {
    expect(toOption({ ...wire, maxRelations: null }).maxRelations).toBe(0)
  })
  it.each([
    ['new', true],
    ['active', false],
    ['inactive', false],
  ] as const)('with status %s: being connected is %s', (status, isConnecting) => {
    expect(isOptionConnecting({ status })).toBe(isConnecting)
  })
})
