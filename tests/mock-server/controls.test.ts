import { beforeEach, describe, expect, it } from 'vitest'
import { checkedNetwork, draw } from '#mock/engine/state/network.ts'
import { readContract } from '../contract/contract.ts'
import { ask, mockOfFile, month } from './support.ts'

const mock = mockOfFile()
const { calls } = await readContract()
const order = { source: 'web', bundleId: month, usingMainCard: true }
const matching = (text: RegExp) => expect.stringMatching(text) as unknown
const problem = (status: number, detail: RegExp) => ({ status, body: { status, detail: matching(detail) } })
beforeEach(() => mock.control('PUT', '/clock', { now: null }))

describe('the contents of the mock', () => {
  it('lists scenarios with name, title and description', async () => {
    const { status, headers, body } = await mock.control('GET', '/scenarios')
    expect({ status, contentType: headers.get('content-type') }).toEqual({
      status: 200,
      contentType: 'application/json; charset=utf-8',
    })
    const scenarios = body as { name: string; title: string; description: string; group: string }[]
    expect(scenarios.length).toBeGreaterThan(50)
    const listed = scenarios.map(({ group }) => group).filter((group, at, all) => group !== all[at - 1])
    expect(listed).toEqual([...new Set(listed)])
    expect(scenarios.find(({ name }) => name === 'hr')).toEqual({
      name: 'hr',
      title: 'Employee',
      description: matching(/an order is refused/),
      group: 'May not buy',
    })
    expect(scenarios.map(({ name }) => name)).not.toContain('defaults')
  })
  it('lists the contract’s calls with their failures and outcomes', async () => {
    const { body } = await mock.control('GET', '/contract')
    expect((body as { operation: string }[]).map(({ operation }) => operation)).toEqual(calls.map(({ id }) => id))
    const [one] = (body as { operation: string; failures: object[] }[]).filter(
      (call) => call.operation === 'unbindCard',
    )
    expect(one).toMatchObject({ path: matching(/^\//), summary: matching(/./) })
    expect(one?.failures).toContainEqual({
      name: 'cardNotRemoved',
      codes: [7, 8],
      http: [],
      outcome: 'try-again',
      description: matching(/could not be removed/),
    })
  })
  it('is healthy when every part answers', async () => {
    const { status, body } = await mock.control('GET', '/health')
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'ok', calls: calls.length })
  })
  it('has a page that is readable without scripts', async () => {
    const { status, headers, body } = await mock.control('GET', '')
    expect({ status, contentType: headers.get('content-type') }).toEqual({
      status: 200,
      contentType: 'text/html; charset=utf-8',
    })
    expect(body).toContain('An order is refused'.toLowerCase())
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe/)
  })
})

