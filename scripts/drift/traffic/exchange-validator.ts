import type { ErrorObject } from 'ajv/dist/2020.js'
import { rejects, valueAt } from '@paket/contract'
import { type At, child, placeOf, type Reading } from '../description/reading.ts'
import type { RuleId } from '../rules/rules.ts'
import type { Check, Expectation, Expectations, Known } from './expectations.ts'
import { type Exchange, headerOf, hostOf } from './exchange.ts'
import { locate } from './locate.ts'
import { curlOf, shownValue, shownWord, typeName } from './mask.ts'
import { FindingCollector, type Sample } from './finding-collector.ts'

type Body = Record<string, unknown>
const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)
/** What was answered, in a word, and with which code: for the coverage. */
export interface Validation {
  outcome: 'accepted' | 'refused' | 'failed'
  code: number | null
  body: unknown
  isClean: boolean
  /** Names of the contract's headers that were sent as it says. */
  headers: readonly string[]
}
type Answered = Omit<Validation, 'headers'>
const UNREADABLE = Symbol('unreadable')

/** Looks at exchanges of known calls: first at the code, then at that branch of the schema. */
export class ExchangeValidator {
  readonly collector = new FindingCollector()
  readonly #reading: Reading
  readonly #expectations: Expectations
  constructor(reading: Reading, expectations: Expectations) {
    this.#reading = reading
    this.#expectations = expectations
  }

