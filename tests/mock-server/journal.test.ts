import { connect } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sendEvents } from '#mock/engine/http/event-stream.ts'
import { listen } from '#mock/engine/http/listen.ts'
import { ask, type JournalEntry, mockOfFile, paths, TestUser } from './support.ts'

const mock = mockOfFile()
const journal = async (query = '') => (await mock.control('GET', `/journal${query}`)).body as JournalEntry[]
const seen = (entries: readonly JournalEntry[]) => entries.map(({ login, operation }) => [login, operation])
afterEach(() => mock.control('DELETE', '/journal'))

describe('the journal of all users', () => {
  it('lists calls in the order of arrival', async () => {
    const [one, other] = [await mock.user(), await mock.user()]
    await one.call('getBankCards')
    await other.call('getBankCards')
    await one.call('getClientData')
    const entries = await journal()
    expect(seen(entries)).toEqual([
      [one.login, 'getBankCards'],
      [other.login, 'getBankCards'],
      [one.login, 'getClientData'],
    ])
    expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, at) => entries[0]!.sequence + at))
    expect(await one.journal()).toEqual(entries.filter(({ login }) => login === one.login))
  })
  it('contains unknown paths and wrong methods', async () => {
    const user = await mock.user()
    const authorization = `Bearer ${await user.token()}`
    await ask(mock.origin, 'POST', '/bff/api/v1/create_ordr', {}, { authorization })
    await ask(mock.origin, 'GET', `/bff/api${paths.createOrder}`, undefined, { authorization })
    await ask(mock.origin, 'GET', '/elsewhere')
    expect(await journal()).toMatchObject([
      { login: user.login, operation: 'unknown', path: '/bff/api/v1/create_ordr', status: 404, accepted: false },
      { login: user.login, operation: 'createOrder', method: 'GET', status: 405, accepted: false },
      { login: 'anonymous', operation: 'unknown', method: 'GET', path: '/elsewhere', status: 404 },
    ])
    expect((await journal())[0]?.note).toMatch(/did you mean "\/v1\/create_order"/)
  })
  it.each([
    ['?operation=getBankCards', 2],
    ['?status=500', 1],
    ['?accepted=false', 2],
    ['?code=0', 3],
    ['?operation=getBankCards&accepted=true', 1],
    ['?limit=2', 2],
    ['?login=anonymous', 0],
  ])('filters: %s', async (query, count) => {
    const user = await mock.user()
    await user.break({ operation: 'getBankCards', status: 500, times: 1 })
    await user.call('getBankCards')
    await user.call('getBankCards')
    await user.call('getClientData')
    await user.break({ operation: 'getScoresBalance', break: 'truncate' })
    await user.call('getScoresBalance').catch(() => undefined)
    expect(await journal(query)).toHaveLength(count)
  })
  it('returns entries after a given one', async () => {
    const user = await mock.user()
    await user.call('getBankCards')
    const [first] = await journal()
    await user.call('getClientData')
    expect(seen(await journal(`?after=${first!.sequence}`))).toEqual([[user.login, 'getClientData']])
  })
  it.each([
    ['?operation=creatOrder', /unknown operation "creatOrder"; did you mean "createOrder"/],
    ['?login=registred', /no one has signed in as "registred"; did you mean "registered"\?/, 404],
    ['?login=', /A login has 1 to 64/],
    ['?operatoin=x', /unknown filter "operatoin"; did you mean "operation"/],
    ['?oper=x', /unknown filter "oper"; did you mean "operation"/],
    ['?limit=-3', /limit must be a whole number from 1, got "-3"/],
    ['?status=ok', /status must be a whole number, got "ok"/],
    ['?accepted=yes', /accepted must be true or false/],
    ['?format=xml', /format must be json or har/],
  ])('rejects %s', async (query, detail, status = 400) => {
    expect(await mock.control('GET', `/journal${query}`)).toMatchObject({
      status,
      body: { detail: expect.stringMatching(detail) as unknown },
    })
  })
  it('can be cleared for all users or for one', async () => {
    const [one, other] = [await mock.user(), await mock.user()]
    await one.call('getBankCards')
    await other.call('getBankCards')
    expect(await one.control('DELETE', '/journal')).toEqual({ cleared: one.login })
    expect(seen(await journal())).toEqual([[other.login, 'getBankCards']])
    expect(await one.journal()).toEqual([])
    await mock.control('DELETE', '/journal')
    expect({ all: await journal(), others: await other.journal() }).toEqual({ all: [], others: [] })
  })
  it('is available as HAR 1.2, with requests and answers but no token', async () => {
    const user = await mock.user()
    const token = await user.token()
    await user.call('getOrderStatus', { orderId: 'a' }, { authorization: `Bearer ${token}` })
    await user.break({ operation: 'getBankCards', break: 'reset' })
    await user.call('getBankCards').catch(() => undefined)
    const har = (await mock.control('GET', '/journal?format=har')).body
    expect(har).toMatchObject({
      log: {
        version: '1.2',
        entries: [
          {
            request: {
              method: 'POST',
              url: `${mock.origin}/bff/api${paths.getOrderStatus}`,
              postData: { text: '{"orderId":"a"}' },
            },
            response: { status: 200, content: { text: expect.stringContaining('"code"') as unknown } },
          },
          { response: { status: 0 } },
        ],
      },
    })
    expect(JSON.stringify(har)).not.toContain(token.split('.')[2])
  })
})

