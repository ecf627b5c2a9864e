import { type Shape, type Type, types } from '../description/shape.ts'
import type { Found } from '../report/finding.ts'
import { CONTRADICTED } from './compare-presence.ts'
import { type Context, found, foundIn, type Pair, type TextByDirection } from './context.ts'

/** The number of types without integer, which is part of number. */
const ANY = types.length - 1
/** Whether all numbers of a shape are integers, by type or by `multipleOf`. */
const isWhole = ({ type, multipleOf }: Shape) => type === 'integer' || Number.isInteger(multipleOf)
/** Returns whether all values of one type are values of another. */
export const fits = (sent: Shape, taken: Shape): boolean =>
  sent.type === taken.type ||
  (sent.type === 'integer' && taken.type === 'number') ||
  (isWhole(sent) && taken.type === 'integer')

interface Shapes {
  ours: Shape[]
  theirs: Shape[]
}
const named = (some: Iterable<Type>) =>
  [...some].map((type) => (type === 'null' ? 'null' : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`)).join(' or ')
/** Reports types that the receiver does not accept, null among them. */
export function compareTypes(
  context: Context,
  { ours, theirs }: Shapes,
  pair: Pair,
  { label, nullLabel }: { label: string; nullLabel: string },
  isCode: boolean,
): Found[] {
  const { direction } = context
  const isRequest = direction === 'request'
  const [sending, taking] = isRequest ? [ours, theirs] : [theirs, ours]
  const [sent, taken] = [new Set(sending.map(({ type }) => type)), new Set(taking.map(({ type }) => type))]
  const at = { ours: context.ours.follow(pair.ours[0]!), theirs: context.theirs.follow(pair.theirs[0]!) }
  const one = (subject: string, byDirection: TextByDirection, hint?: string) =>
    foundIn(context, label, byDirection, { subject, hint, ...at })
  const ofNull = (byDirection: TextByDirection) =>
    foundIn(context, nullLabel, byDirection, { subject: nullLabel, ...at })
  if (taken.size >= ANY) return []
  if (!isRequest && theirs.length === 0 && ours.length > 0)
    return [
      found(context, {
        rule: 'response-type',
        subject: label,
        differs: `\`${label}\` allows no value; the contract has ${named(taken)}`,
        hint: CONTRADICTED,
        ...at,
      }),
    ]
  const must = taken.size === 0 ? 'allows no value' : `must be ${named(taken)}`
  const has = taken.size === 0 ? 'allows no value' : `has ${named(taken)}`
  if (sent.size >= ANY)
    return [
      one(label, {
        request: ['request-type', `${must}; the contract allows anything`],
        response: ['response-type-open', `may be anything; the contract ${has}`],
      }),
    ]
  const typesOf = (some: readonly Shape[]) => [...new Set(some.map(({ type }) => type))]
  const refused = typesOf(sending.filter((each) => !taking.some((other) => fits(each, other))))
  const spare = typesOf(
    taking.filter((each) => !sent.has(each.type) && !(isWhole(each) && sending.some((other) => isWhole(other)))),
  )
  const result: Found[] = []
  const values = refused.filter((type) => type !== 'null')
  if (values.length > 0 || (isCode && refused.length > 0)) {
    // Frameworks of JavaScript describe every number as `number`.
    const isVague = !isRequest && values.join() === 'number' && taken.has('integer')
    const isContradicted = !isRequest && taken.size === 0
    const hint = isContradicted
      ? 'The schemas of the contract contradict each other, such as two types in one `allOf`: ask its owners.'
      : isVague
        ? "Describe it as `integer` if it always is one (NestJS: `@ApiProperty({ type: 'integer' })`, tsoa: `@isInt`); otherwise return integers."
        : undefined
    const byDirection: TextByDirection = {
      request: ['request-type', `${must}; clients send ${named(values)}`],
      response: [isCode ? 'code-type' : 'response-type', `may be ${named(refused)}; the contract ${has}`],
    }
    result.push(one(`${label} ${refused.join(' ')}`, byDirection, theirs.length === 0 ? CONTRADICTED : hint))
  }
  if (refused.includes('null') && !isCode)
    result.push(
      ofNull({
        request: ['request-null-refused', 'must not be null'],
        response: ['response-null', 'may be null'],
      }),
    )
  if (spare.includes('null'))
    result.push(
      ofNull({
        request: ['request-null-taken', 'may be null too'],
        response: ['response-null-never', 'is never null'],
      }),
    )
  const more = spare.filter((type) => type !== 'null')
  if (more.length > 0 && values.length === 0)
    result.push(
      one(`${label} ${more.join(' ')}`, {
        request: ['request-type-wider', `may be ${named(more)} too`],
        response: ['response-type-narrower', `is never ${named(more)}`],
      }),
    )
  return result
}
