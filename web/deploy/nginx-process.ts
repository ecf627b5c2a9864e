import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Log, onWholeLines } from './log.ts'
import { FILES_OF_WORKER, type Machine } from './nginx.ts'
import { readNginxError } from './nginx-errors.ts'
import { type ServerSettings, ServingError } from './serving.ts'

/** Debian installs nginx outside of a user's PATH. */
const nginx =
  ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find((file) => existsSync(file)) ?? 'nginx'
/** Without it nginx first opens the log of its package, which only root may write. */
const toStderr = ['-e', 'stderr']
const CHECK_MS = 60_000
const POLL_MS = 20
const END_MS = 5000

const run = promisify(execFile)

/** Finds out what nginx's configuration must fit. */
export async function readMachine(): Promise<Required<Omit<Machine, 'authorities'>>> {
  // A worker inherits this limit. Only root may raise it above the hard one, and nginx only logs that it could not.
  const limit = `ulimit -n ${FILES_OF_WORKER} 2>/dev/null; ulimit -n`
  const nothing = { stdout: '', stderr: '' }
  const [version, files] = await Promise.all([
    run(nginx, ['-v']).catch(() => nothing),
    run('sh', ['-c', limit]).catch(() => nothing),
  ])
  return {
    hasIpv6: Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ family }) => family === 'IPv6')),
    version: version.stderr,
    files: Number(files.stdout) || FILES_OF_WORKER,
  }
}

/** Throws a ServingError of one line if nginx does not accept a configuration, whose log it opens too. */
export async function checkConfiguration(file: string, stdin: number | 'ignore'): Promise<void> {
  const child = spawn(nginx, ['-t', '-q', ...toStderr, '-c', file], {
    stdio: [stdin, 'ignore', 'pipe'],
    timeout: CHECK_MS,
    killSignal: 'SIGKILL',
  })
  const ended = once(child, 'close').catch(({ code }: NodeJS.ErrnoException) => {
    throw new ServingError(`nginx cannot be run (${code}): install it, in Debian by apt-get install nginx`)
  })
  const [stderr, [code, signal]] = await Promise.all([child.stderr ? text(child.stderr) : '', ended])
  if (signal)
    throw new ServingError(
      `nginx -t was ended by ${signal}, perhaps after its limit of ${CHECK_MS / 1000} s: do the names in PAKET_BACKENDS resolve?`,
    )
  // Warnings come first.
  const reason = stderr.split('\n').find((line) => line.includes('[emerg]')) ?? stderr.trim()
  if (code !== 0) throw new ServingError(`nginx refuses its configuration: ${reason}`)
}

/** Throws a ServingError of one line if nginx could not listen on a port. */
export async function checkPorts({ port, tls }: ServerSettings, { hasIpv6 }: Machine): Promise<void> {
  const variables = { PAKET_PORT: port, ...(tls && { PAKET_TLS_PORT: tls.port }) }
  for (const [variable, each] of Object.entries(variables))
    for (const address of [{ host: '0.0.0.0' }, ...(hasIpv6 ? [{ host: '::', ipv6Only: true }] : [])])
      await new Promise<void>((done, fail) => {
        const server = createServer().once('error', fail)
        server.listen({ port: each, ...address }, () => server.close(() => done()))
      }).catch(({ code }: NodeJS.ErrnoException) => {
        const why = code === 'EADDRINUSE' ? 'is in use: end what listens on it' : `cannot be listened on (${code})`
        throw new ServingError(`port ${each} ${why}, or choose another by ${variable}`)
      })
}

/** A running nginx: its master process and workers. */
export interface Nginx {
  /** Whether it accepts connections; false when it has ended before. */
  listens: Promise<boolean>
  /** The exit code, or the signal that ended the master, once the workers have ended too. */
  ended: Promise<number | NodeJS.Signals>
  signal: (signal: NodeJS.Signals) => void
}

/** Starts nginx in its own process group, which ends with this process. Its errors are written to the log. */
export function startNginx(file: string, { port, backends }: ServerSettings, log: Log): Nginx {
  const args = [...toStderr, '-c', file, '-g', 'daemon off;']
  const child = spawn(nginx, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  const { pid: group = 0 } = child
  onWholeLines(child.stderr, (lines) => {
    for (const line of lines.trimEnd().split('\n')) log.entry({ ...readNginxError(line, { master: group, backends }) })
  })
  const guard = endWithThisProcess(group)
  let hasEnded = false
  const exit = new Promise<number | NodeJS.Signals>((done) =>
    child.once('error', () => done(1)).once('exit', (code, signal) => done(code ?? signal ?? 1)),
  )
  const ended = exit.then(async (how) => {
    hasEnded = true
    await endGroup(group)
    guard.kill('SIGKILL')
    return how
  })
  return { listens: untilListening(port, () => hasEnded), ended, signal: (signal) => void child.kill(signal) }
}

async function untilListening(port: number, hasEnded: () => boolean): Promise<boolean> {
  while (!hasEnded()) {
    const isListening = await new Promise<boolean>((done) => {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.once('connect', () => done(true)).once('error', () => done(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isListening) return true
    await sleep(POLL_MS)
  }
  return false
}

/** Ends a process group when this process ends, also by SIGKILL: a shell then finds the end of its standard input. */
function endWithThisProcess(group: number) {
  const args = ['-c', 'read -r _; kill -s QUIT -- "-$0"', String(group)]
  return spawn('sh', args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] }).on('error', () => {})
}

/** Signals a process group; returns whether it has processes. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return group > 0 && process.kill(-group, signal)
  } catch {
    return false
  }
}

/** Ends what a master process has left: workers go on without it, and would block the port. */
async function endGroup(group: number): Promise<void> {
  const end = Date.now() + END_MS
  for (let isLeft = signalGroup(group, 'SIGQUIT'); isLeft && Date.now() < end; isLeft = signalGroup(group, 0))
    await sleep(POLL_MS)
  signalGroup(group, 'SIGKILL')
}
