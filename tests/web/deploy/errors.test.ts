import { mkdir, readdir, rm } from 'node:fs/promises'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../scripts/ports.ts'
import { folderOfFile } from '#support/folders.ts'
import { certificateAuthority } from './certificates.ts'
import { ask, childrenOf, hasNginx, isUp, logged, smallSite, start, type Started, until } from './served.ts'

const secret = 'canary-code'
const headers = { 'x-forwarded-for': '203.0.113.9', referer: `https://paket.example/?code=${secret}` }
const reading = 'reading response header from upstream'
const handshake = 'SSL handshaking to upstream'

describe.skipIf(!hasNginx)('the log of a failure', { timeout: 60_000 }, () => {
  const folder = folderOfFile()
  const servers: Server[] = []
  const sockets = new Set<Socket>()
  const backends: Record<string, string> = {}
  let site: string
  let server: Started

  async function listen(backend: Server, scheme = 'http', host = '127.0.0.1'): Promise<string> {
    backend.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})))
    servers.push(backend)
    await new Promise<void>((done) => backend.listen(0, host, done))
    return `${scheme}://${host}:${(backend.address() as AddressInfo).port}`
  }
  const onRequest = (respond: (socket: Socket) => void) =>
    createServer((socket) => void socket.once('data', () => respond(socket)))

  beforeAll(async () => {
    site = await smallSite()
    await mkdir(join(folder.path, 'other'))
    const authority = certificateAuthority(folder.path)
    const other = certificateAuthority(join(folder.path, 'other'))
    const https = (certificate: { cert: Buffer; key: Buffer }) =>
      listen(createTlsServer(certificate), 'https', 'localhost')
    backends['/refused'] = `http://127.0.0.1:${await freePort()}`
    backends['/closed'] = await listen(onRequest((socket) => socket.end()))
    backends['/reset'] = await listen(onRequest((socket) => socket.resetAndDestroy()))
    backends['/cut'] = await listen(
      onRequest((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\ncut')),
    )
    backends['/headers'] = await listen(
      onRequest((socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`)),
    )
    backends['/invalid'] = await listen(onRequest((socket) => socket.end(`HTTP/1.1 200 OK\r\n${secret}\0: 1\r\n\r\n`)))
    backends['/plain'] = await listen(
      onRequest((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
      'https',
    )
    backends['/silent'] = await listen(createServer(), 'https')
    backends['/named'] = await https(authority.certificateFor('elsewhere.example'))
    backends['/expired'] = await https(authority.certificateFor('localhost', -1))
    backends['/unknown'] = await https(other.certificateFor('localhost'))
    server = await start(site, {
      TMPDIR: folder.path,
      PAKET_BACKENDS: Object.entries(backends)
        .map((pair) => pair.join('='))
        .join(' '),
      PAKET_BACKEND_CA: authority.file,
    })
    await isUp(server)
  }, 60_000)
  afterAll(async () => {
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    for (const socket of sockets) socket.destroy()
    for (const each of servers) each.close()
    await rm(site, { recursive: true })
  })

  /** Returns the lines of the log about a request. */
  async function linesOf(path: string): Promise<Record<string, unknown>[]> {
    const requestLine = async () => (await logged(server)).find((line) => line['path'] === path)
    await until(async () => (await requestLine()) !== undefined)
    const { connection } = (await requestLine()) ?? {}
    return (await logged(server)).filter((line) => line['connection'] === connection)
  }
  const expectNoVisitor = async () => {
    const output = Object.values(backends).reduce((text, origin) => text.replaceAll(origin, ''), await server.output())
    expect(output).not.toMatch(/canary|127\.0\.0\.1|203\.0\.113|paket\.example\/\?/)
  }

  it.each([
    ['/refused', 502, 'refused', 'connecting to upstream'],
    ['/closed', 502, 'reset', reading],
    ['/reset', 502, 'reset', reading],
    ['/cut', 200, 'reset', 'reading upstream'],
    ['/headers', 502, 'header-too-large', reading],
    ['/invalid', 502, 'invalid-response', reading],
    ['/plain', 502, 'tls', handshake],
    ['/silent', 504, 'timed-out', handshake],
    ['/named', 502, 'certificate-name', handshake],
    ['/expired', 502, 'certificate-expired', handshake],
    ['/unknown', 502, 'certificate-authority', handshake],
  ])('of the backend %s, answered with %i, is “%s”, without the request', async (path, status, error, during) => {
    // A response that is cut ends the connection.
    await ask(server.port, `${path}/x?code=${secret}`, headers).catch(() => undefined)
    const lines = await linesOf(`${path}/x`)
    expect(lines).toEqual([
      {
        time: expect.any(String),
        level: 'error',
        error,
        during,
        backend: backends[path],
        connection: expect.any(Number),
      },
      expect.objectContaining({ path: `${path}/x`, status }),
    ])
    await expectNoVisitor()
  })

  const send = (path: string, body: string) =>
    ask(server.port, `${path}?code=${secret}`, headers, 'POST', body).catch(() => undefined)

  it('of a body that is too long, or that cannot be written to a file, has neither the body nor the request', async () => {
    const body = secret.repeat(30_000)
    await send('/refused/long', body)
    expect(await linesOf('/refused/long')).toMatchObject([{ error: 'body-too-large' }, { status: 413 }])
    const [base = ''] = (await readdir(folder.path)).filter((name) => name.startsWith('paket-serve-'))
    await rm(join(folder.path, base, 'run1/client_body'), { recursive: true })
    await send('/refused/file', body.slice(0, 100_000))
    expect(await linesOf('/refused/file')).toMatchObject([{ level: 'crit', error: 'file' }, { status: 500 }])
    await expectNoVisitor()
  })

  it('of a worker of nginx that ended has nginx’s own text', async () => {
    const master = childrenOf(server.pid).find(({ command }) => command.includes('nginx: master'))
    const [worker] = childrenOf(master?.id ?? 0)
    process.kill(worker?.id ?? 0, 'SIGKILL')
    const text = `worker process ${worker?.id} exited on signal 9`
    await until(async () => (await logged(server)).some((line) => line['text'] === text))
    expect((await logged(server)).find((line) => line['text'] === text)).toMatchObject({
      level: 'alert',
      error: 'nginx',
    })
    expect((await ask(server.port, '/')).status).toBe(200)
  })
})
