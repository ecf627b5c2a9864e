import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startMock } from '#mock/server.ts'
import { ask, type CallName, mockOfFile, month, paths, TestUser } from './support.ts'

const mock = mockOfFile()
const at = '2026-03-10T12:00:00.000Z'
const realOrder = '9b2d3c44-1111-4222-8333-944455566677'
const secret = 'Пелагея Непридуманная'
/** A recorded exchange, as the browser's developer tools save it. */
const entry = (call: CallName, request: object, body: unknown, status = 200) => ({
  startedDateTime: at,
  request: {
    method: 'POST',
    url: `https://shop.example/bff/api${paths[call]}`,
    postData: { text: JSON.stringify(request) },
  },
  response: { status, content: { text: JSON.stringify(body) } },
})
const status = (orderStatus: string) => ({
  code: 0,
  result: { orderStatus },
})
const har = (entries: object[]) => JSON.stringify({ log: { entries } })
let count = 0
/** Converts a session to a scenario, and creates a user in it, without a restart. */
async function replay(session: string) {
  const name = `session-${(count += 1)}`
  const answer = await fetch(`${mock.origin}/__mock/scenarios/${name}`, { method: 'PUT', body: session })
  const made = (await answer.json()) as { text: string; notes: string[]; detail?: string }
  return { ...made, name, status: answer.status, user: new TestUser(mock.origin, name) }
}

describe('a recorded session', () => {
  it('with a decline replays the decline: one answer per poll, and the last one repeats', async () => {
    const { user, text } = await replay(
      har([
        entry('createOrder', { bundleId: month, usingMainCard: true }, { code: 0, result: { orderId: realOrder } }),
        entry('getOrderStatus', { orderId: realOrder }, status('new')),
        entry('getOrderStatus', { orderId: realOrder }, status('new')),
        entry('getOrderStatus', { orderId: realOrder }, status('registered')),
        entry('getOrderStatus', { orderId: realOrder }, status('declined')),
        entry('getOrderStatus', { orderId: realOrder }, status('declined')),
      ]),
    )
    expect(text).not.toContain(realOrder)
    const orderId = await user.order(true)
    const seen: unknown[] = []
    for (let poll = 0; poll < 6; poll += 1) {
      seen.push((await user.poll(orderId))['orderStatus'])
    }
    expect(seen).toEqual(['new', 'new', 'registered', 'declined', 'declined', 'declined'])
  })
  it('gives the same scenario as NDJSON, in both forms of a line', async () => {
    const lines = [
      {
        method: 'POST',
        url: `/bff/api${paths.getScoresBalance}`,
        status: 200,
        requestBody: {},
        responseBody: { code: 0, result: { scoresBalance: 10 } },
      },
      {
        request: { method: 'POST', url: `https://shop.example/bff/api${paths.getScoresBalance}`, body: {} },
        response: { status: 200, body: { code: 0, result: { scoresBalance: 20 } } },
      },
    ]
    const { user } = await replay(lines.map((line) => JSON.stringify(line)).join('\n'))
    const balance = async () => (await user.result('getScoresBalance'))['scoresBalance']
    expect([await balance(), await balance(), await balance()]).toEqual([10, 20, 20])
  })
  it('replays different answers by request', async () => {
    const order = { source: 'web', bundleId: month }
    const sent = (usingMainCard: boolean, answer: object) => entry('createOrder', { ...order, usingMainCard }, answer)
    const { user } = await replay(
      har([
        sent(true, { code: 2004, message: secret }),
        sent(false, { code: 0, result: { orderId: realOrder } }),
        sent(true, { code: 2008, message: secret }),
      ]),
    )
    const codeOf = async (usingMainCard: boolean) =>
      ((await user.call('createOrder', { ...order, usingMainCard })).body as { code: number }).code
    expect([await codeOf(false), await codeOf(true), await codeOf(true), await codeOf(false)]).toEqual([
      0, 2004, 2008, 0,
    ])
  })
  it('marks an answer that violates the contract and replays it unchanged', async () => {
    const { user, text, notes } = await replay(
      har([
        entry('getBankCards', {}, { code: 0, cards: [] }),
        entry('getBankCards', {}, { code: '0', cards: { owner: secret, count: 2, active: true } }),
        entry('getBankCards', {}, { message: secret }, 418),
      ]),
    )
    expect(text).not.toContain('Пелагея')
    expect(notes.join()).toMatch(/getBankCards: 3 answers in order; outside of the contract: body\.\w+.*HTTP 418/)
    expect(notes.join()).not.toContain('Пелагея')
    expect(await user.call('getBankCards')).toMatchObject({ status: 200, body: { code: 0, cards: [] } })
    expect(await user.call('getBankCards')).toMatchObject({
      status: 200,
      body: { code: '0', cards: { owner: 'Пример', count: 2, active: true } },
    })
    expect(await user.call('getBankCards')).toMatchObject({ status: 418, body: { message: 'Пример' } })
    expect((await user.journal()).map(({ accepted, note }) => [accepted, note])).toEqual([
      [true, null],
      [null, 'recorded: breaks the contract'],
      [false, 'recorded: breaks the contract'],
    ])
  })
  it('continues from its position in a snapshot', async () => {
    const balances = [1, 2, 3].map((scoresBalance) =>
      entry('getScoresBalance', {}, { code: 0, result: { scoresBalance } }),
    )
    const { user, name } = await replay(har(balances))
    await user.result('getScoresBalance')
    const snapshot = await user.control('GET', '/snapshot')
    await user.result('getScoresBalance')
    const copy = new TestUser(mock.origin, `${name}-copy`)
    await copy.control('PUT', '/snapshot', snapshot)
    expect(await copy.result('getScoresBalance')).toMatchObject({ scoresBalance: 2 })
  })
  it('does not advance with an invalid request or a broken answer', async () => {
    const balances = [1, 2].map((scoresBalance) =>
      entry('getScoresBalance', {}, { code: 0, result: { scoresBalance } }),
    )
    const { user } = await replay(har(balances))
    await user.break({ operation: 'getScoresBalance', break: 'not-json', times: 1 })
    await user.call('getScoresBalance')
    expect(await user.result('getScoresBalance')).toMatchObject({ scoresBalance: 1 })
  })
  it.each([
    ['', 400, /^the body must be a recorded session \(HAR or NDJSON\)/],
    ['hello', 400, /it is not a HAR file/],
    ['{"url":"/x"}\nhello', 400, /it is neither HAR nor NDJSON: line 2 is not an exchange/],
    [har([]), 400, /it contains no call of the contract/],
  ])('is rejected when it is invalid: %s', async (session, refused, detail) => {
    expect(await replay(session)).toMatchObject({ status: refused, detail: expect.stringMatching(detail) as unknown })
  })
  it('cannot have the name of one of the mock’s scenarios', async () => {
    const answer = await ask(mock.origin, 'PUT', '/__mock/scenarios/hr', { log: { entries: [] } })
    expect(answer).toMatchObject({ status: 409 })
  })
})

