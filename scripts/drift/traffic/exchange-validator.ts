import { isJson, JSON_MEDIA, mayHaveBody, mediaName } from '../description/media-type.ts'
import { type Code, valueAt } from '@paket/contract'
import { isCode } from '../compare/extensions.ts'
import { child, type Reading } from '../description/reading.ts'
import type { RuleId } from '../rules/rules.ts'
import { type Body, isWritten } from './body.ts'
import { BodyFindings, type Occurrence } from './body-findings.ts'
import { type Answered, validateCoded } from './coded-answers.ts'
import {
  type Check,
  checkFor,
  type Described,
  describedOf,
  type Expectation,
  type Expectations,
  isText,
} from './expectations.ts'
import { type Exchange, headerOf, isObject, isOtherCharset, jsonOf, UNREADABLE } from './exchange.ts'
import { FindingCollector, type Sample } from './finding-collector.ts'
import { ParameterFindings } from './parameter-findings.ts'
import { isRightForProbe, judgeProbe } from './probe.ts'
import { joined, shownText, type Shown, statusText } from './shown.ts'
import { listed, mediaKind } from './media-kind.ts'
import { validateRequest } from './validate-request.ts'
import { forbiddenBody, writtenJson } from './wire-findings.ts'
import type { Details, Validator } from './validator.ts'
import { textValue } from './written-body.ts'

export interface Validation extends Answered {
  /** Names of the contract's headers that were sent with a valid value. */
  headers: readonly string[]
}

/** Validates exchanges of known calls. */
export class ExchangeValidator implements Validator {
  readonly collector = new FindingCollector()
  readonly bodies: BodyFindings
  readonly expectations: Expectations
  readonly #parameters: ParameterFindings
  constructor(reading: Reading, expectations: Expectations) {
    this.expectations = expectations
    this.bodies = new BodyFindings(this.collector, reading, expectations.words)
    this.#parameters = new ParameterFindings(this.collector, this.bodies, expectations.words)
  }

