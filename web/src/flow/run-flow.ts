import type { Client } from '@paket/sdk'
import { advance, ask, withSpinner } from '#modals/modal-stack.ts'
import { nextTask } from '#modals/next-task.ts'
import { untilAborted } from '#modals/until-aborted.ts'
import type { StoredIntent } from './purchase-intent.ts'
import type { FlowPorts } from './ports.ts'

/** No one waits for the flow any more: signed out, left, host closed. */
class Interrupted extends Error {
  override name = 'Interrupted'
}
/** What the flow is for is closed meanwhile. */
class Closed extends Error {
  override name = 'Closed'
}
/** Calls after which there may be an order: it is followed to its end, whatever is closed. */
const ordering: ReadonlySet<string> = new Set(['createOrder', 'createScoresOrder', 'payOrder'])
let running: AbortController | null = null
let isOver: Promise<void> = Promise.resolve()

/** What a flow touches outside of modals, given by the app. */
export interface FlowDependencies {
  api: Client
  openPayment: FlowPorts['openPayment']
  /** Runs work while no other tab of this user orders; `wait` says so until it is not so any more, and settles when the user does not wait. */
  alone<T extends object>(
    work: (stored: StoredIntent) => Promise<T>,
    how: { signal: AbortSignal; wait: ((until: AbortSignal) => Promise<unknown>) | null },
  ): Promise<T | 'dismissed' | 'busy'>
  onCrash(error: unknown): void
  /** Words for what is closed, asked at every step; empty while it is open. */
  closed?: (() => string) | undefined
  onClosed?: ((words: string) => void) | undefined
}
export type Flow = (io: FlowPorts, api: Client) => Promise<void>

/** Starts a flow unless one runs. Signing out, leaving or a closing host end it quietly; after that it can touch nothing. */
export async function runFlow(flow: Flow, dependencies: FlowDependencies): Promise<void> {
  if (running) return
  const { signal } = (running = new AbortController())
  await (isOver = run(flow, dependencies, signal))
}

async function run(flow: Flow, dependencies: FlowDependencies, signal: AbortSignal): Promise<void> {
  let isUnderWay = false
  const stopIfClosed = () => {
    const words = isUnderWay ? '' : dependencies.closed?.()
    if (words) throw new Closed(words)
  }
  /** Work that is not begun after the signal, nor when it is closed. */
  const bound = async <T>(work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted()
    stopIfClosed()
    return untilAborted(signal, work())
  }
  const io: FlowPorts = {
    async ask(name, given) {
      stopIfClosed()
      const answer = await ask(name, given, signal)
      // The flow goes on in the task after a press: the modal that closes is not drawn together with the next one.
      await nextTask()
      signal.throwIfAborted()
      return answer
    },
    spinner: (text, work, progress) => withSpinner(text, () => bound(work), progress),
    advance: () => signal.aborted || advance(),
    sleep: (ms) => bound(() => new Promise((done) => setTimeout(done, ms))),
    openPayment: (url) => bound(() => dependencies.openPayment(url)),
    alone: (work, waiting) =>
      bound(() =>
        dependencies.alone(
          (stored) => {
            const intent = stored.read()
            if (intent && !intent.end) isUnderWay = true
            return bound(() => work(boundIntent(signal, stored)))
          },
          {
            signal,
            wait: waiting && ((until) => ask('waiting', waiting, until)),
          },
        ),
      ),
  }
  try {
    const noteOrder = (id: string) => {
      if (ordering.has(id)) isUnderWay = true
    }
    await flow(io, boundTo(signal, dependencies.api, noteOrder))
  } catch (error) {
    if (error instanceof Closed) dependencies.onClosed?.(error.message)
    else if (!(error instanceof Interrupted)) dependencies.onCrash(error)
  } finally {
    running = null
  }
}

/** Resolves when no flow runs, nor one that follows another at once. */
export async function untilIdle(): Promise<void> {
  if (!running) return
  await isOver
  await new Promise((done) => setTimeout(done))
  await untilIdle()
}

/** Ends the running flow, if any: its modal and spinner close, its calls are given up. */
export const interruptFlow = (): void => running?.abort(new Interrupted())

/** The same intent: a flow that was interrupted changes nothing more. */
const boundIntent = (signal: AbortSignal, stored: StoredIntent): StoredIntent => ({
  read: () => stored.read(),
  keep(intent) {
    signal.throwIfAborted()
    stored.keep(intent)
  },
})

/** The same calls, given up when the signal is: a flow that was interrupted sends nothing more. */
function boundTo(signal: AbortSignal, api: Client, called: (id: string) => void): Client {
  const calls = Object.entries(api).map(([id, call]) => [
    id,
    (body: never, options?: object) => {
      called(id)
      return untilAborted(signal, call(body, { ...options, signal }) as Promise<unknown>)
    },
  ])
  // Same names, same calls.
  return Object.fromEntries(calls) as Client
}
