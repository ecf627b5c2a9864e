import { spawn, spawnSync } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { AddressInfo } from 'node:net'
import { freePort } from '../../../scripts/ports.ts'
import { compressFolder } from '../../../web/deploy/compress.ts'

const root = resolve(import.meta.dirname, '../../..')
export const buildSettings = join(root, 'web/public/config.json')
export const hasNginx = existsSync('/usr/sbin/nginx')

/** A small build with one file of each kind, compressed like the real ones. */
export async function smallSite(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'paket-site-'))
  // When root starts nginx, its workers run without root's rights.
  await chmod(folder, 0o755)
  await Promise.all(['assets', 'auth', 'pages', 'strip', '.vite'].map((name) => mkdir(join(folder, name))))
  const script = 'export const answer = 42\n'.repeat(50)
  const files = {
    'index.html': '<!doctype html><title>main</title><style>body{margin:0}</style>',
    'app.html': '<!doctype html><title>shell</title>',
    'pages/yandex.html': '<!doctype html><title>yandex</title>',
    'release.json': '{"release":"2026-11-23.0400-abcd"}',
    'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'robots.txt': 'User-agent: *',
    'assets/index-a1B2.js': script,
    'assets/index-a1B2.js.map': '{}',
    'assets/theme-c3.css': 'body{margin:0}',
    'assets/onest-d4.woff2': 'font',
    'auth/silent.html': '<!doctype html>',
    'strip/frame.html': '<!doctype html>',
    'strip/frame.js': 'void 0',
    '.vite/manifest.json': '{"src/main.tsx":{}}',
    '.secret.txt': 'hidden',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await cp(buildSettings, join(folder, 'config.json'))
  await compressFolder(folder)
  return folder
}

/** A backend that answers with the request that it got. */
export async function echoBackend(): Promise<{ server: Server; origin: string; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = []
  const server = createServer((asked, answer) => {
    seen.push(asked)
    if (asked.url?.endsWith('/breaks')) return void asked.socket.destroy()
    // Cookies of an identity provider can be long.
    const cookie = asked.url?.endsWith('/cookies') && { 'set-cookie': Array<string>(5).fill('a'.repeat(3000)) }
    answer.writeHead(200, {
      'content-type': 'application/json',
      'strict-transport-security': 'max-age=1',
      ...cookie,
    })
    answer.end(JSON.stringify({ url: asked.url, headers: asked.headers }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, seen, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

export interface Answer {
  status: number
  headers: Record<string, string | undefined>
  body: Buffer
}
/** Sends a request to the host `localhost` without normalizing the path, and does not decode the answer. */
export const ask = (port: number, path: string, headers: Record<string, string> = {}, method = 'GET', body = '') =>
  new Promise<Answer>((done, fail) => {
    const sent = { host: `localhost:${port}`, ...headers }
    const asked = request({ port, host: '127.0.0.1', path, method, headers: sent, agent: false }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part)).on('error', fail)
      answer.on('end', () =>
        done({
          status: answer.statusCode ?? 0,
          headers: answer.headers as Answer['headers'],
          body: Buffer.concat(parts),
        }),
      )
    })
    asked.on('error', fail).end(body)
  })
/** Sends bytes as they are; returns the whole response, after which the server may reset the connection. */
export const sendRaw = (port: number, text: string) =>
  new Promise<string>((done, fail) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
    socket.setEncoding('latin1').on('data', (part: string) => (received += part))
    socket.on('close', () => done(received)).on('error', (error) => (received ? done(received) : fail(error)))
  })

export interface Started {
  port: number
  /** What the server has printed and logged so far. */
  output: () => Promise<string>
  ended: Promise<number | null>
  signal: (signal: NodeJS.Signals) => void
  /** The id of its process. */
  pid: number
}
/** Starts the server for a folder, by a command of the shell if there is one. The log is a file. */
export async function start(
  site: string,
  environment: Record<string, string>,
  args: readonly string[] = [],
  command = 'exec "$@"',
): Promise<Started> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'paket-log-'))
  const log = openSync(join(folder, 'log'), 'a')
  const program = [process.execPath, join(root, 'web/deploy/start.ts'), '--site', site, ...args]
  const child = spawn('sh', ['-c', command, 'sh', ...program], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PAKET_ORIGIN: `http://localhost:${port}`,
      PAKET_PORT: String(port),
      ...environment,
    },
    stdio: ['ignore', log, log],
  })
  // A failed test does not stop it.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const read = () => readFile(join(folder, 'log'), 'utf8')
  let output = read
  const ended = new Promise<number | null>((done) => child.once('exit', done)).then(async (code) => {
    process.off('exit', kill)
    const all = await read()
    output = () => Promise.resolve(all)
    await rm(folder, { recursive: true })
    return code
  })
  return {
    port,
    ended,
    output: () => output(),
    signal: (signal) => void child.kill(signal),
    pid: child.pid ?? 0,
  }
}
/** Waits for a condition; only the test's timeout ends the wait. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((done) => setTimeout(done, 30))
}
export const isUp = (server: Started) =>
  until(() =>
    ask(server.port, '/-/ready').then(
      ({ status }) => status === 200,
      () => false,
    ),
  )

/** The lines of the log that are JSON, in order. */
export const logged = async (server: Started): Promise<Record<string, unknown>[]> =>
  (await server.output())
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** The ids of the processes that a process has started. */
export function childrenOf(id: number): { id: number; command: string }[] {
  const { stdout } = spawnSync('ps', ['--ppid', String(id), '-o', 'pid=,args='], { encoding: 'utf8' })
  const rows = stdout.split('\n').map((line) => /^\s*(\d+) (.*)$/.exec(line))
  return rows.flatMap((row) => (row ? [{ id: Number(row[1]), command: row[2] ?? '' }] : []))
}
