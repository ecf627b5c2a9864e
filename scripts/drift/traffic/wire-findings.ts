import { mayHaveBody } from '../description/media-type.ts'
import type { Body } from './body.ts'
import type { Occurrence } from './body-findings.ts'
import { type Exchange, isObject, UNREADABLE } from './exchange.ts'
import type { Check } from './expectations.ts'
import { nameTwice } from './name-twice.ts'
import { shownText, statusText } from './shown.ts'
import type { Validator } from './validator.ts'

/** Reports defects of JSON as text: a byte order mark, a name twice. `value` is the parsed text. */
export function writtenJson(
  validator: Validator,
  occurrence: Occurrence,
  check: Check | null,
  body: Body,
  value: unknown,
): void {
  if (body.state !== 'text' || value === UNREADABLE) return
  const { text } = body
  const hasMark = text.charCodeAt(0) === 0xfeff
  if (hasMark)
    validator.report(
      'seen-byte-order-mark',
      occurrence,
      shownText``,
      shownText`JSON of ${occurrence.expected.id}, ${occurrence.place}, began with a byte order mark`,
    )
  const way = nameTwice(hasMark ? text.slice(1) : text, value)
  if (way) validator.bodies.twice(occurrence, check, way)
}

/** Reports a body where HTTP allows none. */
export function forbiddenBody(validator: Validator, occurrence: Occurrence, exchange: Exchange): void {
  const { responseBody, method, status } = exchange
  if (mayHaveBody(exchange) || !isThere(responseBody)) return
  const what = method === 'HEAD' ? shownText`to a HEAD` : shownText`with HTTP ${statusText(status)}`
  validator.report(
    'seen-body-forbidden',
    occurrence,
    shownText``,
    shownText`${occurrence.expected.id} returned a body ${what}`,
  )
}
/** Some logs write an empty object for no body. */
const isThere = (body: Body): boolean =>
  body.state === 'text' || (body.state === 'value' && !(isObject(body.value) && Object.keys(body.value).length === 0))
