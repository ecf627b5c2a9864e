import { describe, expect, it } from 'vitest'
import { mockOfFile, month, type TestUser } from './support.ts'

const mock = mockOfFile()
const unknown = '5d0c8f5e-6f57-4a52-8a36-3d1c9a5f7e10'
const pay = (user: TestUser, orderId: string) => user.call('payOrder', { orderId, paymentType: 'scores' })
const ask = (user: TestUser, orderId: string) => user.call('getOrderStatus', { orderId })

describe('another user’s order is rejected exactly like an unknown one (D-17)', () => {
  it('by getOrderStatus, at every step', async () => {
    const [owner, stranger] = [await mock.user(), await mock.user()]
    const orderId = await owner.order(true)
    const missing = await ask(stranger, unknown)
    expect(missing).toMatchObject({ status: 200, body: { code: 2000 } })
    for (let step = 0; step < 4; step++) {
      const { status, body } = await ask(stranger, orderId)
      expect({ status, body }).toEqual({ status: missing.status, body: missing.body })
      expect((await ask(owner, orderId)).body).toMatchObject({ code: 0 })
    }
  })

  it('by getOrderStatus, while it waits on its payment page', async () => {
    const [owner, stranger] = [await mock.user('no-cards'), await mock.user('no-cards')]
    const orderId = await owner.order(false)
    await owner.poll(orderId)
    expect((await owner.poll(orderId))['formUrl']).toEqual(expect.any(String))
    expect((await ask(stranger, orderId)).body).toEqual((await ask(stranger, unknown)).body)
  })

  it('by payOrder, which charges neither user', async () => {
    const [owner, stranger] = [await mock.user('points-rich'), await mock.user('points-rich')]
    const { orderId } = (await owner.result('createScoresOrder', { bundleId: month })) as { orderId: string }
    const balances = async () => [await owner.result('getScoresBalance'), await stranger.result('getScoresBalance')]
    const before = await balances()
    const missing = await pay(stranger, unknown)
    expect(missing).toMatchObject({ status: 200, body: { code: 2000 } })
    const { status, body } = await pay(stranger, orderId)
    expect({ status, body }).toEqual({ status: missing.status, body: missing.body })
    expect(await balances()).toEqual(before)
    expect((await pay(owner, orderId)).body).toEqual({ code: 0 })
  })
})
