import { describe, expect, it } from 'vitest'
import { readContract } from '../contract/contract.ts'
import { mockOfFile, month, type TestUser } from './support.ts'

const mock = mockOfFile()
const { document } = await readContract()
const six = document['x-catalogue'].bundles.find(({ name }) => name === 'standardsix899')!['id']

/** Reads show the effects of writes. */
describe('the removal of a card', () => {
  it('removes it from the list and preserves the others', async () => {
    const user = await mock.user('activated')
    const before = await user.cards()
    await user.call('unbindCard', { bankCardId: before[1]?.['id'] })
    expect(await user.cards()).toEqual([before[0], before[2]])
    await user.call('unbindCard', { bankCardId: before[0]?.['id'] })
    expect(await user.cards()).toEqual([{ ...before[2], isMainCard: true }])
  })
  it('returns 422 and 3 for an unknown card, and changes nothing', async () => {
    const user = await mock.user('activated')
    const answer = await user.call('unbindCard', { bankCardId: 'nobody' })
    expect(answer).toMatchObject({ status: 422, body: { code: 3 } })
    expect(await user.cards()).toHaveLength(3)
  })
  it('preserves the card when it is refused', async () => {
    const user = await mock.user('activated')
    const [first] = await user.cards()
    await user.break({ operation: 'unbindCard', code: 7, times: 1 })
    await user.call('unbindCard', { bankCardId: first?.['id'] })
    expect(await user.cards()).toHaveLength(3)
  })
})

describe('points by month', () => {
  const months = async (user: TestUser, ...periods: { month: number; year: number }[]) =>
    ((await user.call('getMonthlyLoyaltyScores', { periods })).body as { result: unknown }).result
  const november = { month: 11, year: 2025 }
  const february = { month: 2, year: 2024 }

  it('are returned for the requested months', async () => {
    const user = await mock.user('activated')
    expect(await months(user, november, february)).toEqual([
      { ...november, scoresPaket: 2400 },
      { ...february, scoresPaket: 1830 },
    ])
  })
  it('are empty for a user without any', async () => {
    expect(await months(await mock.user('points-none'), november)).toEqual([])
  })
  it('violate the contract in a request without months', async () => {
    const user = await mock.user('activated')
    expect((await user.call('getMonthlyLoyaltyScores', {})).status).toBe(422)
  })
})

describe('points', () => {
  const balance = async (user: TestUser) => (await user.result('getScoresBalance'))['scoresBalance']
  const order = async (user: TestUser, bundleId: unknown = month) =>
    String((await user.result('createScoresOrder', { bundleId }))['orderId'])
  const status = async (user: TestUser, orderId: string) => (await user.poll(orderId))['orderStatus']
  const pay = async (user: TestUser, orderId: string) =>
    (await user.call('payOrder', { orderId, paymentType: 'scores' })).body

  it('are charged once, and the order then becomes paid', async () => {
    const user = await mock.user('registered')
    const orderId = await order(user)
    expect([await status(user, orderId), await status(user, orderId)]).toEqual(['new', 'new'])
    expect(await pay(user, orderId)).toEqual({ code: 0 })
    expect(await pay(user, orderId)).toMatchObject({ code: 2000 })
    expect(await balance(user)).toBe(23450 - 1990)
    expect([await status(user, orderId), await status(user, orderId)]).toEqual(['deposited', 'deposited'])
    expect(await user.status()).toBe('waiting_for_activation')
    expect(await user.cards()).toHaveLength(1)
  })
  it('are not charged when there are too few', async () => {
    const user = await mock.user('deactivated')
    const before = await balance(user)
    expect(await pay(user, await order(user, six))).toMatchObject({ code: 2000 })
    expect(await balance(user)).toBe(before)
  })
  it('do not pay for another kind of order', async () => {
    const user = await mock.user('registered')
    expect(await pay(user, await user.order(true))).toMatchObject({ code: 2000 })
  })
})

