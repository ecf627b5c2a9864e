import { rm } from 'node:fs/promises'
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { folderOfFile } from '#support/folders.ts'
import { certificateAuthority } from './certificates.ts'
import { hasNginx, isUp, smallSite, start, type Started } from './served.ts'

describe.skipIf(!hasNginx)('requests to a backend', { timeout: 60_000 }, () => {
  const folder = folderOfFile()
  const servers: Server[] = []
  /** Connections of each request, in order. */
  let seen: { path: string; socket: Socket }[] = []
  let origins: string[]
  let site: string
  let server: Started

  /** Responds to the first request of each connection; closes the connection at the second if the path says so. */
  const respond = (asked: IncomingMessage, response: ServerResponse) => {
    const { url = '', socket } = asked
    const isFirst = !seen.some((each) => each.socket === socket)
    seen.push({ path: url, socket })
    if (url.endsWith('/closes') && !isFirst) return void socket.destroy()
    const to = `${origins[url.startsWith('/secure') ? 1 : 0]}/next?a=b`
    response.writeHead(200, { location: to })
    response.end((socket as Partial<TLSSocket>).servername)
  }
  async function listen(backend: Server, origin: string): Promise<string> {
    servers.push(backend)
    await new Promise<void>((done) => backend.listen(0, 'localhost', done))
    return `${origin}:${(backend.address() as AddressInfo).port}`
  }

  beforeAll(async () => {
    site = await smallSite()
    const authority = certificateAuthority(folder.path)
    origins = [
      await listen(createServer(respond), 'http://localhost'),
      await listen(createTlsServer(authority.certificateFor('localhost'), respond), 'https://localhost'),
    ]
    server = await start(site, {
      PAKET_BACKENDS: `/plain=${origins[0]} /also=${origins[0]} /secure=${origins[1]}`,
      PAKET_BACKEND_CA: authority.file,
    })
    await isUp(server)
  }, 60_000)
  afterAll(async () => {
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    for (const each of servers) each.close()
    await rm(site, { recursive: true })
  })

  /** Sends requests one after the other over one connection; returns their statuses and bodies. */
  async function sendAll(paths: readonly string[], headers: Record<string, string> = {}) {
    seen = []
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const send = (path: string) =>
      new Promise<{ status: number | undefined; body: string; location: string | undefined }>((done, fail) => {
        const asked = request({ port: server.port, path, method: 'POST', agent, headers }, (response) => {
          let body = ''
          response.setEncoding('utf8').on('data', (text: string) => (body += text))
          response.on('end', () => done({ status: response.statusCode, body, location: response.headers.location }))
        })
        asked.on('error', fail).end('{}')
      })
    const responses = []
    for (const path of paths) responses.push(await send(path))
    return responses
  }
  const connections = () => new Set(seen.map(({ socket }) => socket)).size

  it.each(['/plain', '/secure'])('of one visitor to %s share a connection', async (path) => {
    const responses = await sendAll(Array.from({ length: 41 }, (_, at) => `${path}/${at}`))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect({ requests: seen.length, connections: connections() }).toEqual({ requests: 41, connections: 1 })
  })

  it('of paths with the same origin share a connection', async () => {
    await sendAll(['/plain/a', '/also/b', '/plain/c'])
    expect(connections()).toBe(1)
  })

  it('with an idempotency key, which may create an order, have a connection each', async () => {
    await sendAll(['/plain/a', '/plain/b'])
    const [shared] = seen
    const responses = await sendAll(['/plain/closes', '/plain/closes', '/secure/closes'], { 'idempotency-key': '"1"' })
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(connections()).toBe(3)
    expect(seen.map(({ socket }) => socket)).not.toContain(shared?.socket)
  })

  it('are not sent again when the backend closes the connection', async () => {
    const [first, second, third] = await sendAll(['/plain/once', '/plain/closes', '/plain/once'])
    expect([first?.status, second?.status, third?.status]).toEqual([200, 502, 200])
    expect(seen.map(({ path }) => path)).toEqual(['/plain/once', '/plain/closes', '/plain/once'])
  })

  it('over TLS name the backend', async () => {
    expect((await sendAll(['/secure/a']))[0]?.body).toBe('localhost')
  })

  it('are redirected to this origin when the backend redirects to its own', async () => {
    const [plain, secure] = await sendAll(['/plain/a', '/secure/a'])
    expect([plain?.location, secure?.location]).toEqual(['/next?a=b', '/next?a=b'])
  })
})

describe.skipIf(!hasNginx)('PAKET_BACKEND_CA', { timeout: 60_000 }, () => {
  const folder = folderOfFile()
  it.each([
    ['nowhere.pem', undefined, 'cannot be read (ENOENT)'],
    ['empty.pem', '', 'has no certificate in PEM'],
    ['text.pem', 'a certificate', 'has no certificate in PEM'],
    ['cut.pem', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n', 'certificate 1 of $ is invalid'],
  ])('prevents the start if it is %s, with a reason', async (name, content, reason) => {
    const site = await smallSite()
    const file = content === undefined ? join(folder.path, name) : await folder.file(content, name)
    const server = await start(site, { PAKET_BACKEND_CA: file, PAKET_BACKENDS: '/bff=https://localhost' })
    expect(await server.ended).toBe(1)
    const sentence = reason.includes('$') ? reason.replace('$', file) : `${file} ${reason}`
    expect(await server.output()).toBe(`paket: PAKET_BACKEND_CA: ${sentence}\n`)
    await rm(site, { recursive: true })
  })
})
