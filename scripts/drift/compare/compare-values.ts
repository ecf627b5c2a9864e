import { isDeepStrictEqual } from 'node:util'
import { type Border, isCloser, isMultiple, type Range, ranges, type Shape } from '../description/shape.ts'
import type { Found } from '../report/finding.ts'
import type { RuleId } from '../rules/rules.ts'
import { type Context, found, foundIn, type TextByDirection, type Two } from './context.ts'

/** Compares enums, formats, patterns and limits of one type. */
export function compareValues(context: Context, two: Two, label: string): Found[] {
  const listed = compareLists(context, two, label)
  const { sent } = sides(context, two)
  // Null and enums have no further constraints.
  if (sent.values || sent.type === 'null') return listed
  return [
    ...listed,
    ...compareFormats(context, two, label),
    ...comparePatterns(context, two, label),
    ...compareBorders(context, two, label),
    ...compareSteps(context, two, label),
  ]
}
const sides = ({ direction }: Context, { ours, theirs }: Two) =>
  direction === 'request' ? { sent: ours, taken: theirs } : { sent: theirs, taken: ours }
const isIn = (values: readonly unknown[], value: unknown) => values.some((other) => isDeepStrictEqual(other, value))

function compareLists(context: Context, two: Two, label: string): Found[] {
  const { sent, taken } = sides(context, two)
  const one = (subject: string, byDirection: TextByDirection, value?: string) =>
    foundIn(context, label, byDirection, { subject, ours: two.ours.at, theirs: two.theirs.at, value })
  const each = (value: string, byDirection: TextByDirection) => one(`${label} ${value}`, byDirection, value)
  if (sent.values && taken.values) {
    const refused = sent.values.filter((value) => !isIn(taken.values!, value)).map((value) => JSON.stringify(value))
    const spare = taken.values.filter((value) => !isIn(sent.values!, value)).map((value) => JSON.stringify(value))
    return [
      ...refused.map((value) =>
        each(value, {
          request: ['request-value-refused', `must not be ${value}, which the contract lists`],
          response: ['response-value-unknown', `may be ${value}, which the contract does not list`],
        }),
      ),
      ...spare.map((value) =>
        each(value, {
          request: ['request-value-new', `may be ${value} too`],
          response: ['response-value-never', `is never ${value}`],
        }),
      ),
    ]
  }
  const any = `may be any ${two.theirs.type}`
  if (taken.values)
    return [
      one(label, {
        request: [
          'request-enum-set',
          `must be one of ${listOf(taken.values)}; the contract allows any ${two.ours.type}`,
        ],
        response: ['response-enum-open', `${any}; the contract lists ${listOf(taken.values)}`],
      }),
    ]
  if (sent.values)
    return [
      one(label, {
        request: ['request-enum-open', any],
        response: ['response-enum-set', `is one of ${listOf(sent.values)}`],
      }),
    ]
  return []
}
const listOf = (values: readonly unknown[]) =>
  `${values
    .slice(0, 8)
    .map((value) => JSON.stringify(value))
    .join(', ')}${values.length > 8 ? ' …' : ''}`