describe('a recorded live backend', () => {
  /** A backend that counts its answers and returns personal data. */
  async function backend() {
    const requests: { path: string | undefined; headers: IncomingHttpHeaders }[] = []
    const server = createServer((request, response) => {
      requests.push({ path: request.url, headers: request.headers })
      request.resume().on('end', () => {
        response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'session=1' })
        response.end(JSON.stringify({ code: 0, result: { scoresBalance: requests.length * 10, owner: secret } }))
      })
    })
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return { requests, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }
  const balanceOf = async (origin: string, headers: Record<string, string> = {}) =>
    ask(origin, 'POST', `/bff/api${paths.getScoresBalance}`, {}, headers)

  it('answers the calls, and its answers become a test user at once, without personal data', async () => {
    const live = await backend()
    const recording = await startMock({ port: 0, recordFrom: live.origin })
    onTestFinished(() => recording.close())
    const headers = { authorization: 'Bearer of-the-backend', cookie: 'secret=1' }
    const first = await balanceOf(recording.origin, headers)
    expect(first.body).toMatchObject({ result: { scoresBalance: 10, owner: secret } })
    expect(first.headers.get('set-cookie')).toBeNull()
    await balanceOf(recording.origin, headers)
    expect(live.requests.map(({ path }) => path)).toEqual(Array(2).fill(`/bff/api${paths.getScoresBalance}`))
    expect(live.requests[0]?.headers).toMatchObject({ authorization: headers.authorization })
    expect(live.requests[0]?.headers).not.toHaveProperty('cookie')

    const journal = await ask(recording.origin, 'GET', '/__mock/journal')
    expect(JSON.stringify(journal.body)).not.toMatch(/Пелагея|of-the-backend/)
    const made = await ask(recording.origin, 'PUT', '/__mock/scenarios/live')
    expect(made).toMatchObject({ status: 200, body: { scenario: 'live' } })
    expect(JSON.stringify(made.body)).not.toMatch(/Пелагея|of-the-backend/)
    const text = (made.body as { text: string }).text
    expect(text).toContain('scoresBalance: 20')
  })
  it('causes a 502 that names it when it does not answer, and nothing is recorded', async () => {
    const recording = await startMock({ port: 0, recordFrom: 'http://127.0.0.1:9' })
    onTestFinished(() => recording.close())
    expect(await balanceOf(recording.origin)).toMatchObject({
      status: 502,
      body: { detail: expect.stringContaining('http://127.0.0.1:9/bff/api') as unknown },
    })
    const detail = expect.stringMatching(/^nothing is recorded yet/) as unknown
    const nothing = await ask(recording.origin, 'PUT', '/__mock/scenarios/live')
    expect(nothing).toMatchObject({ status: 400, body: { detail } })
  })
})
