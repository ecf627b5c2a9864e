import { createHash } from 'node:crypto'
import { contractFile } from '../description/contract-file.ts'
import { describe, type Description, type Identity } from '../description/description.ts'
import { mediaName } from '../description/media-type.ts'
import { withoutEndSlashes } from '../description/paths.ts'
import type { ReadOptions } from '../description/reading.ts'
import { counted } from '../report/counted.ts'
import type { Found } from '../report/finding.ts'
import { notLookedAt, type Section } from '../report/report.ts'
import { Coverage, type CoverageState } from './coverage.ts'
import { type Exchange, headerOf, hostOf, jsonOf, pathOf, queryOf, UNREADABLE } from './exchange.ts'
import { exchangesOf } from './exchanges-of.ts'
import { ExchangeValidator } from './exchange-validator.ts'
import { type Expectation, type Expectations, expectationsOf, uncheckedIn } from './expectations.ts'
import type { CollectorState, Probe, Sample } from './finding-collector.ts'
import { judgeRepeat } from './probe.ts'
import { repeatCommand } from './repeat-command.ts'
import { methodText, shownText, type Shown, type Words } from './shown.ts'
import type { Route } from './routes.ts'

export interface TrafficOptions {
  base?: string | undefined
  hosts?: readonly string[]
  /** The recorder cut bodies at this many bytes. */
  bodyLimit?: number
  /** Whether the result will be merged: then exchanges have no label. */
  isPartial?: boolean
}
/** The result of one part of the traffic; parts are merged in any order. */
export interface TrafficState {
  read: number
  checked: number
  skipped: Record<string, number>
  findings: CollectorState
  coverage: CoverageState
  /** Schemas that could not be compiled. */
  broken: string[]
}
type Target = Route<Expectation> & { endsWithSlash: boolean }
const MOST_REMEMBERED = 10_000
const LONGEST_REMEMBERED = 300

/** Returns the base path that a path begins with; empty when it begins with none. */
const baseOf = (path: string, bases: readonly string[]): string =>
  bases.reduce((found, one) => (one.length > found.length && path.startsWith(`${one}/`) ? one : found), '')
const rootOf = (path: string): string => path.split('/', 2)[1] ?? ''
const endsWithSlash = (path: string): boolean => path.length > 1 && path.endsWith('/')

/** Validates exchanges of any source, one by one. Its size is bounded by the contract, not by the traffic. */
export class Traffic {
  readonly #validator: ExchangeValidator
  readonly #coverage: Coverage
  readonly #expectations: Expectations
  readonly #description: Description
  readonly #bases: readonly string[]
  /** First segments of the contract's paths: without a base path, other paths with these are unknown calls of it. */
  readonly #roots: ReadonlySet<string>
  readonly #hosts: ReadonlySet<string>
  readonly #limit: number
  readonly #isPartial: boolean
  /** Whether `servers` of single calls apply: not when a base path was given. */
  readonly #isElsewhere: boolean
  /** The call of each URL, cached, because traffic repeats a few URLs. */
  readonly #routes = new Map<string, Target | null>()
  read = 0
  checked = 0
  readonly #skipped = new Map<string, number>()
  #firstUnreadable: string | null = null

  constructor(description: Description, expectations: Expectations, options: TrafficOptions = {}) {
    const { base, hosts = [], bodyLimit = Infinity, isPartial = false } = options
    this.#description = description
    this.#validator = new ExchangeValidator(description.reading, expectations)
    this.#coverage = new Coverage(expectations.all)
    this.#expectations = expectations
    const bases = base === undefined ? expectations.bases : [base]
    this.#bases = bases.map(withoutEndSlashes).toSorted((a, b) => b.length - a.length)
    this.#roots = new Set(description.calls.map(({ path }) => rootOf(path)))
    this.#hosts = new Set(hosts.map((host) => host.toLowerCase()))
    this.#limit = bodyLimit
    this.#isPartial = isPartial
    this.#isElsewhere = base === undefined
  }