describe('the live journal', () => {
  /** Reads events until there are `count` entries. */
  async function events(
    path: string,
    count: number,
    act: () => Promise<unknown>,
    headers: Record<string, string> = {},
  ) {
    const left = new AbortController()
    const answer = await fetch(`${mock.origin}/__mock${path}`, {
      headers: { accept: 'text/event-stream', ...headers },
      signal: AbortSignal.any([left.signal, AbortSignal.timeout(20_000)]),
    })
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = (await reader.read()).value ?? ''
    await act()
    const found = () => [...text.matchAll(/^data: (.+)\n\n/gm)]
    while (found().length < count) text += (await reader.read()).value ?? ''
    left.abort()
    return found().map(([, data]) => JSON.parse(data!) as JournalEntry)
  }
  it('streams each call when it is answered', async () => {
    const user = await mock.user()
    const entries = await events('/journal', 2, async () => {
      await user.call('getBankCards')
      await user.call('getClientData')
    })
    expect(entries).toMatchObject([
      { operation: 'getBankCards', status: 200, accepted: true },
      { operation: 'getClientData', status: 200 },
    ])
  })
  it('streams only the filtered calls of one user', async () => {
    const [one, other] = [await mock.user(), await mock.user()]
    const entries = await events(`/users/${one.login}/journal?operation=getClientData`, 1, async () => {
      await other.call('getClientData')
      await one.call('getBankCards')
      await one.call('getClientData')
    })
    expect(seen(entries)).toEqual([[one.login, 'getClientData']])
  })
  it('sends missed calls to a client that reconnects', async () => {
    const user = await mock.user()
    await user.call('getBankCards')
    await user.call('getClientData')
    const [first] = await journal()
    const again = await events('/journal', 1, async () => {}, { 'last-event-id': String(first!.sequence) })
    expect(seen(again)).toEqual([[user.login, 'getClientData']])
  })
  it('disconnects a client that has stopped reading', async () => {
    const end = vi.fn<() => void>()
    const { port, close } = await listen((_request, response) => {
      sendEvents(response, (send) => {
        for (let id = 1; id <= 50; id++) send(id, 'x'.repeat(1_000_000))
        return end
      })
    }, 0)
    const socket = connect(port, '127.0.0.1').pause()
    socket.write('GET / HTTP/1.1\r\nhost: mock\r\n\r\n')
    await vi.waitFor(() => expect(end).toHaveBeenCalled(), 10_000)
    socket.destroy()
    await close()
  })
})

describe('what the app showed', () => {
  it('is listed with the call that it belongs to', async () => {
    const user = await mock.user()
    const answer = await user.call('getBankCards')
    const requestId = answer.headers.get('x-request-id')
    const shown = 'Не получилось'
    expect((await mock.control('POST', '/journal/shown', { requestId, shown })).status).toBe(200)
    expect(await user.journal()).toMatchObject([{ operation: 'getBankCards', requestId, shown }])
  })
  it.each([
    [{ requestId: 'none', shown: 'x' }, 404],
    [{ requestId: 'none' }, 400],
    [{ requestId: 'none', shown: 'x'.repeat(501) }, 400],
  ])('is rejected without a call: %j', async (body, status) => {
    expect((await mock.control('POST', '/journal/shown', body)).status).toBe(status)
  })
})

describe('an unknown login', () => {
  it.each([
    ['GET', '', undefined],
    ['GET', '/journal', undefined],
    ['GET', '/token', undefined],
    ['GET', '/snapshot', undefined],
    ['PUT', '/faults', []],
    ['PUT', '/clock', { now: null }],
    ['DELETE', '', undefined],
    ['POST', '/revoke', undefined],
  ])('returns 404 with the nearest name and creates no user: %s %s', async (method, path, body) => {
    expect(await mock.control(method, `/users/activatd${path}`, body)).toMatchObject({
      status: 404,
      body: {
        detail: expect.stringMatching(/no one has signed in as "activatd"; did you mean "activated"\?/) as unknown,
      },
    })
    const users = (await mock.control('GET', '/users')).body as { login: string }[]
    expect(users.map(({ login }) => login)).not.toContain('activatd')
  })
  it('becomes a user with PUT, and is unknown again after DELETE', async () => {
    const user = new TestUser(mock.origin, 'comes.and.goes')
    await user.control('PUT', '', { scenario: 'activated' })
    const token = await user.token()
    expect(await user.status()).toBe('activated')
    expect(await user.control('DELETE', '')).toEqual({ deleted: user.login })
    expect(await user.control('GET', '')).toMatchObject({ status: 404 })
    expect((await user.call('getClientData', {}, { authorization: `Bearer ${token}` })).status).toBe(401)
    expect(await user.control('GET', '')).toMatchObject({ status: 404 })
  })
  it('is known from the start when a scenario has its name', async () => {
    await mock.control('DELETE', '/users/hr')
    expect(await mock.control('GET', '/users/hr')).toMatchObject({ status: 200, body: { scenario: 'hr' } })
  })
})

it('shows in the journal and as HAR what a refused request was answered', async () => {
  const user = await mock.user('activated')
  const { status, body } = await user.call('createOrder', {})
  expect(status).toBe(422)
  expect((await user.journal()).at(-1)).toMatchObject({ status, answer: body })
  const har = (await user.control('GET', '/journal?format=har')) as {
    log: { entries: { response: { status: number; content: { text: string } } }[] }
  }
  const { response } = har.log.entries.at(-1)!
  expect(response.status).toBe(422)
  expect(JSON.parse(response.content.text)).toEqual(body)
})
