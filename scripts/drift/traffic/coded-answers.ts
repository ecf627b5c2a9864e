import { type Code, rejects, valueAt, verdictOf } from '@paket/contract'
import type { RuleId } from '../rules/rules.ts'
import type { Occurrence } from './body-findings.ts'
import type { Body } from './body.ts'
import { isObject, UNREADABLE } from './exchange.ts'
import { cellOf } from './expectations.ts'
import { codeText, joined, pathText, shownText, type Shown, typeName, type Words } from './shown.ts'
import type { Details, Validator } from './validator.ts'

/** The result of a response, for the coverage. */
export interface Answered {
  outcome: 'accepted' | 'refused' | 'failed'
  /** `200`, `200 code 2004`, `4XX`: the contract's name when it has one. */
  cell: Shown
  isDescribed: boolean
  /** False when the body was not recorded. */
  isRead: boolean
  isClean: boolean
  body: unknown
  code: Code | null
}

type Fields = Record<string, unknown>
type Report = (rule: RuleId, field: Shown, differs: Shown, details?: Details) => void

/** Validates a 200 of a call with business codes: first the code, then the branch of the schema that belongs to it. */
export function validateCoded(
  validator: Validator,
  occurrence: Occurrence,
  state: Body['state'],
  body: unknown,
): Answered {
  const { expected } = occurrence
  const { id, codes, validity, failures, places, types } = expected
  const { words } = validator.expectations
  const report: Report = (rule, field, differs, details) => validator.report(rule, occurrence, field, differs, details)
  const answered: Answered = {
    outcome: 'failed',
    cell: shownText`200`,
    isDescribed: true,
    isRead: true,
    isClean: false,
    body,
    code: null,
  }
  // A body that was not recorded counts as neither a failure nor a success.
  if (state === 'unknown' || state === 'cut') return { ...answered, isRead: false, isClean: true }
  if (!isObject(body)) {
    const what = body === UNREADABLE ? shownText`no JSON` : body === undefined ? shownText`no body` : typeName(body)
    report('seen-not-json', shownText``, shownText`${id} returned 200 with ${what}`, { variant: what })
    return answered
  }
  const verdict = verdictOf({ 'x-validity': validity, 'x-failures': failures }, body, types)
  if (verdict === null || (typeof verdict.code === 'number' && !Number.isInteger(verdict.code))) {
    const [first, second] = [valueAt(body, places.at), valueAt(body, places.codeAt)]
    const isOdd = first !== undefined && (first === null || !types.at.includes(typeof first))
    const [place, value] = isOdd ? [places.at, first] : [places.codeAt, second]
    report('seen-code-type', pathText(words, place), shownText`${id} returned a code that is ${typeName(value)}`, {
      word: 'x-validity',
      variant: typeName(value),
    })
    return answered
  }
  const { code, isRejected } = verdict
  const cell = code === null ? shownText`200` : (expected.cells.get(code) ?? cellOf(code, words))
  const isDescribed = code === null ? !isRejected : codes.has(code)
  const context = { validator, occurrence, report, known: expected.shown.codes, field: expected.shown.codeAt, words }
  const { outcome, isClean } = isRejected ? refusal(context, body, code) : accepted(context, body, code)
  return { ...answered, outcome, isClean, cell, isDescribed, code }
}
interface Context {
  validator: Validator
  occurrence: Occurrence
  report: Report
  known: Shown
  /** The path of the code. */
  field: Shown
  words: Words
}
type Judged = Pick<Answered, 'outcome' | 'isClean'>

function refusal(
  { validator, occurrence, report, known, field, words }: Context,
  body: Fields,
  code: Code | null,
): Judged {
  const { expected } = occurrence
  const { id } = expected
  const success = expected.ofSuccess.filter((name) => body[name] !== undefined && body[name] !== null)
  const looksLikeSuccess = success.length > 0 && expected.accepted?.isValid(body) === true
  let isClean = true
  if (code === null) {
    isClean = false
    report('seen-code-missing', field, shownText`${id} returned no code`, { word: 'x-validity' })
  } else if (!expected.codes.has(code)) {
    isClean = false
    const text = codeText(code, words)
    report('seen-code-unknown', field, shownText`${id} returned the code ${text}; the contract lists ${known}`, {
      word: 'x-failures',
      variant: text,
    })
  }
  if (looksLikeSuccess && code !== null)
    report(
      'seen-refusal-like-success',
      field,
      shownText`${id} returned the rejected code ${codeText(code, words)} and ${names(validator, success)} as in a success`,
      { word: 'x-validity', variant: codeText(code, words) },
    )
  else if (expected.refused && !(code === null && success.length > 0))
    isClean =
      validator.bodies.answer({ ...occurrence, place: shownText`refusal 200` }, expected.refused, body) && isClean
  return { outcome: 'refused', isClean }
}

function accepted({ validator, occurrence, report, field, words }: Context, body: Fields, code: Code | null): Judged {
  const { expected } = occurrence
  const { id, codes, validity } = expected
  let isClean = true
  const text = code === null ? shownText`no code` : codeText(code, words)
  if (code !== null && !codes.has(code)) {
    const shown = joined([...codes].filter((one) => !rejects(validity, one)).map((one) => codeText(one, words)))
    report(
      'seen-code-accepted-unknown',
      field,
      shownText`${id} returned the code ${text}, which the rule accepts; the contract shows ${shown === '' ? shownText`none` : shown}`,
      {
        word: 'x-validity',
        variant: text,
      },
    )
  }
  const missing = (validity.require ?? []).filter((path) => isEmpty(valueAt(body, path)))
  if (missing.length > 0) {
    isClean = false
    const isRefusal =
      typeof body['message'] === 'string' &&
      expected.ofSuccess.every((name) => body[name] === undefined || body[name] === null)
    const codeShown = code === null ? shownText`no code` : shownText`the accepted code ${text}`
    if (isRefusal)
      report(
        'seen-success-like-refusal',
        field,
        shownText`${id} returned ${codeShown} with a message and without ${names(validator, missing)}`,
        {
          word: 'x-validity',
          variant: text,
        },
      )
    else
      report(
        'seen-success-useless',
        names(validator, missing),
        shownText`${id} returned a success without ${names(validator, missing)}`,
        { word: 'x-validity' },
      )
  } else if (expected.accepted) isClean = validator.bodies.answer(occurrence, expected.accepted, body)
  return { outcome: isClean ? 'accepted' : 'failed', isClean }
}
/** Paths in `x-validity`: all their names are known words. */
const names = ({ expectations: { words } }: Validator, paths: readonly string[]): Shown =>
  joined(paths.map((path) => shownText`\`${pathText(words, path)}\``))
/** The client's rule: a required field must not be missing, null or an empty string. */
const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
