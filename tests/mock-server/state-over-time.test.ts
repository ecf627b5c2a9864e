import { expect, it } from 'vitest'
import { bundleIds } from '#support/bundle-ids.ts'
import { mockOfFile, month, type TestUser } from './support.ts'

const mock = mockOfFile()
/** Orders by the main card and polls until it is paid. */
async function buy(user: TestUser, more: object = {}): Promise<void> {
  const id = await user.order(true, more)
  for (let poll = 0; poll < 3; poll++) await user.poll(id)
}

it('connects a subscription that was bought after the clock was set back', async () => {
  const user = await mock.user('activated')
  await user.call('disableAutopay')
  await user.control('PUT', '/clock', { advance: 'P40D' })
  expect(await user.status()).toBe('deactivated')
  await user.control('PUT', '/clock', { now: null })
  await buy(user)
  expect(await user.status()).toBe('waiting_for_activation')
  await user.control('PUT', '/clock', { advance: 'PT1M' })
  expect(await user.status()).toBe('activated')
})
it('connects one that was started over in the future', async () => {
  const user = await mock.user('registered')
  await user.control('PUT', '/clock', { advance: 'P40D' })
  await user.control('PUT', '', { scenario: 'registered' })
  await user.status()
  await user.control('PUT', '/clock', { now: null })
  await buy(user)
  await user.control('PUT', '/clock', { advance: 'PT1M' })
  expect(await user.status()).toBe('activated')
})

it('lists a member who was added after the option ended and was bought again', async () => {
  const user = await mock.user('option-active')
  const { optionId } = ((await user.result('getOptions', { bundleId: month })) as unknown as { optionId: string }[])[0]!
  const add = (subscriberRelationPhone: string) =>
    user.result('createSubscriberRelation', { optionId, subscriberRelationName: 'Пётр', subscriberRelationPhone })
  const ids = async () => {
    const { relations } = (await user.result('getSubscriberRelations', { optionId })) as {
      relations: { relationId: string }[]
    }
    return relations.map(({ relationId }) => relationId)
  }
  const before = await add('79275556671')
  expect(await ids()).toContain(before['relationId'])
  await user.call('changeAutopaymentOption', { optionId, autopaymentsEnabled: false })
  await user.control('PUT', '/clock', { advance: 'P13D' })
  expect(await ids()).toHaveLength(1)
  await buy(user, { bundleId: optionId })
  await user.control('PUT', '/clock', { advance: 'PT1M' })
  const after = await add('79275556672')
  expect(await ids()).toContain(after['relationId'])
  expect(await ids()).not.toContain(before['relationId'])
})

it('credits the points of a promocode to a daily subscriber at the activation', async () => {
  const user = await mock.user('daily')
  const { scoresBalance: before } = await user.result('getScoresBalance')
  const { promocodeId, bundleId, scoresCampaign } = await user.result('checkPromocode', { promocodeValue: 'FULL199' })
  await buy(user, { bundleId, promocodeId })
  await user.control('PUT', '/clock', { advance: 'PT1M' })
  expect(await user.status()).toBe('activated')
  const { scoresAmount } = scoresCampaign as { scoresAmount: number }
  expect((await user.result('getScoresBalance'))['scoresBalance']).toBe(Number(before) + scoresAmount)
})

it('sells no partner’s bundle for points', async () => {
  const user = await mock.user('registered')
  const { body } = await user.call('createScoresOrder', { bundleId: new Map(bundleIds).get('wink') })
  expect(body).toMatchObject({ code: 2000 })
  expect(await user.control('GET', '')).toMatchObject({ orders: [] })
})
