import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { connect, createServer } from 'node:net'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { readFile, readdir, readlink } from 'node:fs/promises'

const canConnect = (port: number, host: string) =>
  new Promise<boolean>((done) => {
    const socket = connect({ port, host, timeout: 1000 })
    const end = (isListening: boolean) => {
      socket.destroy()
      done(isListening)
    }
    socket
      .once('connect', () => end(true))
      .once('timeout', () => end(true))
      .once('error', () => end(false))
  })

/** Whether something listens on this port, on an IPv4 or IPv6 loopback address. */
export async function isInUse(port: number): Promise<boolean> {
  const both = await Promise.all(['127.0.0.1', '::1'].map((host) => canConnect(port, host)))
  return both.includes(true)
}

/** Parses the port of an option or a variable. Throws an Error that names it. */
export function portOf(name: string, text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port
  throw new Error(`${name} must be a whole number from 1 to 65535, got ${JSON.stringify(text)}.`)
}

/** The ports of the app and the mock: those of the options, else of the environment. Throws an Error that names a wrong one. */
export function portsOf(values: { port?: string | undefined; 'mock-port'?: string | undefined }) {
  const { PAKET_WEB_PORT: web, PAKET_MOCK_PORT: mock } = process.env
  return {
    web: values.port === undefined ? portOf('PAKET_WEB_PORT', web || '5173') : portOf('--port', values.port),
    mock:
      values['mock-port'] === undefined
        ? portOf('PAKET_MOCK_PORT', mock || '4010')
        : portOf('--mock-port', values['mock-port']),
  }
}

/** Below the ports that Linux and macOS give to outgoing connections: none of these takes a port before its server does. */
const SERVER_PORTS = [20_000, 32_000] as const
const TRIES = 100

const canListen = (port: number) =>
  new Promise<boolean>((done) => {
    const server = createServer().once('error', () => done(false))
    server.listen(port, () => server.close(() => done(true)))
  })

/** Two servers that start at the same time must not get the same port. */
const returned = new Set<number>()

/**
 * Returns a port that is free now and was not returned before, for a server to listen on. Throws an Error when it finds
 * none.
 */
export async function freePort(): Promise<number> {
  for (let left = TRIES; left > 0; left--) {
    const port = randomInt(...SERVER_PORTS)
    if (returned.has(port)) continue
    returned.add(port)
    if (await canListen(port)) return port
  }
  throw new Error(`No port from ${SERVER_PORTS.join(' to ')} is free: ${TRIES} of them were tried.`)
}

/** Returns the inodes of the sockets that listen on a port, from Linux's /proc. */
async function listeningSockets(port: number): Promise<string[]> {
  const LISTEN = '0A'
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')))
  const rows = tables.flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)))
  return rows.flatMap((row) => (row[1]?.endsWith(ending) && row[3] === LISTEN ? [`socket:[${row[9]}]`] : []))
}

async function processOnLinux(port: number): Promise<string | undefined> {
  const sockets = await listeningSockets(port)
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  for (const id of sockets.length > 0 ? ids : []) {
    const open = await readdir(`/proc/${id}/fd`).catch(() => [])
    const links = await Promise.all(open.map((fd) => readlink(`/proc/${id}/fd/${fd}`).catch(() => '')))
    if (links.some((link) => sockets.includes(link))) return id
  }
  return undefined
}

async function processByLsof(port: number): Promise<string | undefined> {
  const run = promisify(execFile)
  const found = await run('lsof', ['-nP', '-t', `-iTCP:${port}`, '-sTCP:LISTEN'], { timeout: 3000 }).catch(() => null)
  return found?.stdout.split('\n')[0] || undefined
}

/** Describes the process that listens on a port; empty when it is unknown. */
export async function processOn(port: number): Promise<string> {
  const id = (await processOnLinux(port)) ?? (await processByLsof(port))
  if (!id) return ''
  const [program = '', ...rest] = (await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')).split('\0')
  const line = [basename(program), ...rest].join(' ').trim()
  return line ? `process ${id} (${line.slice(0, 100)})` : `process ${id}`
}

/** Returns the first free port after another one that is not one of `others`. */
async function freePortAfter(port: number, others: readonly number[]): Promise<number> {
  for (let next = port + 1; next <= Math.min(port + TRIES, 65_535); next++)
    if (!others.includes(next) && !(await isInUse(next))) return next
  return freePort()
}

/** Says that a port is in use, and how to choose another, which is free and not one of `others`; empty when it is free. */
export async function portInUseMessage(
  port: number,
  alternative: (other: number) => string,
  others: readonly number[] = [],
): Promise<string> {
  if (!(await isInUse(port))) return ''
  const holder = await processOn(port)
  const advice = alternative(await freePortAfter(port, others))
  return `Port ${port} is in use${holder && ` by ${holder}`}: stop it, or choose another port with ${advice}.`
}
