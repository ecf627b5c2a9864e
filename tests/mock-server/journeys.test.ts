import { bundleNamed, counterOffers } from '@paket/sdk'
import { beforeEach, describe, expect, it } from 'vitest'
import { mockOfFile, month, press, type TestUser } from './support.ts'

const mock = mockOfFile()
const clock = (change: object) => mock.control('PUT', '/clock', change)
const advance = (duration: string) => clock({ advance: duration })
const START = '2026-11-21T12:00:00+03:00'
beforeEach(() => clock({ now: START }))

interface Payment {
  price: number
  paymentType: string
  bundleId: string
  maskedPan: string | null
}
const payments = async (user: TestUser) => (await user.result('getPayments')) as unknown as Payment[]
const subscription = (user: TestUser) => user.result('getClientData')
const balance = async (user: TestUser) => Number((await user.result('getScoresBalance'))['scoresBalance'])
const codeOf = async (user: TestUser, ...call: Parameters<TestUser['call']>) =>
  ((await user.call(...call)).body as { code: number }).code
const stateOf = async (user: TestUser) =>
  ((await user.control('GET', '')) as { states: { subscription: string } }).states.subscription
const daysLeft = async (user: TestUser) => {
  const { now } = (await mock.control('GET', '/clock')).body as { now: string }
  return (Date.parse(String((await subscription(user))['lastChainEndDate'])) - Date.parse(now)) / 86_400_000
}
async function buy(user: TestUser, more: object = {}): Promise<string> {
  const order = await user.order(true, more)
  for (let poll = 0; poll < 3; poll++) await user.poll(order)
  await advance('PT11S')
  return order
}

