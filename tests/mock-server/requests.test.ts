import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { surveys } from '@paket/sdk'
import { describe, expect, it } from 'vitest'
import { ask, mockOfFile, month, paths } from './support.ts'

const mock = mockOfFile()
const problem = (status: number, detail: RegExp) => ({
  status,
  body: {
    type: 'about:blank',
    title: expect.any(String) as unknown,
    status,
    detail: expect.stringMatching(detail) as unknown,
  },
})

describe('an invalid request names the field', () => {
  it.each([
    [{}, 'body.bundleId', 'is required'],
    [{ bundleId: 'x' }, 'body.bundleId', 'must be a string in uuid format, got "x"'],
    [{ usingMainCard: 'yes' }, 'body.usingMainCard', 'must be true or false, got "yes"'],
    [{ source: 'site' }, 'body.source', 'must be one of "web", "grocery", "hyper", "third", "test", got "site"'],
    [{ bundelId: month }, 'body.bundelId', 'is not a known field; did you mean "bundleId"?'],
    [{ returnUrlParameters: { event: 'payment' } }, 'body.returnUrlParameters.from', 'is required'],
    [{ promocodeId: 5 }, 'body.promocodeId', 'must be a string or null, got 5'],
    [[], 'body', 'must be an object, got []'],
    [null, 'body', 'must be an object, got null'],
  ])('%j: %s %s', async (body, field, message) => {
    const user = await mock.user()
    const { status, headers, body: answer } = await user.call('createOrder', body)
    expect({ status, contentType: headers.get('content-type') }).toEqual({
      status: 422,
      contentType: 'application/problem+json; charset=utf-8',
    })
    expect(answer).toMatchObject({ status: 422, detail: expect.stringContaining(`${field} ${message}`) as unknown })
    expect((answer as { validation: unknown[] }).validation).toContainEqual({ field, message })
    expect(await user.journal()).toMatchObject([{ status: 422, accepted: false, note: expect.any(String) as unknown }])
  })
})

describe('feedback without a reason', () => {
  const feedback = (comment: string) => ({ comment, surveyId: surveys[0].id, reasonIds: [] })
  it.each(['', ' '])('is refused with the comment %j, by the name of the field', async (comment) => {
    const user = await mock.user()
    expect(await user.call('saveFeedback', feedback(comment))).toMatchObject(problem(422, /body\.comment/))
  })
  it('is saved with a comment', async () => {
    const user = await mock.user()
    expect(await user.call('saveFeedback', feedback('Дорого'))).toMatchObject({ status: 200, body: { code: 0 } })
  })
})

describe('a body', () => {
  const post = async (body: BodyInit, type = 'application/json', headers: Record<string, string> = {}) => {
    const answer = await fetch(`${mock.origin}/bff/api${paths.sendProductEvent}`, {
      method: 'POST',
      headers: { 'content-type': type, ...headers },
      body,
    })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
  it.each([
    ['{"a":1,}', /position 7/],
    ['{"a":', /position 5/],
    ['', /position 0/],
    ['hello', /"hello" is not valid JSON$/],
  ])('reports the position when it is not JSON: %s', async (body, place) => {
    expect(await post(body)).toMatchObject(problem(400, place))
  })
  it('is rejected after it is read to its end when it is too large', async () => {
    expect(await post('"'.padEnd(1_000_001, 'x'))).toMatchObject(problem(413, /larger than 1000000 bytes/))
    expect(await post('"'.padEnd(10_000_000, 'x'))).toMatchObject(problem(413, /larger/))
  })
  it.each(['text/plain', 'application/json-patch', 'application/x-www-form-urlencoded'])(
    'of the type %s is refused',
    async (type) => expect(await post('{}', type)).toMatchObject(problem(415, /must be application\/json/)),
  )
  it('is refused when it is compressed', async () => {
    const body = Uint8Array.from(gzipSync('{}'))
    expect(await post(body, undefined, { 'content-encoding': 'gzip' })).toMatchObject(problem(415, /reads no gzip/))
  })
  it('does no harm when its sender disconnects in the middle', async () => {
    const { port } = new URL(mock.origin)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`POST /bff/api${paths.sendProductEvent} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{`)
    await new Promise((done) => setTimeout(done, 50))
    socket.destroy()
    expect((await mock.control('GET', '/scenarios')).status).toBe(200)
  })
})