  /** Validates one exchange, which the label names. */
  validate(expected: Expectation, exchange: Exchange, label: string): Validation {
    const sample = this.#sample(expected, exchange, label)
    const body = parsed(exchange.responseBody)
    const { status } = exchange
    const answered =
      status === 200 ? this.#success(expected, body, sample) : this.#other(expected, status, body, sample)
    const request = parsed(exchange.requestBody)
    const isRequestFine = this.#request(expected, request, answered, sample)
    const headers = this.#headers(expected, exchange, sample)
    if ((status === 400 || status === 415) && isRequestFine && !expected.statuses.has(String(status)))
      this.#add(
        'seen-valid-refused',
        expected,
        `${expected.id} ${status}`,
        sample,
        `${expected.id} answered HTTP ${status} to a request that fits the contract`,
      )
    return { ...answered, headers }
  }
  #sample(expected: Expectation, { method, url, requestBody }: Exchange, label: string): Sample {
    return {
      label,
      curl: () => {
        const host = hostOf(url)
        const origin = host === null ? '$ORIGIN' : `${url.slice(0, url.indexOf('://'))}://${host}`
        const body = parsed(requestBody)
        return curlOf(
          method,
          origin,
          `${this.#expectations.base}${expected.call.path}`,
          body === UNREADABLE ? undefined : body,
          expected.needsToken,
          this.#expectations.words,
        )
      },
    }
  }
  #add(rule: RuleId, expected: Expectation, subject: string, sample: Sample, differs: string, word = ''): void {
    this.collector.add(rule, expected.id, subject, sample, () => ({
      differs,
      ours: placeOf((word === '' ? undefined : child(expected.call.at, word)) ?? expected.call.at),
    }))
  }

  #success(expected: Expectation, body: unknown, sample: Sample): Answered {
    if (!isObject(body)) {
      const what = body === UNREADABLE ? 'no JSON' : body === undefined ? 'no body' : typeName(body)
      this.#add(
        'seen-not-json',
        expected,
        `${expected.id} 200 ${what}`,
        sample,
        `${expected.id} answered 200 with ${what}`,
      )
      return { outcome: 'failed', code: null, body, isClean: false }
    }
    const given = body['code']
    if (given !== undefined && !(typeof given === 'number' && Number.isInteger(given))) {
      this.#add(
        'seen-code-type',
        expected,
        `${expected.id} ${typeName(given)}`,
        sample,
        `${expected.id} answered a code that is ${typeName(given)}`,
        'x-validity',
      )
      return { outcome: 'failed', code: null, body, isClean: false }
    }
    const code = given ?? null
    return rejects(expected.validity, code)
      ? this.#refusal(expected, body, code, sample)
      : this.#accepted(expected, body, code, sample)
  }

  #refusal(expected: Expectation, body: Body, code: number | null, sample: Sample): Answered {
    const success = expected.ofSuccess.filter((name) => body[name] !== undefined && body[name] !== null)
    const looksLikeSuccess = success.length > 0 && expected.accepted?.isValid(body) === true
    let isClean = true
    if (code === null) {
      isClean = false
      this.#add(
        'seen-code-missing',
        expected,
        expected.id,
        sample,
        `${expected.id} answered without a code`,
        'x-validity',
      )
    } else if (!expected.codes.has(code)) {
      isClean = false
      this.#add(
        'seen-code-unknown',
        expected,
        `${expected.id} ${code}`,
        sample,
        `${expected.id} answered ${code}; the contract knows ${[...expected.codes].join(', ') || 'no code'}`,
        'x-failures',
      )
    }
    if (looksLikeSuccess && code !== null)
      this.#add(
        'seen-refusal-like-success',
        expected,
        `${expected.id} ${code}`,
        sample,
        `${expected.id} answered the rejected code ${code} and \`${success.join('`, `')}\` as a success does`,
        'x-validity',
      )
    else if (expected.refused && !(code === null && success.length > 0))
      isClean = this.#body(expected, expected.refused, body, 'refusal', sample) && isClean
    return { outcome: 'refused', code, body, isClean }
  }

  #accepted(expected: Expectation, body: Body, code: number | null, sample: Sample): Answered {
    let isClean = true
    if (code !== null && !expected.codes.has(code))
      this.#add(
        'seen-code-accepted-unknown',
        expected,
        `${expected.id} ${code}`,
        sample,
        `${expected.id} answered ${code}, which the rule accepts; the contract shows ${[...expected.codes].filter((one) => !rejects(expected.validity, one)).join(', ') || 'none'}`,
        'x-validity',
      )
    const missing = (expected.validity.require ?? []).filter((path) => isEmpty(valueAt(body, path)))
    if (missing.length > 0) {
      isClean = false
      const isRefusal =
        typeof body['message'] === 'string' &&
        expected.ofSuccess.every((name) => body[name] === undefined || body[name] === null)
      const codeText = code === null ? 'no code' : `the accepted code ${code}`
      if (isRefusal)
        this.#add(
          'seen-success-like-refusal',
          expected,
          `${expected.id} ${code}`,
          sample,
          `${expected.id} answered ${codeText} with a message and without \`${missing.join('`, `')}\``,
          'x-validity',
        )
      else
        this.#add(
          'seen-success-useless',
          expected,
          `${expected.id} ${missing.join(' ')}`,
          sample,
          `${expected.id} answered ${codeText} without \`${missing.join('`, `')}\``,
          'x-validity',
        )
    } else if (expected.accepted) isClean = this.#body(expected, expected.accepted, body, 'answer', sample)
    return { outcome: isClean ? 'accepted' : 'failed', code, body, isClean }
  }

  #other(expected: Expectation, status: number, body: unknown, sample: Sample): Answered {
    const code = isObject(body) && typeof body['code'] === 'number' ? body['code'] : null
    const text = String(status)
    const validation = { outcome: status < 300 ? ('failed' as const) : ('refused' as const), code, body, isClean: true }
    if (status < 300) {
      this.#add(
        'seen-success-other',
        expected,
        `${expected.id} ${text}`,
        sample,
        `${expected.id} answered HTTP ${text}`,
      )
      return { ...validation, isClean: false }
    }
    if (code !== null && this.#belongsToSuccess(expected, code, status)) {
      this.#add(
        'seen-code-at-status',
        expected,
        `${expected.id} ${code} ${text}`,
        sample,
        `${expected.id} answered code ${code} with HTTP ${text}`,
        'x-failures',
      )
      return { ...validation, isClean: false }
    }
    const check = expected.statuses.get(text)
    const isListed = expected.statuses.has(text) || expected.listed.has(text) || expected.listed.has(`${text[0]}XX`)
    if (!isListed && status !== 400 && status !== 415) {
      this.#add(
        'seen-status-unknown',
        expected,
        `${expected.id} ${text}`,
        sample,
        `${expected.id} answered HTTP ${text}; the contract lists ${[...expected.statuses.keys()].join(', ')}`,
      )
      return { ...validation, isClean: false }
    }
    // A gateway's page is no drift of the backend: the client looks at the status.
    return check && isObject(body)
      ? { ...validation, isClean: this.#body(expected, check, body, `HTTP ${text}`, sample) }
      : validation
  }
  #belongsToSuccess({ failures, examples }: Expectation, code: number, status: number): boolean {
    const has = ({ code: some }: { code?: number | number[] }) =>
      Array.isArray(some) ? some.includes(code) : some === code
    const isOfSuccess = failures.some((failure) => failure.http === undefined && has(failure))
    return (
      isOfSuccess &&
      !failures.some((failure) => failure.http !== undefined && has(failure)) &&
      !examples.some((example) => example.status === status && example.code === code)
    )
  }

  /** The contract's headers that were sent as it says; reports the others. A log without headers says nothing of them. */
  #headers(expected: Expectation, exchange: Exchange, sample: Sample): string[] {
    return expected.headers.flatMap(({ name, at, isValid }) => {
      const value = headerOf(exchange, name.toLowerCase())
      if (value === undefined) return []
      if (value !== null && isValid(value)) return [name]
      const [rule, what] =
        value === null
          ? (['seen-header-missing', `without the header \`${name}\``] as const)
          : (['seen-header-form', `with a header \`${name}\` that the contract forbids`] as const)
      this.collector.add(rule, expected.id, `${expected.id} ${name}`, sample, () => ({
        differs: `${expected.id} was sent ${what}`,
        ours: placeOf(at),
      }))
      return []
    })
  }

  /** Whether a request keeps to the contract. A server that refuses one that does not is right. */
  #request(expected: Expectation, body: unknown, { outcome }: Answered, sample: Sample): boolean {
    const { request } = expected
    if (!request || body === undefined) return request === null
    if (body !== UNREADABLE && request.isValid(body)) return true
    if (outcome !== 'accepted') return false
    if (body === UNREADABLE) {
      this.#add(
        'seen-request-refused',
        expected,
        `${expected.id} no JSON`,
        sample,
        `${expected.id} was sent what is no JSON`,
      )
      return false
    }
    for (const error of request.errors(body)) {
      const extra =
        error.keyword === 'additionalProperties' ? shownWord(String(error.params['additionalProperty'])) : null
      const { label, at } = this.#place(request, error, `${expected.id} request`)
      if (extra !== null)
        this.collector.add('seen-request-accepted-unknown', expected.id, `${label}.${extra}`, sample, () => ({
          differs: `\`${label}.${extra}\` was sent and the contract does not name it`,
          ours: placeOf(at),
        }))
      else if (!isSummary(error))
        this.collector.add('seen-request-refused', expected.id, `${label} ${error.keyword}`, sample, () => ({
          differs: `\`${label}\` was sent as the contract forbids it: it ${error.message ?? 'does not fit'}`,
          ours: placeOf(at),
        }))
    }
    return false
  }

  /** Whether a body fits a schema; reports what does not, and what has no name in the contract. */
  #body(expected: Expectation, check: Check, body: Body, what: string, sample: Sample): boolean {
    this.#unknown(expected, check, check.known, body, [], what, sample)
    if (check.isValid(body)) return true
    for (const error of check.errors(body)) this.#error(expected, check, error, what, sample)
    return false
  }
  #error(expected: Expectation, check: Check, error: ErrorObject, what: string, sample: Sample): void {
    if (isSummary(error)) return
    const { label, at } = this.#place(check, error, `${expected.id} ${what}`)
    const value: unknown = error.data
    const rule: RuleId =
      error.keyword === 'required'
        ? 'seen-field-missing'
        : error.keyword === 'type'
          ? 'seen-field-type'
          : ['enum', 'const'].includes(error.keyword)
            ? 'seen-field-value'
            : 'seen-field-form'
    const detail =
      rule === 'seen-field-value'
        ? shownValue(value)
        : rule === 'seen-field-type'
          ? typeName(value)
          : rule === 'seen-field-form'
            ? error.keyword
            : ''
    const differs = {
      'seen-field-missing': () => `\`${label}\` was missing`,
      'seen-field-type': () => `\`${label}\` was ${typeName(value)}, by the contract it is ${typesOf(error)}`,
      'seen-field-value': () => `\`${label}\` was ${shownValue(value)}, by the contract one of ${listOf(error)}`,
      'seen-field-form': () => `\`${label}\` ${error.message ?? 'does not fit'}`,
    }
    this.collector.add(rule, expected.id, detail === '' ? label : `${label} ${detail}`, sample, () => ({
      differs: differs[rule](),
      ours: placeOf(at),
    }))
  }
  /** A missing field is called after the object that lacks it. */
  #place(check: Check, error: ErrorObject, root: string): { label: string; at: At } {
    const steps = stepsOf(error)
    const place = locate(this.#reading, check.schemas, steps, root)
    if (error.keyword !== 'required') return place
    const { label } = locate(this.#reading, check.schemas, steps.slice(0, -1), root)
    return { label: `${label}.${steps.at(-1)}`, at: place.at }
  }
  #unknown(
    expected: Expectation,
    check: Check,
    known: Known,
    value: unknown,
    path: readonly string[],
    what: string,
    sample: Sample,
  ): void {
    if (Array.isArray(value)) {
      if (known.items)
        for (const item of value)
          this.#unknown(expected, check, known.items, item, known.items.fields ? [...path, '0'] : path, what, sample)
      return
    }
    if (!known.fields || !isObject(value)) return
    for (const name in value) {
      const inner = known.fields.get(name)
      const part = value[name]
      if (inner === undefined) {
        const { label, at } = locate(this.#reading, check.schemas, path, `${expected.id} ${what}`)
        const field = `${label}.${shownWord(name)}`
        this.collector.add('seen-field-unknown', expected.id, field, sample, () => ({
          differs: `\`${field}\` was answered`,
          ours: placeOf(at),
        }))
      } else if (typeof part === 'object' && part !== null && (inner.fields !== null || inner.items !== null))
        this.#unknown(expected, check, inner, part, [...path, name], what, sample)
    }
  }
}

function parsed(body: unknown): unknown {
  if (typeof body !== 'string') return body ?? undefined
  if (body === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    return UNREADABLE
  }
}
/** As the client sees it: what is required must be there, and be neither null nor an empty text. */
const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
/** Errors that only sum up others. */
const isSummary = ({ keyword }: ErrorObject) => ['anyOf', 'oneOf', 'if', '$ref'].includes(keyword)
function stepsOf({ instancePath, keyword, params }: ErrorObject): string[] {
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return keyword === 'required' ? [...steps, String(params['missingProperty'])] : steps
}
const typesOf = ({ params }: ErrorObject) => [params['type']].flat().map(String).join(' or ')
function listOf({ params }: ErrorObject): string {
  const values = (params['allowedValues'] ?? [params['allowedValue']]) as unknown[]
  return (
    values
      .slice(0, 8)
      .map((value) => JSON.stringify(value))
      .join(', ') + (values.length > 8 ? ' …' : '')
  )
}
