import { launch, type Command, type Running } from './processes.ts'

/** A server that is up when its address answers 200. */
export interface Service extends Command {
  address: string
}
export interface StackOptions {
  /** Called once, when all services are up. */
  onReady: () => void | Promise<void>
  /** Ends the stack from outside. */
  signal: AbortSignal
  /** How long a service may take to come up. */
  patienceMs?: number
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const isUp = (address: string) =>
  fetch(address, { signal: AbortSignal.timeout(2000) }).then(
    (answer) => answer.status === 200,
    () => false,
  )

/** Waits until a service answers. Gives the reason when it does not come up. */
async function comesUp(service: Service, patienceMs: number, signal: AbortSignal): Promise<string> {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    if (signal.aborted || (await isUp(service.address))) return ''
    await pause(100)
  }
  return `${service.name} did not answer at ${service.address} within ${patienceMs / 1000} s.`
}

/** A sentence, and the last lines that the service wrote. */
function complaint(sentence: string, service: Running): string {
  const last = service.output().split('\n').slice(-15)
  return [sentence, ...last.filter(Boolean).map((line) => `  ${line}`)].join('\n')
}

/**
 * Runs services until one of them ends or the signal comes; then none of them runs. Gives the reason it ended, empty when
 * it was asked to.
 */
export async function runStack(services: readonly Service[], options: StackOptions): Promise<string> {
  const { onReady, signal, patienceMs = 30_000 } = options
  const children = services.map((service) => launch(service))
  const asked = new Promise<string>((done) => {
    if (signal.aborted) done('')
    signal.addEventListener('abort', () => done(''), { once: true })
  })
  const oneEnds = Promise.race(
    children.map(async (child) => complaint(`${child.name} has ended by itself: ${(await child.ended).why}.`, child)),
  )
  const over = Promise.race([asked, oneEnds])
  const allUp = Promise.all(
    services.map(async (service, at) => {
      const late = await comesUp(service, patienceMs, signal)
      const child = children[at]
      return late && child ? complaint(late, child) : ''
    }),
  ).then((reasons) => reasons.find(Boolean) ?? 'up')
  try {
    const first = await Promise.race([over, allUp])
    if (first !== 'up' || signal.aborted) return signal.aborted ? '' : first
    await onReady()
    return await over
  } finally {
    await Promise.all(children.map((child) => child.stop()))
  }
}
