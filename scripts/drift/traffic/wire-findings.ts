import { mayHaveBody } from '../description/media-type.ts'
import type { Body } from './body.ts'
import type { Standing } from './body-findings.ts'
import { type Exchange, isObject, UNREADABLE } from './exchange.ts'
import type { Check } from './expectations.ts'
import { nameTwice } from './name-twice.ts'
import { said, statusText } from './shown.ts'
import type { Validator } from './validator.ts'

/** Reports defects of JSON as text: a byte order mark, a name twice. `value` is the parsed text. */
export function writtenJson(
  validator: Validator,
  standing: Standing,
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
      standing,
      said``,
      said`JSON of ${standing.expected.id}, ${standing.place}, began with a byte order mark`,
    )
  const way = nameTwice(hasMark ? text.slice(1) : text, value)
  if (way) validator.bodies.twice(standing, check, way)
}

/** Reports a body where HTTP allows none. */
export function forbiddenBody(validator: Validator, standing: Standing, exchange: Exchange): void {
  const { responseBody, method, status } = exchange
  if (mayHaveBody(exchange) || !isThere(responseBody)) return
  const what = method === 'HEAD' ? said`to a HEAD` : said`with HTTP ${statusText(status)}`
  validator.report('seen-body-forbidden', standing, said``, said`${standing.expected.id} returned a body ${what}`)
}
/** Some logs write an empty object for no body. */
const isThere = (body: Body): boolean =>
  body.state === 'text' || (body.state === 'value' && !(isObject(body.value) && Object.keys(body.value).length === 0))
