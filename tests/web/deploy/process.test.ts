import { createServer, type Server } from 'node:http'
import { readdir, rm } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort, isInUse } from '../../../scripts/ports.ts'
import { folderOfFile, temporaryFolder } from '#support/folders.ts'
import { isRunning } from '#support/processes.ts'
import { certificateAuthority } from './certificates.ts'
import {
  ask,
  childrenOf,
  echoBackend,
  hasNginx,
  isUp,
  logged,
  smallSite,
  start,
  type Started,
  until,
} from './served.ts'

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ family }) => family === 'IPv6'))

describe.skipIf(!hasNginx)('the server', { timeout: 60_000 }, () => {
  const folder = folderOfFile()
  let site: string
  beforeAll(async () => {
    site = await smallSite()
  })
  afterAll(() => rm(site, { recursive: true }))

  async function listenOn(port: number, host: string): Promise<Server> {
    const server = createServer()
    await new Promise<void>((done) => server.listen(port, host, done))
    onTestFinished(() => void server.close())
    return server
  }
  const nginxOf = (server: Started) => {
    const master = childrenOf(server.pid).find(({ command }) => command.includes('nginx: master'))?.id ?? 0
    return [master, ...childrenOf(master).map(({ id }) => id)]
  }

  it.each(['127.0.0.1', '0.0.0.0', ...(hasIpv6 ? ['::'] : [])])(
    'says in one line that its port is in use, at %s',
    async (host) => {
      const port = await freePort()
      await listenOn(port, host)
      const server = await start(site, { PAKET_PORT: String(port) })
      expect(await server.ended).toBe(1)
      expect(await server.output()).toBe(
        `paket: port ${port} is in use: end what listens on it, or choose another by PAKET_PORT\n`,
      )
    },
  )

  it('says so of the port for TLS too', async () => {
    const port = await freePort()
    await listenOn(port, '127.0.0.1')
    const { cert, key } = certificateAuthority(folder.path).certificateFor('localhost')
    const server = await start(site, {
      PAKET_ORIGIN: 'https://localhost',
      PAKET_TLS_PORT: String(port),
      PAKET_TLS_CERTIFICATE: await folder.file(cert, 'cert.pem'),
      PAKET_TLS_KEY: await folder.file(key, 'key.pem'),
    })
    expect(await server.ended).toBe(1)
    expect(await server.output()).toBe(
      `paket: port ${port} is in use: end what listens on it, or choose another by PAKET_TLS_PORT\n`,
    )
  })

  it('checks settings while another one serves on its port', async () => {
    const port = await freePort()
    await listenOn(port, '0.0.0.0')
    const server = await start(site, { PAKET_PORT: String(port) }, ['--check'])
    expect(await server.ended).toBe(0)
  })

  it('says that it runs when it accepts connections', async () => {
    const server = await start(site, {})
    await until(async () => (await server.output()).startsWith('paket: http://localhost'))
    expect((await ask(server.port, '/-/ready')).status).toBe(200)
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  it('when it is killed, nginx ends too, and the next one starts', async () => {
    // A killed one leaves its folder.
    const server = await start(site, { TMPDIR: folder.path })
    await isUp(server)
    const processes = nginxOf(server)
    expect(processes.length).toBeGreaterThan(1)
    server.signal('SIGKILL')
    await server.ended
    await until(async () => !processes.some(isRunning) && !(await isInUse(server.port)))
    const next = await start(site, { PAKET_PORT: String(server.port) })
    await isUp({ ...next, port: server.port })
    next.signal('SIGTERM')
    expect(await next.ended).toBe(0)
  })

  it('ends nginx’s workers when its master process is killed, says so, and exits with 1', async () => {
    const server = await start(site, {})
    await isUp(server)
    const [master = 0, ...workers] = nginxOf(server)
    expect(workers.length).toBeGreaterThan(0)
    process.kill(master, 'SIGKILL')
    expect(await server.ended).toBe(1)
    expect(workers.filter(isRunning)).toEqual([])
    expect(await isInUse(server.port)).toBe(false)
    expect(await server.output()).toContain('paket: nginx has ended unexpectedly: SIGKILL\n')
  })

  it.each([['SIGTERM'], ['SIGHUP', 'SIGHUP', 'SIGTERM']] as const)(
    'ends well, without a folder, after %s before it listens',
    async (...signals) => {
      const place = await temporaryFolder()
      const server = await start(site, { TMPDIR: place })
      await until(async () => (await readdir(place, { recursive: true })).some((name) => name.endsWith('access.log')))
      for (const signal of signals) server.signal(signal)
      expect(await server.ended).toBe(0)
      expect(await readdir(place)).toEqual([])
    },
  )

  it('ends well when it is stopped during a reload', async () => {
    const server = await start(site, {})
    await isUp(server)
    for (const signal of ['SIGHUP', 'SIGHUP', 'SIGTERM'] as const) server.signal(signal)
    expect(await server.ended).toBe(0)
    expect((await server.output()).split('\n').slice(1)).toEqual([''])
  })

  it('leaves no process behind', async () => {
    const server = await start(site, {})
    await isUp(server)
    const processes = childrenOf(server.pid).map(({ id }) => id)
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    await until(async () => !processes.some(isRunning))
  })

  it('fits the number of connections to the limit of open files', async () => {
    const backend = await echoBackend()
    const server = await start(site, { PAKET_BACKENDS: `/bff=${backend.origin}` }, [], 'ulimit -n 60; exec "$@"')
    await isUp(server)
    const path = '/bff/oidc?code=canary-code&email=a@b'
    await Promise.allSettled(Array.from({ length: 70 }, () => ask(server.port, path)))
    expect((await ask(server.port, '/bff/x')).status).toBe(200)
    const lines = await logged(server)
    expect(lines.filter(({ error }) => error === 'too-many-files')).toEqual([])
    expect((await server.output()).replaceAll(backend.origin, '')).not.toMatch(/canary|a@b|127\.0\.0\.1/)
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    backend.server.close()
  })
})
