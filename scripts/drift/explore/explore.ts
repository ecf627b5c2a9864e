import * as fc from 'fast-check'
import type { Call, Description } from '../description/description.ts'
import { counted } from '../report/counted.ts'
import { rules } from '../rules/rules.ts'
import { type Exchange, jsonOf } from '../traffic/exchange.ts'
import type { Expectations } from '../traffic/expectations.ts'
import type { Probe } from '../traffic/finding-collector.ts'
import { madeUp } from '../traffic/shown.ts'
import { Traffic } from '../traffic/traffic.ts'
import { Learned } from './learned.ts'
import { curlOf, RequestMaker, type Sent, type Written } from './requests.ts'
import { shrunk } from './shrink.ts'

export interface ExploreOptions {
  description: Description
  expectations: Expectations
  /** Collects findings and coverage. */
  traffic: Traffic
  /** The calls that may be requested. */
  calls: readonly Call[]
  /** Returns whether a call only reads. */
  isRead(call: Call): boolean
  /** The server's base path. */
  base: string
  /**
   * Sends a request before a deadline, in milliseconds since 1970; null when there was no response. `isTooMany`: it was
   * still refused with 429 after the waits.
   */
  send(request: Written, until: number): Promise<{ exchange: Exchange; isTooMany: boolean } | null>
  seed: number
  /** Limit of requests. */
  most: number
  /** Limit of time; a pending request is aborted. */
  seconds: number
  /** Time and requests are divided between this many rounds. */
  rounds: number
}
const MOST_SHRINKS = 40
/** After this many requests in a row that are refused with 429, it ends. */
const MOST_TOO_MANY = 3
const ASKED_TO_SHRINK = 60
/** One in this many requests is generated as a whole; the others are an earlier request with one change. */
const FRESH_EVERY = 4
const FRESH = 20
/** The fraction of a round for reads and for forbidden requests. */
const FIRST_PART = 0.6
/** The distance between the seeds of rounds; each call has its own seed in between. */
const ROUND = 10_000

/** Sends requests generated from the contract, and judges their responses. */
export class Explorer {
  readonly #options: ExploreOptions
  readonly #learned = new Learned()
  readonly #known = new Set<string>()
  readonly #own: ReadonlySet<string>
  readonly #makers: RequestMaker[]
  /** Calls that cannot be requested, and why. */
  readonly left: string[]
  readonly unanswered = new Set<string>()
  sent = 0
  #refused = 0
  #rounds = 0
  #until = Infinity
  #tooMany = 0

  constructor(options: ExploreOptions) {
    this.#options = options
    const { description, expectations, calls } = options
    const makers = expectations.all
      .filter(({ call }) => calls.includes(call))
      .map((expected) => new RequestMaker(expected, description.reading))
    this.left = makers.flatMap((one) => (one.obstacle === null ? [] : [`${one.expected.call.id}: ${one.obstacle}`]))
    this.#makers = makers.filter(({ obstacle }) => obstacle === null)
    this.#own = new Set(makers.flatMap((maker) => textsIn(maker.examples)))
  }

