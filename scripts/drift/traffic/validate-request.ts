import type { Occurrence } from './body-findings.ts'
import { FORM, isJson, mediaName } from '../description/media-type.ts'
import { checkFor, type Written } from './expectations.ts'
import { type Exchange, headerOf, isObject, isOtherCharset, jsonOf, UNREADABLE } from './exchange.ts'
import { listed, mediaKind } from './media-kind.ts'
import { shownText, type Shown } from './shown.ts'
import { MULTIPART } from './multipart.ts'
import type { Validator } from './validator.ts'
import { writtenJson } from './wire-findings.ts'

/**
 * Returns whether a request is valid. A server may refuse an invalid one, so errors are reported only when it was
 * accepted.
 */
export function validateRequest(
  validator: Validator,
  occurrence: Occurrence,
  exchange: Exchange,
  isAccepted: boolean,
): boolean {
  const { expected } = occurrence
  const { requestBody, requestHeaders } = exchange
  const { call } = expected
  const type = headerOf(requestHeaders, 'content-type') ?? undefined
  const ofType = type === undefined ? undefined : expected.texts.get(mediaName(type))
  const written = ofType ?? expected.written
  const request = checkFor(type, expected.requests, expected.request)
  if (call.body === null) return noBody(validator, occurrence, exchange, isAccepted)
  if (requestBody.state === 'empty') {
    // A form without fields is serialized as an empty body.
    if (ofType?.media === FORM && ofType.isValid('')) return true
    if (isAccepted && call.body.required)
      validator.report(
        'seen-request-refused',
        occurrence,
        shownText``,
        shownText`${expected.id} got no body, which the contract requires`,
        { variant: shownText`no body` },
      )
    return !call.body.required
  }
  if (!requestType(validator, occurrence, exchange, type, isAccepted)) return false
  if (isUnread(expected, type)) return true
  const body = jsonOf(requestBody)
  if (isAccepted) writtenJson(validator, occurrence, request, requestBody, body)
  if (written && requestBody.state === 'text') {
    // The media type decides, even if a form's text is also JSON.
    if (!request || body === UNREADABLE || ofType)
      return writtenRequest(validator, occurrence, written, requestBody.text, isAccepted)
  }
  if (!request || body === undefined) return request === null
  if (body !== UNREADABLE && request.isValid(body)) {
    if (isAccepted) validator.bodies.sent(occurrence, request, body)
    return true
  }
  if (!isAccepted) return false
  if (body !== UNREADABLE) validator.bodies.request(occurrence, request, body)
  else if (call.body.media.size === 1)
    validator.report(
      'seen-request-refused',
      occurrence,
      shownText``,
      shownText`${expected.id} got a body that is not JSON`,
      {
        variant: shownText`no JSON`,
      },
    )
  return false
}
/** Whether a call accepts a media type that is not compared. */
function isUnread({ call, texts }: Occurrence['expected'], type: string | undefined): boolean {
  const name = type === undefined ? '' : mediaName(type)
  return !isJson(name) && !texts.has(name) && call.body?.media.has(name) === true
}
/** Reports a body where the call has none, as a note, since servers ignore it. */
function noBody(validator: Validator, occurrence: Occurrence, { requestBody }: Exchange, isAccepted: boolean): boolean {
  const body = jsonOf(requestBody)
  const isNothing = body === undefined || body === null || (isObject(body) && Object.keys(body).length === 0)
  const { expected } = occurrence
  if (isAccepted && !isNothing)
    validator.report(
      'seen-body-unlisted',
      occurrence,
      shownText``,
      shownText`${expected.id} got a body; the contract has none`,
    )
  return true
}
/** Reports a media type that the contract does not list; returns whether it is right or was not recorded. */
function requestType(
  validator: Validator,
  occurrence: Occurrence,
  { requestBody }: Exchange,
  type: string | undefined,
  isAccepted: boolean,
): boolean {
  const { expected } = occurrence
  const taken = [...expected.call.body!.media.keys()]
  const report = (rule: 'seen-charset' | 'seen-request-media-type', what: Shown) =>
    isAccepted && validator.report(rule, occurrence, shownText``, shownText`${expected.id} was called ${what}`)
  if (isOtherCharset(requestBody, type)) report('seen-charset', shownText`with JSON in another charset than UTF-8`)
  const kind = mediaKind(type, taken)
  if (kind === 'other') {
    report(
      'seen-request-media-type',
      shownText`with another media type than ${listed(taken, validator.expectations.words)}`,
    )
    return false
  }
  // A multipart media type must have a boundary.
  if (type === undefined || mediaName(type) !== MULTIPART || /;\s*boundary\s*=/i.test(type)) return true
  report('seen-request-media-type', shownText`with parts without the boundary between them`)
  return false
}
function writtenRequest(
  validator: Validator,
  occurrence: Occurrence,
  written: Written,
  text: string,
  isAccepted: boolean,
): boolean {
  const isFine = written.isValid(text)
  if (isFine || !isAccepted) return isFine
  const body = written.read(text)
  if (body === undefined)
    validator.report(
      'seen-request-refused',
      occurrence,
      shownText``,
      shownText`${occurrence.expected.id} was called with ${validator.expectations.words.word(written.media)} that cannot be read`,
    )
  else validator.bodies.request(occurrence, written.check, body)
  return false
}
