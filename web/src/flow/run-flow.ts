import type { Client } from '@paket/sdk'
import type { ClosableFeature } from '#config/switches.ts'
import { advance, ask, modalsDrawn, withSpinner } from '#modals/modal-stack.ts'
import { nextTask } from '#modals/next-task.ts'
import { untilAborted } from '#modals/until-aborted.ts'
import type { StoredIntent } from './purchase-intent.ts'
import type { FlowPorts } from './ports.ts'

/** The flow was interrupted: by a sign-out, by leaving the account, or by a closing host. */
class Interrupted extends Error {}
export const isInterruption = (error: unknown): boolean => error instanceof Interrupted
/** The operator has closed a feature of the flow; `message` is shown to the user. */
class Closed extends Error {}
/** Calls after which an order may exist: then the flow follows it to its end, even if the feature is closed. */
const orderCalls: ReadonlySet<string> = new Set(['createOrder', 'createScoresOrder', 'payOrder'])
/** How long a modal must be on the screen to count as seen. */
export const SEEN_MS = 1000
const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
let running: AbortController | null = null
let finished: Promise<void> = Promise.resolve()

/** What a flow uses apart from modals; supplied by the app. */
export interface FlowDependencies {
  api: Client
  openPayment: FlowPorts['openPayment']
  isOnline: FlowPorts['isOnline']
  /**
   * Runs work while no other tab of this user orders. Until then `wait` shows that another tab does, and settles when the user stops waiting;
   * its signal is aborted when the wait is over.
   */
  exclusively<T extends object>(
    work: (stored: StoredIntent) => Promise<T>,
    how: { signal: AbortSignal; wait: ((until: AbortSignal) => Promise<unknown>) | null },
  ): Promise<T | 'dismissed' | 'busy'>
  onCrash(error: unknown): void
  /** The message for a closed feature, read at every step; none while the feature is open. */
  closed(feature: ClosableFeature): string | undefined
  onClosed(message: string): void
}
export type Flow = (io: FlowPorts, api: Client) => Promise<void>

/** Starts a flow unless one runs. `interruptFlow` ends it without a message; after that it can neither call the API nor open a modal. */
export async function runFlow(flow: Flow, dependencies: FlowDependencies): Promise<void> {
  if (running) return
  const { signal } = (running = new AbortController())
  await (finished = run(flow, dependencies, signal))
}

async function run(flow: Flow, dependencies: FlowDependencies, signal: AbortSignal): Promise<void> {
  let mayHaveOrder = false
  const needed = new Set<ClosableFeature>()
  const need = (feature: ClosableFeature) => {
    const message = dependencies.closed(feature)
    if (message) throw new Closed(message)
  }
  const stopIfClosed = () => mayHaveOrder || needed.forEach(need)
  /** Runs work unless the flow is interrupted or a feature that it needs is closed; rejects at once when it is interrupted meanwhile. */
  const bound = async <T>(work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted()
    stopIfClosed()
    return untilAborted(signal, work())
  }
  const io: FlowPorts = {
    needs(feature) {
      need(feature)
      needed.add(feature)
    },
    async ask(name, given) {
      stopIfClosed()
      const answer = await ask(name, given, signal)
      // Continues in the next task, so that the browser does not render the closing modal together with the next one.
      await nextTask()
      signal.throwIfAborted()
      return answer
    },
    untilSeen: () => bound(() => modalsDrawn.then(() => sleep(SEEN_MS))),
    spinner: (text, work, progress) => withSpinner(text, () => bound(work), progress),
    advance: () => signal.aborted || advance(),
    sleep: (ms) => bound(() => sleep(ms)),
    isOnline: () => dependencies.isOnline(),
    openPayment: (url) => bound(() => dependencies.openPayment(url)),
    exclusively: (work, waiting) =>
      bound(() =>
        dependencies.exclusively(
          (stored) => {
            const intent = stored.read()
            if (intent && !intent.end) mayHaveOrder = true
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
    const onCall = (operation: string) => {
      if (orderCalls.has(operation)) mayHaveOrder = true
    }
    await flow(io, boundApi(signal, dependencies.api, onCall))
  } catch (error) {
    if (error instanceof Closed) dependencies.onClosed(error.message)
    else if (!(error instanceof Interrupted)) dependencies.onCrash(error)
  } finally {
    running = null
  }
}

export const isFlowRunning = (): boolean => running !== null

/** Resolves when no flow runs; a flow that starts another one at its end is not idle. */
export async function untilIdle(): Promise<void> {
  if (!running) return
  await finished
  await new Promise((done) => setTimeout(done))
  await untilIdle()
}

/** Interrupts the running flow, if any: its modal and spinner close, its calls are aborted. */
export const interruptFlow = (): void => running?.abort(new Interrupted())

/** The stored intent, which an interrupted flow cannot change. */
const boundIntent = (signal: AbortSignal, stored: StoredIntent): StoredIntent => ({
  read: () => stored.read(),
  write(intent) {
    signal.throwIfAborted()
    stored.write(intent)
  },
})

/** The client whose calls are aborted with the signal, so that an interrupted flow sends nothing. Passes the operation of each call to `onCall`. */
function boundApi(signal: AbortSignal, api: Client, onCall: (operation: string) => void): Client {
  const calls = Object.entries(api).map(([id, call]) => [
    id,
    (body: never, options?: object) => {
      onCall(id)
      return untilAborted(signal, call(body, { ...options, signal }) as Promise<unknown>)
    },
  ])
  // `Object.fromEntries` loses the names of the calls.
  return Object.fromEntries(calls) as Client
}
