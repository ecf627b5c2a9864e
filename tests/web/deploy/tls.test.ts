import { spawnSync } from 'node:child_process'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, get, request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../scripts/ports.ts'
import { hasHttp2Directive } from '../../../web/deploy/nginx.ts'
import { ask, buildSettings, echoBackend, hasNginx, isUp, smallSite, start, type Started, until } from './served.ts'

it.each([
  ['nginx version: nginx/1.22.1', false],
  ['nginx version: nginx/1.25.0', false],
  ['nginx version: nginx/1.25.1', true],
  ['nginx version: nginx/1.30.6 (Ubuntu)', true],
  ['nginx version: openresty/1.21.4.1', false],
  ['null', true],
])('%s: http2 is a directive of its own: %s', (version, isDirective) => {
  expect(hasHttp2Directive(version)).toBe(isDirective)
})

describe.skipIf(!hasNginx)('nginx with TLS', { timeout: 60_000 }, () => {
  let site: string
  let tlsPort: number
  let server: Started
  let backend: Awaited<ReturnType<typeof echoBackend>>

  beforeAll(async () => {
    site = await smallSite()
    backend = await echoBackend()
    tlsPort = await freePort()
    const { certificate, key } = { certificate: join(site, '.cert.pem'), key: join(site, '.key.pem') }
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
    spawnSync('openssl', [...args, '-keyout', key, '-out', certificate, ...subject])
    await cp(buildSettings, join(site, '.settings.json'))
    server = await start(site, {
      PAKET_ORIGIN: `https://localhost:${tlsPort}`,
      PAKET_TLS_PORT: String(tlsPort),
      PAKET_TLS_CERTIFICATE: certificate,
      PAKET_TLS_KEY: key,
      PAKET_CONFIG: join(site, '.settings.json'),
      PAKET_BACKENDS: `/oidc=${backend.origin}`,
    })
    await isUp(server)
  }, 60_000)
  afterAll(async () => {
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    backend.server.close()
    await rm(site, { recursive: true })
  })

  const overTls = (path: string) =>
    new Promise<Record<string, unknown>>((done, fail) => {
      const options = { port: tlsPort, host: 'localhost', path, rejectUnauthorized: false }
      request(options, (answer) => {
        answer.resume()
        done(answer.headers)
      })
        .on('error', fail)
        .end()
    })

  const getOverTls = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; body: string }>((done, fail) => {
      const options = { port: tlsPort, host: 'localhost', path, headers, rejectUnauthorized: false, agent: false }
      get(options, (answer) => {
        done(text(answer).then((body) => ({ status: answer.statusCode, body })))
      }).on('error', fail)
    })

  /**
   * Sends 150 requests over one connection, one after another; returns their statuses. A server may close a persistent
   * connection while a request is on its way: browsers then send it again (RFC 9110, 9.2.2), and so does this function.
   */
  const askAgainAndAgain = async (path: string) => {
    const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
    onTestFinished(() => agent.destroy())
    const status = () =>
      new Promise<number | undefined>((done, fail) => {
        const asked = get({ port: tlsPort, host: 'localhost', path, agent }, (answer) => {
          answer.on('error', fail).on('end', () => done(answer.statusCode))
          answer.resume()
        })
        asked.on('error', (error) => (asked.reusedSocket ? done(status()) : fail(error)))
      })
    const statuses: (number | undefined)[] = []
    while (statuses.length < 150) statuses.push(await status())
    return statuses
  }

  it('redirects plain requests to https, and sends HSTS', async () => {
    const { status, headers } = await ask(server.port, '/profile?a=b')
    expect({ status, location: headers['location'] }).toEqual({
      status: 308,
      location: `https://localhost:${tlsPort}/profile?a=b`,
    })
    for (const path of ['/', '/assets/gone.js'])
      expect((await overTls(path))['strict-transport-security']).toBe('max-age=63072000')
  })

  it('sends backends https and the address of the connection, whatever the client claims', async () => {
    const claims = { 'x-forwarded-proto': 'http', 'x-forwarded-for': '192.0.2.1', 'x-forwarded-host': 'evil.example' }
    const { body } = await getOverTls('/oidc/.well-known/openid-configuration', claims)
    const { headers } = JSON.parse(body) as { headers: Record<string, string> }
    expect(headers).toMatchObject({
      host: `localhost:${tlsPort}`,
      'x-forwarded-proto': 'https',
      'x-forwarded-for': expect.stringMatching(/^[\d.:a-f]+$/),
    })
    expect(JSON.stringify(headers)).not.toMatch(/evil|192\.0\.2\.1/)
  })

  it('answers 421 to other hosts on both ports, except for health checks', async () => {
    const other = { host: 'elsewhere.example' }
    for (const path of ['/', '/profile', '/oidc/auth']) {
      expect((await ask(server.port, path, other)).status).toBe(421)
      expect(await getOverTls(path, other)).toEqual({ status: 421, body: 'Misdirected Request\n' })
    }
    expect((await ask(server.port, '/-/ready', other)).status).toBe(200)
    expect((await getOverTls('/-/ready', other)).status).toBe(200)
  })

  it('answers plain http on the port of TLS with 400 and the headers of the app', async () => {
    const { status, headers, body } = await ask(tlsPort, '/')
    expect({ status, body: String(body) }).toEqual({ status: 400, body: 'Bad Request\n' })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('supports TLS 1.2 and 1.3 only', async () => {
    const spoken = (version: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
      new Promise<string | null>((done) => {
        const options = {
          minVersion: version,
          maxVersion: version,
          ciphers: 'DEFAULT@SECLEVEL=0',
          rejectUnauthorized: false,
        }
        const socket = connect({ port: tlsPort, host: 'localhost', ...options }, () => {
          done(socket.getProtocol())
          socket.destroy()
        }).on('error', () => done(null))
      })
    expect(await Promise.all((['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const).map(spoken))).toEqual([
      null,
      null,
      'TLSv1.2',
      'TLSv1.3',
    ])
  })

  it('supports HTTP/2, without warnings of nginx', async () => {
    const protocol = await new Promise((done, fail) => {
      const options = { port: tlsPort, host: 'localhost', ALPNProtocols: ['h2', 'http/1.1'], rejectUnauthorized: false }
      const socket = connect(options, () => {
        done(socket.alpnProtocol)
        socket.destroy()
      }).on('error', fail)
    })
    expect(protocol).toBe('h2')
    expect(await server.output()).not.toContain('[warn]')
  })

  it('drops no request while a valid or an invalid configuration is loaded', async () => {
    const paths = ['/', '/profile', '/assets/index-a1B2.js']
    const load = Promise.all(Array.from({ length: 20 }, (_, n) => askAgainAndAgain(paths[n % 3] ?? '/')))
    const settings = join(site, '.settings.json')
    await writeFile(join(site, 'release.json'), '{"release":"next"}')
    server.signal('SIGHUP')
    await until(async () => String((await ask(server.port, '/-/ready')).body) === 'ready next\n')
    await writeFile(settings, '{}')
    server.signal('SIGHUP')
    await until(async () => (await server.output()).includes('paket: '))
    await until(async () => (await server.output()).includes('api is missing'))
    expect(new Set((await load).flat())).toEqual(new Set([200]))
    expect(String((await ask(server.port, '/-/ready')).body)).toBe('ready next\n')
    await cp(buildSettings, settings)
  })

  it('serves no new settings when nginx rejects the certificate', async () => {
    const settings = JSON.parse(await readFile(buildSettings, 'utf8')) as object
    await writeFile(join(site, '.settings.json'), JSON.stringify({ ...settings, maintenance: 'Вернёмся к 18:00' }))
    const key = await readFile(join(site, '.key.pem'))
    await writeFile(join(site, '.key.pem'), 'broken')
    server.signal('SIGHUP')
    await until(async () => (await server.output()).includes('nginx refuses its configuration'))
    expect((await getOverTls('/config.json')).body).not.toContain('maintenance')
    await writeFile(join(site, '.key.pem'), key)
    await cp(buildSettings, join(site, '.settings.json'))
  })
})