describe('a user', () => {
  it('is shown with current answers, orders, faults, network and scheduled changes', async () => {
    const user = await mock.user('registered')
    await user.break({ operation: 'getBankCards', status: 500 })
    const orderId = await user.order(true)
    for (let poll = 0; poll < 3; poll++) await user.poll(orderId)
    expect(await user.control('GET', '')).toMatchObject({
      login: user.login,
      scenario: 'registered',
      startedAt: matching(/^\d{4}-.*Z$/),
      answers: { getClientData: { example: 'waiting' }, getBankCards: { example: 'oneMain' } },
      orders: [{ id: orderId, kind: 'mainCard', decided: 'paid' }],
      faults: [{ operation: 'getBankCards', status: 500 }],
      network: { profile: 'fast', failurePercent: 0 },
      planned: [],
      states: { subscription: 'waiting', option: 'inactive', counterOffers: 'none', deliveries: 'counted' },
      next: { at: matching(/Z$/), what: 'subscription: waiting → active' },
      endsAt: matching(/Z$/),
      tokenSeconds: null,
    })
    expect((await mock.control('GET', '/users')).body).toContainEqual({ login: user.login, scenario: 'registered' })
  })
  it('starts over in a scenario: clears state, faults, journal and network', async () => {
    const user = await mock.user('registered')
    await user.order(true)
    await user.break({ operation: 'getBankCards', status: 500 })
    await user.control('PUT', '/network', { profile: '4g' })
    expect(await user.control('PUT', '', { scenario: 'activated' })).toMatchObject({ scenario: 'activated' })
    expect(await user.control('GET', '')).toMatchObject({ orders: [], faults: [], network: { profile: 'fast' } })
    expect(await user.journal()).toEqual([])
    expect(await user.status()).toBe('activated')
  })
  it('does not affect other users', async () => {
    const [one, other] = [await mock.user('registered'), await mock.user('registered')]
    const before = await other.control('GET', '')
    await one.order(true)
    await one.break({ operation: 'getClientData', status: 500 })
    await one.control('PUT', '/network', { failurePercent: 100 })
    await one.control('PUT', '', { scenario: 'hr' })
    expect(await other.control('GET', '')).toEqual(before)
    expect(await other.journal()).toEqual([])
  })
  it.each([
    ['/users/hr', { scenario: 'activatd' }, /unknown scenario "activatd"; did you mean "activated"\?/],
    ['/users/hr', { scenario: 'zzzzzzzzzzzzzzzz' }, /known are activated, anonymous/],
    ['/users/hr', {}, /scenario is missing; known are activated, /],
    ['/users/hr', { scenario: '' }, /scenario is missing; known are activated, /],
    ['/users/hr', { scenario: 7 }, /unknown scenario "7"; known are activated, /],
    ['/users/hr', { scenari: 'hr' }, /unknown field "scenari"; did you mean "scenario"/],
    ['/users/hr', [], /must be an object/],
    ['/users/hr', null, /must be an object/],
    ['/users/a%20b', { scenario: 'hr' }, /A login has 1 to 64/],
    ['/users/%E0%A4%A', { scenario: 'hr' }, /A login has 1 to 64/],
    [`/users/${'x'.repeat(65)}`, { scenario: 'hr' }, /A login has 1 to 64/],
  ])('rejects PUT %s %j', async (path, body, detail) => {
    expect(await mock.control('PUT', path, body)).toMatchObject(problem(400, detail))
  })
  it.each([
    ['GET', '/users/hr/token?expiresin=60', /unknown query parameter "expiresin"; did you mean "expiresIn"/],
    ['GET', '/reports?vist=one', /unknown query parameter "vist"; did you mean "visit"/],
    ['DELETE', '/users/hr/faults?faults={}', /unknown query parameter "faults"; did you mean "fault"/],
    ['DELETE', '/users/hr/faults', /\?fault=\{"operation":"…"\} removes one fault; PUT with \[\] removes all/],
  ])('rejects %s %s', async (method, path, detail) => {
    expect(await mock.control(method, path)).toMatchObject(problem(400, detail))
  })
  it.each(['abc', '1.5', '', '1e99', '-34560001'])('rejects a token lifetime of “%s” seconds', async (seconds) => {
    expect(await mock.control('GET', `/users/hr/token?expiresIn=${seconds}`)).toMatchObject(
      problem(400, /expiresIn must be a whole number of seconds/),
    )
  })
})

describe('the clock', () => {
  it('stops, jumps, and runs again', async () => {
    const stopped = { now: '2026-12-01T06:00:00.000Z', stopped: true }
    expect((await mock.control('PUT', '/clock', { now: '2026-12-01T09:00:00+03:00' })).body).toEqual(stopped)
    expect((await mock.control('GET', '/clock')).body).toEqual(stopped)
    expect((await mock.control('PUT', '/clock', { advance: 'P1DT30M' })).body).toEqual({
      now: '2026-12-02T06:30:00.000Z',
      stopped: true,
    })
    expect((await mock.control('PUT', '/clock', { now: null })).body).toMatchObject({ stopped: false })
  })
  it('continues from where it jumped to', async () => {
    const at = async () => Date.parse(((await mock.control('GET', '/clock')).body as { now: string }).now)
    const before = await at()
    const { body } = await mock.control('PUT', '/clock', { advance: 'P10D' })
    expect(body).toMatchObject({ stopped: false })
    expect(Math.floor(((await at()) - before) / 86_400_000)).toBe(10)
  })
  it('determines the dates of a new user’s scenario', async () => {
    await mock.control('PUT', '/clock', { now: '2030-01-10T00:00:00Z' })
    const user = await mock.user('activated')
    expect((await user.result('getClientData'))['deactivationDate']).toBe('2030-01-22T03:00:00+03:00')
  })
  it.each([
    [{ advance: '15 s' }, /advance must be an ISO 8601 duration.* got "15 s"/],
    [{ advance: 'P1M' }, /got "P1M"/],
    [{ advance: 15 }, /got 15/],
    [{ now: 'tomorrow' }, /now must be a date such as .* got "tomorrow"/],
    [{ now: 5 }, /got 5/],
    [{ now: null, advance: 'PT1S' }, /the clock takes one of/],
    [{ stopped: 'yes' }, /stopped is true or false, and alone, got "yes"/],
    [{ stopped: true, now: null }, /and alone, got true/],
    [{ advance: 'P999999999D' }, /from 1970 to 9998/],
    [{ advance: '-P99999D' }, /from 1970 to 9998/],
    [{ now: '+010000-01-01T00:00:00Z' }, /from 1970 to 9998/],
    [{}, /the clock takes one of/],
  ])('rejects %j and stays unchanged', async (body, detail) => {
    await mock.control('PUT', '/clock', { now: '2026-12-01T06:00:00Z' })
    expect(await mock.control('PUT', '/clock', body)).toMatchObject(problem(400, detail))
    expect((await mock.control('GET', '/clock')).body).toMatchObject({ now: '2026-12-01T06:00:00.000Z' })
  })
  it('names an unknown field', async () => {
    expect(await mock.control('PUT', '/clock', { advanc: 'PT1S' })).toMatchObject(
      problem(400, /unknown field "advanc"; did you mean "advance"\?/),
    )
  })
})

