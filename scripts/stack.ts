import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { launch, type Command, type Running } from './processes.ts'

/** A server that counts as ready when its address returns 200. */
export interface Service extends Command {
  address: string
}
export interface StackOptions {
  /** Called once, when all services are ready. */
  onReady: () => void | Promise<void>
  /** Stops the stack. */
  signal: AbortSignal
  /** How long a service may take to become ready. */
  patienceMs?: number
}

interface StartedService extends Service {
  child: Running
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const isUp = (address: string) =>
  fetch(address, { signal: AbortSignal.timeout(2000) }).then(
    (answer) => answer.status === 200,
    () => false,
  )

/** An Error with the last lines of a service's output. */
function serviceError(problem: string, child: Running): Error {
  const lastLines = child.output().split('\n').slice(-15)
  return new Error([problem, ...lastLines.filter(Boolean).map((line) => `  ${line}`)].join('\n'))
}

/** Resolves when a service is ready, or the signal aborts; rejects after `patienceMs`. */
async function waitUntilReady({ name, address, child }: StartedService, patienceMs: number, signal: AbortSignal) {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    if (signal.aborted || (await isUp(address))) return
    await pause(100)
  }
  throw serviceError(`${name} did not answer at ${address} within ${patienceMs / 1000} s.`, child)
}

/** The environment of a service: it stops by itself when this process is killed, and asks no proxy. */
function environmentOf({ env = {} }: Service): NodeJS.ProcessEnv {
  const preload = `--import=${pathToFileURL(join(import.meta.dirname, 'end-with-parent.ts')).href}`
  const options = env['NODE_OPTIONS'] ?? process.env['NODE_OPTIONS'] ?? ''
  return {
    ...env,
    NODE_OPTIONS: `${options} ${preload}`.trim(),
    PAKET_STARTED_BY: String(process.pid),
    // Services ask only each other, and with it Node 24.21 crashes at the mock's first request ("Check failed: start_position").
    NODE_USE_ENV_PROXY: '0',
  }
}

const untilAbort = (signal: AbortSignal) =>
  new Promise<void>((done) => {
    if (signal.aborted) done()
    signal.addEventListener('abort', () => done(), { once: true })
  })
async function rejectAtExit({ name, child }: StartedService): Promise<never> {
  const { why } = await child.ended
  throw serviceError(`${name} exited unexpectedly: ${why}.`, child)
}

/**
 * Runs services until the signal aborts, then stops them. Throws when one of them exits or does not become ready, and what
 * `onReady` throws.
 */
export async function runStack(services: readonly Service[], options: StackOptions): Promise<void> {
  const { onReady, signal, patienceMs = 30_000 } = options
  const started = services.map((service) => ({
    ...service,
    child: launch({ ...service, env: environmentOf(service) }),
  }))
  const stopped = Promise.race([untilAbort(signal), ...started.map(rejectAtExit)])
  const ready = Promise.all(started.map((each) => waitUntilReady(each, patienceMs, signal)))
  try {
    await Promise.race([stopped, ready])
    if (signal.aborted) return
    await onReady()
    await stopped
  } finally {
    await Promise.all(started.map(({ child }) => child.stop()))
  }
}