const numberFormats = new Set(['int32', 'int64', 'float', 'double'])
function compareFormats(context: Context, two: Two, label: string): Found[] {
  const { ours, theirs } = two
  const [our, their] = [ours.format, theirs.format]
  if (our === their) return []
  const { direction } = context
  const one = (rule: RuleId, differs: string) => [
    found(context, { rule, subject: `${label} ${their ?? ''}`, differs, ours: ours.at, theirs: theirs.at }),
  ]
  if (numberFormats.has(our ?? '') || numberFormats.has(their ?? ''))
    return one(
      `${direction}-number-format`,
      `\`${label}\` has ${their === null ? 'no number format' : `the format ${their}`}; the contract has ${our ?? 'none'}`,
    )
  if (our !== null && their !== null)
    return one(`${direction}-format-changed`, `\`${label}\` has the format ${their}; the contract has ${our}`)
  if (their !== null)
    return one(`${direction}-format-set`, `\`${label}\` has the format ${their}; the contract has none`)
  return one(`${direction}-format-gone`, `\`${label}\` has no format; the contract has ${our}`)
}
function comparePatterns(context: Context, two: Two, label: string): Found[] {
  const { ours, theirs } = two
  if (ours.pattern === theirs.pattern) return []
  const { direction } = context
  const change = ours.pattern !== null && theirs.pattern !== null ? 'changed' : theirs.pattern !== null ? 'set' : 'gone'
  const differs =
    theirs.pattern === null
      ? `\`${label}\` has no pattern; the contract has \`${ours.pattern}\``
      : `\`${label}\` has the pattern \`${theirs.pattern}\`; the contract has ${ours.pattern === null ? 'none' : `\`${ours.pattern}\``}`
  return [
    found(context, {
      rule: `${direction}-pattern-${change}`,
      subject: `${label} ${theirs.pattern ?? ''}`,
      differs,
      ours: ours.at,
      theirs: theirs.at,
    }),
  ]
}

const groups: Record<Range, 'range' | 'length' | 'count'> = {
  range: 'range',
  length: 'length',
  items: 'count',
  properties: 'count',
}
const measures: Record<Range, string> = {
  range: '',
  length: ' length',
  items: ' number of items',
  properties: ' number of fields',
}
function compareBorders(context: Context, two: Two, label: string): Found[] {
  const { sent, taken } = sides(context, two)
  const { direction } = context
  return ranges.flatMap((range) =>
    (['low', 'high'] as const).flatMap((side): Found[] => {
      const sign = side === 'low' ? 1 : -1
      const [from, to] = [sent[side][range], taken[side][range]]
      const change =
        sent.type === 'integer' ? changeOf(reached(from, sign), reached(to, sign), sign) : changeOf(from, to, sign)
      if (change === null) return []
      const [our, their] = [two.ours[side][range], two.theirs[side][range]]
      const words = {
        request: { closer: 'narrower', set: 'set', wider: 'wider' },
        response: { closer: 'wider', set: 'gone', wider: 'narrower' },
      } as const
      const rule = `${direction}-${groups[range]}-${words[direction][change]}` as RuleId
      const what = `${side === 'low' ? 'minimum' : 'maximum'}${measures[range]}`
      const differs = `${their ? `The ${what} of \`${label}\` is ${borderText(their)}` : `\`${label}\` has no ${what}`}; the contract has ${our ? borderText(our) : 'none'}`
      return [
        found(context, {
          rule,
          subject: `${label} ${range} ${side} ${their?.at ?? ''}`,
          differs,
          ours: two.ours.at,
          theirs: two.theirs.at,
        }),
      ]
    }),
  )
}
/** Returns the first integer within a limit: more than 0 becomes at least 1. */
function reached(border: Border | undefined, sign: 1 | -1): Border | undefined {
  if (!border) return undefined
  const inside = border.at * sign
  return { at: sign * (border.excluded ? Math.floor(inside) + 1 : Math.ceil(inside)), excluded: false }
}
/** How the receiver's limit differs from the sender's. */
function changeOf(
  sent: Border | undefined,
  taken: Border | undefined,
  sign: 1 | -1,
): 'closer' | 'set' | 'wider' | null {
  if (!taken) return sent ? 'wider' : null
  if (!sent) return 'set'
  if (isCloser(taken, sent, sign)) return 'closer'
  return isCloser(sent, taken, sign) ? 'wider' : null
}
const borderText = ({ at, excluded }: Border) => `${at}${excluded ? ' (exclusive)' : ''}`

/** Every integer is a multiple of 1. */
const stepOf = ({ type, multipleOf }: Shape) => multipleOf ?? (type === 'integer' ? 1 : null)
function compareSteps(context: Context, two: Two, label: string): Found[] {
  const { sent, taken } = sides(context, two)
  const { direction } = context
  const at = { ours: two.ours.at, theirs: two.theirs.at }
  const result: Found[] = []
  if (taken.multipleOf !== null && !isMultiple(stepOf(sent), taken.multipleOf))
    result.push(
      found(context, {
        rule: `${direction}-step`,
        subject: `${label} ${taken.multipleOf}`,
        differs:
          direction === 'request'
            ? `\`${label}\` must be a multiple of ${taken.multipleOf}`
            : `\`${label}\` need not be a multiple of ${taken.multipleOf}`,
        ...at,
      }),
    )
  if (taken.uniqueItems && !sent.uniqueItems)
    result.push(
      found(context, {
        rule: `${direction}-unique`,
        subject: label,
        differs: direction === 'request' ? `Items of \`${label}\` must differ` : `Items of \`${label}\` may be equal`,
        ...at,
      }),
    )
  return result
}