  unreadable(label: string): void {
    this.read += 1
    this.#firstUnreadable ??= label
    this.skip('unreadable')
  }
  /** Counts an exchange that ended too early to be compared. */
  broken(why: string): void {
    this.read += 1
    this.skip(why)
  }
  skip(why: string): void {
    this.#skipped.set(why, (this.#skipped.get(why) ?? 0) + 1)
  }

  /** Adds a HAR entry or a log line: one exchange, or several from a collector. */
  add(value: unknown, source: string, number: number): void {
    const exchanges = readable(value, this.#limit)
    if (exchanges.length === 0) {
      this.read += 1
      return this.skip('not an exchange')
    }
    for (const exchange of exchanges) this.addExchange(exchange, source, number)
  }
  addExchange(exchange: Exchange, source: string, number: number, probe?: Probe): void {
    this.read += 1
    if (this.#hosts.size > 0) {
      const host = hostOf(exchange.url)
      if (host !== null && !this.#hosts.has(host)) return this.skip('of another host')
    }
    if (exchange.status === 101 || /^wss?:/i.test(exchange.url)) return this.skip('over a web socket')
    const route = this.#routeOf(exchange.url)
    if (route === null) return this.#unknown(exchange, this.#sample(exchange, null, source, number))
    const { method } = exchange
    const expected = route.ends.get(method)
    if (!expected && method === 'OPTIONS') return this.skip('asking for permission (OPTIONS)')
    if (!expected) {
      const [known] = route.ends.values()
      if (!(method === 'HEAD' && route.ends.has('GET'))) this.#otherMethod(known!, exchange, source, number)
      return this.skip('with another method')
    }
    // 1xx responses come before the real one.
    if (exchange.status < 200) return this.skip('without an answer')
    try {
      const sample = probe ? probed(exchange, source, number, probe) : this.#sample(exchange, expected, source, number)
      const validation = this.#validator.validate(expected, exchange, route.given, sample)
      this.#coverage.add(expected, exchange.status, validation)
      this.checked += 1
      if (route.endsWithSlash !== endsWithSlash(expected.call.path)) this.#endSlash(expected, sample)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      this.skip('nested too deeply')
    }
  }
  #sample(exchange: Exchange, expected: Expectation | null, source: string, number: number): Sample {
    const own = this.#isElsewhere ? expected?.call.bases : null
    const bases = own ? [...own, ...this.#bases] : this.#bases
    return new Seen(this.#expectations.words, bases, exchange, expected, this.#isPartial ? '' : source, number)
  }
  /** Compares the responses to a request and its repetition with the same idempotency key. */
  addRepeat(expected: Expectation, answers: readonly [Exchange, Exchange], source: string, probe: Probe): void {
    judgeRepeat(this.#validator, { expected, answers, sample: probed(answers[1], source, this.read, probe) })
  }
  #routeOf(url: string): Target | null {
    const known = this.#routes.get(url)
    if (known !== undefined) return known
    const path = pathOf(url)
    const base = baseOf(path, this.#bases)
    const inside =
      (this.#isElsewhere ? this.#expectations.elsewhere.find(path) : null) ??
      this.#expectations.routes.find(path.slice(base.length))
    const found = inside && { ...inside, endsWithSlash: endsWithSlash(path) }
    if (this.#routes.size < MOST_REMEMBERED && url.length < LONGEST_REMEMBERED) this.#routes.set(url, found)
    return found
  }
  #unknown({ url, method }: Exchange, sample: Sample): void {
    const path = pathOf(url)
    const base = this.#bases.find((one) => (one === '' ? this.#roots.has(rootOf(path)) : path.startsWith(`${one}/`)))
    if (base === undefined || method === 'OPTIONS') return this.skip('not of this contract')
    const shown = this.#expectations.words.path(path.slice(base.length))
    this.#validator.collector.add(
      { rule: 'seen-call-unknown', call: shownText`calls`, place: shownText`path`, field: shownText``, variant: shown },
      sample,
      () => ({ differs: shownText`\`${shown}\` was called, but is not in the contract` }),
    )
    this.skip('of unknown calls')
  }
  #endSlash(expected: Expectation, sample: Sample): void {
    const isOurs = endsWithSlash(expected.call.path)
    this.#validator.collector.add(
      { rule: 'seen-end-slash', call: expected.id, place: shownText`path`, field: shownText`` },
      sample,
      () => ({
        differs: isOurs
          ? shownText`${expected.id} was called without the slash at the end of its path`
          : shownText`${expected.id} was called with a slash at the end of its path`,
        at: expected.call.at,
      }),
    )
  }
  #otherMethod(expected: Expectation, exchange: Exchange, source: string, number: number): void {
    const method = methodText(exchange.method)
    this.#validator.collector.add(
      {
        rule: 'seen-call-other-method',
        call: expected.id,
        place: shownText`method`,
        field: shownText``,
        variant: method,
      },
      this.#sample(exchange, null, source, number),
      () => ({ differs: shownText`${expected.id} was called with ${method}` }),
    )
  }

