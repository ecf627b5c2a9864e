import { isDeepStrictEqual } from 'node:util'
import { type Exchange, jsonOf } from './exchange.ts'
import { type Check, describedOf, type Expectation } from './expectations.ts'
import type { ForbiddenParameter, Probe, Sample } from './finding-collector.ts'
import { joined, shownText, type Shown, statusText } from './shown.ts'
import type { Validator } from './validator.ts'

const MALFORMED = [400, 415, 422]
const isForbidden = ({ forbidden }: Probe) => forbidden.body || forbidden.parameters.length > 0

/**
 * Returns whether an unlisted status is right for a generated request: a refusal of what is forbidden, or a 404 for an
 * id. Server errors are reported separately.
 */
export const isRightForProbe = (probe: Probe, { call }: Expectation, status: number): boolean =>
  status >= 500 ||
  (status >= 400 && (isForbidden(probe) || (status === 404 && call.path.includes('{')) || MALFORMED.includes(status)))

/** Reports what the response to a generated request shows. */
export function judgeProbe(
  validator: Validator,
  {
    expected,
    exchange,
    sample,
    probe,
    isAccepted,
  }: { expected: Expectation; exchange: Exchange; sample: Sample; probe: Probe; isAccepted: boolean },
): void {
  const { status } = exchange
  const occurrence = { expected, place: shownText`request`, sample }
  const { id } = expected
  const text = statusText(status)
  if (status >= 500) {
    const kind = isForbidden(probe)
      ? shownText`a request that the contract forbids`
      : shownText`a request that fits the contract`
    const reasons = reasonsOf(validator, expected, exchange, probe)
    const which = reasons === null ? shownText`` : shownText` (${reasons})`
    validator.report(
      'live-server-error',
      occurrence,
      shownText``,
      shownText`${id} returned HTTP ${text} to ${kind}${which}`,
      {
        variant: shownText`${text} to ${kind}`,
      },
    )
  }
  // A listed status may come from business rules that no schema describes.
  else if (
    MALFORMED.includes(status) &&
    !isForbidden(probe) &&
    !describedOf(expected, status) &&
    !expected.listed.has(text)
  )
    validator.report(
      'live-valid-refused',
      occurrence,
      shownText``,
      shownText`${id} returned HTTP ${text} to a request that fits the contract`,
      { variant: text },
    )
  if (!isAccepted) return
  if (probe.forbidden.body) {
    const sent = bodyOf(expected, exchange)
    if (sent === null)
      validator.report('live-forbidden-accepted', occurrence, shownText``, shownText`${id} was accepted without a body`)
    else validator.bodies.request(occurrence, sent.check, sent.body)
  }
  for (const one of probe.forbidden.parameters) {
    const { name, wrong } = parameterOf(validator, one)
    const differs = wrong
      ? shownText`${id} was accepted with ${name} that is not valid: ${wrong.why}`
      : shownText`${id} was accepted without ${name}`
    validator.report(
      'live-forbidden-accepted',
      { ...occurrence, place: validator.expectations.words.word(one.where) },
      validator.expectations.words.word(one.given.name),
      differs,
      {
        variant: wrong ? shownText`form` : shownText`missing`,
        ...(wrong?.shape !== undefined && { shape: wrong.shape }),
      },
    )
  }
}
/** Returns a body as it is compared; null when none was sent. */
function bodyOf({ request, written }: Expectation, { requestBody }: Exchange): { check: Check; body: unknown } | null {
  if (requestBody.state !== 'text') return null
  return request
    ? { check: request, body: jsonOf(requestBody) }
    : written && { check: written.check, body: written.read(requestBody.text) }
}
/** Returns the name of a forbidden parameter; why it is not valid when it was sent. */
function parameterOf({ bodies, expectations: { words } }: Validator, { where, given, texts }: ForbiddenParameter) {
  const kind = where === 'header' || where === 'cookie' ? words.word(where) : shownText`${words.word(where)} parameter`
  const wrong = texts.length === 0 ? null : bodies.given(words.word(given.name), given.check, given.read(texts))
  return { name: shownText`the ${kind} ${wrong?.label ?? shownText`\`${words.word(given.name)}\``}`, wrong }
}
const MOST_REASONS = 3
/** Returns what the contract forbids in a request; null for nothing. */
function reasonsOf(
  validator: Validator,
  expected: Expectation,
  exchange: Exchange,
  { forbidden }: Probe,
): Shown | null {
  const reason = (name: Shown, { why, shape }: { why: Shown; shape?: Shown }) =>
    shownText`${name}: ${why}${shape === undefined ? shownText`` : shownText`, came as ${shape}`}`
  const sent = forbidden.body ? bodyOf(expected, exchange) : null
  const ofBody = sent ? validator.bodies.wrong(shownText``, sent.check, sent.body) : []
  const reasons = [
    ...(forbidden.body && !sent ? [shownText`without a body`] : []),
    ...ofBody.map((wrong) => reason(wrong.label, wrong)),
    ...forbidden.parameters.map((one) => {
      const { name, wrong } = parameterOf(validator, one)
      return wrong ? reason(name, wrong) : shownText`without ${name}`
    }),
  ]
  return reasons.length === 0 ? null : joined(reasons.slice(0, MOST_REASONS), '; ')
}

/**
 * Reports when a repeated request with the same idempotency key got a different response. 409 (in progress) and 429
 * (rate limit) are ignored.
 */
export function judgeRepeat(
  validator: Validator,
  { expected, answers, sample }: { expected: Expectation; answers: readonly [Exchange, Exchange]; sample: Sample },
): void {
  const [first, second] = answers
  if (second.status === 409 || second.status === 429) return
  if (first.status === second.status && isDeepStrictEqual(jsonOf(first.responseBody), jsonOf(second.responseBody)))
    return
  validator.report(
    'live-not-repeatable',
    { expected, place: shownText`request`, sample },
    shownText``,
    shownText`${expected.id} returned another response to the same request with the same idempotency key`,
  )
}
