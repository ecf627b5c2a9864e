import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { mockOfFile, paths } from './support.ts'

const mock = mockOfFile()
const event = JSON.stringify({ fullUrl: 'http://localhost/', yandexId: null, eventType: 'page', eventName: 'seen' })
/** How long a client waits before it reports a hang; no answer here takes a tenth of that. */
const PATIENCE_MS = 12_000

/** Returns what arrives until the mock closes the connection; `hung` if it does not. */
function exchange(send: (socket: Socket) => void): Promise<string> {
  return new Promise((done) => {
    const socket = connect(Number(new URL(mock.origin).port), '127.0.0.1')
    let text = ''
    const end = (what: string) => {
      clearTimeout(timer)
      socket.destroy()
      done(what)
    }
    const timer = setTimeout(() => end(`hung after: ${text}`), PATIENCE_MS)
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    socket.once('close', () => end(text)).once('error', () => end(text))
    socket.once('connect', () => send(socket))
  })
}
const post = (body: string, headers = 'connection: close') =>
  `POST /bff/api${paths.sendProductEvent} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n\r\n${body}`

afterEach(async () => {
  // Whatever happened, the mock is still healthy.
  expect((await mock.control('GET', '/health')).status).toBe(200)
})

describe('gets an answer or a closed connection, never hangs:', () => {
  it.each([
    '/bff/api/v1/none',
    '/__mock/users/one',
    '/__mock/clock',
    '/pay/none',
    '/oidc/token',
    '/oidc/interaction/none',
  ])('malformed JSON to %s', async (path) => {
    for (const method of ['POST', 'PUT']) {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${mock.origin}${path}`, { method, headers, body: '{"a":' })
      expect([400, 404, 405, 415]).toContain(answer.status)
      expect(await answer.text()).not.toBe('')
    }
  })
  it('a body of 10 MB, to each part', async () => {
    const body = `{"a":"${'x'.repeat(10_000_000)}"}`
    const user = await mock.user()
    const pay = `/pay/${await user.order(false)}`
    for (const [method, path] of [
      ['POST', `/bff/api${paths.sendProductEvent}`],
      ['PUT', '/__mock/users/one'],
      ['POST', pay],
    ] as const) {
      const large = await fetch(`${mock.origin}${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect({ path, status: large.status }).toEqual({ path, status: 413 })
    }
    const token = await fetch(`${mock.origin}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({ a: body }),
    }).then(
      ({ status }) => status,
      () => 'closed',
    )
    expect([400, 413, 500, 'closed']).toContain(token)
  })
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', /^HTTP\/1\.1 400/],
    ['a header of 100 kB', `GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(100_000)}\r\n\r\n`, /^HTTP\/1\.1 431/],
    ['a length that is none', 'POST /pay/x HTTP/1.1\r\nhost: x\r\ncontent-length: abc\r\n\r\n', /^HTTP\/1\.1 400/],
    [
      'two lengths',
      'POST /pay/x HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
      /^HTTP\/1\.1 400/,
    ],
    ['no host', 'GET /__mock/clock HTTP/1.1\r\nconnection: close\r\n\r\n', /^HTTP\/1\.1 400/],
    ['an address that is none', 'GET http:// HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', /^HTTP\/1\.1 4\d\d/],
  ])('%s', async (_what, text, expected) => {
    expect(await exchange((socket) => socket.write(text))).toMatch(expected)
  })
  it('pipelined calls, which are all answered', async () => {
    const text = await exchange((socket) => socket.write(post(event, 'connection: keep-alive').repeat(9) + post(event)))
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(10)
  })
  it('a request head that never ends', async () => {
    expect(await exchange((socket) => socket.write('GET /__mock/clock HTTP/1.1\r\n'))).toMatch(/^$|^HTTP\/1\.1 408/)
  })
})

describe('a client that disconnects', () => {
  const left = (text: string) =>
    exchange((socket) => {
      socket.write(text)
      setTimeout(() => socket.resetAndDestroy(), 30)
    })
  it('in its head, in its body, or before its answer', async () => {
    for (const text of ['POST /bff/api', post(event).slice(0, -20), post(event)]) await left(text)
    await Promise.all(Array.from({ length: 50 }, () => left(post(event).slice(0, -5))))
  })
  it('while its answer is delayed: nothing is sent, and the next call is answered', async () => {
    const user = await mock.user()
    await user.break({ operation: 'getBankCards', delayMs: 400, times: 1 })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${await user.token()}` }
    const init = { method: 'POST', headers, body: '{}', signal: AbortSignal.timeout(100) }
    await expect(fetch(`${mock.origin}/bff/api${paths.getBankCards}`, init)).rejects.toThrow(/timeout|aborted/i)
    expect((await user.call('getBankCards')).status).toBe(200)
  })
})

it('1,000 concurrent connections are all answered', async () => {
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, nth) => exchange((socket) => socket.write(post(nth % 10 ? event : '{"a":')))),
  )
  const statuses = answers.map((text) => text.slice(0, 'HTTP/1.1 200'.length))
  expect(statuses.filter((status) => status === 'HTTP/1.1 200')).toHaveLength(900)
  expect(statuses.filter((status) => status === 'HTTP/1.1 400')).toHaveLength(100)
}, 40_000)

it.each(['/bff/api/v1/create_order', '/__mock/users/hr/faults'])(
  'a body that is nested 20,000 deep is refused, without a stack: %s',
  async (path) => {
    const answer = await fetch(`${mock.origin}${path}`, {
      method: path.startsWith('/__mock') ? 'PUT' : 'POST',
      headers: { 'content-type': 'application/json' },
      body: `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    })
    expect({ status: answer.status, detail: ((await answer.json()) as { detail: string }).detail }).toEqual({
      status: 400,
      detail: 'The body is nested more than 200 levels deep',
    })
  },
)
