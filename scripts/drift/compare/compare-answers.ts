import { isDeepStrictEqual } from 'node:util'
import { statusesOf } from '@paket/contract'
import type { Answer, Call } from '../description/description.ts'
import { JSON_MEDIA } from '../description/media-type.ts'
import { type At, child } from '../description/reading.ts'
import { shapesOf } from '../description/alternatives.ts'
import type { Found } from '../report/finding.ts'
import type { RuleId } from '../rules/rules.ts'
import { compareCoded } from './compare-codes.ts'
import { compareFields } from './compare-fields.ts'
import { compareHeaders } from './compare-headers.ts'
import { type Context, found } from './context.ts'
import { type Extensions, wayToCode } from './extensions.ts'
import { jsonNames, kindsOfBoth, labelled } from './media.ts'

const isSuccess = (status: string) => status.startsWith('2')
const isError = (status: string) => /^[3-5]/.test(status)
const isIn = (status: string, range: string) => range === `${status[0]}XX`
/**
 * The response for a status: exact, by range or default. A success is never the default when another success is
 * described.
 */
function answerFor({ answers }: Call, status: string): Answer | undefined {
  const ranged = answers.get(status) ?? answers.get(`${status[0]}XX`)
  if (ranged || !isSuccess(status)) return ranged ?? answers.get('DEFAULT')
  return [...answers.keys()].some(isSuccess) ? undefined : answers.get('DEFAULT')
}
/** Returns the responses for a status or a range; a range may be described status by status. */
export function answersFor(call: Call, status: string): [status: string, answer: Answer][] {
  const inside = call.answers.has(status) ? [] : [...call.answers].filter(([each]) => isIn(each, status))
  const answer = answerFor(call, status)
  return inside.length > 0 ? inside : answer ? [[status, answer]] : []
}
/** Returns whether a call describes a status, exactly, by range or by default; for a range, any status in it. */
export const covers = ({ answers }: Call, status: string): boolean =>
  answers.has('DEFAULT') || [...answers.keys()].some((one) => one === status || isIn(status, one) || isIn(one, status))

/** Compares the responses of a call, status by status. */
export function compareAnswers(context: Context, extensions: Extensions, our: Call, their: Call): Found[] {
  const responses = child(their.at, 'responses') ?? their.at
  const one = (rule: RuleId, subject: string, differs: string, at: At, severity?: Found['severity']) =>
    found(context, { rule, subject, differs, ours: child(our.at, 'responses') ?? our.at, theirs: at, severity })
  return [
    ...[...our.answers].flatMap(([status, answer]) => ours(status, answer)),
    ...[...their.answers].flatMap(([status, answer]) => theirs(status, answer)),
  ]

  function ours(status: string, answer: Answer): Found[] {
    if (!isSuccess(status) && !isError(status)) {
      const rest = status === 'DEFAULT' && their.answers.get(status)
      return rest ? both(status, answer, rest) : []
    }
    const others = answersFor(their, status)
    if (others.length > 0) return others.flatMap(([each, other]) => both(each, answer, other))
    const isOnly =
      isSuccess(status) &&
      ![...our.answers.keys()].some((each) => isSuccess(each) && answersFor(their, each).length > 0)
    return [
      isOnly
        ? one('response-success-missing', our.id, `${our.id} describes no response with HTTP ${status}`, responses)
        : one(
            'response-status-never',
            status,
            `HTTP ${status} is not described`,
            responses,
            isSuccess(status) ? 'risky' : undefined,
          ),
    ]
  }
  function theirs(status: string, answer: Answer): Found[] {
    if (our.answers.has(status) || (!isSuccess(status) && !isError(status))) return []
    const known = answerFor(our, status)
    if (known) return both(status, known, answer)
    if (isSuccess(status))
      return status === '2XX' && [...our.answers.keys()].some(isSuccess)
        ? []
        : [one('response-success-other', `${our.id} ${status}`, `${our.id} may return HTTP ${status}`, answer.at)]
    if (status.startsWith('3'))
      return [one('response-redirect', `${our.id} ${status}`, `${our.id} may return HTTP ${status}`, answer.at)]
    return extensions.failures.some((failure) => statusesOf(failure, [status]).length > 0)
      ? []
      : [one('response-status-unknown', status, `HTTP ${status} may be returned`, answer.at)]
  }
  function both(status: string, known: Answer, answer: Answer): Found[] {
    return [
      ...compareHeaders(context, known, answer, status),
      ...(isSuccess(status)
        ? compareSuccess(context, extensions, status, { call: our, answer: known }, { call: their, answer })
        : compareErrors(context, extensions, known, answer, status)),
    ]
  }
}

