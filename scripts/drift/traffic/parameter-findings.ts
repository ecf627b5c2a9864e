import type { RuleId } from '../rules/rules.ts'
import type { Expectation, Expectations } from './expectations.ts'
import { type Exchange, headerOf, queryOf } from './exchange.ts'
import type { FindingCollector, Sample } from './finding-collector.ts'
import type { Given } from './given.ts'
import { decoded } from '../description/paths.ts'
import { said, shapeOf, type Shown } from './shown.ts'

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
  readonly #expectations: Expectations
  constructor(collector: FindingCollector, expectations: Expectations) {
    this.#collector = collector
    this.#expectations = expectations
  }

  /** Compares path and query; if the server refused the request, only unknown names are reported. */
  inAddress(request: Request): void {
    const { expected, exchange, segments, isAccepted } = request
    if (isAccepted)
      for (const [index, parameter] of expected.path.entries()) {
        const text = decoded(segments[index] ?? '')
        if (parameter && !parameter.fits([text])) this.#inPath(request, parameter, text)
      }
    const query = queryOf(exchange.url)
    if (!query) return
    if (isAccepted) this.#inQuery(request, query)
    for (const name of new Set(query.keys())) if (!expected.owns(name)) this.#unknown(name, request.sample)
  }
  /**
   * Returns the contract's headers that were sent with valid values, and reports the others. Reports nothing when no
   * headers were recorded.
   */
  headers({ expected, exchange, sample }: Request): string[] {
    return expected.headers.flatMap((header) => {
      const value = headerOf(exchange.requestHeaders, header.name.toLowerCase())
      if (value === undefined) return []
      if (value !== null && header.fits([value])) return [header.name]
      if (value === null && !header.required && !expected.isCoded) return []
      const name = this.#expectations.words.word(header.name)
      const [rule, what] =
        value === null
          ? (['seen-header-missing', said`without the header \`${name}\``] as const)
          : (['seen-header-form', said`with a header \`${name}\` that the contract forbids`] as const)
      this.#collector.add({ rule, call: expected.id, place: said`header`, field: name }, sample, () => ({
        differs: said`${expected.id} was called ${what}`,
        at: header.at,
      }))
      return []
    })
  }

  #inPath(request: Request, parameter: Given, text: string): void {
    const { words } = this.#expectations
    this.#add(
      request,
      'seen-parameter-form',
      said`path`,
      parameter,
      said`with a \`${words.word(parameter.name)}\` in its path that the contract forbids`,
      shapeOf(text),
    )
  }
  #inQuery(request: Request, query: URLSearchParams): void {
    const { query: single, objects } = request.expected
    for (const parameter of single) {
      const texts = query.getAll(parameter.name)
      if (texts.length === 0) this.#absent(request, parameter)
      else if (!parameter.fits(texts))
        this.#forbidden(request, parameter, texts.length > 1 ? shapeOf(texts) : shapeOf(texts[0]))
    }
    for (const parameter of objects) {
      const fields = parameter.pick(query)
      if (fields === null) this.#absent(request, parameter)
      else if (!parameter.fits(fields)) this.#forbidden(request, parameter, shapeOf(fields))
    }
  }
  #absent(request: Request, parameter: Pick<Given, 'name' | 'at' | 'required'>): void {
    const name = this.#expectations.words.word(parameter.name)
    if (parameter.required)
      this.#add(request, 'seen-parameter-missing', said`query`, parameter, said`without the parameter \`${name}\``)
  }
  #forbidden(request: Request, parameter: Pick<Given, 'name' | 'at'>, shape: Shown): void {
    const name = this.#expectations.words.word(parameter.name)
    const what = said`with a parameter \`${name}\` that the contract forbids`
    this.#add(request, 'seen-parameter-form', said`query`, parameter, what, shape)
  }
  #add(
    { expected, sample }: Request,
    rule: RuleId,
    place: Shown,
    { name, at }: Pick<Given, 'name' | 'at'>,
    what: Shown,
    shape?: Shown,
  ): void {
    this.#collector.add(
      { rule, call: expected.id, place, field: this.#expectations.words.word(name) },
      sample,
      () => ({ differs: said`${expected.id} was called ${what}`, at }),
      shape,
    )
  }
  #unknown(name: string, sample: Sample): void {
    const shown = this.#expectations.words.name(name)
    // One cause, such as a cache-busting number, usually affects every call.
    this.#collector.add(
      { rule: 'seen-parameter-unknown', call: said`calls`, place: said`query`, field: said``, variant: shown },
      sample,
      () => ({ differs: said`Calls were made with a query parameter that is not in the contract, ${shown}` }),
    )
  }
}
