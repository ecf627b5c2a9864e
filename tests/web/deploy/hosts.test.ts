import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Answer,
  ask,
  echoBackend,
  hasNginx,
  isUp,
  sendRaw,
  smallSite,
  start,
  type Started,
  until,
} from './served.ts'

/** What a client, or a proxy before the last one, can claim about itself. */
const claims = {
  forwarded: 'for=192.0.2.1;host=evil.example;proto=http',
  'x-forwarded-for': '192.0.2.1',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-port': '666',
  'x-forwarded-prefix': '/evil',
  'x-forwarded-server': 'evil.example',
  'x-original-url': '/evil',
  'x-rewrite-url': '/evil',
  'x-real-ip': '192.0.2.1',
  'true-client-ip': '192.0.2.1',
  'cf-connecting-ip': '192.0.2.1',
}
const paket = { host: 'paket.example' }

describe.skipIf(!hasNginx)('nginx behind a proxy that ends TLS', { timeout: 60_000 }, () => {
  let site: string
  let backend: Awaited<ReturnType<typeof echoBackend>>
  let server: Started
  beforeAll(async () => {
    site = await smallSite()
    backend = await echoBackend()
    server = await start(site, {
      PAKET_ORIGIN: 'https://paket.example',
      PAKET_HSTS: 'max-age=300; includeSubDomains',
      PAKET_BACKENDS: `/bff=${backend.origin} /otlp=${backend.origin} /cms=http://127.0.0.1:1`,
    })
    await isUp(server)
  }, 60_000)
  afterAll(async () => {
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    backend.server.close()
    await rm(site, { recursive: true })
  })
  const secure = { ...paket, 'x-forwarded-proto': 'https' }
  const expectOwnError = ({ status, headers, body }: Answer) => {
    expect(headers).toMatchObject({
      'content-type': 'text/plain',
      'cache-control': 'no-store',
      'strict-transport-security': 'max-age=300; includeSubDomains',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
    })
    expect(String(body)).toMatch(/^[\w -]+\n$/)
    return status
  }

  it.each(['elsewhere.example', '127.0.0.1', 'paket.example.evil.example', 'evil-paket.example', '_', '[::1]'])(
    'answers 421 to the host %s, for every path but the health checks',
    async (host) => {
      for (const path of ['/', '/profile', '/bff/api', '/assets/index-a1B2.js', '/config.json'])
        expect(expectOwnError(await ask(server.port, path, { ...secure, host }))).toBe(421)
      for (const path of ['/-/health', '/-/ready']) expect((await ask(server.port, path, { host })).status).toBe(200)
    },
  )
  it.each(['paket.example', 'PAKET.example', 'paket.example:443', 'paket.example.'])(
    'serves the host %s',
    async (host) => {
      expect((await ask(server.port, '/profile', { ...secure, host })).status).toBe(200)
    },
  )
  it('answers 421 to a request without a host', async () => {
    expect(await sendRaw(server.port, 'GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 421 /)
  })

  it.each([
    '/',
    '//elsewhere.example',
    '/\\\\elsewhere.example',
    '/@elsewhere.example',
    'http://paket.example/a?b',
    '*',
    'http://paket.example',
    'http://paket.example?x',
    'http://paket.example@elsewhere.example/',
    '@elsewhere.example',
  ])('redirects plain http for %s only to the origin', async (target) => {
    const response = await sendRaw(
      server.port,
      `GET ${target} HTTP/1.1\r\nHost: paket.example\r\nConnection: close\r\n\r\n`,
    )
    const [, location] = /\r\nLocation: ([^\r]*)/.exec(response) ?? []
    if (location === undefined) expect(response).toMatch(/^HTTP\/1\.1 4(00|21) /)
    else expect(new URL(location).origin).toBe('https://paket.example')
  })

  it.each([
    ['POST', '/cms/api', 502],
    ['PUT', '/bff/a;b', 400],
    ['DELETE', '/config.json', 405],
  ])(
    'logs a request that it answers by an error of its own as it was sent: %s %s, %i',
    async (method, path, status) => {
      await ask(server.port, path, secure, method)
      const logged = async () =>
        (await server.output()).split('\n').findLast((line) => line.includes(`"${path}"`) && line.endsWith('}')) ?? '{}'
      // nginx logs a request after its response.
      await until(async () => (JSON.parse(await logged()) as { method?: string }).method === method)
      expect(JSON.parse(await logged())).toMatchObject({ method, path, status })
    },
  )

  it('sends backends the origin’s host and scheme; of what the client claims, only the list of addresses', async () => {
    const { body } = await ask(server.port, '/bff/api', { ...secure, ...claims })
    const { headers } = JSON.parse(String(body)) as { headers: Record<string, string> }
    expect(headers).toMatchObject({
      ...paket,
      'x-forwarded-proto': 'https',
      // The proxy in front, whose address is the last one, appends the address that it sees.
      'x-forwarded-for': '192.0.2.1, 127.0.0.1',
    })
    expect(Object.keys(headers).filter((name) => name in claims)).toEqual(['x-forwarded-for'])
    expect(JSON.stringify(headers)).not.toContain('evil')
  })
  it('sends the collector none of it, and of the other headers only the content type', async () => {
    const sent = { ...secure, ...claims, 'user-agent': 'canary', 'content-type': 'application/json', 'x-canary': '1' }
    const { body } = await ask(server.port, '/otlp/v1/logs', sent, 'POST')
    const { headers } = JSON.parse(String(body)) as { headers: Record<string, string> }
    expect(headers).toEqual({
      host: new URL(backend.origin).host,
      'content-type': 'application/json',
      'content-length': expect.any(String),
    })
  })

  it.each([
    ['TRACE', '/', 405],
    ['POST', '/', 405],
    ['DELETE', '/assets/index-a1B2.js', 405],
    ['GET', '/assets/gone.js', 404],
    ['GET', '/-/error/502', 404],
    ['GET', '/bff/x/%2e%2e/y', 400],
    ['GET', '/cms/api', 502],
    ['GET', '/profile%00', 400],
    ['GET', `/${'a'.repeat(9000)}`, 414],
  ])('answers %s %s with %i in a short text, with the headers of the app', async (method, path, status) => {
    expect(expectOwnError(await ask(server.port, path, secure, method))).toBe(status)
  })
  it.each([
    [
      'a large body',
      `POST /bff/api HTTP/1.1\r\nHost: paket.example\r\nX-Forwarded-Proto: https\r\nContent-Length: 9999999\r\nConnection: close\r\n\r\n`,
      413,
    ],
    [
      'a large header',
      `GET / HTTP/1.1\r\nHost: paket.example\r\nX-A: ${'a'.repeat(40_000)}\r\nConnection: close\r\n\r\n`,
      400,
    ],
    ['CONNECT', 'CONNECT paket.example:443 HTTP/1.1\r\nHost: paket.example\r\nConnection: close\r\n\r\n', 400],
    ['CONNECT and a path', 'CONNECT / HTTP/1.1\r\nHost: paket.example\r\nConnection: close\r\n\r\n', 405],
    ['no method', 'get / HTTP/1.1\r\nHost: paket.example\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: paket.example\r\nHost: a.example\r\n\r\n', 400],
    ['a host with spaces', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
    ['no known version', 'GET / HTTP/7.1\r\nHost: paket.example\r\n\r\n', 505],
    ['a relative path', 'GET profile HTTP/1.1\r\nHost: paket.example\r\n\r\n', 400],
    [
      'an unknown transfer coding',
      'POST / HTTP/1.1\r\nHost: paket.example\r\nTransfer-Encoding: x\r\nConnection: close\r\n\r\n',
      501,
    ],
  ])('answers a request with %s by an error of its own, with the headers of the app', async (_, text, status) => {
    const response = await sendRaw(server.port, text)
    const [head = '', body] = response.split('\r\n\r\n')
    const [first, ...lines] = head.split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => {
        const [name = '', ...words] = line.split(': ')
        return [name.toLowerCase(), words.join(': ')]
      }),
    )
    const answer = { status: Number(first?.split(' ')[1]), headers, body: Buffer.from(body ?? '') }
    expect(expectOwnError(answer)).toBe(status)
  })
})

describe.skipIf(!hasNginx)('nginx on plain http, without a proxy', { timeout: 60_000 }, () => {
  it('sends no HSTS, and adds none of the app’s headers to a backend’s response', async () => {
    const site = await smallSite()
    const backend = await echoBackend()
    const server = await start(site, { PAKET_BACKENDS: `/bff=${backend.origin}` })
    await isUp(server)
    expect((await ask(server.port, '/gone.js')).headers).not.toHaveProperty('strict-transport-security')
    expect((await ask(server.port, '/bff/api')).headers).not.toHaveProperty('content-security-policy')
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    backend.server.close()
    await rm(site, { recursive: true })
  })
})
