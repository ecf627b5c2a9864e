import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { appOrigin, asProxied, mockOfFile, paths } from './support.ts'

const mock = mockOfFile({ names: ['devbox.example'], appOrigins: [appOrigin, 'https://app.example'] })
const ownHost = () => new URL(mock.origin).host
/** Sends a request with exactly these headers, as a browser or curl does. */
const send = async (
  method: string,
  path: string,
  { host = ownHost(), ...headers }: Record<string, string> = {},
  body?: string,
) => {
  const { text, ...answer } = await asProxied(mock.origin, path, host, {
    method,
    headers,
    ...(body !== undefined && { body }),
  })
  return { ...answer, text }
}
/** Sends a request line with its headers; returns all that arrives until the connection is closed. */
const raw = (head: string) => {
  const socket = connect(Number(new URL(mock.origin).port), 'localhost')
  socket.write(`${head}\r\n\r\n`)
  return textOf(socket)
}
const problem = (status: number, text: RegExp) => ({
  status,
  headers: expect.objectContaining({ 'content-type': 'application/problem+json; charset=utf-8' }),
  text: expect.stringMatching(text),
})
const stillWorks = async (token: string) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return (await send('POST', `/bff/api${paths.getClientData}`, headers, '{}')).status === 200
}

describe('a foreign host name that resolves to this machine (DNS rebinding)', () => {
  const names = [
    'evil.example',
    'evil.example:4010',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '0.0.0.0',
    'evil.example@localhost',
    'localhost/evil.example',
  ]
  it.each(names)('gets no token, no user and no panel: “%s”', async (host) => {
    for (const path of [
      '/__mock/users/registered/token',
      '/__mock/users/registered',
      '/__mock',
      '/__mock/panel/engine/panel.js',
    ]) {
      const answer = await send('GET', path, { host })
      expect(answer).toMatchObject(problem(421, /start it with --name/))
      expect(answer.text).not.toContain('accessToken')
    }
  })
  it.each(['/oidc/.well-known/openid-configuration', '/pay/x', '/cms/api/my-paket-page', '/nothing'])(
    'is refused at %s too',
    async (path) => expect(await send('GET', path, { host: 'evil.example' })).toMatchObject(problem(421, /evil/)),
  )
  it('is refused in the whole URL that a client of a proxy sends; this machine’s name is answered there', async () => {
    const read = (host: string) =>
      raw(`GET http://${host}/__mock/journal?limit=1 HTTP/1.1\r\nHost: ${ownHost()}\r\nConnection: close`)
    expect(await read('evil.example')).toMatch(/^HTTP\/1\.1 421/)
    expect(await read(ownHost())).toMatch(/^HTTP\/1\.1 200 OK/)
  })
  it.each([
    ['HTTP/1.0', /^HTTP\/1\.1 200 OK/],
    ['HTTP/1.0\r\nHost: evil.example', /^HTTP\/1\.1 421/],
    ['HTTP/1.0\r\nHost:', /^HTTP\/1\.1 421/],
  ])('may be missing in HTTP/1.0, as in the health check of a load balancer: %j', async (version, answer) => {
    expect(await raw(`GET /__mock/clock ${version}`)).toMatch(answer)
  })
  it.each([
    'localhost',
    'LOCALHOST:1',
    '127.0.0.1:4010',
    '[::1]:4010',
    'localhost:5173',
    'app.example',
    'devbox.example:8080',
  ])('accepts the host “%s” of its own', async (host) =>
    expect(await send('GET', '/__mock/clock', { host })).toMatchObject({ status: 200 }),
  )
})

describe('a foreign page', () => {
  const strangers: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'http://localhost.evil.example' },
    { origin: 'null' },
    { origin: 'file://' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example', 'content-type': 'text/plain', 'x-paket-mock': '1' },
  ]
  it.each(strangers)('with %j can neither end a session nor reset', async (headers) => {
    const user = await mock.user()
    const token = await user.token()
    for (const path of [`/__mock/users/${user.login}/expire`, `/__mock/users/${user.login}/revoke`, '/__mock/reset'])
      expect(await send('POST', path, headers)).toMatchObject(problem(403, /origin/))
    expect(await send('PUT', '/__mock/clock', headers, '{"advance":"P1D"}')).toMatchObject(problem(403, /origin/))
    expect(await stillWorks(token)).toBe(true)
  })
  it('can neither sign in, nor pay, nor call', async () => {
    const user = await mock.user()
    const page = `/pay/${await user.order(false)}`
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' }
    expect(await send('POST', page, form, 'action=decline')).toMatchObject(problem(403, /origin/))
    expect(await send('POST', '/oidc/interaction/x', form, 'login=hr')).toMatchObject(problem(403, /origin/))
    const body = JSON.stringify({ fullUrl: 'http://localhost/', yandexId: null, eventType: 'page', eventName: 'seen' })
    const json = { 'content-type': 'application/json', origin: 'https://evil.example' }
    expect(await send('POST', `/bff/api${paths.sendProductEvent}`, json, body)).toMatchObject(problem(403, /origin/))
  })
  it.each(['https://evil.example', 'http://localhost:3000', appOrigin])('of %s cannot read a token', async (origin) => {
    const answer = await send('GET', '/__mock/users/registered/token', { origin })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    const preflight = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-paket-mock',
    }
    const preflightAnswer = await send('OPTIONS', '/__mock/reset', preflight)
    expect(preflightAnswer.status).toBe(405)
    expect(Object.keys(preflightAnswer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })
})

describe('the controls', () => {
  const own = () => ({ origin: mock.origin, 'sec-fetch-site': 'same-origin' })
  it.each(['http://localhost:3000', appOrigin, 'https://app.example'])(
    'take no simple POST of a page of %s, which needs no permission to send it',
    async (origin) => {
      const user = await mock.user()
      const token = await user.token()
      const answer = await send('POST', `/__mock/users/${user.login}/expire`, { origin })
      expect(answer).toMatchObject(problem(403, /X-Paket-Mock/))
      expect(await stillWorks(token)).toBe(true)
    },
  )
  it('accept what the panel sends', async () => {
    const user = await mock.user()
    const token = await user.token()
    const path = `/__mock/users/${user.login}/expire`
    expect(await send('POST', path, own())).toMatchObject(problem(403, /X-Paket-Mock/))
    expect(await stillWorks(token)).toBe(true)
    expect(await send('POST', path, { ...own(), 'x-paket-mock': '1' })).toMatchObject({ status: 200 })
    expect(await stillWorks(token)).toBe(false)
  })
  it('accept what curl sends, with and without a body', async () => {
    const user = await mock.user()
    const form = { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*', 'user-agent': 'curl/8' }
    expect(await send('PUT', `/__mock/users/${user.login}`, form, '{"scenario":"grace"}')).toMatchObject({
      status: 200,
    })
    expect(await send('POST', `/__mock/users/${user.login}/revoke`, {})).toMatchObject({ status: 200 })
  })
  it('accept what the panel sends through the app', async () => {
    const headers = { host: new URL(appOrigin).host, origin: appOrigin, 'x-paket-mock': '1' }
    expect(await send('PUT', '/__mock/clock', headers, '{"now":null}')).toMatchObject({ status: 200 })
  })
})
