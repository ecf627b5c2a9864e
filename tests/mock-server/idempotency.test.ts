import { describe, expect, it } from 'vitest'
import { mockOfFile, month, type TestUser } from './support.ts'

const mock = mockOfFile()
const order = { source: 'web', bundleId: month, usingMainCard: true }
const other = { ...order, usingMainCard: false }
const key = '8e03978e-40d5-43dd-bc93-6894a57f9324'
const another = '1c2b7a52-5f0b-4f5e-9d0a-7f3c0d1e2a44'
const withKey = (value: string) => ({ 'idempotency-key': `"${value}"` })
const buy = (user: TestUser, value = key, body: object = order) => user.call('createOrder', body, withKey(value))
const ordersOf = async (user: TestUser) => ((await user.control('GET', '')) as { orders: unknown[] }).orders
const idOf = ({ body }: { body: unknown }) => (body as { result: { orderId: string } }).result.orderId

describe('a call with an idempotency key', () => {
  it('gets the same answer again and orders once', async () => {
    const user = await mock.user()
    const first = await buy(user)
    const again = await buy(user)
    expect({ status: again.status, body: again.body }).toEqual({ status: first.status, body: first.body })
    expect(await ordersOf(user)).toHaveLength(1)
  })

  it('creates another order with another key, and without one', async () => {
    const user = await mock.user()
    // With a new card, because a charge of the main card in progress blocks the next order.
    const ids = [
      await buy(user, key, other),
      await buy(user, another, other),
      await user.call('createOrder', other),
    ].map(idOf)
    expect(new Set(ids).size).toBe(3)
    expect(await ordersOf(user)).toHaveLength(3)
  })

  it('with another body gets 422 in the contract’s form and orders nothing', async () => {
    const user = await mock.user()
    await buy(user)
    const refused = await buy(user, key, other)
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 4220, message: 'the idempotency key was used before with another body' },
    })
    expect(refused.headers.get('content-type')).toContain('application/json')
    expect(await ordersOf(user)).toHaveLength(1)
    // The first answer is still stored.
    expect((await buy(user)).body).toMatchObject({ code: 0 })
  })

  it('is the same whatever the order of its fields', async () => {
    const user = await mock.user()
    const first = await buy(user)
    const again = await buy(user, key, Object.fromEntries(Object.entries(order).toReversed()))
    expect(again.body).toEqual(first.body)
  })

  it('is independent of other users and calls', async () => {
    const [one, stranger] = [await mock.user('points-rich'), await mock.user('points-rich')]
    const mine = idOf(await buy(one, key, other))
    expect(idOf(await buy(stranger, key, other))).not.toBe(mine)
    const scores = await one.call('createScoresOrder', { bundleId: month }, withKey(key))
    expect(scores.body).toMatchObject({ code: 0 })
    expect(idOf(scores)).not.toBe(mine)
  })

  it('charges points once', async () => {
    const user = await mock.user('points-rich')
    const orderId = idOf(await user.call('createScoresOrder', { bundleId: month }, withKey(key)))
    const pay = (value: string) => user.call('payOrder', { orderId, paymentType: 'scores' }, withKey(value))
    const before = (await user.result('getScoresBalance'))['scoresBalance']
    expect((await pay(key)).body).toEqual({ code: 0 })
    const after = (await user.result('getScoresBalance'))['scoresBalance']
    expect((await pay(key)).body).toEqual({ code: 0 })
    expect((await pay(another)).body).toMatchObject({ code: 2000 })
    expect((await user.result('getScoresBalance'))['scoresBalance']).toBe(after)
    expect(Number(before) - Number(after)).toBe(1990)
  })

  it('gets 409 while the first is in progress, and the same answer afterwards', async () => {
    const user = await mock.user()
    await user.break({ operation: 'createOrder', delayMs: 1500, times: 1 })
    const first = buy(user)
    await expect.poll(async () => (await user.journal()).length).toBe(1)
    expect(await buy(user)).toMatchObject({ status: 409, body: { message: expect.any(String) as unknown } })
    expect((await buy(user)).body).toMatchObject({ message: expect.stringContaining('in progress') as unknown })
    expect((await buy(user)).status).toBe(409)
    const { body } = await first
    expect((await buy(user)).body).toEqual(body)
    expect(await ordersOf(user)).toHaveLength(1)
  })

  it('orders once when sent ten times concurrently', async () => {
    const user = await mock.user()
    const answers = await Promise.all(Array.from({ length: 10 }, () => buy(user)))
    const succeeded = answers.filter(({ status }) => status === 200)
    expect(new Set(succeeded.map(idOf)).size).toBe(1)
    expect(answers.filter(({ status }) => status !== 409)).toEqual(succeeded)
    expect(await ordersOf(user)).toHaveLength(1)
  })

  it('is forgotten after 24 h of the mock’s clock', async () => {
    const user = await mock.user()
    const first = idOf(await buy(user))
    try {
      await mock.control('PUT', '/clock', { advance: 'PT23H59M' })
      expect(idOf(await buy(user))).toBe(first)
      await mock.control('PUT', '/clock', { advance: 'PT2M' })
      expect(idOf(await buy(user))).not.toBe(first)
    } finally {
      await mock.control('PUT', '/clock', { now: null })
    }
  })

  it('is forgotten when its user starts over', async () => {
    const user = await mock.user()
    const first = idOf(await buy(user))
    await user.control('PUT', '', { scenario: 'registered' })
    expect(idOf(await buy(user))).not.toBe(first)
  })
})