describe('a customer', () => {
  it('buys and sees the purchase in the history', async () => {
    const user = await mock.user('registered')
    const order = await buy(user)
    expect(await subscription(user)).toMatchObject({ status: 'activated', orderId: order, bundleId: month })
    expect(await payments(user)).toMatchObject([
      { paymentId: order, price: 19900, paymentType: 'card', bundleId: month, maskedPan: '220012******4417' },
    ])
  })

  it('renews for a year, month by month, each paid once by the main card', { timeout: 60_000 }, async () => {
    const user = await mock.user('renewing')
    await advance('P1D')
    for (let renewals = 1; renewals <= 12; renewals++) {
      expect(await payments(user)).toHaveLength(renewals)
      expect(await daysLeft(user)).toBeCloseTo(31, 5)
      expect(await stateOf(user)).toBe('active')
      await advance('P31D')
    }
    expect(new Set((await payments(user)).map(({ price, paymentType }) => `${price} ${paymentType}`))).toEqual(
      new Set(['19900 card']),
    )
  })

  it('gets the same twelve renewals in one jump of the clock as in twelve', async () => {
    const user = await mock.user('renewing')
    await advance('P342D')
    expect(await payments(user)).toHaveLength(12)
    expect(await daysLeft(user)).toBeCloseTo(31, 5)
  })

  it('turns renewal off, is deactivated at the end of the period, and buys again', async () => {
    const user = await mock.user('renewing')
    expect(await codeOf(user, 'disableAutopay')).toBe(0)
    await advance('PT23H')
    expect(await stateOf(user)).toBe('ending')
    await advance('PT2H')
    expect(await subscription(user)).toMatchObject({
      status: 'deactivated',
      bundleId: month,
      autopaymentsEnabled: false,
    })
    expect(await codeOf(user, 'enableAutopay')).toBe(1)
    expect(await payments(user)).toEqual([])
    await buy(user)
    expect(await subscription(user)).toMatchObject({
      status: 'activated',
      autopaymentsEnabled: true,
      isGracePeriod: false,
    })
    expect(await daysLeft(user)).toBeCloseTo(31, 3)
  })

  it('pays in the grace period and is active', async () => {
    const user = await mock.user('grace')
    expect(await stateOf(user)).toBe('grace')
    expect(await codeOf(user, 'disableAutopay')).toBe(200)
    const { bundleId } = await subscription(user)
    await buy(user, { bundleId })
    expect(await stateOf(user)).toBe('active')
    expect(await subscription(user)).toMatchObject({ status: 'activated', isGracePeriod: false, bundleId })
    // The later price of the grace period (T1).
    expect(await payments(user)).toMatchObject([{ price: 15900, bundleId }])
  })

  it('is not renewed with an expired card: enters the grace period, and pays with points a day later', async () => {
    const user = await mock.user('activated')
    await codeOf(user, 'disableAutopay')
    // The main card is valid until the end of September 2028.
    await clock({ now: '2028-10-05T12:00:00+03:00' })
    expect(await stateOf(user)).toBe('deactivated')
    await buy(user, { usingMainCard: true })
    await codeOf(user, 'enableAutopay')
    expect(await stateOf(user)).toBe('active')
    const before = await balance(user)
    await advance('P31D')
    expect(await subscription(user)).toMatchObject({ status: 'activated', isGracePeriod: true })
    await advance('PT25H')
    expect(await stateOf(user)).toBe('active')
    expect(await balance(user)).toBe(before - 1990)
    expect((await payments(user)).at(-1)).toMatchObject({ price: 19900, paymentType: 'scores', maskedPan: null })
  })

  it('invites a member who accepts, removes them, and has the place free again', async () => {
    const user = await mock.user('option-active')
    const [option] = (await user.result('getOptions', { bundleId: month })) as unknown as { optionId: string }[]
    const optionId = option!.optionId
    const invite = (phone: string) =>
      user.call('createSubscriberRelation', {
        optionId,
        subscriberRelationName: 'Пётр',
        subscriberRelationPhone: phone,
      })
    const member = async () => {
      const { relations } = await user.result('getSubscriberRelations', { optionId })
      return (relations as { relationId: string; status: string; subscriberName: string }[]).find(
        ({ subscriberName }) => subscriberName === 'Пётр',
      )!
    }
    expect((await invite('79275556677')).body).toMatchObject({ code: 0 })
    expect((await member()).status).toBe('new')
    expect((await invite('79275556678')).body).toMatchObject({ code: 2003 })
    await advance('PT31S')
    const { relationId, status } = await member()
    expect(status).toBe('active')
    expect(await codeOf(user, 'deleteSubscriberRelation', { optionId, relationId })).toBe(0)
    // The place is occupied until the member has left.
    expect((await invite('79275556678')).body).toMatchObject({ code: 2004 })
    await advance('PT16S')
    expect((await member()).status).toBe('inactive')
    expect((await invite('79275556678')).body).toMatchObject({ code: 0 })
  })

  it('takes a counter-offer and gets no other one', async () => {
    const user = await mock.user('activated')
    const [offer] = counterOffers.filter(({ name }) => name === 'discount1_90')
    const before = await daysLeft(user)
    await buy(user, { counterOfferId: offer!.id })
    expect((await payments(user)).at(-1)).toMatchObject({ price: 1900 })
    expect((await user.call('getAvailableCounterOffers')).body).toEqual({
      code: 1,
      result: { activeCounterOfferIds: [offer!.id] },
    })
    // The paid time is preserved: the new period starts where the old one ends.
    expect(await daysLeft(user)).toBeCloseTo(before + 31, 3)
    expect(await subscription(user)).toMatchObject({ status: 'activated', lastPeriod: { bundleId: month } })
    expect(
      await codeOf(user, 'createOrder', {
        source: 'web',
        bundleId: month,
        usingMainCard: true,
        counterOfferId: offer!.id,
      }),
    ).toBe(2006)
  })

  it('pays with points: the balance decreases, and the purchase is in the history', async () => {
    const user = await mock.user('deactivated')
    const rich = await mock.user('points-for-month')
    expect(await balance(rich)).toBe(1990)
    const { orderId } = await rich.result('createScoresOrder', { bundleId: month })
    expect(await codeOf(rich, 'payOrder', { orderId, paymentType: 'scores' })).toBe(0)
    // The order advances without polling.
    await advance('PT10M')
    expect(await balance(rich)).toBe(0)
    expect(await payments(rich)).toMatchObject([
      { price: 19900, paymentType: 'scores', bundleId: month, maskedPan: null },
    ])
    expect(await stateOf(rich)).toBe('active')
    const poor = String((await user.result('createScoresOrder', { bundleId: month }))['orderId'])
    expect(await codeOf(user, 'payOrder', { orderId: poor, paymentType: 'scores' })).toBe(2000)
    expect(await payments(user)).toEqual([])
  })

  it('uses a promocode, gets its points once, and cannot use it again', async () => {
    const user = await mock.user('deactivated')
    const check = () => user.call('checkPromocode', { promocodeValue: 'FULL199' })
    const { promocodeId, bundleId } = ((await check()).body as { result: { promocodeId: string; bundleId: string } })
      .result
    const before = await balance(user)
    await buy(user, { promocodeId, bundleId })
    expect(await stateOf(user)).toBe('active')
    expect(await balance(user)).toBe(before + 3000)
    await advance('PT1H')
    expect(await balance(user)).toBe(before + 3000)
    expect((await check()).body).toMatchObject({ code: 2005 })
    expect(await codeOf(user, 'createOrder', { source: 'web', bundleId, usingMainCard: true, promocodeId })).toBe(2001)
  })

  it('lets an option expire, or has it renewed by card', async () => {
    const option = async (user: TestUser) =>
      ((await user.result('getOptions', { bundleId: month })) as unknown as Record<string, unknown>[])[0]!
    const renewing = await mock.user('option-active')
    const ending = await mock.user('option-active')
    const { optionId, price } = await option(ending)
    expect(await codeOf(ending, 'changeAutopaymentOption', { optionId, autopaymentsEnabled: false })).toBe(0)
    await advance('P12DT1H')
    expect(await option(ending)).toMatchObject({ status: 'inactive', startDate: null, endDate: null })
    expect((await ending.result('getSubscriberRelations', { optionId }))['relations']).toMatchObject([
      { status: 'owner' },
    ])
    expect(await option(renewing)).toMatchObject({ status: 'active', autopaymentsEnabled: true })
    expect(await payments(renewing)).toContainEqual(expect.objectContaining({ price, bundleId: optionId }))
    // The option is bought again.
    await buy(ending, { bundleId: optionId })
    expect(await option(ending)).toMatchObject({ status: 'active', autopaymentsEnabled: true })
  })
})

