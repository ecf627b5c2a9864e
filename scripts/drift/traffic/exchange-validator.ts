import { type Code, valueAt } from '@paket/contract'
import { isCode } from '../compare/extensions.ts'
import { type At, child, type Reading } from '../description/reading.ts'
import type { RuleId } from '../rules/rules.ts'
import { BodyFindings, type Standing } from './body-findings.ts'
import { type Answered, validateCoded } from './coded-answers.ts'
import { type Described, type Expectation, type Expectations, type Given, isJson } from './expectations.ts'
import { type Exchange, headerOf, isObject, jsonOf, queryOf, UNREADABLE } from './exchange.ts'
import { FindingCollector, type Sample } from './finding-collector.ts'
import { isRightForProbe, judgeProbe } from './probe.ts'
import { joined, said, shapeOf, type Shown, statusText } from './shown.ts'

export interface Validation extends Answered {
  /** Names of the contract's headers that were sent as it says. */
  headers: readonly string[]
}

/** Looks at exchanges of known calls. */
export class ExchangeValidator {
  readonly collector = new FindingCollector()
  readonly bodies: BodyFindings
  readonly expectations: Expectations
  constructor(reading: Reading, expectations: Expectations) {
    this.expectations = expectations
    this.bodies = new BodyFindings(this.collector, reading, expectations.words)
  }

  /** Validates one exchange; `segments` stood in the path where the call has braces. */
  validate(expected: Expectation, exchange: Exchange, segments: readonly string[], sample: Sample): Validation {
    const answered = this.#answer(expected, exchange, sample)
    const isAccepted = answered.outcome === 'accepted'
    if (sample.probe) {
      judgeProbe(this, { expected, exchange, sample, probe: sample.probe, isAccepted })
      return { ...answered, headers: [] }
    }
    const isRequestFine = this.#request(expected, exchange, isAccepted, sample)
    this.#parameters(expected, exchange, segments, isAccepted, sample)
    const headers = this.#headers(expected, exchange, sample)
    const { status } = exchange
    if ((status === 400 || status === 415) && isRequestFine && !expected.answers.has(String(status)))
      this.report(
        'seen-valid-refused',
        { expected, place: statusText(status), sample },
        said``,
        said`${expected.id} answered HTTP ${statusText(status)} to a request that fits the contract`,
      )
    return { ...answered, headers }
  }
  /** A finding of the call as a whole, at one of its words. */
  report(
    rule: RuleId,
    { expected, place, sample }: Standing,
    field: Shown,
    differs: Shown,
    more: { word?: string; variant?: Shown; shape?: Shown } = {},
  ): void {
    const { word, variant, shape } = more
    this.collector.add(
      { rule, call: expected.id, place, field, ...(variant !== undefined && { variant }) },
      sample,
      () => ({
        differs,
        at: (word === undefined ? undefined : child(expected.call.at, word)) ?? expected.call.at,
      }),
      shape,
    )
  }

