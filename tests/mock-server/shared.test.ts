import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Mock, startMock } from '#mock/server.ts'
import { appOrigin, ask, asProxied, paths } from './support.ts'

// A mock that is reachable from the network: --host 0.0.0.0.
const token = 'a-token-of-a-test-run'
const bearer = { authorization: `Bearer ${token}` }
const html = { accept: 'text/html' }
let mock: Mock
beforeAll(async () => {
  mock = await startMock({ port: 0, host: '0.0.0.0', token, names: ['mock'], appOrigins: [appOrigin] })
})
afterAll(() => mock.close())
const controls = [
  '/__mock',
  '/__mock/users',
  '/__mock/users/hr/token',
  '/__mock/users/hr/sign-in',
  '/__mock/journal',
  '/__mock/nothing',
]

describe('a mock on every address', () => {
  const [address] = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).filter(({ family, internal }) => family === 'IPv4' && !internal),
  )
  it.skipIf(!address)('answers at the machine’s address, with that origin', async () => {
    const origin = mock.origin.replace('127.0.0.1', address?.address ?? '')
    const { body } = await ask(origin, 'GET', '/oidc/.well-known/openid-configuration')
    expect(body).toMatchObject({ issuer: `${origin}/oidc` })
  })
  it.each(['mock:8080', '203.0.113.7:32768', 'localhost:32768', '[2001:db8::1]:4010'])(
    'is known as %s, whatever port leads to it',
    async (host) => {
      const { text } = await asProxied(mock.origin, '/oidc/.well-known/openid-configuration', host)
      expect(JSON.parse(text)).toMatchObject({ issuer: `http://${host}/oidc` })
    },
  )
  it('gives the provider’s addresses with https when TLS ends before it', async () => {
    const { text } = await asProxied(mock.origin, '/oidc/.well-known/openid-configuration', 'mock', {
      headers: { 'x-forwarded-proto': 'https' },
    })
    expect(JSON.parse(text)).toMatchObject({
      issuer: 'https://mock/oidc',
      authorization_endpoint: 'https://mock/oidc/auth',
      token_endpoint: 'https://mock/oidc/token',
    })
  })
  it('rejects an unknown host name (DNS rebinding)', async () => {
    expect((await asProxied(mock.origin, '/__mock', 'evil.example', { headers: bearer })).status).toBe(421)
  })
  it('rejects writes from pages of other origins', async () => {
    const headers = { origin: 'http://203.0.113.9', 'content-type': 'application/json' }
    const path = `/bff/api${paths.getClientData}`
    expect(
      (await asProxied(mock.origin, path, '203.0.113.7:4010', { method: 'POST', headers, body: '{}' })).status,
    ).toBe(403)
    const own = { ...headers, origin: 'http://203.0.113.7:4010' }
    expect(
      (await asProxied(mock.origin, path, '203.0.113.7:4010', { method: 'POST', headers: own, body: '{}' })).status,
    ).toBe(401)
  })
  it.each(controls)('denies %s without its token', async (path) => {
    const authorizations = ['Bearer another-token-of-a-run', token, `Basic ${token}`]
    const wrong = [...authorizations.map((authorization) => ({ authorization })), { cookie: 'mock-access=' }]
    for (const headers of [{}, ...wrong])
      expect(await ask(mock.origin, 'GET', path, undefined, headers)).toMatchObject({
        status: 401,
        body: { detail: expect.stringContaining('PAKET_MOCK_TOKEN') },
      })
    expect((await ask(mock.origin, 'PUT', path, {})).status).toBe(401)
  })
  it('accepts its token as a bearer token', async () => {
    expect((await ask(mock.origin, 'GET', '/__mock/users', undefined, bearer)).status).toBe(200)
    expect((await ask(mock.origin, 'PUT', '/__mock/users/hr', { scenario: 'hr' }, bearer)).status).toBe(200)
  })
  it('asks a browser for its token once', async () => {
    const page = await ask(mock.origin, 'GET', '/__mock', undefined, html)
    expect({ status: page.status, body: page.body }).toEqual({
      status: 401,
      body: expect.stringContaining('name="token"'),
    })
    const give = (typed: string) =>
      fetch(`${mock.origin}/__mock`, {
        method: 'POST',
        redirect: 'manual',
        headers: html,
        body: new URLSearchParams({ token: typed }),
      })
    expect((await give('wrong')).status).toBe(403)
    const given = await give(token)
    const cookie = given.headers.getSetCookie()[0] ?? ''
    expect({ status: given.status, location: given.headers.get('location'), cookie }).toEqual({
      status: 303,
      location: '/__mock',
      cookie: expect.stringMatching(/HttpOnly; SameSite=Strict$/),
    })
    expect(cookie).not.toContain(token)
    const panel = await ask(mock.origin, 'GET', '/__mock', undefined, { ...html, cookie: cookie.split(';')[0] ?? '' })
    expect({ status: panel.status, body: panel.body }).toEqual({
      status: 200,
      body: expect.stringContaining('Test users'),
    })
  })
  it('reports its health without a token', async () => {
    expect(await ask(mock.origin, 'GET', '/__mock/health')).toMatchObject({ status: 200, body: { status: 'ok' } })
  })
  it('does not start without a token', async () => {
    await expect(startMock({ port: 0, host: '0.0.0.0' })).rejects.toThrow('needs a token')
  })
})

describe('HEAD', () => {
  it.each(['/__mock/health', '/oidc/.well-known/openid-configuration', '/cms/images/a.svg'])(
    'of %s is its GET without the body',
    async (path) => {
      const head = await fetch(`${mock.origin}${path}`, { method: 'HEAD' })
      expect({ status: head.status, text: await head.text() }).toEqual({ status: 200, text: '' })
    },
  )
  it('of the root redirects to the panel', async () => {
    const answer = await fetch(mock.origin, { method: 'HEAD', redirect: 'manual' })
    expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({
      status: 303,
      location: '/__mock',
    })
  })
})
