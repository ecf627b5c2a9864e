import { Agent, request } from 'node:http'
import { vi } from 'vitest'

/** A network fault of a call. */
export type NetworkFault =
  /** The request is not sent. */
  | 'unsent'
  /** The server processes the call, and the answer is lost. */
  | 'lost'
  /** The server processes the call, and no answer ever arrives. */
  | 'silent'
  /** The server processes the call, and a gateway answers with this status. */
  | 502
  | 503
  | 504

/** A call that the server has answered. */
export interface Passed {
  tab: string
  call: string
  body: unknown
  idempotencyKey: string | null
  status: number
  answer: unknown
  /** When the server answered, which is the age of its data even if the answer arrives late. */
  answeredAt: number
}
interface Gate {
  owner: object
  /** Whether the request, not its answer, waits here. */
  isLeaving: boolean
  open(): void
  onDropped(): void
}
/** Callbacks for the calls of a page. */
interface Listener {
  /** The page has made a call. */
  onSent(call: string, idempotencyKey: string | null): void
  /** The call will never reach the server. */
  onDropped(call: string, idempotencyKey: string | null): void
  /** The server has answered. */
  onPassed(passed: Passed): void
  /** The whole answer has reached the page. */
  onAnswered(passed: Passed): void
}
const agent = new Agent({ keepAlive: true })

/** Sends a request with Node's `http`, whose timers are not affected by the test's fake timers. */
export function send(method: string, address: string, headers: Record<string, string>, body = '') {
  return new Promise<{ status: number; location: string | undefined; text: string }>((done, fail) => {
    const sent = request(address, { method, headers, agent }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => done({ status: answer.statusCode ?? 0, location: answer.headers.location, text }))
      answer.on('error', fail)
    })
    sent.on('error', fail)
    sent.end(body)
  })
}

/**
 * The network between the tabs and the mock. Each call waits at a gate before it is sent, and its answer at another one. A step opens
 * one gate, or advances the fake time to the next timer when there is none. So a walk is deterministic and can stop anywhere.
 */
export class Wire {
  #gates: Gate[] = []
  #faults: { call: string; fault: NetworkFault }[] = []
  #busy = 0
  /** Closed pages, which get no answers any more. */
  readonly #closed = new WeakSet<object>()
  readonly passed: Passed[] = []
  readonly #moment: () => number

  constructor(moment: () => number) {
    this.#moment = moment
  }

  /** Makes the next call of this name meet a fault. */
  plan(call: string, fault: NetworkFault): void {
    this.#faults.push({ call, fault })
  }
  clearFaults(): void {
    this.#faults = []
  }

  /** Delays the next step until the work is done. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.#busy += 1
    try {
      return await work
    } finally {
      this.#busy -= 1
    }
  }

  /** A `fetch` for a page of a tab. */
  fetchOf(tab: string, page: object, listener: Listener): typeof globalThis.fetch {
    return async (address, init) => {
      const url = address instanceof Request ? address.url : address.toString()
      const call = url.split('/').at(-1) ?? ''
      const body = typeof init?.body === 'string' ? init.body : ''
      const signal = init?.signal ?? new AbortController().signal
      const { 'idempotency-key': key, ...headers } = Object.fromEntries<string>(new Headers(init?.headers))
      // A quoted string of structured fields (RFC 9651).
      const idempotencyKey = key ? String(JSON.parse(key)) : null
      listener.onSent(call, idempotencyKey)
      await this.#gate(page, signal, true, () => listener.onDropped(call, idempotencyKey))
      const at = this.#faults.findIndex((one) => one.call === call)
      const fault = at < 0 ? undefined : this.#faults.splice(at, 1)[0]?.fault
      if (fault === 'unsent') {
        listener.onDropped(call, idempotencyKey)
        throw new TypeError('Failed to fetch')
      }
      // Sent without the key: it is unknown whether the real backend honours it, so the app must not depend on that.
      const answer = await this.during(send('POST', url, headers, body).catch(() => null))
      const passed: Passed = {
        tab,
        call,
        body: read(body),
        idempotencyKey,
        status: answer?.status ?? 0,
        answer: read(answer?.text ?? ''),
        answeredAt: this.#moment(),
      }
      this.passed.push(passed)
      listener.onPassed(passed)
      if (this.#closed.has(page)) return new Promise(() => undefined)
      if (fault === 'silent') await new Promise((_, fail) => whenAborted(signal, fail))
      await this.#gate(page, signal, false)
      if (!answer || fault === 'lost') throw new TypeError('Failed to fetch')
      if (typeof fault === 'number') return new Response('<html>Bad gateway</html>', { status: fault })
      listener.onAnswered(passed)
      return new Response(answer.text, { status: answer.status, headers: { 'content-type': 'application/json' } })
    }
  }

  #gate(owner: object, signal: AbortSignal, isLeaving: boolean, onDropped = () => {}): Promise<void> {
    return new Promise((open, fail) => {
      const gate = { owner, isLeaving, open, onDropped }
      this.#gates.push(gate)
      whenAborted(signal, (reason) => {
        if (this.#closed.has(owner) || !this.#gates.includes(gate)) return
        this.#gates = this.#gates.filter((one) => one !== gate)
        onDropped()
        fail(reason)
      })
    })
  }

  /** Closes a page, which gets no answers any more. `isOnItsWay`: its pending requests still reach the server, otherwise they are dropped. */
  close(page: object, isOnItsWay: boolean): void {
    this.#closed.add(page)
    const [open, dropped] = [[], []] as [Gate[], Gate[]]
    for (const gate of this.#gates) (gate.owner === page && !(gate.isLeaving && isOnItsWay) ? dropped : open).push(gate)
    this.#gates = open
    for (const gate of dropped) gate.onDropped()
  }

  /** Opens one gate or advances the time; returns false when nothing is pending. */
  async step(): Promise<boolean> {
    await this.untilIdle()
    const gate = this.#gates.shift()
    if (gate) gate.open()
    else if (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync()
    else return false
    await this.untilIdle()
    return true
  }

  async untilIdle(): Promise<void> {
    do for (let turn = 0; turn < 4; turn++) await new Promise((done) => setImmediate(done))
    while (this.#busy > 0)
  }
}

function whenAborted(signal: AbortSignal, end: (reason: unknown) => void): void {
  if (signal.aborted) end(signal.reason)
  else signal.addEventListener('abort', () => end(signal.reason), { once: true })
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