  get state(): TrafficState {
    const { read, checked } = this
    const skipped = Object.fromEntries([...this.#skipped].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    return {
      read,
      checked,
      skipped,
      findings: this.#validator.collector.state,
      coverage: this.#coverage.state,
      broken: [...this.#expectations.compiler.broken].toSorted(),
    }
  }
  merge({ read, checked, skipped, findings, coverage, broken }: TrafficState): void {
    for (const key of broken) this.#expectations.compiler.broken.add(key)
    this.read += read
    this.checked += checked
    for (const [why, count] of Object.entries(skipped)) this.#skipped.set(why, (this.#skipped.get(why) ?? 0) + count)
    this.#validator.collector.merge(findings)
    this.#coverage.merge(coverage)
  }
  /** Identifies the contract: parts of different contracts are not merged. */
  get fingerprint(): string {
    const calls = this.#expectations.all.map(({ id, call, codes, answers }) => [
      id,
      call.method,
      call.path,
      [...codes],
      [...answers.keys()],
    ])
    return createHash('sha256')
      .update(JSON.stringify([this.#description.title, calls]))
      .digest('hex')
      .slice(0, 16)
  }

  get contract(): Identity {
    return this.#description.identity
  }
  get found(): Found[] {
    return this.#validator.collector.found
  }
  get facts(): string[] {
    const skipped = Object.entries(this.state.skipped).map(([why, count]) => `${count} ${why}`)
    const broken = this.#firstUnreadable === null || this.#isPartial ? '' : ` (the first: ${this.#firstUnreadable})`
    const bodiless =
      this.checked > 0 && !this.#coverage.hasBodies
        ? [
            'No answer has a body that could be compared: only methods, paths and statuses were. drift traffic --help names the forms.',
          ]
        : []
    return [
      `${counted(this.read, 'exchange')} read, ${this.checked} checked${skipped.length > 0 ? `; skipped: ${skipped.join(', ')}${broken}` : ''}.`,
      ...bodiless,
    ]
  }
  /** Returns a hint for when exchanges belong to something else than the contract; none when none do. */
  get elsewhere(): string[] {
    if (!this.#skipped.has('not of this contract') && !this.#skipped.has('of another host')) return []
    const bases = this.#bases.map((base) => base || '/').join(', ')
    const hosts = this.#hosts.size > 0 ? ', --host for other hosts' : ''
    return [
      `Calls of ${this.#description.identity.name} were looked for under ${bases}: give --base for another path${hosts}, --contract for another contract`,
    ]
  }
  /** Returns the fraction of the contract that was seen, from 0 to 1. */
  get covered(): number {
    return this.#coverage.part
  }
  /** Returns what a sample of this size may have missed, by call. */
  get missed(): string[] {
    return this.#coverage.missed
  }
  get sections(): Section[] {
    const unchecked = [
      ...uncheckedIn(this.#description, this.#expectations),
      ...this.#expectations.all.flatMap((expected) => expected.unchecked),
      ...this.#headersNotRecorded,
      ...this.state.broken.map((pointer) => `what cannot be compiled: ${pointer}`),
    ]
    return [...this.#coverage.sections, notLookedAt([...new Set(unchecked)])]
  }
  /** Lists headers of requests that were recorded without any headers. */
  get #headersNotRecorded(): string[] {
    const found = new Map<string, number>()
    for (const { subject, seen } of this.found) found.set(subject, (found.get(subject) ?? 0) + (seen?.count ?? 0))
    return this.#expectations.all.flatMap(({ id, headers, isCoded }) => {
      const { count, headers: sent } = this.#coverage.seenOf(id)
      return headers
        .filter(
          ({ name, required }) =>
            (required || isCoded) && (sent[name] ?? 0) + (found.get(`${id} header ${name}`) ?? 0) < count,
        )
        .map(({ name }) => `${id}: header ${name}, of requests that are recorded without headers`)
    })
  }
  get data(): Record<string, unknown> {
    return { read: this.read, checked: this.checked, skipped: this.state.skipped, ...this.#coverage.data }
  }
}

/** Returns no exchanges when a value is not what a recorder writes. */
function readable(value: unknown, limit: number): Exchange[] {
  try {
    return exchangesOf(value, limit)
  } catch (error) {
    if (error instanceof TypeError) return []
    throw error
  }
}

/** What is reported of an exchange, computed on demand, since most have no findings. */
class Seen implements Sample {
  readonly #words: Words
  readonly #bases: readonly string[]
  readonly #exchange: Exchange
  readonly #expected: Expectation | null
  readonly #source: string
  readonly #number: number
  #time: Shown | null | undefined
  constructor(
    words: Words,
    bases: readonly string[],
    exchange: Exchange,
    expected: Expectation | null,
    source: string,
    number: number,
  ) {
    this.#words = words
    this.#bases = bases
    this.#exchange = exchange
    this.#expected = expected
    this.#source = source
    this.#number = number
  }
  get time(): Shown | null {
    return (this.#time ??= this.#exchange.time())
  }
  get label(): Shown {
    return this.#source === '' ? shownText`` : labelOf(this.#source, this.#number)
  }
  curl(): Shown {
    if (!this.#expected) return shownText``
    const { requestBody, requestHeaders } = this.#exchange
    const type = headerOf(requestHeaders, 'content-type') ?? ''
    const json = jsonOf(requestBody)
    const written = this.#expected.texts.get(mediaName(type)) ?? (json === UNREADABLE ? this.#expected.written : null)
    const body = written && requestBody.state === 'text' ? written.read(requestBody.text) : json
    const headers = this.#expected.headers.filter(
      ({ name }) => typeof headerOf(requestHeaders, name.toLowerCase()) === 'string',
    )
    return repeatCommand(
      this.#expected,
      baseOf(pathOf(this.#exchange.url), this.#bases),
      { query: queryOf(this.#exchange.url), headers, body: body === UNREADABLE ? undefined : body, written },
      this.#words,
    )
  }
}
/** The file name was given by the user, so it may be shown. */
const labelOf = (source: string, number: number) => `${source} #${number}` as Shown
const probed = (exchange: Exchange, source: string, number: number, probe: Probe): Sample => ({
  time: exchange.time(),
  label: labelOf(source, number),
  curl: () => probe.curl,
  probe,
})

/** Returns a `Traffic` for a contract. `service` is the service's own description, whose words may be shown too. */
export async function trafficOf(
  contract: string,
  { service, ...options }: TrafficOptions & { service?: string | undefined } = {},
  reading: ReadOptions = {},
): Promise<Traffic> {
  const description = await describe(await contractFile(contract), reading)
  const other = service === undefined ? undefined : await describe(service, reading)
  return new Traffic(description, expectationsOf(description, { service: other }), options)
}
