import { isDeepStrictEqual } from 'node:util'
import { type Exchange, jsonOf, UNREADABLE } from './exchange.ts'
import type { Expectation } from './expectations.ts'
import type { Probe, Sample } from './finding-collector.ts'
import { said, statusText } from './shown.ts'
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
  const standing = { expected, place: said`request`, sample }
  const { id, request, call } = expected
  const kind = isForbidden(probe) ? said`a request that the contract forbids` : said`a request that fits the contract`
  const text = statusText(status)
  if (status >= 500)
    validator.report('live-server-error', standing, said``, said`${id} returned HTTP ${text} to ${kind}`, {
      variant: said`${text} to ${kind}`,
    })
  // A listed status may come from business rules that no schema describes.
  else if (
    MALFORMED.includes(status) &&
    !isForbidden(probe) &&
    !expected.answers.has(text) &&
    !expected.listed.has(text)
  )
    validator.report('live-valid-refused', standing, said``, said`${id} returned HTTP ${text} to ${kind}`, {
      variant: text,
    })
  if (!isAccepted) return
  if (probe.forbidden.body) {
    const body = jsonOf(exchange.requestBody)
    if (exchange.requestBody.state === 'empty')
      validator.report('live-forbidden-accepted', standing, said``, said`${id} was accepted without a body`)
    else if (!request || body === UNREADABLE)
      validator.report(
        'live-forbidden-accepted',
        standing,
        said``,
        said`${id} was accepted with a body that the contract forbids`,
        { variant: said`body` },
      )
    else validator.bodies.request(standing, request, body)
  }
  for (const { name, in: where } of probe.forbidden.parameters) {
    const { words } = validator.expectations
    const word = words.word(name)
    validator.report(
      'live-forbidden-accepted',
      { ...standing, place: words.word(where) },
      word,
      said`${words.word(call.id)} was accepted with a \`${word}\` that the contract forbids, or without it`,
    )
  }
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
    { expected, place: said`request`, sample },
    said``,
    said`${expected.id} returned another response to the same request with the same idempotency key`,
  )
}
