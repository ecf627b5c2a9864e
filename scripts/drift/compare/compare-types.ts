import { type Shape, type Type, types } from '../description/shape.ts'
import type { Found } from '../report/finding.ts'
import { type Context, found, type Pair } from './context.ts'

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
  [...some].map((type) => (type === 'null' ? 'null' : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`)).join(' or ') ||
  'nothing'
/** Reports types that the receiver does not accept, null among them. */
export function compareTypes(
  context: Context,
  { ours, theirs }: Shapes,
  pair: Pair,
  label: string,
  isCode: boolean,
): Found[] {
  const { direction } = context
  const isRequest = direction === 'request'
  const [sending, taking] = isRequest ? [ours, theirs] : [theirs, ours]
  const [sent, taken] = [new Set(sending.map(({ type }) => type)), new Set(taking.map(({ type }) => type))]
  const at = { ours: context.ours.follow(pair.ours[0]!), theirs: context.theirs.follow(pair.theirs[0]!) }
  if (taken.size >= ANY) return []
  if (sent.size >= ANY)
    return isRequest
      ? [
          found(context, {
            rule: 'request-type',
            subject: label,
            differs: `\`${label}\` must be ${named(taken)}; the contract allows anything`,
            ...at,
          }),
        ]
      : [
          found(context, {
            rule: 'response-type-open',
            subject: label,
            differs: `\`${label}\` may be anything; the contract has ${named(taken)}`,
            ...at,
          }),
        ]
  const typesOf = (some: readonly Shape[]) => [...new Set(some.map(({ type }) => type))]
  const refused = typesOf(sending.filter((one) => !taking.some((other) => fits(one, other))))
  const spare = typesOf(
    taking.filter((one) => !sent.has(one.type) && !(isWhole(one) && sending.some((other) => isWhole(other)))),
  )
  const result: Found[] = []
  const values = refused.filter((type) => type !== 'null')
  if (values.length > 0 || (isCode && refused.length > 0)) {
    const rule = isCode ? 'code-type' : (`${direction}-type` as const)
    const differs = isRequest
      ? `\`${label}\` must be ${named(taken)}; clients send ${named(values)}`
      : `\`${label}\` may be ${named(refused)}; the contract has ${named(taken)}`
    // Frameworks of JavaScript describe every number as `number`.
    const isVague = !isRequest && values.join() === 'number' && taken.has('integer')
    const hint = isVague
      ? "Describe it as `integer` if it always is one (NestJS: `@ApiProperty({ type: 'integer' })`, tsoa: `@isInt`); otherwise return integers."
      : undefined
    result.push(found(context, { rule, subject: `${label} ${refused.join(' ')}`, differs, hint, ...at }))
  }
  if (refused.includes('null') && !isCode)
    result.push(
      found(context, {
        rule: isRequest ? 'request-null-refused' : 'response-null',
        subject: label,
        differs: isRequest ? `\`${label}\` must not be null` : `\`${label}\` may be null`,
        ...at,
      }),
    )
  if (spare.includes('null'))
    result.push(
      found(context, {
        rule: isRequest ? 'request-null-taken' : 'response-null-never',
        subject: label,
        differs: isRequest ? `\`${label}\` may be null too` : `\`${label}\` is never null`,
        ...at,
      }),
    )
  const more = spare.filter((type) => type !== 'null')
  if (more.length > 0 && values.length === 0)
    result.push(
      found(context, {
        rule: isRequest ? 'request-type-wider' : 'response-type-narrower',
        subject: `${label} ${more.join(' ')}`,
        differs: isRequest ? `\`${label}\` may be ${named(more)} too` : `\`${label}\` is never ${named(more)}`,
        ...at,
      }),
    )
  return result
}