describe('a renewal that the card cannot pay', () => {
  it.each([
    ['renewal-by-points', 'active', 31, ['19900 scores']],
    ['renewal-for-month', 'active', 31, ['19900 card']],
    ['renewal-month-by-points', 'active', 31, ['19900 scores']],
    ['renewal-by-both', 'active', 31, ['9900 card']],
    ['renewal-by-day', 'daily', 1, ['700 scores']],
    ['renewal-fails', 'deactivated', 0, []],
  ])('%s: grace period for a day, then %s', async (scenario, state, days, paid) => {
    const user = await mock.user(scenario)
    await advance('P1D')
    expect(await stateOf(user)).toBe('grace')
    await advance('P1D')
    expect(await stateOf(user)).toBe(state)
    expect(await daysLeft(user)).toBeCloseTo(days, 5)
    expect((await payments(user)).map(({ price, paymentType }) => `${price} ${paymentType}`)).toEqual(paid)
  })
  it('costs 70 points a day until they are spent, then the service is deactivated', async () => {
    const user = await mock.user('daily')
    const points = [await balance(user)]
    for (let day = 0; day < 4; day++) {
      await advance('P1D')
      points.push(await balance(user))
    }
    expect(points).toEqual([340, 270, 200, 130, 60])
    expect(await stateOf(user)).toBe('daily')
    await advance('P1D')
    expect(await stateOf(user)).toBe('deactivated')
    expect(await balance(user)).toBe(60)
  })
  it('ends when the user pays: a daily user waits for activation and gets a month', async () => {
    const user = await mock.user('daily')
    const order = await user.order(true)
    for (let poll = 0; poll < 3; poll++) await user.poll(order)
    expect(await subscription(user)).toMatchObject({
      bundleId: bundleNamed('daily').id,
      lastPeriod: { bundleId: month },
    })
    await advance('PT11S')
    expect(await subscription(user)).toMatchObject({ bundleId: month, lastPeriod: null, status: 'activated' })
  })
})

describe('an order that the app does not poll', () => {
  it('is paid, and the subscription is active ten minutes later', async () => {
    const user = await mock.user('registered')
    await user.order(true)
    await advance('PT10M')
    expect(await stateOf(user)).toBe('active')
  })
  it('with a new card waits for the payment page', async () => {
    const user = await mock.user('no-cards')
    const order = await user.order(false)
    await advance('P1D')
    expect(await stateOf(user)).toBe('registered')
    await press(`${mock.origin}/pay/${order}`, { action: 'pay' })
    await advance('PT11S')
    expect(await stateOf(user)).toBe('active')
    expect(await payments(user)).toMatchObject([{ maskedPan: '220070******1234' }])
  })
})

describe('a subscriber who pays nothing', () => {
  it.each([
    ['partner', 'partner'],
    ['hr', 'employee'],
    ['slave', 'familyMember'],
    ['partner-last-renewal', 'deactivated'],
    ['partner-renewals', 'deactivated'],
    ['free', 'deactivated'],
  ])('%s is %s a year later without a payment', async (scenario, state) => {
    const user = await mock.user(scenario)
    await advance('P366D')
    expect(await stateOf(user)).toBe(state)
    if (state !== 'deactivated') expect(await daysLeft(user)).toBeGreaterThan(0)
    expect(await payments(user)).toEqual([])
  })
})