describe('a call of /__mock', () => {
  it.each([
    ['GET', '/scenario', /unknown call "GET \/__mock\/scenario"; did you mean "GET \/__mock\/scenarios"\?/],
    ['GET', '/users/hr/journl', /did you mean "GET \/__mock\/users\/\{login\}\/journal"/],
    ['POST', '/resett', /did you mean "POST \/__mock\/reset"/],
  ])('returns 404 with the nearest name when it is unknown: %s %s', async (method, path, detail) => {
    expect(await mock.control(method, path)).toMatchObject(problem(404, detail))
  })
  it.each([
    ['DELETE', '/clock', 'GET, PUT'],
    ['POST', '/users/hr', 'GET, PUT, DELETE'],
    ['DELETE', '/users/hr/clock', 'GET, PUT'],
    ['PUT', '/users/hr/journal', 'GET, DELETE'],
    ['GET', '/users/hr/revoke', 'POST'],
    ['GET', '/reset', 'POST'],
    ['POST', '/scenarios', 'GET'],
  ])('returns 405 with the allowed methods for another one: %s %s', async (method, path, allow) => {
    const answer = await mock.control(method, path)
    expect(answer).toMatchObject(problem(405, new RegExp(`takes ${allow}, got ${method}`)))
    expect(answer.headers.get('allow')).toBe(allow)
  })
  it('accepts a body as curl -d sends it', async () => {
    const answer = await fetch(`${mock.origin}/__mock/users/curl`, { method: 'PUT', body: '{"scenario":"hr"}' })
    expect(answer.status).toBe(200)
  })
  it('reports the position in a body that is not JSON', async () => {
    const answer = await fetch(`${mock.origin}/__mock/users/curl`, { method: 'PUT', body: '{"scenario":' })
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 400,
      body: expect.objectContaining({ detail: matching(/position 12/) }),
    })
  })
})

describe('the journal', () => {
  it('stores the last 500 calls with their numbers', async () => {
    const user = await mock.user()
    const authorization = `Bearer ${await user.token()}`
    for (let call = 1; call <= 502; call += 1) await user.call('getBankCards', {}, { authorization })
    const numbers = (await user.journal()).map(({ number }) => number)
    expect({ length: numbers.length, first: numbers[0], last: numbers.at(-1) }).toEqual({
      length: 500,
      first: 3,
      last: 502,
    })
  })
})

describe('reset', () => {
  it('restores users, clock and tokens', async () => {
    const user = await mock.user('hr')
    const token = await user.token()
    await user.break({ operation: 'getClientData', status: 500 })
    await mock.control('PUT', '/clock', { now: '2030-01-01T00:00:00Z' })
    expect((await mock.control('POST', '/reset')).body).toEqual({ status: 'reset' })
    expect((await mock.control('GET', '/users')).body).toEqual([])
    expect((await mock.control('GET', '/clock')).body).toMatchObject({ stopped: false })
    expect((await user.call('getClientData', {}, { authorization: `Bearer ${token}` })).status).toBe(401)
    expect(await user.control('GET', '')).toMatchObject({ status: 404 })
  })
})

