import { Agent, request } from 'node:http'
import { vi } from 'vitest'

/** What happens to a call on its way, whatever the server would say. */
export type Accident =
  /** It does not leave the machine. */
  | 'unsent'
  /** It is done, and the answer is lost. */
  | 'lost'
  /** It is done, and nothing ever comes. */
  | 'silent'

/** A call as it passed. */
export interface Passed {
  tab: string
  call: string
  body: unknown
  status: number
  answer: unknown
}
interface Gate {
  owner: object
  open(): void
}
const agent = new Agent({ keepAlive: true })

/** One request over a socket of Node's own: no timer of it is among those that the test moves. */
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
 * The network between the tabs and the mock. Each call stops at a gate before it leaves and at another before its answer arrives; one step opens
 * one gate, or lets time pass to the next timer when there is none. So a case is the same each time, and may stop anywhere.
 */
export class Wire {
  #gates: Gate[] = []
  #accidents: { call: string; accident: Accident }[] = []
  #busy = 0
  readonly passed: Passed[] = []

  /** The next such call has an accident. */
  plan(call: string, accident: Accident): void {
    this.#accidents.push({ call, accident })
  }
  heal(): void {
    this.#accidents = []
  }

  /** Work that must be over before the next step. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.#busy += 1
    try {
      return await work
    } finally {
      this.#busy -= 1
    }
  }

  /** A `fetch` for a page of a tab. */
  fetchOf(tab: string, page: object, onPassed: (passed: Passed) => void): typeof globalThis.fetch {
    return async (address, init) => {
      const url = address instanceof Request ? address.url : address.toString()
      const call = url.split('/').at(-1) ?? ''
      const body = typeof init?.body === 'string' ? init.body : ''
      const signal = init?.signal ?? new AbortController().signal
      await this.#gate(page, signal)
      const at = this.#accidents.findIndex((one) => one.call === call)
      const accident = at < 0 ? undefined : this.#accidents.splice(at, 1)[0]?.accident
      if (accident === 'unsent') throw new TypeError('Failed to fetch')
      const headers = Object.fromEntries(new Headers(init?.headers))
      const answer = await this.during(send('POST', url, headers, body).catch(() => null))
      const passed = { tab, call, body: read(body), status: answer?.status ?? 0, answer: read(answer?.text ?? '') }
      this.passed.push(passed)
      onPassed(passed)
      if (accident === 'silent') await new Promise((_, fail) => whenAborted(signal, fail))
      await this.#gate(page, signal)
      if (!answer || accident === 'lost') throw new TypeError('Failed to fetch')
      return new Response(answer.text, { status: answer.status, headers: { 'content-type': 'application/json' } })
    }
  }

  #gate(owner: object, signal: AbortSignal): Promise<void> {
    return new Promise((open, fail) => {
      const gate = { owner, open }
      this.#gates.push(gate)
      whenAborted(signal, (reason) => {
        this.#gates = this.#gates.filter((one) => one !== gate)
        fail(reason)
      })
    })
  }

  /** What a page that is gone still wanted to send or to hear. */
  forget(owner: object): void {
    this.#gates = this.#gates.filter((gate) => gate.owner !== owner)
  }

  /** Opens one gate or moves the time; answers whether there was anything to do. */
  async step(): Promise<boolean> {
    await this.#calm()
    const gate = this.#gates.shift()
    if (gate) gate.open()
    else if (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync()
    else return false
    await this.#calm()
    return true
  }

  async #calm(): Promise<void> {
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
