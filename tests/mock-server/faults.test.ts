import { describe, expect, it } from 'vitest'
import { mockOfFile, month, paths } from './support.ts'

const mock = mockOfFile()
const order = { source: 'web', bundleId: month, usingMainCard: true }
const put = async (faults: unknown) => (await mock.user()).control('PUT', '/faults', faults)

describe('a fault', () => {
  it('by code is answered with the contract’s example, until it is replaced, and changes nothing', async () => {
    const user = await mock.user()
    await user.break({ operation: 'createOrder', code: 2004 })
    for (let call = 0; call < 3; call++)
      expect(await user.call('createOrder', order)).toMatchObject({ status: 200, body: { code: 2004 } })
    expect(await user.result('getClientData')).toMatchObject({ orderId: null })
    await user.break()
    expect((await user.call('createOrder', order)).body).toMatchObject({ code: 0 })
  })
  it('that counts is met so often, also by calls at once', async () => {
    const user = await mock.user()
    await user.break({ operation: 'getBankCards', status: 500, times: 2 })
    const answers = await Promise.all([1, 2, 3, 4].map(() => user.call('getBankCards')))
    expect(answers.filter(({ status }) => status === 500)).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  })
  it('is not used up by a request that breaks the contract', async () => {
    const user = await mock.user()
    await user.break({ operation: 'createOrder', code: 2004, times: 1 })
    expect((await user.call('createOrder', {})).status).toBe(422)
    expect((await user.call('createOrder', order)).body).toMatchObject({ code: 2004 })
  })
  it('meets one user and one call', async () => {
    const [one, other] = [await mock.user(), await mock.user()]
    await one.break({ operation: 'getClientData', status: 500 })
    expect((await other.call('getClientData')).status).toBe(200)
    expect((await one.call('getBankCards')).status).toBe(200)
  })
  it('by example answers that', async () => {
    const user = await mock.user()
    await user.break({ operation: 'getOrderStatus', example: 'deposited', times: 1 })
    const answer = await user.call('getOrderStatus', { orderId: 'any' })
    expect(answer.body).toMatchObject({ result: { orderStatus: 'deposited' } })
  })
  it('by a code together with another status answers both', async () => {
    const user = await mock.user()
    await user.break({ operation: 'getUserProfile', code: 5002 })
    expect(await user.call('getUserProfile')).toMatchObject({ status: 500, body: { code: 5002 } })
  })
  it('by a code that the contract does not have answers it, and the journal says so', async () => {
    const user = await mock.user()
    await user.break({ operation: 'createOrder', code: 2999 })
    expect(await user.call('createOrder', order)).toMatchObject({ status: 200, body: { code: 2999 } })
    expect((await user.journal())[0]).toMatchObject({
      example: null,
      code: 2999,
      accepted: false,
      note: 'code 2999 with HTTP 200 is not in the contract',
    })
  })
  it('by a status that the contract does not have answers it, and the journal says so', async () => {
    const user = await mock.user()
    await user.break({ operation: 'createOrder', status: 418 })
    expect((await user.call('createOrder', order)).status).toBe(418)
    expect((await user.journal())[0]).toMatchObject({ status: 418, note: 'HTTP 418 is not in the contract' })
  })
  it('delays, and the answer is the usual one', async () => {
    const user = await mock.user()
    await user.break({ operation: 'createOrder', delayMs: 120 })
    const startedAt = performance.now()
    expect((await user.call('createOrder', order)).body).toMatchObject({ code: 0 })
    expect(performance.now() - startedAt).toBeGreaterThan(110)
    expect((await user.journal())[0]?.durationMs).toBeGreaterThanOrEqual(115)
    expect(await user.result('getClientData')).not.toMatchObject({ orderId: null })
  })
  it.each(['reset', 'truncate'])('%s breaks the connection, and nothing is changed', async (how) => {
    const user = await mock.user()
    await user.break({ operation: 'createOrder', break: how, times: 1 })
    await expect(user.call('createOrder', order)).rejects.toThrow(/fetch failed|terminated/)
    expect(await user.result('getClientData')).toMatchObject({ orderId: null })
    expect((await user.journal())[0]).toMatchObject({ accepted: null, fault: { break: how } })
  })
  it('not-json answers a page', async () => {
    const user = await mock.user()
    await user.break({ operation: 'getBankCards', break: 'not-json', status: 502 })
    const { status, headers, body } = await user.call('getBankCards')
    expect([status, headers.get('content-type'), body]).toEqual([502, 'text/html', expect.stringContaining('<html>')])
  })
  it('wrong-shape answers JSON of a shape that no call has', async () => {
    const user = await mock.user()
    await user.break({ operation: 'getBankCards', break: 'wrong-shape' })
    expect(await user.call('getBankCards')).toMatchObject({ status: 200, body: { code: 'zero' } })
  })
  it('empty-result answers the usual code with nothing in the result', async () => {
    const user = await mock.user()
    await user.break({ operation: 'getDeliveryInfo', break: 'empty-result', times: 1 })
    expect(await user.call('getDeliveryInfo')).toMatchObject({ status: 200, body: { code: 0, result: {} } })
    expect(await user.result('getDeliveryInfo')).toMatchObject({ offers: expect.any(Array) as unknown })
  })
  it('hang ends when the client leaves', async () => {
    const user = await mock.user()
    await user.break({ operation: 'getBankCards', break: 'hang' })
    const asked = fetch(`${mock.origin}/bff/api${paths.getBankCards}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await user.token()}` },
      body: '{}',
      signal: AbortSignal.timeout(150),
    })
    await expect(asked).rejects.toThrow(/timeout|aborted/i)
    await expect.poll(async () => (await user.journal())[0]?.durationMs).toBeGreaterThan(100)
  })
})

describe('a fault that is wrong is refused, with the nearest name', () => {
  it.each([
    [[{ operation: 'createOrdr', code: 2004 }], /unknown operation "createOrdr"; did you mean "createOrder"/],
    [[{ operation: 'createOrder', example: 'orderRejected200' }], /did you mean "orderRejected2000"/],
    [[{ operation: 'createOrder', cod: 2004 }], /unknown field "cod"; did you mean "code"/],
    [[{ operation: 'createOrder', break: 'truncated' }], /did you mean "truncate"/],
    [[{ operation: 'createOrder', code: '2004' }], /code must be a whole number.*"2004"/],
    [[{ operation: 'createOrder', status: 99 }], /status must be a whole number from 200/],
    [[{ operation: 'createOrder', delayMs: -1 }], /delayMs must be/],
    [[{ operation: 'createOrder', example: 'employee', code: 2004 }], /leave one of them out/],
    [{ operation: 'createOrder' }, /must be a list/],
    [['createOrder'], /must be an object/],
  ])('%j', async (faults, message) => {
    expect(await put(faults)).toMatchObject({ status: 400, detail: expect.stringMatching(message) as unknown })
  })
})
