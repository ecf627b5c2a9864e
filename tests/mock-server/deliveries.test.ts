import { bundleNamed, deliveryChains } from '@paket/sdk'
import { afterEach, expect, test } from 'vitest'
import { mockOfFile, type TestUser } from './support.ts'

const mock = mockOfFile()
afterEach(() => mock.control('PUT', '/clock', { now: null }))
const advance = (by: string) => mock.control('PUT', '/clock', { advance: by })

interface Deliveries {
  offers: { id: string; maxFreeDeliveries: number; availableDeliveries: number }[]
  offerRenewalDate: string
}
const deliveriesOf = async (user: TestUser) => (await user.result('getDeliveryInfo')) as unknown as Deliveries

test('each of the two retail chains gives 3 free deliveries [O-DELIVERY-09]', async () => {
  for (const scenario of ['activated', 'deliveries-some', 'deliveries-used']) {
    const { offers } = await deliveriesOf(await mock.user(scenario))
    expect(offers.map(({ id, maxFreeDeliveries }) => [id, maxFreeDeliveries])).toEqual(
      deliveryChains.map(({ id }) => [id, 3]),
    )
  }
})

const left = ({ offers }: Deliveries) => offers.map(({ availableDeliveries }) => availableDeliveries)
const day = ({ offerRenewalDate }: Deliveries) => Date.parse(offerRenewalDate) / 86_400_000

test.each(['activated', 'deliveries-some'])(
  'deliveries of %s come back every 31 days [O-DELIVERY-10]',
  async (name) => {
    await mock.control('PUT', '/clock', { now: '2026-11-21T12:00:00+03:00' })
    const user = await mock.user(name)
    const days = [day(await deliveriesOf(user))]
    for (const by of ['P12D', 'P31D', 'P31D', 'P62D']) {
      await advance(by)
      const now = await deliveriesOf(user)
      expect(left(now)).toEqual([3, 3])
      days.push(day(now))
    }
    const [first = 0] = days
    expect(days.map((each) => each - first)).toEqual([0, 31, 62, 93, 155])
  },
)

test('used deliveries are renewed on the announced day, every 31 days [O-DELIVERY-10]', async () => {
  const user = await mock.user('deliveries-used')
  const before = await deliveriesOf(user)
  expect(left(before)).toEqual([0, 0])
  await advance('PT287H')
  expect(left(await deliveriesOf(user))).toEqual([0, 0])
  await advance('PT2H')
  const after = await deliveriesOf(user)
  expect(left(after)).toEqual([3, 3])
  expect(day(after) - day(before)).toBeCloseTo(31, 2)
  await advance('P31D')
  expect(day(await deliveriesOf(user)) - day(after)).toBeCloseTo(31, 2)
})

test('a waiting subscription is activated within 300 s [O-CONST-02]', async () => {
  const bought = await mock.user('registered')
  const orderId = await bought.order(true)
  for (let step = 0; step < 3; step += 1) await bought.poll(orderId)
  const users = [bought, await mock.user('waiting'), await mock.user('waiting-wink')]
  const states = () => Promise.all(users.map((user) => user.status()))
  expect(await states()).toEqual(users.map(() => 'waiting_for_activation'))
  await advance('PT300S')
  expect(await states()).toEqual(users.map(() => 'activated'))
  expect((await bought.result('getClientData'))['bundleId']).toBe(bundleNamed('standard199').id)
})
