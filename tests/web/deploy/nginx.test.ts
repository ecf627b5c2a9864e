import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, echoBackend, hasNginx, isUp, smallSite, start, type Started } from './served.ts'

const plain = (body: Buffer) => body

describe.skipIf(!hasNginx)('nginx with the written configuration', { timeout: 60_000 }, () => {
  let site: string
  let backend: Awaited<ReturnType<typeof echoBackend>>
  let server: Started
  const get = (path: string, headers: Record<string, string> = {}) => ask(server.port, path, headers)

  beforeAll(async () => {
    site = await smallSite()
    backend = await echoBackend()
    server = await start(site, {
      PAKET_BACKENDS: `/bff=${backend.origin} /otlp=${backend.origin}`,
      PAKET_FRAMED_BY: 'https://partner.example',
      PAKET_CSP_REPORTS: 'https://reports.example/csp',
    })
    await isUp(server)
  }, 60_000)
  afterAll(async () => {
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    backend.server.close()
    await rm(site, { recursive: true })
  })

  it.each([
    ['/', 200, 'text/html; charset=utf-8', 'no-cache'],
    ['/profile', 200, 'text/html; charset=utf-8', 'no-cache'],
    ['/yandex?a=b.js', 200, 'text/html; charset=utf-8', 'no-cache'],
    ['/sale/shop?a=b.js', 200, 'text/html; charset=utf-8', 'no-cache'],
    ['/auth/callback?code=c0de', 200, 'text/html; charset=utf-8', 'no-cache'],
    ['/config.json', 200, 'application/json', 'no-cache'],
    ['/release.json', 200, 'application/json', 'no-cache'],
    ['/auth/silent.html', 200, 'text/html; charset=utf-8', 'no-cache'],
    ['/strip/frame.js', 200, 'text/javascript; charset=utf-8', 'no-cache'],
    ['/icon.svg', 200, 'image/svg+xml', 'public, max-age=3600'],
    ['/robots.txt', 200, 'text/plain; charset=utf-8', 'public, max-age=3600'],
    ['/assets/index-a1B2.js', 200, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/theme-c3.css', 200, 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/onest-d4.woff2', 200, 'font/woff2', 'public, max-age=31536000, immutable'],
    ['/assets/gone-e5.js', 404, 'text/plain', 'no-store'],
    ['/assets/index-a1B2.js.map', 404, 'text/plain', 'no-store'],
    ['/assets/index-a1B2.js.br', 404, 'text/plain', 'no-store'],
    ['/.vite/manifest.json', 404, 'text/plain', 'no-store'],
    ['/.secret.txt', 404, 'text/plain', 'no-store'],
    ['/index.html', 404, 'text/plain', 'no-store'],
    ['/pages/yandex.html', 404, 'text/plain', 'no-store'],
  ])('answers %s with %i, %s, %s', async (path, status, type, cache) => {
    const { headers, ...answer } = await get(path)
    expect({
      status: answer.status,
      contentType: headers['content-type'],
      cacheControl: headers['cache-control'],
    }).toEqual({ status, contentType: type, cacheControl: cache })
  })

  it('allows inline styles only in the main page, by their hash', async () => {
    const stylesOf = async (path: string) =>
      /style-src ([^;]*)/.exec((await get(path)).headers['content-security-policy'] ?? '')?.[1]
    const hash = createHash('sha256').update('body{margin:0}').digest('base64')
    expect(await stylesOf('/')).toBe(`'self' 'sha256-${hash}'`)
    for (const path of ['/profile', '/yandex', '/gone.txt']) expect(await stylesOf(path)).toBe("'self'")
  })

  it('sends the main page for /, a public page by its own file and the shell for every other page', async () => {
    expect(String((await get('/')).body)).toContain('main')
    expect(String((await get('/yandex')).body)).toContain('yandex')
    expect(String((await get('/yandex/')).body)).toContain('shell')
    expect(String((await get('/profile')).body)).toContain('shell')
  })

  it('preloads the identity provider’s metadata on account pages', async () => {
    expect((await get('/profile')).headers['link']).toBe(
      '</oidc/.well-known/openid-configuration>; rel=preload; as=fetch; crossorigin',
    )
    for (const path of ['/', '/yandex', '/assets/gone-e5.js']) expect((await get(path)).headers['link']).toBe(undefined)
  })

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, zstd', 'zstd', zstdDecompressSync],
    ['gzip;q=0.5, br;q=0', 'gzip', gunzipSync],
    ['br;q=0.0, deflate', undefined, plain],
    ['x-br', undefined, plain],
    ['', undefined, plain],
  ])('to a browser that takes “%s” it sends %s', async (accepted, coding, decode) => {
    const whole = await get('/assets/index-a1B2.js')
    const { headers, body } = await get('/assets/index-a1B2.js', { 'accept-encoding': accepted })
    expect(headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', vary: 'accept-encoding' })
    expect(headers['content-encoding']).toBe(coding)
    expect(decode(body)).toEqual(whole.body)
    if (coding) expect(body.length).toBeLessThan(whole.body.length)
    expect((await get('/config.json', { 'accept-encoding': accepted })).headers['content-encoding']).toBe(coding)
  })

  it('answers 304 to a browser that has the page cached', async () => {
    const { etag = '' } = (await get('/profile')).headers
    expect((await get('/profile', { 'if-none-match': etag })).status).toBe(304)
  })

  it('allows only configured partners to frame a page; sends violation reports to the configured URL', async () => {
    for (const path of ['/', '/profile', '/assets/gone-e5.js', '/assets/index-a1B2.js']) {
      const { headers } = await get(path)
      const policy = headers['content-security-policy'] ?? ''
      expect(policy).toMatch(/frame-ancestors 'self' https:\/\/partner\.example(;|$)/)
      expect(policy).toContain('report-uri https://reports.example/csp; report-to csp')
      expect(headers).toMatchObject({
        'reporting-endpoints': 'csp="https://reports.example/csp"',
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
    }
  })

  it('gives the advertisement’s frame its own policy, with an opaque origin', async () => {
    const { headers } = await get('/strip/frame.html')
    expect(headers['content-security-policy']).toMatch(/sandbox allow-scripts(?!.*allow-same-origin)/)
    expect((await get('/strip/frame.js')).headers['cross-origin-resource-policy']).toBe('cross-origin')
  })

  it('forwards the backend’s paths once, with the browser’s host and a request id', async () => {
    const { body } = await get('/bff/api/x?y=1', { 'x-request-id': 'a1b2c3d4-e5' })
    expect(JSON.parse(String(body))).toMatchObject({
      url: '/bff/api/x?y=1',
      headers: { host: `localhost:${server.port}`, 'x-request-id': 'a1b2c3d4-e5', 'x-forwarded-proto': 'http' },
    })
    expect(String((await get('/bffoon')).body)).toContain('shell')
    const before = backend.seen.length
    expect((await ask(server.port, '/bff/breaks', {}, 'POST')).status).toBe(502)
    expect(backend.seen.length).toBe(before + 1)
  })

  it('accepts long headers of a backend, such as cookies of a sign-in', async () => {
    const { status, headers } = await get('/bff/cookies')
    expect({ status, cookies: headers['set-cookie']?.length }).toEqual({ status: 200, cookies: 5 })
  })

  it('forwards reports without anything about their sender', async () => {
    const headers = {
      cookie: 'session=canary',
      referer: 'https://paket.example/?code=canary',
      'x-forwarded-for': '203.0.113.9',
      'content-type': 'application/json',
    }
    const { body } = await ask(server.port, '/otlp/v1/logs', headers, 'POST')
    const { headers: seen } = JSON.parse(String(body)) as { headers: object }
    expect(seen).toMatchObject({ 'content-type': 'application/json' })
    expect(JSON.stringify(seen)).not.toMatch(/canary|203\.0\.113\.9|127\.0\.0\.1"/)
  })

  it('rejects writing methods, and paths with ..', async () => {
    expect((await ask(server.port, '/', {}, 'POST')).status).toBe(405)
    expect((await get('/../../etc/passwd')).status).toBe(400)
    expect((await get('/assets/..%2f.secret.txt')).status).toBe(404)
  })

  it('logs neither a query nor an address', async () => {
    await get('/auth/callback?code=canary-code', { 'x-forwarded-for': '203.0.113.9' })
    const line = (await server.output()).split('\n').findLast((each) => each.includes('/auth/callback')) ?? ''
    expect(JSON.parse(line)).toMatchObject({ path: '/auth/callback', status: 200 })
    const output = (await server.output()).replaceAll(backend.origin, '')
    expect(output).not.toMatch(/canary-code|203\.0\.113\.9|127\.0\.0\.1/)
  })

  it('behind a proxy that ends TLS redirects plain requests to https, except health checks', async () => {
    const behind = await start(site, { PAKET_ORIGIN: 'https://paket.example' })
    await isUp(behind)
    const answer = async (path: string, proto?: string) => {
      const host = { host: 'paket.example' }
      const { status, headers } = await ask(behind.port, path, proto ? { ...host, 'x-forwarded-proto': proto } : host)
      return { status, location: headers['location'] }
    }
    const toTls = { status: 308, location: 'https://paket.example/profile?a=b' }
    expect(await answer('/profile?a=b')).toEqual(toTls)
    expect(await answer('/profile?a=b', 'http')).toEqual(toTls)
    // With several proxies the value for the browser's connection comes first.
    expect(await answer('/profile?a=b', 'https, http')).toEqual({ status: 200 })
    expect(await answer('/-/health', 'http')).toEqual({ status: 200 })
    behind.signal('SIGTERM')
    expect(await behind.ended).toBe(0)
  })

  it('shows the running release', async () => {
    expect(String((await get('/-/health')).body)).toBe('ok 2026-11-23.0400-abcd\n')
    expect(String((await get('/-/ready')).body)).toBe('ready 2026-11-23.0400-abcd\n')
  })
})
