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

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const isUp = (address: string) =>
  fetch(address, { signal: AbortSignal.timeout(2000) }).then(
    (answer) => answer.status === 200,
    () => false,
  )

/** Waits until a service is ready. Returns the reason when it is not; empty on success. */
async function waitUntilReady(service: Service, patienceMs: number, signal: AbortSignal): Promise<string> {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    if (signal.aborted || (await isUp(service.address))) return ''
    await pause(100)
  }
  return `${service.name} did not answer at ${service.address} within ${patienceMs / 1000} s.`
}

/** Appends the last lines of a service's output to a sentence. */
function withOutput(sentence: string, service: Running): string {
  const last = service.output().split('\n').slice(-15)
  return [sentence, ...last.filter(Boolean).map((line) => `  ${line}`)].join('\n')
}

/**
 * Runs services until one of them exits or the signal aborts, then stops all. Returns the reason; empty after an abort.
 */
export async function runStack(services: readonly Service[], options: StackOptions): Promise<string> {
  const { onReady, signal, patienceMs = 30_000 } = options
  const children = services.map((service) => launch(service))
  const aborted = new Promise<string>((done) => {
    if (signal.aborted) done('')
    signal.addEventListener('abort', () => done(''), { once: true })
  })
  const oneEnds = Promise.race(
    children.map(async (child) => withOutput(`${child.name} exited unexpectedly: ${(await child.ended).why}.`, child)),
  )
  const stopped = Promise.race([aborted, oneEnds])
  const allUp = Promise.all(
    services.map(async (service, at) => {
      const problem = await waitUntilReady(service, patienceMs, signal)
      const child = children[at]
      return problem && child ? withOutput(problem, child) : ''
    }),
  ).then((reasons) => reasons.find(Boolean) ?? 'up')
  try {
    const first = await Promise.race([stopped, allUp])
    if (first !== 'up' || signal.aborted) return signal.aborted ? '' : first
    await onReady()
    return await stopped
  } finally {
    await Promise.all(children.map((child) => child.stop()))
  }
}