  /** Validates one exchange; `segments` are the values of the path parameters, in order. */
  validate(expected: Expectation, exchange: Exchange, segments: readonly string[], sample: Sample): Validation {
    const answered = this.#answer(expected, exchange, sample)
    const isAccepted = answered.outcome === 'accepted'
    if (sample.probe) {
      judgeProbe(this, { expected, exchange, sample, probe: sample.probe, isAccepted })
      return { ...answered, headers: [] }
    }
    const isRequestFine = validateRequest(this, { expected, place: shownText`request`, sample }, exchange, isAccepted)
    const request = { expected, exchange, segments, isAccepted, sample }
    this.#parameters.inAddress(request)
    const headers = this.#parameters.headers(request)
    const { status } = exchange
    if ((status === 400 || status === 415) && isRequestFine && !describedOf(expected, status))
      this.report(
        'seen-valid-refused',
        { expected, place: statusText(status), sample },
        shownText``,
        shownText`${expected.id} returned HTTP ${statusText(status)} to a request that fits the contract`,
      )
    return { ...answered, headers }
  }
  /** Reports a finding of a call, at one of its keywords. */
  report(
    rule: RuleId,
    { expected, place, sample }: Occurrence,
    field: Shown,
    differs: Shown,
    { word, variant, shape }: Details = {},
  ): void {
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
    const occurrence = { expected, place: shownText`answer ${statusText(status)}`, sample }
    const body = jsonOf(exchange.responseBody)
    const isCoded = expected.isCoded && status === 200
    forbiddenBody(this, occurrence, exchange)
    const check = isCoded ? expected.accepted : (describedOf(expected, status)?.check ?? null)
    writtenJson(this, occurrence, check, exchange.responseBody, body)
    if (isCoded) {
      this.#mediaType(occurrence, [JSON_MEDIA], exchange, body)
      return validateCoded(this, occurrence, exchange.responseBody.state, body)
    }
    return this.#byStatus(occurrence, exchange, body)
  }
  #byStatus(occurrence: Occurrence, exchange: Exchange, body: unknown): Answered {
    const { expected } = occurrence
    const { status } = exchange
    const text = statusText(status)
    const described = describedOf(expected, status)
    const isListed = described !== null || expected.listed.has(text) || expected.listed.has(`${text[0]}XX`)
    const code = expected.isCoded && isObject(body) ? valueAt(body, expected.places.codeAt) : undefined
    const answered: Answered = {
      outcome: status < 300 ? (expected.isCoded ? 'failed' : 'accepted') : 'refused',
      cell: described?.status ?? text,
      isDescribed: isListed,
      isRead: isWritten(exchange.responseBody),
      isClean: true,
      body,
      code: isCode(expected, code) ? code : null,
    }
    if (isCode(expected, code) && status >= 300 && belongsToSuccess(expected, code, status)) {
      this.report(
        'seen-code-at-status',
        occurrence,
        shownText`code`,
        shownText`${expected.id} returned a code of the 200 with HTTP ${text}`,
        { word: 'x-failures' },
      )
      return { ...answered, isClean: false }
    }
    if (!isListed) return { ...answered, isClean: !this.#unlisted(occurrence, status) }
    if (!described) return answered
    return { ...answered, ...this.#described(occurrence, described, exchange, body) }
  }
  /** Reports a status that the call does not list; returns whether it did. */
  #unlisted(occurrence: Occurrence, status: number): boolean {
    const { expected } = occurrence
    if (status === 400 || status === 415 || status === 304) return false
    const { probe } = occurrence.sample
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
    this.report(
      rule,
      occurrence,
      shownText``,
      shownText`${expected.id} returned HTTP ${text}; the contract lists ${lists}`,
    )
    return true
  }
  #described(occurrence: Occurrence, described: Described, exchange: Exchange, body: unknown): Partial<Answered> {
    const { expected } = occurrence
    const { media } = described
    const check = checkFor(exchange.responseType, described.checks, described.check)
    const isSent = this.#answerHeaders(occurrence, described, exchange)
    const { responseBody } = exchange
    // A gateway's page is no drift when the client looks only at the status.
    const isGateway = expected.isCoded || exchange.status >= 500
    const isTyped = isGateway || this.#mediaType(occurrence, media, exchange, body)
    if (media.length === 0) return { isClean: isSent && this.#noAnswer(occurrence, exchange, body), isRead: true }
    if (!isTyped || !isWritten(responseBody)) return { isClean: isSent && isTyped }
    const other = isGateway || !mayHaveBody(exchange) ? undefined : otherCheckFor(exchange, described, body)
    if (other) return { isClean: this.#otherBody(occurrence, other, responseBody) && isSent }
    if (!check) return { isClean: isSent, isRead: false }
    if (body === undefined || body === UNREADABLE) {
      if (!mayHaveBody(exchange) || isGateway) return { isClean: isSent }
      if (body === UNREADABLE && media.some((one) => !isJson(one))) return { isClean: isSent, isRead: false }
      const what = body === UNREADABLE ? shownText`no JSON` : shownText`no body`
      this.report(
        'seen-not-json',
        occurrence,
        shownText``,
        shownText`${expected.id} returned ${statusText(exchange.status)} with ${what}`,
        { variant: what },
      )
      return { isClean: false }
    }
    if (isGateway && (typeof body !== 'object' || body === null)) return { isClean: isSent }
    return { isClean: this.bodies.answer(occurrence, check, body) && isSent }
  }
  /** Compares a body that is not JSON; reports an empty one that its schema does not allow. */
  #otherBody(occurrence: Occurrence, check: Check, body: Body): boolean {
    if (body.state === 'text') return this.bodies.answer(occurrence, check, textValue(check, body.text))
    if (check.isValid('')) return true
    const { expected, place } = occurrence
    this.report(
      'seen-body-missing',
      occurrence,
      shownText``,
      shownText`${expected.id}, ${place}, had no body; the contract has one`,
    )
    return false
  }
  /** Reports a body where the contract has none, as a note. */
  #noAnswer(occurrence: Occurrence, exchange: Exchange, body: unknown): boolean {
    const { expected } = occurrence
    const { status } = exchange
    if (body !== undefined && !expected.isCoded && status < 300 && mayHaveBody(exchange))
      this.report(
        'seen-body-unlisted',
        occurrence,
        shownText``,
        shownText`${expected.id} returned ${statusText(status)} with a body; the contract has none`,
      )
    return true
  }
  /**
   * Reports another charset, or a media type that the contract does not list; returns false for the latter unless it is
   * JSON under another name.
   */
  #mediaType(
    occurrence: Occurrence,
    media: readonly string[],
    { responseType, status, responseBody, responseHeaders }: Exchange,
    body: unknown,
  ): boolean {
    if (responseBody.state === 'empty') return true
    if (isOtherCharset(responseBody, responseType))
      this.report(
        'seen-charset',
        occurrence,
        shownText``,
        shownText`${occurrence.expected.id} returned ${statusText(status)} as JSON with another charset than UTF-8`,
      )
    const kind = mediaKind(responseType, media)
    const { isCoded, id } = occurrence.expected
    const isPage = body === UNREADABLE && (isCoded || (status < 300 && media.every(isJson)))
    // A body that is not JSON is reported separately.
    if (kind === 'listed' || isPage || (isCoded && body === undefined)) return true
    const given = shownText`${id} returned ${statusText(status)}`
    const all = listed(media, this.expectations.words)
    if (kind === null) {
      if (media.length > 0 && body !== undefined && responseType === undefined && hasNoType(responseHeaders))
        this.report(
          'seen-media-type-missing',
          occurrence,
          shownText``,
          shownText`${given} without a media type; the contract has ${all}`,
        )
      return true
    }
    const rule = kind === 'name' ? 'seen-media-type-name' : 'seen-media-type'
    this.report(rule, occurrence, shownText``, shownText`${given} as another media type than ${all}`)
    return kind === 'name'
  }
  #answerHeaders(occurrence: Occurrence, { headers }: Described, { responseHeaders }: Exchange): boolean {
    const { expected, place } = occurrence
    return headers
      .map((header) => {
        const value = headerOf(responseHeaders, header.name.toLowerCase())
        if (value === undefined || (value === null && !header.required)) return true
        if (value !== null && header.fits([value])) return true
        const name = this.expectations.words.word(header.name)
        const wrong = value === null ? null : this.bodies.given(name, header.check, header.read([value]))
        this.collector.add(
          {
            rule: 'seen-answer-header',
            call: expected.id,
            place,
            field: name,
            variant: wrong ? shownText`form` : shownText`missing`,
          },
          occurrence.sample,
          () => ({
            differs: wrong
              ? shownText`The header ${wrong.label} of ${expected.id}, ${place}, is not valid: ${wrong.why}`
              : shownText`The header \`${name}\` of ${expected.id}, ${place}, was missing`,
            at: header.at,
          }),
          wrong?.shape,
        )
        return false
      })
      .every(Boolean)
  }
}

/** Whether an answer had no media type: a recorder that writes a header of the transfer writes all headers. */
const hasNoType = (headers: unknown) =>
  headerOf(headers, 'content-type') === null &&
  ['date', 'connection', 'transfer-encoding'].some((name) => typeof headerOf(headers, name) === 'string')
/**
 * Returns the check of a text or of an empty body, by its media type; the first when there is no type. JSON is not
 * checked here.
 */
function otherCheckFor(
  { responseType: type, responseBody: { state } }: Exchange,
  { others, check, media: all }: Described,
  body: unknown,
): Check | undefined {
  const fitting = state === 'empty' ? others : state === 'text' ? [...others].filter(([media]) => isText(media)) : []
  const checks = new Map(fitting)
  const named = type === undefined ? undefined : checks.get(mediaName(type))
  const [first] = checks.values()
  const isOther = mediaKind(type, all) !== 'listed' && (!check || (type === undefined && body === UNREADABLE))
  return named ?? (isOther ? first : undefined)
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
