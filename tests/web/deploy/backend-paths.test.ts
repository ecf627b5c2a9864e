import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasNginx, isUp, sendRaw, smallSite, start, type Started } from './served.ts'

const prefixes = ['/bff', '/cms', '/oidc', '/otlp'] as const

/** A backend that records the first line of each request, byte by byte. */
async function recordingBackend() {
  const seen: string[] = []
  const server: Server = createServer((socket) => {
    let received = ''
    socket.setEncoding('latin1').on('error', () => undefined)
    socket.on('data', (part: string) => {
      received += part
      if (!received.includes('\r\n\r\n')) return
      seen.push(received.slice(0, received.indexOf('\r\n')))
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 8\r\nConnection: close\r\n\r\nreceived')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, seen, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Sends the target of a request as it is; returns the whole response. */
const send = (port: number, target: string, host = `localhost:${port}`) =>
  sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1])

/** Returns a path as a backend may read it: without what follows `;`, `?` or `#`, with `\` as `/`, and resolved. */
function resolved(path: string): string {
  const parts: string[] = []
  for (const part of path.replaceAll('\\', '/').split(/[?#]/, 1).join('').split('/')) {
    const [name = ''] = part.split(';', 1)
    if (name === '..') parts.pop()
    else if (name !== '' && name !== '.') parts.push(name)
  }
  return `/${parts.join('/')}`
}
/** Decodes each escape to its byte, as often as there are any; returns every step. */
function decodings(path: string): string[] {
  const steps = [path]
  for (let at = path; ; steps.push(at)) {
    const next = at.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    if (next === at) return steps
    at = next
  }
}

const separators = ['/', '//', '%2f', '%2F', '\\', '%5c', '%252f', '/./', '/%2e/', '/;/', '/%3b/']
const dots = [
  '..',
  '%2e%2e',
  '.%2E',
  '%2e.',
  '%252e%252e',
  '..;',
  '..;x=y',
  '..%3b',
  '..%00',
  '..%20',
  '..%09',
  '...',
  '..%3f',
  '..%23',
]
const lasts = ['bff', 'bff/api', 'admin', '']
const ends = ['', '?a=b', '%3fx', '%23x', ';x=y', '?/../..']
/** Hundreds of spellings: a way out of a prefix, or into one, written with each separator and each kind of dots. */
const spellings = [
  ...separators.flatMap((one) =>
    dots.flatMap((up) => [
      ...lasts.flatMap((last) => [
        `/bff${one}${up}${one}${last}`,
        `/admin${one}${up}/${last}`,
        `/bff/api${one}${up}${one}${up}/${last}`,
      ]),
      `/bff${one}x${one}${up}${one}${up}${one}oidc/auth`,
      `/oidc${one}${up}`,
    ]),
  ),
  ...ends.flatMap((end) => lasts.map((last) => `/admin/..${end}/${last}`)),
  ...[
    '%62ff',
    'BFF',
    'b%66f',
    '.bff',
    '%2fbff',
    '/bff',
    '\\bff',
    'bff%00',
    'bff%20',
    'bff.',
    'bff;x',
    'bff%2fapi',
    'bff%5capi',
    'bffoon',
  ].map((first) => `/${first}/api`),
  '/actuator/env%2f..%2f..%2fbff/',
  '/admin/..%2fbff/api',
  '/admin/../bff/api',
  '/admin%3fx/../bff',
  '/admin%23/../bff/x',
  '/bff/..;/admin',
  '/bff/%c0%ae%c0%ae/admin',
  '/bff/%c0%af../admin',
  '/bff/%2%65%2%65/admin',
  '/bff/%252%65%252%65/admin',
  '/bff/%u002e%u002e/admin',
  '/bff/..\u00ff/admin',
  '/bff/x#/../../admin',
  '/bff/\t../admin',
  'bff/api',
  '*',
]
const absolute = spellings.flatMap((path) => [`http://localhost${path}`, `http://elsewhere.example${path}`])

describe.skipIf(!hasNginx)('nginx before its backends', { timeout: 120_000 }, () => {
  let site: string
  let server: Started
  let backends: Awaited<ReturnType<typeof recordingBackend>>[]
  beforeAll(async () => {
    site = await smallSite()
    backends = await Promise.all(prefixes.map(recordingBackend))
    server = await start(site, {
      PAKET_BACKENDS: prefixes.map((prefix, at) => `${prefix}=${backends[at]?.origin}`).join(' '),
    })
    await isUp(server)
  }, 60_000)
  afterAll(async () => {
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    backends.forEach(({ server: backend }) => backend.close())
    await rm(site, { recursive: true })
  })
  const pathsSeen = () => backends.map(({ seen }) => seen.map((line) => line.split(' ').slice(1, -1).join(' ')))

  it('lets no spelling of a path leave the prefix of its backend, before and after decoding', async () => {
    const targets = [...spellings, ...absolute]
    const before = backends.map(({ seen }) => seen.length)
    expect(new Set(spellings).size).toBeGreaterThan(500)
    for (let at = 0; at < targets.length; at += 50)
      await Promise.all(targets.slice(at, at + 50).map((target) => send(server.port, target).catch(() => '')))
    for (const [at, all] of pathsSeen().entries()) {
      const prefix = prefixes[at] ?? ''
      const paths = all.slice(before[at])
      const isBelow = (path: string) => path === prefix || path.startsWith(`${prefix}/`)
      const outside = paths.filter(
        (path) => !isBelow(path) || !decodings(path).every((step) => isBelow(resolved(step))),
      )
      expect(outside).toEqual([])
    }
  })

  it('takes the host of an absolute target before the Host header, and forwards the path', async () => {
    const forged = await send(server.port, `http://localhost:${server.port}/bff/api?x=y`, 'elsewhere.example')
    expect(statusOf(forged)).toBe(200)
    expect(backends[0]?.seen.at(-1)).toBe('GET /bff/api?x=y HTTP/1.1')
    expect(statusOf(await send(server.port, 'http://elsewhere.example/bff/api'))).toBe(421)
  })

  const refused = (prefix: string) => [
    `/x/..${prefix}/a`,
    `/x%2f..%2f..${prefix}/a`,
    ...['/a/%2e%2e/b', '//a', '/a%2fb', '/a;b', '/a%25', '/a%5cb'].map((rest) => prefix + rest),
  ]
  it.each(prefixes.flatMap(refused))(
    'refuses %s with 400 in plain text, with the headers of the app',
    async (target) => {
      const before = pathsSeen().flat().length
      const response = await send(server.port, target)
      expect(statusOf(response)).toBe(400)
      expect(response).toMatch(/content-type: text\/plain\r\n/i)
      expect(response).toMatch(/content-security-policy: default-src 'none'/i)
      expect(response).toMatch(/x-content-type-options: nosniff/i)
      expect(response).toMatch(/\r\n\r\nBad Request\n$/)
      expect(pathsSeen().flat().length).toBe(before)
    },
  )

  it.each([
    '',
    '/',
    '/api/profile',
    '/api/profile/',
    '/.well-known/openid-configuration',
    '/api/orders/1b4e28ba-2fa1-11d2-883f-0016d3cca427/status',
    "/api/a.b..c/~x/(1)/!$&'*+,=:@|[x]",
    '/api/a%20b%22%3c%3E%7c/%D1%84%D1%8F/%F0%9F%8D%9E',
    '/api?next=/../..//%2f%5c;%2e%2e&x=a%25b#',
    '?../..;/%2f',
    '/api/?a?b',
  ])('forwards the prefix with %s, unchanged', async (rest) => {
    for (const [at, prefix] of prefixes.entries()) {
      const response = await send(server.port, prefix + rest)
      expect({ rest, status: statusOf(response) }).toEqual({ rest, status: 200 })
      expect(backends[at]?.seen.at(-1)).toBe(`GET ${prefix}${rest} HTTP/1.1`)
    }
  })
})
