import { describe, expect, it, test } from 'vitest'
import { bundleNamed } from '@paket/sdk'
import { mockOfFile, month, press, type TestUser } from './support.ts'

const mock = mockOfFile()
const advance = (duration: string) => mock.control('PUT', '/clock', { advance: duration })
const option = async (user: TestUser) =>
  ((await user.result('getOptions', { bundleId: month })) as unknown as Record<string, unknown>[])[0] ?? {}
const relations = async (user: TestUser, optionId: unknown) =>
  (await user.result('getSubscriberRelations', { optionId }))['relations'] as Record<string, unknown>[]
const member = (optionId: unknown, phone = '79275556677') => ({
  optionId,
  subscriberRelationName: 'Пётр',
  subscriberRelationPhone: phone,
})

test('an option has its own name, title and price [O-OPTION-01] [O-OPTION-02]', async () => {
  const user = await mock.user('activated')
  expect(await option(user)).toMatchObject({ name: 'family_1_month', title: 'Семья', price: 9900, duration: 31 })
})

test('a phone number identifies a subscriber: one’s own, and that of another family’s member, cannot be added [O-ENTITY-37]', async () => {
  const owner = await mock.user('family-empty')
  const { optionId } = await option(owner)
  const phoneOf = async (user: TestUser) => String((await user.result('getUserProfile'))['phoneNumber'])
  const phones = [await phoneOf(owner), await phoneOf(await mock.user('slave')), '79275556677']
  const codes: unknown[] = []
  for (const phone of phones) codes.push((await owner.call('createSubscriberRelation', member(optionId, phone))).body)
  expect(codes).toMatchObject([{ code: 2001 }, { code: 2002 }, { code: 0 }])
})

describe('an order of an option', () => {
  it('by the main card connects it, and it is active 10 s later, for its days (OO-16)', async () => {
    const user = await mock.user('activated')
    const before = await user.result('getClientData')
    const { optionId } = await option(user)
    const order = await user.order(true, { bundleId: optionId })
    expect(await option(user)).toMatchObject({ status: 'inactive', startDate: null })
    for (let poll = 0; poll < 3; poll++) await user.poll(order)
    expect(await option(user)).toMatchObject({ status: 'new', autopaymentsEnabled: true })
    await advance('PT11S')
    const active = await option(user)
    expect(active).toMatchObject({ status: 'active', autopaymentsEnabled: true })
    const days = (Date.parse(String(active['endDate'])) - Date.parse(String(active['startDate']))) / 864e5
    expect(days).toBeCloseTo(31, 2)
    // The subscription itself is unchanged.
    expect(await user.result('getClientData')).toEqual({ ...before, orderId: order })
    await mock.control('PUT', '/clock', { now: null })
  })
  it('by a new card connects it after payment on the page, and binds the card', async () => {
    const user = await mock.user('grace')
    const cards = (await user.cards()).length
    const { optionId } = await option(user)
    const order = await user.order(false, { bundleId: optionId })
    await user.poll(order)
    await press(String((await user.poll(order))['formUrl']), { action: 'pay', card: '2200700000051234' })
    expect(await option(user)).toMatchObject({ status: 'new' })
    expect(await user.cards()).toHaveLength(cards + 1)
  })
  it.each(['partner', 'hr'])('of the user %s renews from the bound card at its end (OO-15, OO-16)', async (name) => {
    const user = await mock.user(name)
    const { optionId } = await option(user)
    const order = await user.order(false, { bundleId: optionId })
    await user.poll(order)
    await press(String((await user.poll(order))['formUrl']), { action: 'pay', card: '2200700000051234' })
    await advance('PT11S')
    const before = await option(user)
    await advance(`PT${24 * 31}H`)
    const after = await option(user)
    await mock.control('PUT', '/clock', { now: null })
    expect({ before: before['status'], after: after['status'] }).toEqual({ before: 'active', after: 'active' })
  })
  it('connects nothing when it is declined', async () => {
    const user = await mock.user('declined')
    const { optionId } = await option(user)
    const order = await user.order(true, { bundleId: optionId })
    for (let poll = 0; poll < 3; poll++) await user.poll(order)
    expect(await option(user)).toMatchObject({ status: 'inactive' })
  })
  it.each(['option-active', 'option-new', 'option-none'])('is rejected for %s', async (scenario) => {
    const user = await mock.user(scenario)
    const { optionId = '4f0c6a7e-2b1d-4c5e-8f3a-6d9b0e1c2a35' } = await option(user)
    const body = { source: 'web', bundleId: optionId, usingMainCard: true }
    expect((await user.call('createOrder', body)).body).toMatchObject({ code: 2000 })
  })
  it('cannot be paid with points (OO-38)', async () => {
    const user = await mock.user('activated')
    const { optionId } = await option(user)
    expect((await user.call('createScoresOrder', { bundleId: optionId })).body).toMatchObject({ code: 2000 })
  })
})

describe('the members of an option', () => {
  it.each([
    ['family-empty', 2],
    ['option-active', 1],
    ['family-failing', 1],
    ['family-full', 0],
    ['family-wide', 1],
  ])('of %s take %i more, and one above maxRelations is refused with 2003 [O-FAMILY-02]', async (scenario, more) => {
    const user = await mock.user(scenario)
    const { optionId } = await option(user)
    let phone = 79275556670
    const add = async () => (await user.call('createSubscriberRelation', member(optionId, String(phone++)))).body
    for (let free = more; free > 0; free--) expect(await add()).toMatchObject({ code: 0 })
    expect(await add()).toMatchObject({ code: 2003 })
  })
  it('have their own subscription, paid by someone else [O-FAMILY-04]', async () => {
    const owner = await mock.user('option-active')
    const [, active] = await relations(owner, (await option(owner))['optionId'])
    const close = await mock.user('slave')
    expect((await close.result('getUserProfile'))['phoneNumber']).toBe(active?.['subscriberPhone'])
    const own = await close.result('getClientData')
    expect(own['bundleId']).toBe(bundleNamed('slave').id)
    expect(own['subscriberId']).not.toBe((await owner.result('getClientData'))['subscriberId'])
    const { phoneNumber } = await close.result('getSubscriberMaster', { subscriberId: own['subscriberId'] })
    expect(phoneNumber).not.toBe(active?.['subscriberPhone'])
  })
})