describe('network conditions', () => {
  const outcomes = async (seed: number, count = 40) => {
    const user = await mock.user()
    await user.control('PUT', '/network', { failurePercent: 30, seed })
    const token = `Bearer ${await user.token()}`
    const statuses: number[] = []
    for (let call = 0; call < count; call++)
      statuses.push((await user.call('getBankCards', {}, { authorization: token })).status)
    return statuses
  }
  it('fail the same calls with the same seed, and others with another', async () => {
    const first = await outcomes(7)
    expect(await outcomes(7)).toEqual(first)
    expect(await outcomes(8)).not.toEqual(first)
    expect(new Set(first)).toEqual(new Set([200, 503]))
  })
  it('fail no call at 0 % and every call at 100 %', async () => {
    const user = await mock.user()
    await user.control('PUT', '/network', { failurePercent: 100 })
    expect((await user.call('getBankCards')).status).toBe(503)
    expect(await user.control('PUT', '/network', {})).toMatchObject({ profile: 'fast', failurePercent: 0 })
    expect((await user.call('getBankCards')).status).toBe(200)
  })
  it('yield to a fault', async () => {
    const user = await mock.user()
    await user.control('PUT', '/network', { failurePercent: 100 })
    await user.break({ operation: 'createOrder', code: 2004 })
    expect((await user.call('createOrder', order)).body).toMatchObject({ code: 2004 })
  })
  it('delay each answer by their profile', async () => {
    const user = await mock.user()
    await user.control('PUT', '/network', { profile: '4g' })
    expect(await user.control('GET', '/network')).toMatchObject({ profile: '4g', failurePercent: 0 })
    const delays = ['fast', '4g', 'slow-3g'].map((profile) => draw(checkedNetwork({ profile })).delayMs)
    expect(delays[0]).toBe(0)
    expect(delays).toEqual([...new Set(delays)].toSorted((a, b) => a - b))
  })
  it.each([
    [{ profile: '3g' }, /unknown profile "3g"; did you mean "4g"\?/],
    [{ profile: 'toString' }, /unknown profile/],
    [{ failurePercent: 101 }, /failurePercent must be a number from 0 to 100, got 101/],
    [{ failurePercent: '5' }, /failurePercent must be/],
    [{ seed: 1.5 }, /seed must be a whole number, got 1.5/],
    [{ sed: 1 }, /unknown field "sed"; did you mean "seed"\?/],
    [[], /must be an object/],
  ])('reject %j', async (body, detail) => {
    expect(await mock.control('PUT', '/users/hr/network', body)).toMatchObject(problem(400, detail))
  })
})

describe('the journal', () => {
  it('lists calls in order with their results', async () => {
    const user = await mock.user()
    await user.break({ operation: 'createOrder', code: 2004, times: 1 })
    await user.call('createOrder', order)
    await user.call('getBankCards')
    expect(await user.journal()).toMatchObject([
      {
        operation: 'createOrder',
        at: matching(/Z$/),
        body: order,
        answer: { code: 2004 },
        status: 200,
        code: 2004,
        accepted: false,
        fault: { operation: 'createOrder', code: 2004 },
      },
      { operation: 'getBankCards', status: 200, accepted: true, fault: null, note: null },
    ])
  })
  it('contains no token', async () => {
    const user = await mock.user()
    const token = await user.token()
    await user.call('getBankCards', {}, { authorization: `Bearer ${token}` })
    expect(JSON.stringify(await user.journal())).not.toContain(token.split('.')[2])
  })
  it('separates calls without a user', async () => {
    await mock.control('PUT', '/users/anonymous', { scenario: 'anonymous' })
    const path = calls.find(({ id }) => id === 'getClientData')?.path ?? ''
    await ask(mock.origin, 'POST', `/bff/api${path}`, {})
    expect((await mock.control('GET', '/users/anonymous/journal')).body).toMatchObject([
      { operation: 'getClientData', status: 401, accepted: false, note: 'no bearer token' },
    ])
  })
  it('removes the oldest of more than 500, and stores only the length of a long body', async () => {
    const user = await mock.user()
    const authorization = `Bearer ${await user.token()}`
    await user.call('sendProductEvent', { long: 'x'.repeat(30_000) }, { authorization })
    expect((await user.journal())[0]?.body).toMatch(/^300\d\d characters of JSON, not stored$/)
    for (let round = 0; round < 51; round++)
      await Promise.all(Array.from({ length: 10 }, () => user.call('getBankCards', {}, { authorization })))
    const journal = await user.journal()
    expect(journal).toHaveLength(500)
    expect(journal.map(({ operation }) => operation)).not.toContain('sendProductEvent')
  })
})
