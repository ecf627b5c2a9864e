import { describe, expect, it } from 'vitest'
import { mockOfFile, month, paths } from './support.ts'

const mock = mockOfFile()
const order = { source: 'web', bundleId: month, usingMainCard: true }
const put = async (faults: unknown) => (await mock.user()).control('PUT', '/faults', faults)

describe('a fault', () => {
  it('with a code answers with the contract’s example until it is replaced, without changing state', async () => {
    const user = await mock.user()
    await user.break({ operation: 'createOrder', code: 2004 })
    for (let call = 0; call < 3; call++)
      expect(await user.call('createOrder', order)).toMatchObject({ status: 200, body: { code: 2004 } })
    expect(await user.result('getClientData')).toMatchObject({ orderId: null })
    await user.break()
    expect((await user.call('createOrder', order)).body).toMatchObject({ code: 0 })
  })
  it('applies exactly as often as it says, also to concurrent calls', async () => {
    const user = await mock.user()
    await user.break({ operation: 'getBankCards', status: 500, times: 2 })
    const answers = await Promise.all([1, 2, 3, 4].map(() => user.call('getBankCards')))
    expect(answers.filter(({ status }) => status === 500)).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  })
  it('is not used up by an invalid request', async () => {
    const user = await mock.user()
    await user.break({ operation: 'createOrder', code: 2004, times: 1 })
    expect((await user.call('createOrder', {})).status).toBe(422)
    expect((await user.call('createOrder', order)).body).toMatchObject({ code: 2004 })
  })
  it('applies to one user and one call', async () => {
    const [one, other] = [await mock.user(), await mock.user()]
    await one.break({ operation: 'getClientData', status: 500 })
    expect((await other.call('getClientData')).status).toBe(200)
    expect((await one.call('getBankCards')).status).toBe(200)
  })
  it('with an example answers with it', async () => {
    const user = await mock.user()
    await user.break({ operation: 'getOrderStatus', example: 'deposited', times: 1 })
    const answer = await user.call('getOrderStatus', { orderId: 'any' })
    expect(answer.body).toMatchObject({ result: { orderStatus: 'deposited' } })
  })
  it('with a code and a status answers with both', async () => {
    const user = await mock.user()
    await user.break({ operation: 'getUserProfile', code: 5002 })
    expect(await user.call('getUserProfile')).toMatchObject({ status: 500, body: { code: 5002 } })
  })
  it('with a code outside the contract answers with it and notes that in the journal', async () => {
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
  it('with a status outside the contract answers with it and notes that in the journal', async () => {
    const user = await mock.user()
    await user.break({ operation: 'createOrder', status: 418 })
    expect((await user.call('createOrder', order)).status).toBe(418)
    expect((await user.journal())[0]).toMatchObject({ status: 418, note: 'HTTP 418 is not in the contract' })
  })
  it('with a delay sends the usual answer later', async () => {
    const user = await mock.user()
    await user.break({ operation: 'createOrder', delayMs: 120 })
    const startedAt = performance.now()
    expect((await user.call('createOrder', order)).body).toMatchObject({ code: 0 })
    expect(performance.now() - startedAt).toBeGreaterThan(110)
    expect((await user.journal())[0]?.durationMs).toBeGreaterThanOrEqual(115)
    expect(await user.result('getClientData')).not.toMatchObject({ orderId: null })
  })
  it('with a delay longer than the client waits is noted, and has changed state', async () => {
    const user = await mock.user()
    const authorization = `Bearer ${await user.token()}`
    await user.break({ operation: 'createOrder', delayMs: 60_000 })
    const call = fetch(`${mock.origin}/bff/api${paths.createOrder}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(order),
      signal: AbortSignal.timeout(300),
    })
    await expect(call).rejects.toThrow(/timeout/)
    await expect
      .poll(() => user.journal())
      .toMatchObject([{ accepted: null, status: 200, note: 'the client disconnected before the answer' }])
    expect(await user.result('getClientData')).not.toMatchObject({ orderId: null })
  })
  it.each(['reset', 'truncate'])('%s breaks the connection without changing state', async (how) => {
    const user = await mock.user()
    await user.break({ operation: 'createOrder', break: how, times: 1 })
    await expect(user.call('createOrder', order)).rejects.toThrow(/fetch failed|terminated/)
    expect(await user.result('getClientData')).toMatchObject({ orderId: null })
    expect((await user.journal())[0]).toMatchObject({ accepted: null, fault: { break: how } })
  })
  it('not-json answers with an HTML page', async () => {
    const user = await mock.user()
    await user.break({ operation: 'getBankCards', break: 'not-json', status: 502 })
    const { status, headers, body } = await user.call('getBankCards')
    expect({ status, contentType: headers.get('content-type'), body }).toEqual({
      status: 502,
      contentType: 'text/html',
      body: expect.stringContaining('<html>'),
    })
  })
  it('wrong-shape answers with JSON that matches no schema', async () => {
    const user = await mock.user()
    await user.break({ operation: 'getBankCards', break: 'wrong-shape' })
    expect(await user.call('getBankCards')).toMatchObject({ status: 200, body: { code: 'zero' } })
  })
  it('empty-result answers with the usual code and an empty result', async () => {
    const user = await mock.user()
    await user.break({ operation: 'getDeliveryInfo', break: 'empty-result', times: 1 })
    expect(await user.call('getDeliveryInfo')).toMatchObject({ status: 200, body: { code: 0, result: {} } })
    expect(await user.result('getDeliveryInfo')).toMatchObject({ offers: expect.any(Array) as unknown })
  })
  it('hang ends when the client leaves', async () => {
    const user = await mock.user()
    await user.break({ operation: 'getBankCards', break: 'hang' })
    const pending = fetch(`${mock.origin}/bff/api${paths.getBankCards}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await user.token()}` },
      body: '{}',
      signal: AbortSignal.timeout(150),
    })
    await expect(pending).rejects.toThrow(/timeout|aborted/i)
    await expect.poll(async () => (await user.journal())[0]?.durationMs).toBeGreaterThan(100)
  })
})

describe('an invalid fault is rejected with the nearest name', () => {
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
    [
      [
        { operation: 'createOrder', code: 2004 },
        { operation: 'createOrder', tims: 1 },
      ],
      /^fault 2 of 2: unknown field "tims"/,
    ],
  ])('%j', async (faults, message) => {
    expect(await put(faults)).toMatchObject({ status: 400, detail: expect.stringMatching(message) as unknown })
  })
})

describe('a fault with a condition', () => {
  it('on a request value applies only to calls with it', async () => {
    const user = await mock.user()
    await user.break({ operation: 'createOrder', body: { usingMainCard: true }, code: 2004 })
    expect((await user.call('createOrder', { ...order, usingMainCard: false })).body).toMatchObject({ code: 0 })
    expect((await user.call('createOrder', order)).body).toMatchObject({ code: 2004 })
  })
  it('on a nested request value applies to calls with it', async () => {
    const user = await mock.user()
    await user.break({ operation: 'createOrder', body: { returnUrlParameters: { event: 'payment' } }, code: 2004 })
    expect((await user.call('createOrder', order)).body).toMatchObject({ code: 0 })
    const withParameters = { ...order, returnUrlParameters: { event: 'payment', from: 'profile' } }
    expect((await user.call('createOrder', withParameters)).body).toMatchObject({ code: 2004 })
  })
  it('from the third call starts with it; invalid requests do not count', async () => {
    const user = await mock.user()
    await user.break({ operation: 'createOrder', from: 3, code: 2004, times: 1 })
    const codes: unknown[] = []
    // With a new card, because a charge of the main card in progress blocks the next order.
    const newCard = { ...order, usingMainCard: false }
    for (const body of [newCard, {}, newCard, newCard, newCard])
      codes.push(((await user.call('createOrder', body)).body as { code?: number }).code)
    expect(codes).toEqual([0, undefined, 0, 2004, 0])
  })
})

describe('a fault with its own body', () => {
  it('answers with it and notes violations of the contract in the journal', async () => {
    const user = await mock.user()
    await user.break({ operation: 'getBankCards', answer: { code: 0, cards: 'none' }, times: 1 })
    expect((await user.call('getBankCards')).body).toEqual({ code: 0, cards: 'none' })
    await user.break({ operation: 'getBankCards', answer: { code: 0, cards: [] }, times: 1 })
    expect((await user.call('getBankCards')).body).toEqual({ code: 0, cards: [] })
    const [broken, right] = await user.journal()
    expect(broken).toMatchObject({
      accepted: null,
      note: expect.stringMatching(/breaks the contract: body\.cards must be/) as unknown,
    })
    expect(right).toMatchObject({ accepted: true, note: null })
  })
  it('can have its own status and a body that is not an object', async () => {
    const user = await mock.user()
    await user.break({ operation: 'getBankCards', answer: null, status: 502 })
    expect(await user.call('getBankCards')).toMatchObject({ status: 502, body: null })
  })
})

describe('a fault of other parts than one call', () => {
  it('applies to every call of the contract, but not to a sign-in', async () => {
    const user = await mock.user()
    await user.break({ operation: '*', status: 503 })
    expect(await user.call('getBankCards')).toMatchObject({ status: 503 })
    expect(await user.call('createOrder', order)).toMatchObject({ status: 503 })
  })
  it('applies to the content system for one user', async () => {
    const user = await mock.user()
    const page = `${mock.origin}/cms/api/my-paket-page?status=published&populate=tags`
    const read = async (headers: Record<string, string> = {}) => (await fetch(page, { headers })).status
    await user.break({ operation: 'content', status: 500, from: 2, times: 1 }, { operation: 'content', delayMs: 1 })
    const headers = { authorization: `Bearer ${await user.token()}` }
    expect([await read(), await read(headers), await read(headers), await read(headers)]).toEqual([200, 200, 500, 200])
    expect((await user.journal()).map(({ operation, status }) => [operation, status])).toEqual([
      ['content', null],
      ['content', 500],
      ['content', null],
    ])
  })
  it.each([
    [{ operation: '*', example: 'employee' }, /unknown field "example"/],
    [{ operation: 'content', code: 2004 }, /unknown field "code"/],
    [{ operation: 'contnt', status: 500 }, /did you mean "content"/],
    [
      { operation: 'createOrder', body: { usingMainCrd: true } },
      /unknown field of the request of createOrder "usingMainCrd"; did you mean "usingMainCard"/,
    ],
    [{ operation: 'createOrder', body: 'x' }, /body must be an object/],
    [{ operation: 'createOrder', answer: {}, code: 5 }, /answer is the whole body: leave code out/],
    [{ operation: 'createOrder', from: 0 }, /from must be a whole number from 1/],
  ])('is rejected when it is invalid: %j', async (fault, detail) => {
    expect(await put([fault])).toMatchObject({ status: 400, detail: expect.stringMatching(detail) as unknown })
  })
  it('is listed in the form that PUT takes', async () => {
    const user = await mock.user()
    const faults = [{ operation: '*', body: { a: 1 }, from: 2, status: 503, times: 2 }]
    expect(await user.break(...faults)).toEqual(faults)
    expect(await user.control('GET', '/faults')).toEqual(faults)
  })
  it('all stay when they are added at the same time', async () => {
    const user = await mock.user()
    const added = [2004, 2007, 2010].map((code) => ({ operation: 'createOrder', code }))
    await Promise.all(added.map((fault) => user.control('POST', '/faults', fault)))
    expect(await user.control('GET', '/faults')).toHaveLength(3)
    expect(await user.control('POST', '/faults', [])).toMatchObject({ status: 400 })
  })
  it('drop out of the list once used up, when another one is added', async () => {
    const user = await mock.user()
    const [used, next] = [2000, 2001].map((code) => ({ operation: 'createOrder', code, times: 1 }))
    await user.break(used!)
    await user.call('createOrder', order)
    expect(await user.control('POST', '/faults', next)).toEqual([next])
  })
  it('are removed one by one, also at the same time', async () => {
    const user = await mock.user()
    const [first, second, third] = [2004, 2007, 2010].map((code) => ({ operation: 'createOrder', code, times: 2 }))
    await user.break(first!, first!, second!, third!)
    const remove = (fault: unknown) =>
      user.control('DELETE', `/faults?${new URLSearchParams({ fault: JSON.stringify(fault) }).toString()}`)
    await Promise.all([first, third].map(remove))
    expect(await user.control('GET', '/faults')).toEqual([first, second])
    expect(await remove(third)).toMatchObject({ status: 404, title: 'No such fault' })
    const detail = expect.stringMatching(/^The query parameter fault is not JSON/) as unknown
    expect(await user.control('DELETE', '/faults?fault={')).toMatchObject({ status: 400, detail })
  })
})

describe('a value set without a scenario file', () => {
  it('is part of the call’s answers from then on', async () => {
    const user = await mock.user('activated')
    const changes = { getClientData: { set: { 'result.deactivationDate': '+3d' } }, getBankCards: { example: 'none' } }
    expect(await user.control('PUT', '/answers', changes)).toMatchObject({ getBankCards: { example: 'none', set: {} } })
    const ends = Date.parse(String((await user.result('getClientData'))['deactivationDate']))
    expect(Math.round((ends - Date.now()) / 86_400_000)).toBe(3)
    expect(await user.cards()).toEqual([])
  })
  it.each([
    [{ getClientDat: { example: 'activated' } }, /unknown call "getClientDat"; did you mean "getClientData"/],
    [{ getClientData: { example: 'activatd' } }, /did you mean "activated"/],
    [{ getClientData: { set: { 'result.statu': 'x' } } }, /did you mean "result\.status"/],
    [{ getClientData: { set: { '': 'x' } } }, /unknown field of getClientData ""; known are code, /],
    [{ getClientData: { set: { 'result.status': 7 } } }, /body\.result\.status must be/],
    [{ getClientData: { set: { 'result.status': '$nothing' } } }, /unknown variable "nothing"/],
    [{ getClientData: { st: {} } }, /body\.getClientData\.st is not a known field/],
    [[], /must be an object/],
  ])('is rejected when it is not in the contract, and nothing changes: %j', async (changes, detail) => {
    const user = await mock.user('activated')
    const before = await user.control('GET', '')
    const refused = await user.control('PUT', '/answers', changes)
    expect(refused).toMatchObject({ status: 400, detail: expect.stringMatching(detail) as unknown })
    expect(await user.control('GET', '')).toEqual(before)
  })
})