interface Side {
  call: Call
  answer: Answer
}
function compareSuccess(context: Context, extensions: Extensions, status: string, ours: Side, theirs: Side): Found[] {
  const [mine, answered] = kindsOfBoth(ours.answer.media, theirs.answer.media)
  const subject = status === '200' ? context.call : `${context.call} ${status}`
  const one = (rule: RuleId, differs: string) =>
    found(context, { rule, subject, differs, ours: ours.answer.at, theirs: theirs.answer.at })
  if (mine.size === 0) return answered.size === 0 ? [] : [one('response-body-new', `${subject} returns a body`)]
  const names = jsonNames(theirs.answer.media, ours.answer.media)
  if (answered.size === 0) return [one('response-body-missing', `${subject} returns no body`)]
  const others = [...answered.keys()].filter(
    (media) => !mine.has(media) && !mine.has('*/*') && !isNeverReturned(context, media, answered),
  )
  const isOther = others.length === answered.size
  const gone = [...mine.keys()].filter((media) => !answered.has(media) && media !== '*/*')
  return [
    ...(names === 'same'
      ? []
      : [
          one(
            names === 'plain' ? 'response-media-type-name' : 'response-media-type',
            `${subject} returns ${[...theirs.answer.media.keys()].join(', ')}; the contract has ${[...ours.answer.media.keys()].join(', ')}`,
          ),
        ]),
    ...(gone.length > 0 && !isOther
      ? [one('response-media-type-gone', `${subject} does not return ${gone.join(', ')}`)]
      : []),
    ...(others.length > 0
      ? [
          one(
            isOther ? 'response-media-type' : 'response-media-type-more',
            `${subject} ${isOther ? 'returns' : 'may return'} ${others.join(', ')}`,
          ),
        ]
      : []),
    ...[...mine].flatMap(([media, schema]) => {
      const other = answered.get(media)
      if (!other) return []
      if (extensions.isCoded && status === '200')
        return compareCoded(context, extensions, { call: ours.call, schema }, { ...theirs, schema: other })
      const label = status === '200' ? `${context.call} answer` : `${context.call} ${status}`
      return compareFields(context, { ours: [schema], theirs: [other] }, labelled(label, media))
    }),
  ]
}
/** ASP.NET lists text/plain beside JSON for every answer, and returns only strings as such. */
function isNeverReturned({ theirs }: Context, media: string, answered: ReadonlyMap<string, At>): boolean {
  const [text, json] = [answered.get(media)!, answered.get(JSON_MEDIA)]
  return (
    media === 'text/plain' &&
    isDeepStrictEqual(text.value, json?.value) &&
    shapesOf(theirs, [text]).every(({ type }) => type !== 'string')
  )
}
function compareErrors(
  context: Context,
  extensions: Extensions,
  ours: Answer,
  theirs: Answer,
  status: string,
): Found[] {
  const [mine, answered] = kindsOfBoth(ours.media, theirs.media)
  if (mine.size === 0) return []
  const shared = [...mine.keys()].filter((media) => answered.has(media))
  const names = jsonNames(theirs.media, ours.media)
  const isOther = shared.length === 0 || names !== 'same'
  return [
    ...(isOther
      ? [
          found(context, {
            rule: 'response-error-media-type',
            subject: status,
            differs: `HTTP ${status} has ${[...theirs.media.keys()].join(', ') || 'no body'}; the contract has ${[...ours.media.keys()].join(', ')}`,
            ours: ours.at,
            theirs: theirs.at,
            severity: extensions.isCoded || names === 'plain' ? undefined : 'risky',
          }),
        ]
      : []),
    ...shared.flatMap((media) =>
      compareFields(
        context,
        { ours: [mine.get(media)!], theirs: [answered.get(media)!] },
        labelled(`${context.call} ${status}`, media),
        extensions.isCoded ? wayToCode(extensions) : {},
      ),
    ),
  ]
}