  /** Learns values from other exchanges with the service. */
  learn(exchanges: readonly Exchange[]): void {
    for (const { responseBody } of exchanges) this.#learned.add(jsonOf(responseBody))
  }
  /** Sends requests of all calls in turn, until the round's time or requests are used up. */
  async round(): Promise<void> {
    const { most, seconds, rounds } = this.#options
    const [begun, before] = [Date.now(), this.sent]
    const left = Math.max(0, (most * (this.#rounds + 1)) / rounds - before)
    this.#until = begun + (seconds * 1000) / rounds
    // Forbidden requests change nothing on the server, so they go first, all of them in the state that a flow has
    // reached.
    for (const phase of ['first', 'then'] as const) {
      const part = phase === 'first' ? FIRST_PART : 1
      const isOver = () =>
        this.sent >= before + left * part ||
        Date.now() >= begun + (seconds * 1000 * part) / rounds ||
        this.#tooMany >= MOST_TOO_MANY
      for (const [maker, sent] of this.#inTurn(phase, this.#rounds)) {
        if (isOver()) break
        await this.#ask(maker, sent)
      }
    }
    this.#rounds += 1
  }
  /** Yields one request of each call in turn. */
  *#inTurn(phase: 'first' | 'then', round: number): Generator<[RequestMaker, Sent]> {
    let pending = this.#makers.map((maker, nth) => ({
      maker,
      requests: this.#requestsOf(maker, phase, this.#options.seed + ROUND * round + nth),
    }))
    while (pending.length > 0) {
      const more: typeof pending = []
      for (const one of pending) {
        const { value } = one.requests.next() as { value?: Sent }
        if (value === undefined || this.unanswered.has(one.maker.expected.call.id)) continue
        more.push(one)
        yield [one.maker, value]
      }
      pending = more
    }
  }
  /**
   * Returns the requests of a dry run, one per line. A real run sends others too: it uses ids from responses, and
   * shrinks requests with findings.
   */
  planned(): string[] {
    const { most, rounds, seed } = this.#options
    const lines: string[] = []
    for (let round = 0; round < rounds; round += 1)
      for (const phase of ['first', 'then'] as const) {
        const before = (most * round) / rounds
        const end = before + (most / rounds) * (phase === 'first' ? FIRST_PART : 1)
        for (const [maker, sent] of this.#inTurn(phase, round)) {
          if (lines.length >= end) break
          const written = maker.written(sent)
          if (written) lines.push(lineOf(written))
        }
      }
    return [
      `Made up would be, with --seed ${seed}, ${counted(lines.length, 'request')} and what their answers lead to:`,
      ...lines,
      ...this.left.map((text) => `not: ${text}`),
    ]
  }
  /**
   * Yields the requests of a call in a round, each once. For a call that writes: forbidden ones in the first phase, the
   * others in the second.
   */
  *#requestsOf(maker: RequestMaker, phase: 'first' | 'then', seed: number): Generator<Sent> {
    const isWriting = !this.#options.isRead(maker.expected.call)
    if (!isWriting && phase === 'then') return
    const asked = new Set<string>()
    for (const sent of this.#madeUp(maker, seed)) {
      const { body, parameters } = maker.forbidden(sent)
      const isForbidden = body || parameters.length > 0
      if (isWriting && isForbidden !== (phase === 'first')) continue
      const key = JSON.stringify(isWriting ? { ...sent, headers: isForbidden ? sent.headers : {} } : sent)
      if (asked.has(key)) continue
      asked.add(key)
      yield sent
    }
  }
  *#madeUp(maker: RequestMaker, seed: number): Generator<Sent> {
    yield* maker.shown(this.#learned, seed)
    // The responses to the shown requests are learned by now.
    const base = maker.shown(this.#learned, seed).at(-1)!
    const fresh = fc.sample(maker.arbitrary(this.#learned), { seed, numRuns: FRESH })
    const variants = [...maker.variants(base)]
    const order =
      fc.sample(fc.shuffledSubarray(variants, { minLength: variants.length }), { seed, numRuns: 1 })[0] ?? []
    for (const [nth, variant] of order.entries()) {
      const one = nth % FRESH_EVERY === 0 ? fresh.pop() : undefined
      if (one) yield one
      yield variant
    }
    yield* fresh
    yield* maker.additions(base, this.#learned, seed)
    const [last] = fc.sample(maker.arbitrary(this.#learned), { seed: seed + 1, numRuns: 1 })
    if (last) yield* maker.variants(last)
  }

  async #ask(maker: RequestMaker, sent: Sent): Promise<void> {
    const { traffic } = this.#options
    const first = await this.#exchange(maker, sent)
    if (!first) return
    let [exchange, probe] = first
    const causes = this.#causesOf(exchange, probe)
    const fresh = causes.find((cause) => !this.#known.has(cause))
    if (fresh !== undefined && this.#known.size < MOST_SHRINKS) {
      const mistakes = maker.mistakes(sent)
      await shrunk(
        sent,
        async (simpler) => {
          if (this.#tooMany > 0 || !maker.written(simpler)) return false
          // A second mistake would hide which one it was.
          if ([...maker.mistakes(simpler)].some((mistake) => !mistakes.has(mistake))) return false
          const again = await this.#exchange(maker, simpler)
          const shown = again === null ? [] : this.#causesOf(...again)
          // A simpler request with other findings is not simpler.
          const holds = again !== null && shown.includes(fresh) && shown.every((cause) => causes.includes(cause))
          if (holds) [exchange, probe] = again
          return holds
        },
        ASKED_TO_SHRINK,
        this.#until,
      )
    }
    for (const cause of this.#causesOf(exchange, probe)) this.#known.add(cause)
    traffic.addExchange(exchange, 'request', this.sent, probe)
    const isFine = !probe.forbidden.body && probe.forbidden.parameters.length === 0 && exchange.status === 200
    const { keyName } = maker
    if (!isFine || keyName === undefined || sent.headers[keyName] === undefined) return
    const again = await this.#exchange(maker, sent)
    if (again) traffic.addRepeat(maker.expected, [first[0], again[0]], 'request', first[1])
  }
  async #exchange(maker: RequestMaker, sent: Sent): Promise<[Exchange, Probe] | null> {
    const written = maker.written(sent)
    if (!written) return null
    this.sent += 1
    const answer = await this.#options.send(written, this.#until)
    const { call } = maker.expected
    if (!answer) {
      // A request aborted at the deadline does not count as unanswered.
      if (Date.now() < this.#until) this.unanswered.add(call.id)
      return null
    }
    const { exchange, isTooMany } = answer
    this.#tooMany = isTooMany ? this.#tooMany + 1 : 0
    if (isTooMany) return null
    if (exchange.status === 401 || exchange.status === 403) this.#refused += 1
    if (exchange.status < 300) this.#learned.add(jsonOf(exchange.responseBody))
    return [exchange, { forbidden: maker.forbidden(sent), curl: this.#curl(maker, sent) }]
  }
  /** Returns the command that sends a request again, without values from the service and without its address. */
  #curl(maker: RequestMaker, sent: Sent) {
    const { expectations, base } = this.#options
    const { words, bases } = expectations
    const isTheirs = (text: string) => !this.#own.has(text) && !words.has(text) && this.#learned.isIn(text)
    const { needsToken } = maker.expected
    // In parts, because the names of the parts are not values, even if the service has sent the same text.
    const parts = [sent.path, sent.query, sent.headers, sent.cookies, sent.body] as const
    return madeUp(parts, isTheirs, ([path, query, ownHeaders, ownCookies, body]) => {
      const masked = { path, query, headers: {}, cookies: {}, ...('body' in sent && { body }) }
      const bare = maker.written(masked) ?? maker.bare
      const headers = Object.fromEntries(Object.entries(ownHeaders).map(([name, value]) => [name, String(value)]))
      const cookies = Object.entries(ownCookies).map(([name, value]) => `${name}=${String(value)}`)
      if (cookies.length > 0) headers['Cookie'] = cookies.join('; ')
      return curlOf({ ...bare, headers }, { base, bases }, needsToken)
    })
  }
  /** Returns the findings of a single exchange, without notes. */
  #causesOf(exchange: Exchange, probe: Probe): string[] {
    const { description, expectations, base } = this.#options
    const alone = new Traffic(description, expectations, { base })
    alone.addExchange(exchange, 'request', 1, probe)
    return alone.found
      .filter(({ rule }) => rules[rule].severity !== 'note')
      .map(({ rule, subject }) => `${rule} ${subject}`)
  }

  get facts(): string[] {
    const { seed } = this.#options
    return [
      `${counted(this.sent, 'request')} made up and sent to ${counted(this.#makers.length, 'call')}; --seed ${seed} makes the same again.`,
      ...(this.#refused * 2 > this.sent
        ? [`${this.#refused} of them were refused with 401 or 403: has the token ended?`]
        : []),
      ...(this.#tooMany >= MOST_TOO_MANY
        ? ['It ended early: the service refused requests as too many (429), also after waiting.']
        : []),
      ...this.left.map((text) => `Not explored: ${text}`),
    ]
  }
}

const LONGEST_LINE = 300
function lineOf({ method, target, headers, body }: Written): string {
  const text = [method, target, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), body ?? '']
    .join(' ')
    .trimEnd()
  return text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}… (${text.length} characters)` : text
}
function textsIn(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap((part) => textsIn(part)) : []
}
