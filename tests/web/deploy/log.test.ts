import { spawn, spawnSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../scripts/ports.ts'
import { folderOfFile } from '#support/folders.ts'
import { startNode } from '#support/processes.ts'
import { ask, hasNginx, isUp, logged, smallSite, start, type Started, until } from './served.ts'

const program = resolve(import.meta.dirname, '../../../web/deploy/start.ts')
const asOtherUser = 'setpriv --reuid 65534 --regid 65534 --clear-groups "$@"'
/** Whether another user can run the program here. */
const canChangeUser =
  spawnSync('sh', ['-c', asOtherUser, 'sh', process.execPath, program, '--help'], { stdio: 'ignore' }).status === 0
const throughPipe = (command: string) => `mkfifo "$PIPE"; cat "$PIPE" & exec ${command} > "$PIPE"`

describe.skipIf(!hasNginx)('the log of requests', { timeout: 60_000 }, () => {
  const folder = folderOfFile()
  let site: string
  let pipes = 0
  const newPipe = () => join(folder.path, `pipe${++pipes}`)
  beforeAll(async () => {
    site = await smallSite()
  })
  afterAll(() => rm(site, { recursive: true }))

  /** Sends so many requests, at most 20 at a time. */
  async function sendAll({ port }: { port: number }, count: number): Promise<void> {
    let at = 0
    const sendSome = async () => {
      while (at < count) expect((await ask(port, `/robots.txt?n=${++at}`)).status).toBe(200)
    }
    await Promise.all(Array.from({ length: 20 }, sendSome))
  }
  const requestsIn = async (server: Started) =>
    (await logged(server)).filter(({ path }) => path === '/robots.txt').length
  async function stop(server: Started): Promise<void> {
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
  }

  it.for([
    ['a file', 'exec "$@"', true],
    ['a pipe', throughPipe('"$@"'), true],
    ['a file of another user', `exec ${asOtherUser}`, canChangeUser],
    ['a pipe of another user', throughPipe(asOtherUser), canChangeUser],
  ] as const)('is complete in %s, also after a reload', async ([, command, canRun], { skip }) => {
    skip(!canRun, 'another user cannot run the program here')
    const server = await start(site, { PIPE: newPipe() }, [], command)
    await isUp(server)
    await sendAll(server, 200)
    server.signal('SIGHUP')
    await sendAll(server, 200)
    await until(async () => (await requestsIn(server)) === 400)
    await stop(server)
    expect(await requestsIn(server)).toBe(400)
  })

  it('is complete in a socket, as systemd gives it', async () => {
    const port = await freePort()
    const environment = { PAKET_ORIGIN: `http://localhost:${port}`, PAKET_PORT: String(port) }
    // Node connects itself with its child by sockets.
    const server = startNode([program, '--site', site], { env: { PATH: process.env['PATH'], ...environment } })
    await server.waitForOutput('paket: ')
    await sendAll({ port }, 200)
    server.child.kill('SIGTERM')
    expect(await server.exitCode).toBe(0)
    expect(server.output().match(/"path":"\/robots.txt"/g)).toHaveLength(200)
  })

  it('does not delay visitors while it is not read, and is complete when it is', async () => {
    const pipe = newPipe()
    const server = await start(site, { PIPE: pipe }, [], 'mkfifo "$PIPE"; exec 3<>"$PIPE"; exec "$@" > "$PIPE"')
    await isUp(server)
    await sendAll(server, 2000)
    const lines: string[] = []
    const reader = createInterface({ input: createReadStream(pipe) }).on('line', (line) => lines.push(line))
    await until(() => Promise.resolve(lines.filter((line) => line.includes('/robots.txt')).length === 2000))
    await stop(server)
    reader.close()
  })

  it('does not prevent the end while it is not read', async () => {
    const command = 'mkfifo "$PIPE"; exec 3<>"$PIPE"; exec "$@" > "$PIPE"'
    const server = await start(site, { PIPE: newPipe() }, [], command)
    await isUp(server)
    await sendAll(server, 2000)
    await stop(server)
  })

  it('may be impossible to write, because the disk is full or its reader has ended: the server goes on', async () => {
    const commands = ['exec "$@" > /dev/full', 'mkfifo "$PIPE"; : < "$PIPE" & exec "$@" > "$PIPE"']
    for (const command of commands) {
      const server = await start(site, { PIPE: newPipe() }, [], command)
      await isUp(server)
      await sendAll(server, 50)
      await stop(server)
    }
  })

  it('has short lines, whatever a visitor sends', async () => {
    const server = await start(site, {})
    await isUp(server)
    await ask(server.port, `/${'"'.repeat(7000)}`)
    await ask(server.port, '/', {}, 'A'.repeat(900))
    await until(async () => (await logged(server)).length === 2)
    for (const line of await logged(server)) expect(JSON.stringify(line).length).toBeLessThan(4096)
    await stop(server)
  })
})

describe('the log', () => {
  it('loses lines while it is not read, and says how many', async () => {
    const source = `
      import { openLog } from ${JSON.stringify(resolve(import.meta.dirname, '../../../web/deploy/log.ts'))}
      const log = openLog()
      const line = 'x'.repeat(999) + '\\n'
      for (let at = 0; at < 20_000; at++) log.lines(line)`
    const args = ['--input-type=module-typescript', '-e', source]
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const lines: string[] = []
    await new Promise<void>((done) => {
      createInterface({ input: child.stdout })
        .on('line', (line) => lines.push(line))
        .on('close', done)
    })
    const lost = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as { count: number })
    expect(lost).toEqual([expect.objectContaining({ level: 'warn', error: 'lines-lost' })])
    expect(lost[0]?.count).toBeGreaterThan(10_000)
    expect(lines.filter((line) => line.startsWith('x')).length + (lost[0]?.count ?? 0)).toBe(20_000)
  })
})
