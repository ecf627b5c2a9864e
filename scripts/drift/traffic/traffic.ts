import { contractFile } from '../description/contract-file.ts'
import { describe, type Description } from '../description/description.ts'
import { withoutEndSlashes } from '../description/paths.ts'
import type { Found } from '../report/finding.ts'
import type { Section } from '../report/report.ts'
import { Coverage } from './coverage.ts'
import { exchangeOf, hostOf, pathOf } from './exchange.ts'
import { ExchangeValidator } from './exchange-validator.ts'
import { type Expectation, type Expectations, expectationsOf } from './expectations.ts'
import { shownPath } from './mask.ts'

/** Checks exchanges one by one, from wherever they come. */
export class Traffic {
  readonly #validator: ExchangeValidator
  readonly #coverage: Coverage
  readonly #expectations: Expectations
  readonly #base: string
  readonly #hosts: ReadonlySet<string>
  /** Which call an address means: found once, since few addresses come often. */
  readonly #calls = new Map<string, Expectation | null>()
  read = 0
  checked = 0
  readonly #skipped = new Map<string, number>()
  #firstUnreadable: string | null = null

  constructor(
    description: Description,
    expectations: Expectations,
    { base, hosts = [] }: { base?: string | undefined; hosts?: readonly string[] } = {},
  ) {
    this.#validator = new ExchangeValidator(description.reading, expectations)
    this.#coverage = new Coverage(expectations.byPath.values())
    this.#expectations = expectations
    this.#base = withoutEndSlashes(base ?? expectations.base)
    this.#hosts = new Set(hosts.map((host) => host.toLowerCase()))
  }

  unreadable(label: string): void {
    this.read += 1
    this.#firstUnreadable ??= label
    this.#skip('unreadable')
  }
  #skip(why: string): void {
    this.#skipped.set(why, (this.#skipped.get(why) ?? 0) + 1)
  }

  /** One exchange, as a HAR or a log has it. */
  add(value: unknown, source: string, number: number): void {
    this.read += 1
    const exchange = exchangeOf(value)
    if (!exchange) return this.#skip('not an exchange')
    if (this.#hosts.size > 0) {
      const host = hostOf(exchange.url)
      if (host !== null && !this.#hosts.has(host)) return this.#skip('of another host')
    }
    const label = exchange.time === null ? `${source} #${number}` : `${source} #${number} (${exchange.time})`
    const expected = this.#callOf(exchange.url)
    if (expected === null) return this.#unknown(exchange.url, exchange.method, label)
    if (exchange.method === 'OPTIONS') return this.#skip('asking for permission (OPTIONS)')
    if (exchange.method !== 'POST') {
      this.#validator.collector.add(
        'seen-call-other-method',
        expected.id,
        `${expected.id} ${exchange.method}`,
        { label, curl: () => '' },
        () => ({
          differs: `${expected.id} was called with ${/^[A-Z]{1,10}$/.test(exchange.method) ? exchange.method : 'another method'}`,
        }),
      )
      return this.#skip('with another method')
    }
    if (exchange.status < 100) return this.#skip('without an answer')
    this.checked += 1
    this.#coverage.add(expected, exchange.status, this.#validator.validate(expected, exchange, label))
  }
  #callOf(url: string): Expectation | null {
    const known = this.#calls.get(url)
    if (known !== undefined) return known
    const path = pathOf(url)
    const inside = path.startsWith(`${this.#base}/`) ? path.slice(this.#base.length) : path
    const call = this.#expectations.byPath.get(inside.replace(/(.)\/$/, '$1')) ?? null
    if (this.#calls.size < 10_000) this.#calls.set(url, call)
    return call
  }
  #unknown(url: string, method: string, label: string): void {
    const path = pathOf(url)
    if (this.#base === '' || !path.startsWith(`${this.#base}/`) || method === 'OPTIONS')
      return this.#skip('not of this contract')
    const shown = shownPath(path.slice(this.#base.length))
    this.#validator.collector.add('seen-call-unknown', shown, shown, { label, curl: () => '' }, () => ({
      differs: `\`${shown}\` was called and the contract does not know it`,
    }))
    this.#skip('of unknown calls')
  }

  get found(): Found[] {
    return this.#validator.collector.found.map((one) =>
      one.seen?.curl === ''
        ? { ...one, seen: { count: one.seen.count, first: one.seen.first, last: one.seen.last } }
        : one,
    )
  }
  get facts(): string[] {
    const skipped = [...this.#skipped].map(([why, count]) => `${count} ${why}`)
    const broken = this.#firstUnreadable === null ? '' : ` (the first: ${this.#firstUnreadable})`
    return [
      `${this.read} exchanges read, ${this.checked} checked${skipped.length > 0 ? `; skipped: ${skipped.join(', ')}${broken}` : ''}.`,
    ]
  }
  get sections(): Section[] {
    return this.#coverage.sections
  }
  get data(): Record<string, unknown> {
    return {
      read: this.read,
      checked: this.checked,
      skipped: Object.fromEntries(this.#skipped),
      ...this.#coverage.data,
    }
  }
}

/** A `Traffic` for a contract. */
export async function trafficOf(
  contract: string,
  options: { base?: string | undefined; hosts?: readonly string[] } = {},
  allowRemote = false,
): Promise<Traffic> {
  const file = await contractFile(contract)
  const description = await describe(file, { allowRemote })
  return new Traffic(description, await expectationsOf(description, file), options)
}