describe('a family member', () => {
  const optionId = '4f0c6a7e-2b1d-4c5e-8f3a-6d9b0e1c2a35'
  const members = async (user: TestUser) => {
    const { relations } = await user.result('getSubscriberRelations', { optionId })
    return (relations as { subscriberName: string; relationId: string; status: string }[]).map((one) => one)
  }
  const add = (user: TestUser, subscriberRelationName: string, subscriberRelationPhone = '79275556677') =>
    user.result('createSubscriberRelation', { optionId, subscriberRelationName, subscriberRelationPhone })

  it('is connected some time after being added, independently of the next one, and leaves when removed', async () => {
    const user = await mock.user('family-empty')
    const { relationId } = await add(user, 'Пётр')
    const states = async () => (await members(user)).map(({ subscriberName, status }) => `${subscriberName} ${status}`)
    expect(await states()).toEqual(['Анна owner', 'Пётр new'])
    await mock.control('PUT', '/clock', { advance: 'PT16S' })
    await add(user, 'Ольга', '79275556678')
    expect(await states()).toEqual(['Анна owner', 'Пётр waiting_for_activation', 'Ольга new'])
    await mock.control('PUT', '/clock', { advance: 'PT31S' })
    expect(await states()).toEqual(['Анна owner', 'Пётр active', 'Ольга active'])
    await user.call('deleteSubscriberRelation', { optionId, relationId })
    expect(await states()).toEqual(['Анна owner', 'Пётр waiting_for_deactivation', 'Ольга active'])
    await mock.control('PUT', '/clock', { advance: 'PT16S' })
    expect(await states()).toEqual(['Анна owner', 'Пётр inactive', 'Ольга active'])
    await mock.control('PUT', '/clock', { now: null })
  })
  it('does not come back when removed while being connected', async () => {
    await mock.control('PUT', '/clock', { now: '2026-11-21T12:00:00+03:00' })
    const user = await mock.user('family-empty')
    const { relationId } = await add(user, 'Пётр')
    const state = async () => (await members(user)).at(-1)?.status
    await mock.control('PUT', '/clock', { advance: 'PT20S' })
    await user.call('deleteSubscriberRelation', { optionId, relationId })
    await mock.control('PUT', '/clock', { advance: 'PT10S' })
    expect(await state()).toBe('waiting_for_deactivation')
    await mock.control('PUT', '/clock', { advance: 'PT5S' })
    expect(await state()).toBe('inactive')
    await mock.control('PUT', '/clock', { now: null })
  })
})

describe('the subscriber', () => {
  it('turns autopayment off and on', async () => {
    const user = await mock.user('activated')
    const renews = async () => (await user.result('getClientData'))['autopaymentsEnabled']
    await user.call('disableAutopay')
    expect(await renews()).toBe(false)
    await user.call('enableAutopay')
    expect(await renews()).toBe(true)
  })
  it('marks an onboarding as seen; null preserves the other flag', async () => {
    const user = await mock.user('activated')
    await user.call('changeOnboardingType', { onboardingBundle: true, onboardingCard: true })
    await user.call('changeOnboardingType', { onboardingBundle: null, onboardingCard: false })
    expect(await user.result('getClientData')).toMatchObject({ onboardingBundle: true, onboardingCard: false })
    await user.call('changeOnboardingType', { onboardingBundle: null, onboardingCard: null })
    expect(await user.result('getClientData')).toMatchObject({ onboardingBundle: true, onboardingCard: false })
  })
  it.each([
    ['good', 0, 'waiting_for_activation'],
    ['expired', 2001, 'registered'],
    ['blocked', 2003, 'registered'],
    ['used', 2002, 'registered'],
    ['whatever', 2001, 'registered'],
  ])('opens the link %s: %i, then %s', async (activationId, code, status) => {
    const user = await mock.user('registered')
    expect((await user.call('activateByLink', { activationId, source: 'web' })).body).toMatchObject({ code })
    expect(await user.status()).toBe(status)
  })
  it('gets 3000 points with a month for FULL199, at its full price [O-PROMO-11]', async () => {
    const user = await mock.user('deactivated')
    expect((await user.call('checkPromocode', { promocodeValue: 'FULL199' })).body).toMatchObject({
      code: 0,
      result: {
        bundleId: month,
        price: 19900,
        duration: 31,
        scoresCampaign: { type: 'auto_add_scores', scoresAmount: 3000, rewardType: 'points' },
      },
    })
  })
  it.each([
    ['FULL199', 0],
    ['ВЫГОДА6', 0],
    ['EXPIRED', 2001],
    ['FG100', 2002],
    ['nosuchcode', 2003],
  ])('checks the promocode %s: %i', async (promocodeValue, code) => {
    const user = await mock.user('registered')
    expect((await user.call('checkPromocode', { promocodeValue })).body).toMatchObject({ code })
  })
})