describe('a path', () => {
  it('returns the nearest name when no call has it', async () => {
    expect(await ask(mock.origin, 'POST', '/bff/api/v1/create_ordr', {})).toMatchObject(
      problem(404, /did you mean "\/v1\/create_order"/),
    )
  })
  it('outside all parts returns 404', async () => {
    expect(await ask(mock.origin, 'GET', '/bff')).toMatchObject(
      problem(404, /\/bff\/api, \/oidc, .*\/cms, \/outside, \/pay, \/__mock/),
    )
  })
  it('of a call accepts only POST [C-CALL-01] [C-CALL-02]', async () => {
    const answer = await ask(mock.origin, 'GET', `/bff/api${paths.createOrder}`)
    expect(answer).toMatchObject(problem(405, /takes POST, got GET/))
    expect(answer.headers.get('allow')).toBe('POST')
  })
  it('is available on both loopback addresses', async () => {
    const { port } = new URL(mock.origin)
    for (const host of ['127.0.0.1', 'localhost'])
      expect((await ask(`http://${host}:${port}`, 'GET', '/__mock/scenarios')).status).toBe(200)
  })
})

describe('pages of other origins', () => {
  it.each(['http://localhost:5173', 'http://localhost:3000', 'http://127.0.0.1:8080'])(
    '%s may call',
    async (origin) => {
      const preflight = await ask(mock.origin, 'OPTIONS', `/bff/api${paths.createOrder}`, undefined, {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      })
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
      expect(preflight.headers.get('access-control-allow-headers')).toMatch(/authorization, content-type/)
      const refused = await ask(mock.origin, 'POST', `/bff/api${paths.createOrder}`, {}, { origin })
      expect(refused.headers.get('access-control-allow-origin')).toBe(origin)
    },
  )
  it.each(['https://evil.example', 'http://localhost.evil.example'])('%s may not call', async (origin) => {
    const answer = await ask(mock.origin, 'POST', `/bff/api${paths.createOrder}`, {}, { origin })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('a token', () => {
  const unauthorized = { status: 401, body: { message: 'Unauthorized' } }
  const withHeader = (authorization?: string) =>
    ask(mock.origin, 'POST', `/bff/api${paths.getClientData}`, {}, authorization ? { authorization } : {})

  it('is required by calls without another option [C-CALL-04]', async () => {
    expect(await withHeader()).toMatchObject(unauthorized)
    const event = { fullUrl: 'http://localhost/', yandexId: null, eventType: 'page', eventName: 'seen' }
    expect(await ask(mock.origin, 'POST', `/bff/api${paths.sendProductEvent}`, event)).toMatchObject({ status: 200 })
  })
  it('is rejected when the mock did not sign it', async () => {
    const token = await (await mock.user()).token()
    const [head = '', payload = '', signature = ''] = token.split('.')
    const other = Buffer.from(payload, 'base64url')
      .toString()
      .replace(/"sub":"\w+"/, '"sub":"activated"')
    const forged = [head, Buffer.from(other).toString('base64url'), signature].join('.')
    const unsigned = [Buffer.from('{"alg":"none"}').toString('base64url'), payload, ''].join('.')
    for (const wrong of ['Bearer x', `Bearer ${forged}`, `Bearer ${unsigned}`, `Basic ${token}`, token])
      expect(await withHeader(wrong)).toMatchObject(unauthorized)
  })
  it.each([0, -60])(
    'expires at once when it is issued for %d s, and the user’s journal shows that',
    async (seconds) => {
      const user = await mock.user()
      expect(await withHeader(`Bearer ${await user.token(seconds)}`)).toMatchObject(unauthorized)
      expect(await user.journal()).toMatchObject([
        { status: 401, note: expect.stringMatching(/expired at/) as unknown },
      ])
    },
  )
  it('expires by the mock’s clock, and the user’s journal shows that', async () => {
    const user = await mock.user()
    const token = await user.token(60)
    expect((await withHeader(`Bearer ${token}`)).status).toBe(200)
    await mock.control('PUT', '/clock', { advance: 'PT61S' })
    expect(await withHeader(`Bearer ${token}`)).toMatchObject(unauthorized)
    expect((await user.journal()).at(-1)).toMatchObject({
      status: 401,
      note: expect.stringMatching(/expired at/) as unknown,
    })
    await mock.control('PUT', '/clock', { now: null })
    expect((await withHeader(`Bearer ${token}`)).status).toBe(200)
  })
})
