import type { RuleId } from '../rules/rules.ts'
import type { BodyFindings } from './body-findings.ts'
import type { Expectation } from './expectations.ts'
import { type Exchange, headerOf, queryOf } from './exchange.ts'
import type { FindingCollector, Sample } from './finding-collector.ts'
import type { Given } from './given.ts'
import { decoded } from '../description/paths.ts'
import { shownText, type Shown, type Words } from './shown.ts'

/** A request whose parameters are compared. */
interface Request {
  expected: Expectation
  exchange: Exchange
  /** The values of the path parameters. */
  segments: readonly string[]
  isAccepted: boolean
  sample: Sample
}

/** Compares parameters in the path, the query and the headers with the contract. */
export class ParameterFindings {
  readonly #collector: FindingCollector
  readonly #bodies: BodyFindings
  readonly #words: Words
  constructor(collector: FindingCollector, bodies: BodyFindings, words: Words) {
    this.#collector = collector
    this.#bodies = bodies
    this.#words = words
  }

  /** Compares path and query; if the server refused the request, only unknown names are reported. */
  inAddress(request: Request): void {
    const { expected, exchange, segments, isAccepted } = request
    if (isAccepted)
      for (const [index, parameter] of expected.path.entries()) {
        const text = decoded(segments[index] ?? '')
        if (parameter && !parameter.fits([text])) this.#forbidden(request, shownText`path`, parameter, [text])
      }
    const query = queryOf(exchange.url)
    if (!query) return
    if (isAccepted) this.#inQuery(request, query)
    for (const name of new Set(query.keys())) if (!expected.owns(name)) this.#unknown(name, request.sample)
  }
  /**
   * Returns the contract's headers that were sent with valid values, and reports the others. Reports nothing when no
   * headers were recorded, or when the server refused the request.
   */
  headers(request: Request): string[] {
    const { expected, exchange, isAccepted } = request
    // A call with business codes is refused in a 200 for many reasons.
    const isReported = isAccepted || expected.isCoded
    return expected.headers.flatMap((header) => {
      const value = headerOf(exchange.requestHeaders, header.name.toLowerCase())
      if (value === undefined) return []
      if (value !== null && header.fits([value])) return [header.name]
      if (!isReported) return []
      if (value !== null) this.#forbidden(request, shownText`header`, header, [value], 'seen-header-form')
      else if (header.required || expected.isCoded)
        this.#absent(request, shownText`header`, header, 'seen-header-missing')
      return []
    })
  }

  #inQuery(request: Request, query: URLSearchParams): void {
    const { query: single, objects } = request.expected
    for (const parameter of single) {
      const texts = query.getAll(parameter.name)
      if (texts.length > 0 && !parameter.fits(texts)) this.#forbidden(request, shownText`query`, parameter, texts)
      if (texts.length === 0 && parameter.required) this.#absent(request, shownText`query`, parameter)
    }
    for (const parameter of objects) {
      const fields = parameter.pick(query)
      if (fields !== null && !parameter.fits(fields)) this.#forbidden(request, shownText`query`, parameter, fields)
      if (fields === null && parameter.required) this.#absent(request, shownText`query`, parameter)
    }
  }
  #absent(
    { expected, sample }: Request,
    place: Shown,
    { name, at }: Pick<Given, 'name' | 'at'>,
    rule: RuleId = 'seen-parameter-missing',
  ): void {
    const field = this.#words.word(name)
    this.#collector.add({ rule, call: expected.id, place, field }, sample, () => ({
      differs: shownText`${expected.id} was called without the ${kindOf(place)} \`${field}\``,
      at,
    }))
  }
  #forbidden<Sent>(
    { expected, sample }: Request,
    place: Shown,
    parameter: Pick<Given, 'name' | 'at' | 'check'> & { read(sent: Sent): unknown },
    sent: Sent,
    rule: RuleId = 'seen-parameter-form',
  ): void {
    const field = this.#words.word(parameter.name)
    const { label, why, shape } = this.#bodies.given(field, parameter.check, parameter.read(sent))
    this.#collector.add(
      { rule, call: expected.id, place, field },
      sample,
      () => ({
        differs: shownText`The ${kindOf(place)} ${label} of ${expected.id} is not valid: ${why}`,
        at: parameter.at,
      }),
      shape,
    )
  }
  #unknown(name: string, sample: Sample): void {
    const shown = this.#words.name(name)
    // One cause, such as a cache-busting number, usually affects every call.
    this.#collector.add(
      {
        rule: 'seen-parameter-unknown',
        call: shownText`calls`,
        place: shownText`query`,
        field: shownText``,
        variant: shown,
      },
      sample,
      () => ({ differs: shownText`Calls were made with a query parameter that is not in the contract, ${shown}` }),
    )
  }
}
const kindOf = (place: Shown): Shown => (place === 'header' ? place : shownText`${place} parameter`)