  #answer(expected: Expectation, exchange: Exchange, sample: Sample): Answered {
    const { status } = exchange
    const standing = { expected, place: said`answer ${statusText(status)}`, sample }
    const body = jsonOf(exchange.responseBody)
    if (expected.isCoded && status === 200) {
      this.#mediaType(standing, ['application/json'], exchange, body)
      return validateCoded(this, standing, exchange.responseBody.state, body)
    }
    return this.#byStatus(standing, exchange, body)
  }
  #byStatus(standing: Standing, exchange: Exchange, body: unknown): Answered {
    const { expected } = standing
    const { status } = exchange
    const text = statusText(status)
    const described = describedOf(expected, status)
    const isListed = described !== null || expected.listed.has(text) || expected.listed.has(`${text[0]}XX`)
    const code = expected.isCoded && isObject(body) ? valueAt(body, expected.places.codeAt) : undefined
    const answered: Answered = {
      outcome: status < 300 ? (expected.isCoded ? 'failed' : 'accepted') : 'refused',
      cell: described?.status ?? text,
      isDescribed: isListed,
      isRead: exchange.responseBody.state !== 'unknown' && exchange.responseBody.state !== 'cut',
      isClean: true,
      body,
      code: isCode(expected, code) ? code : null,
    }
    if (isCode(expected, code) && status >= 300 && belongsToSuccess(expected, code, status)) {
      this.report(
        'seen-code-at-status',
        standing,
        said`code`,
        said`${expected.id} answered a code of the 200 with HTTP ${text}`,
        { word: 'x-failures' },
      )
      return { ...answered, isClean: false }
    }
    if (!isListed) return { ...answered, isClean: !this.#unlisted(standing, status) }
    if (!described) return answered
    return { ...answered, ...this.#described(standing, described, exchange, body) }
  }
  /** Whether a status that the call does not list was reported. */
  #unlisted(standing: Standing, status: number): boolean {
    const { expected } = standing
    if (status === 400 || status === 415 || status === 304) return false
    const { probe } = standing.sample
    if (probe && isRightForProbe(probe, expected, status)) return false
    const text = statusText(status)
    const lists = joined([...expected.answers.values()].map((answer) => answer.status))
    const isGone = [404, 405, 501].includes(status) && !expected.call.path.includes('{')
    const rule: RuleId =
      status < 300
        ? expected.isCoded
          ? 'seen-success-other'
          : 'seen-success-unlisted'
        : status < 400
          ? 'seen-redirect'
          : isGone
            ? 'seen-call-gone'
            : 'seen-status-unknown'
    this.report(rule, standing, said``, said`${expected.id} answered HTTP ${text}; the contract lists ${lists}`)
    return true
  }
  #described(standing: Standing, described: Described, exchange: Exchange, body: unknown): Partial<Answered> {
    const { expected } = standing
    const { check, media } = described
    const isSent = this.#answerHeaders(standing, described, exchange)
    const { state } = exchange.responseBody
    // A gateway's page is no drift of the backend where the client looks at the status alone.
    const isGateway = expected.isCoded || exchange.status >= 500
    const isTyped = isGateway || this.#mediaType(standing, media, exchange, body)
    if (!check || !isTyped || state === 'unknown' || state === 'cut') return { isClean: isSent && isTyped }
    const isWhole = exchange.method === 'HEAD' || exchange.status === 204
    if (body === undefined || body === UNREADABLE) {
      if (isWhole || isGateway) return { isClean: isSent }
      if (body === UNREADABLE && media.some((one) => !isJson(one))) return { isClean: isSent, isRead: false }
      const what = body === UNREADABLE ? said`no JSON` : said`no body`
      this.report(
        'seen-not-json',
        standing,
        said``,
        said`${expected.id} answered ${statusText(exchange.status)} with ${what}`,
        { variant: what },
      )
      return { isClean: false }
    }
    if (isGateway && (typeof body !== 'object' || body === null)) return { isClean: isSent }
    return { isClean: this.bodies.answer(standing, check, body) && isSent }
  }
  /** Whether the answer has a media type that the contract lists, as far as it was written down. */
  #mediaType(
    standing: Standing,
    media: readonly string[],
    { responseType, status, responseBody }: Exchange,
    body: unknown,
  ): boolean {
    const given = responseType?.split(';', 1)[0]!.trim().toLowerCase()
    if (!given?.includes('/') || given === 'x-unknown' || media.length === 0 || responseBody.state === 'empty')
      return true
    const isListed = media.some(
      (one) =>
        one === given ||
        one === '*/*' ||
        (one.endsWith('/*') && given.startsWith(one.slice(0, -1))) ||
        (isJson(one) && isJson(given)),
    )
    // What is no JSON at all is reported as that.
    if (isListed || (standing.expected.isCoded && (body === UNREADABLE || body === undefined))) return true
    const { words } = this.expectations
    this.report(
      'seen-media-type',
      standing,
      said``,
      said`${standing.expected.id} answered ${statusText(status)} as another media type than ${joined(media.map((one) => words.word(one, said`JSON`)))}`,
    )
    return false
  }
  #answerHeaders(standing: Standing, { headers }: Described, { responseHeaders }: Exchange): boolean {
    const { words } = this.expectations
    return headers
      .map((header) => {
        const value = headerOf(responseHeaders, header.name.toLowerCase())
        if (value === undefined || (value === null && !header.required)) return true
        if (value !== null && fits(header, [value])) return true
        const what =
          value === null ? said`without the header` : said`with a form that the contract forbids of the header`
        this.report(
          'seen-answer-header',
          standing,
          words.word(header.name),
          said`${standing.expected.id} answered ${what} \`${words.word(header.name)}\``,
          {
            variant: value === null ? said`missing` : said`form`,
          },
        )
        return false
      })
      .every(Boolean)
  }

  /** Whether a request keeps to the contract. A server that refuses one that does not is right. */
  #request(expected: Expectation, { requestBody }: Exchange, isAccepted: boolean, sample: Sample): boolean {
    const { request, written } = expected
    if (written && requestBody.state === 'text' && expected.call.body?.media.size === 1) {
      const isFine = written.isValid(requestBody.text)
      if (!isFine && isAccepted)
        this.report(
          'seen-request-refused',
          { expected, place: said`request`, sample },
          said``,
          said`${expected.id} was sent ${this.expectations.words.word(written.media)} that the contract forbids`,
        )
      return isFine
    }
    const body = jsonOf(requestBody)
    if (!request || body === undefined) return request === null
    if (body !== UNREADABLE && request.isValid(body)) return true
    if (!isAccepted) return false
    const standing = { expected, place: said`request`, sample }
    if (body !== UNREADABLE) this.bodies.request(standing, request, body)
    else if (expected.call.body?.media.size === 1)
      this.report('seen-request-refused', standing, said``, said`${expected.id} was sent what is no JSON`, {
        variant: said`no JSON`,
      })
    return false
  }

  /** The contract's headers that were sent as it says; reports the others. A log without headers says nothing of them. */
  #headers(expected: Expectation, { requestHeaders }: Exchange, sample: Sample): string[] {
    return expected.headers.flatMap((header) => {
      const value = headerOf(requestHeaders, header.name.toLowerCase())
      if (value === undefined) return []
      if (value !== null && fits(header, [value])) return [header.name]
      if (value === null && !header.required && !expected.isCoded) return []
      const name = this.expectations.words.word(header.name)
      const [rule, what] =
        value === null
          ? (['seen-header-missing', said`without the header \`${name}\``] as const)
          : (['seen-header-form', said`with a header \`${name}\` that the contract forbids`] as const)
      this.collector.add({ rule, call: expected.id, place: said`header`, field: name }, sample, () => ({
        differs: said`${expected.id} was sent ${what}`,
        at: header.at,
      }))
      return []
    })
  }
  /** Parameters of the query and the path, of requests that were accepted. */
  #parameters(
    expected: Expectation,
    { url }: Exchange,
    segments: readonly string[],
    isAccepted: boolean,
    sample: Sample,
  ): void {
    const { words } = this.expectations
    const add = (rule: RuleId, where: Shown, field: Shown, differs: Shown, at: At, shape?: Shown) =>
      this.collector.add({ rule, call: expected.id, place: where, field }, sample, () => ({ differs, at }), shape)
    if (isAccepted)
      for (const [index, parameter] of expected.path.entries()) {
        const text = decoded(segments[index] ?? '')
        if (parameter && !fits(parameter, [text]))
          add(
            'seen-parameter-form',
            said`path`,
            words.word(parameter.name),
            said`${expected.id} was called with a \`${words.word(parameter.name)}\` in its path that the contract forbids`,
            parameter.at,
            shapeOf(text),
          )
      }
    const query = queryOf(url)
    if (!query) return
    if (isAccepted)
      for (const parameter of expected.query) {
        const texts = query.getAll(parameter.name)
        const name = words.word(parameter.name)
        if (texts.length === 0) {
          if (parameter.required)
            add(
              'seen-parameter-missing',
              said`query`,
              name,
              said`${expected.id} was called without the parameter \`${name}\``,
              parameter.at,
            )
        } else if (!fits(parameter, texts))
          add(
            'seen-parameter-form',
            said`query`,
            name,
            said`${expected.id} was called with a parameter \`${name}\` that the contract forbids`,
            parameter.at,
            shapeOf(texts[0]),
          )
      }
    const known = expected.call.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
    for (const given of new Set(query.keys())) {
      if (known.some((name) => given === name || given.startsWith(`${name}[`) || given.startsWith(`${name}.`))) continue
      const shown = words.name(given)
      // One cause, such as a number against caches, is usually in every call.
      this.collector.add(
        { rule: 'seen-parameter-unknown', call: said`calls`, place: said`query`, field: said``, variant: shown },
        sample,
        () => ({ differs: said`Calls were made with a query parameter that the contract does not name, ${shown}` }),
      )
    }
  }
}

/** The description of a status: its own, that of its hundred, or the default. */
function describedOf({ answers }: Expectation, status: number): Described | null {
  return answers.get(String(status)) ?? answers.get(`${Math.floor(status / 100)}XX`) ?? answers.get('DEFAULT') ?? null
}
function belongsToSuccess({ failures, examples }: Expectation, code: Code, status: number): boolean {
  const has = ({ code: some }: { code?: Code | Code[] }) => (Array.isArray(some) ? some.includes(code) : some === code)
  const isOfSuccess = failures.some((failure) => failure.http === undefined && has(failure))
  return (
    isOfSuccess &&
    !failures.some((failure) => failure.http !== undefined && has(failure)) &&
    !examples.some((example) => example.status === status && example.code === code)
  )
}
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
/** Whether texts of an address or a header fit a schema: as a text, a number, a truth, or a list of these. */
export function fits(given: Given, texts: readonly string[]): boolean {
  const [text = ''] = texts
  const items = texts.length > 1 ? texts : text.split(',')
  return [text, valueIn(text), [...items], items.map(valueIn), [text], [valueIn(text)]].some((value) =>
    given.isValid(value),
  )
}
const valueIn = (text: string): unknown =>
  text === 'true' ? true : text === 'false' ? false : /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