describe('the stored answer of a call with a key', () => {
  it('can be a refusal: a new attempt needs another key', async () => {
    const user = await mock.user()
    await user.break({ operation: 'createOrder', code: 2003, times: 1 })
    expect((await buy(user)).body).toMatchObject({ code: 2003 })
    expect((await buy(user)).body).toMatchObject({ code: 2003 })
    expect((await buy(user, another)).body).toMatchObject({ code: 0 })
  })

  it.each([{ status: 503 }, { status: 500 }, { break: 'reset' }, { break: 'truncate' }])(
    'is nothing when it met %j: nothing was done, and the next try orders',
    async (fault) => {
      const user = await mock.user()
      await user.break({ operation: 'createOrder', ...fault, times: 1 })
      await buy(user).catch(() => null)
      expect(await ordersOf(user)).toHaveLength(0)
      expect((await buy(user)).body).toMatchObject({ code: 0 })
    },
  )

  it('is not stored for an invalid request', async () => {
    const user = await mock.user()
    expect((await buy(user, key, {})).status).toBe(422)
    expect((await buy(user)).body).toMatchObject({ code: 0 })
  })

  it('is repeated when it did not arrive', async () => {
    const user = await mock.user()
    await user.break({ operation: 'createOrder', delayMs: 60_000, times: 1 })
    const left = new AbortController()
    const authorization = `Bearer ${await user.token()}`
    const headers = { 'content-type': 'application/json', authorization, ...withKey(key) }
    const init = { method: 'POST', headers, body: JSON.stringify(order), signal: left.signal }
    const unansweredCall = fetch(`${mock.origin}/bff/api/v1/create_order`, init)
    await expect.poll(() => ordersOf(user)).toHaveLength(1)
    left.abort()
    await expect(unansweredCall).rejects.toThrow()
    await expect.poll(async () => (await buy(user)).status).toBe(200)
    expect(await ordersOf(user)).toHaveLength(1)
    expect((await user.result('getClientData'))['orderId']).toBe(idOf(await buy(user)))
  })
})

describe('an idempotency key', () => {
  it('is in the journal, with a mark on repeated answers', async () => {
    const user = await mock.user()
    await buy(user)
    await buy(user)
    await user.call('createOrder', order)
    const noted = (await user.journal()).map(({ idempotencyKey, isRepeat }) => ({ idempotencyKey, isRepeat }))
    expect(noted).toEqual([
      { idempotencyKey: key, isRepeat: false },
      { idempotencyKey: key, isRepeat: true },
      { idempotencyKey: null, isRepeat: false },
    ])
  })

  it.each([key, '""', '"order 1"', `"${key}`, `"${key}", "${another}"`])(
    'that is no UUID in quotes breaks the contract: %s',
    async (value) => {
      const user = await mock.user()
      const answer = await user.call('createOrder', order, { 'idempotency-key': value })
      const violation = {
        field: 'headers.Idempotency-Key',
        message: expect.stringContaining('must match pattern') as unknown,
      }
      expect(answer).toMatchObject({ status: 422, body: { validation: [violation] } })
      expect(await ordersOf(user)).toHaveLength(0)
    },
  )

  it('is ignored by calls that take none', async () => {
    const user = await mock.user()
    const answers = [
      await user.call('getBankCards', {}, withKey(key)),
      await user.call('getBankCards', {}, withKey(key)),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await user.journal()).toMatchObject([{ idempotencyKey: null }, { idempotencyKey: null }])
  })

  it('can be sent by a page of another origin', async () => {
    const answer = await fetch(`${mock.origin}/bff/api/v1/create_order`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:5173', 'access-control-request-headers': 'idempotency-key' },
    })
    expect(answer.headers.get('access-control-allow-headers')).toContain('idempotency-key')
  })
})
