import { expect, it } from 'vitest'
import { mockOfFile, press, type TestUser } from './support.ts'

const mock = mockOfFile()

/** Runs a purchase from the order to the end, in one of four ways; returns what the user saw. */
async function flow(user: TestUser, way: number) {
  const token = `Bearer ${await user.token()}`
  const call = async (...[name, body]: Parameters<TestUser['call']>) =>
    (await user.call(name, body, { authorization: token })).body
  if (way === 1) await user.break({ operation: 'createOrder', code: 2004, times: 1 })
  const body = {
    source: 'web',
    bundleId: 'b61e6ba5-3682-4dd6-b804-69b84b2d451c',
    usingMainCard: way !== 2,
    returnUrlParameters: { event: 'payment', from: 'profile' },
  }
  const placed = (await call('createOrder', body)) as { code: number; result?: { orderId: string } }
  const orderId = placed.result?.orderId ?? 'none'
  const seen: unknown[] = [placed.code]
  for (let poll = 0; poll < 4; poll++) {
    const status = (await call('getOrderStatus', { orderId })) as { result?: { orderStatus: string; formUrl?: string } }
    seen.push(status.result?.orderStatus ?? 'rejected')
    if (status.result?.formUrl && poll === 1)
      await press(status.result.formUrl, { action: way === 2 ? 'pay' : 'decline' })
  }
  const data = (await call('getClientData', {})) as { result: { status: string; orderId: string | null } }
  return { seen, status: data.result.status, isOwn: data.result.orderId === (way === 1 ? null : orderId) }
}
const expected = [
  { seen: [0, 'new', 'registered', 'deposited', 'deposited'], status: 'waiting_for_activation', isOwn: true },
  { seen: [2004, 'rejected', 'rejected', 'rejected', 'rejected'], status: 'registered', isOwn: true },
  { seen: [0, 'new', 'registered', 'deposited', 'deposited'], status: 'waiting_for_activation', isOwn: true },
  { seen: [0, 'new', 'registered', 'declined', 'declined'], status: 'registered', isOwn: true },
]

it('50 concurrent flows of different users do not affect each other', async () => {
  const scenarios = ['registered', 'registered', 'no-cards', 'declined']
  const users = await Promise.all(Array.from({ length: 50 }, (_, nth) => mock.user(scenarios[nth % 4])))
  const ends = await Promise.all(users.map((user, nth) => flow(user, nth % 4)))
  for (const [nth, end] of ends.entries()) expect({ nth, end }).toEqual({ nth, end: expected[nth % 4] })
  for (const [nth, user] of users.entries()) {
    const journal = await user.journal()
    const calls = journal.map(({ operation }) => operation)
    expect(calls).toEqual(['createOrder', ...Array.from({ length: 4 }, () => 'getOrderStatus'), 'getClientData'])
    const orders = new Set(journal.flatMap(({ body }) => (body as { orderId?: string }).orderId ?? []))
    expect(orders.size, `user ${nth} asked for one order`).toBe(1)
  }
})
