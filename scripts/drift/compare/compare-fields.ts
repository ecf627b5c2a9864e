import { isDeepStrictEqual } from 'node:util'
import { type At, keyOf, placeOf } from '../description/reading.ts'
import { flagsOf, type Shape, shapesOf, type Type, types } from '../description/shape.ts'
import type { Found } from '../report/finding.ts'
import { rules } from '../rules/rules.ts'
import { compareValues } from './compare-values.ts'
import { type Context, found, type Item } from './context.ts'
import { isOtherAlternative, tagsOf } from './tags.ts'

/** A schema of each side that belong together: all of each list hold. */
export interface Pair {
  ours: readonly At[]
  theirs: readonly At[]
}
export interface Options {
  /** One schema for successes and refusals: the fields of refusals; a missing field may be that of a success. */
  ofRefusals?: ReadonlySet<string> | null
  /** Ways to what has rules of its own: the business code. */
  codes?: readonly (readonly string[])[]
}
/** Types, without integers: they are numbers. */
const ANY = types.length - 1
const weights = { breaking: 10_000, risky: 100, note: 1 }

/** What the receiver of values does not understand of what their sender may send; and, as notes, the reverse. */
export function compareFields(context: Context, pair: Pair, label: string, options: Options = {}): Found[] {
  return expanded(context, compareSchemas(context, pair, label, options, new Set()))
}
/** What was found in pairs of named schemas, each once, as findings of this call. */
function expanded({ call, compared }: Context, items: readonly Item[], seen = new Set<string>()): Found[] {
  return items.flatMap((item) => {
    if (!('pair' in item)) return [{ ...item, calls: [call] }]
    if (seen.has(item.pair)) return []
    seen.add(item.pair)
    return expanded({ call, compared } as Context, compared.get(item.pair) ?? [], seen)
  })
}
export const weightOf = (all: readonly Found[]): number =>
  all.reduce((sum, { rule, severity }) => sum + weights[severity ?? rules[rule].severity], 0)
/** Of several comparisons the one that finds least. */
function lightest(context: Context, compared: readonly Item[][]): readonly Item[] {
  if (compared.length < 2) return compared[0] ?? []
  const weighed = compared.map((items) => ({ items, weight: weightOf(expanded(context, items)) }))
  return weighed.toSorted((a, b) => a.weight - b.weight)[0]!.items
}

function compareSchemas(
  context: Context,
  pair: Pair,
  around: string,
  options: Options,
  stack: ReadonlySet<string>,
): Item[] {
  const keys = (reading: Context['ours'], schemas: readonly At[]) =>
    schemas.map((one) => keyOf(reading.follow(one))).join(' ')
  const key = `${keys(context.ours, pair.ours)} ${keys(context.theirs, pair.theirs)}`
  if (stack.has(key)) return []
  const name = labelOf(context, pair.ours)
  const inside = new Set([...stack, key])
  if (name === null || pair.ours.length > 1 || pair.theirs.length > 1)
    return compareAlternatives(context, pair, name ?? around, options, inside)
  // A named schema is compared once, whoever refers to it, itself among them.
  const ways = options.codes?.map((way) => way.join('.')).join(' ') ?? ''
  const id = [context.direction, key, ways, [...(options.ofRefusals ?? [])].join(' ')].join('\n')
  if (!context.compared.has(id)) {
    context.compared.set(id, [])
    context.compared.set(id, compareAlternatives(context, pair, name, options, inside))
  }
  return [{ pair: id }]
}

function compareAlternatives(
  context: Context,
  pair: Pair,
  label: string,
  options: Options,
  stack: ReadonlySet<string>,
): Item[] {
  const { direction } = context
  const isRequest = direction === 'request'
  const ours = shapesOf(context.ours, pair.ours)
  const theirs = shapesOf(context.theirs, pair.theirs)
  const [sent, taken] = isRequest ? [ours, theirs] : [theirs, ours]
  const typed = compareTypes(context, { ours, theirs }, pair, label, isOnlyCode(options))
  const tags = { ours: tagsOf(context.ours, ours), theirs: tagsOf(context.theirs, theirs) }
  const fitting = sent.flatMap((one) => {
    const candidates = taken.filter((other) => fits(one.type, other.type))
    const twos = candidates.map((other) => (isRequest ? { ours: one, theirs: other } : { ours: other, theirs: one }))
    const same = twos.filter((two) => !isOtherAlternative(two, tags))
    if (same.length === 0 && twos.length > 1) return compareTags(context, twos[0]!, tags, label)
    return lightest(
      context,
      same.length > 0
        ? same.map((two) => compareShapes(context, two, label, options, stack))
        : twos.map((two) => compareShapes(context, two, label, options, stack)),
    )
  })
  return [...typed, ...fitting]
}
/** An alternative that the other side has none for: its tag alone says so. */
function compareTags(
  context: Context,
  two: Two,
  tags: Parameters<typeof isOtherAlternative>[1],
  label: string,
): Item[] {
  const { ours, theirs } = two
  return [...(tags.ours.get(ours)?.keys() ?? [])]
    .filter((name) => isOtherAlternative(two, tags, name))
    .flatMap((name) =>
      compareFields(
        context,
        { ours: ours.fields.get(name)!, theirs: theirs.fields.get(name)! },
        `${label}.${name}`,
      ).filter(({ rule }) => rules[rule].severity !== 'note'),
    )
    .slice(0, 1)
}
const fits = (sent: Type, taken: Type) => sent === taken || (sent === 'integer' && taken === 'number')
/** Whether this is the code itself. */
const isOnlyCode = ({ codes = [] }: Options) => codes.some((way) => way.length === 0)
const within = ({ codes = [] }: Options, name: string): Options => ({
  codes: codes.filter(([first]) => first === name).map(([, ...rest]) => rest),
})

/** `ClientData` for a schema with a name; null for one that stands where it is used. */
function labelOf({ ours }: Context, schemas: readonly At[]): string | null {
  const at = ours.follow(schemas[0]!)
  const name = at.path.at(-1)
  if (at.path.length === 0)
    return placeOf(at)
      .file.replace(/^.*\//, '')
      .replace(/\.\w+$/, '')
  return name !== undefined && ['schemas', 'definitions'].includes(at.path.at(-2) ?? '') ? name : null
}

interface Shapes {
  ours: Shape[]
  theirs: Shape[]
}
const named = (some: Iterable<Type>) =>
  [...some].map((type) => (type === 'null' ? 'null' : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`)).join(' or ')
function compareTypes(
  context: Context,
  { ours, theirs }: Shapes,
  pair: Pair,
  label: string,
  isOfCode: boolean,
): Found[] {
  const { direction } = context
  const isRequest = direction === 'request'
  const [our, their] = [new Set(ours.map(({ type }) => type)), new Set(theirs.map(({ type }) => type))]
  const [sent, taken] = isRequest ? [our, their] : [their, our]
  const at = { ours: context.ours.follow(pair.ours[0]!), theirs: context.theirs.follow(pair.theirs[0]!) }
  if (taken.size >= ANY) return []
  if (sent.size >= ANY)
    return isRequest
      ? [
          found(context, {
            rule: 'request-type',
            subject: label,
            differs: `\`${label}\` must be ${named(taken)}, by the contract it may be anything`,
            ...at,
          }),
        ]
      : [
          found(context, {
            rule: 'response-type-open',
            subject: label,
            differs: `\`${label}\` may be anything, by the contract it is ${named(taken)}`,
            ...at,
          }),
        ]
  const refused = [...sent].filter((type) => ![...taken].some((other) => fits(type, other)))
  const spare = [...taken].filter((type) => !sent.has(type))
  const isCode = direction === 'response' && isOfCode
  const result: Found[] = []
  const values = refused.filter((type) => type !== 'null')
  if (values.length > 0 || (isCode && refused.length > 0)) {
    const rule = isCode ? 'code-type' : (`${direction}-type` as const)
    const differs = isRequest
      ? `\`${label}\` must be ${named(taken)}, clients send ${named(values)}`
      : `\`${label}\` may be ${named(refused)}, the contract has ${named(taken)}`
    result.push(found(context, { rule, subject: `${label} ${refused.join(' ')}`, differs, ...at }))
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

interface Two {
  ours: Shape
  theirs: Shape
}
function compareShapes(
  context: Context,
  two: Two,
  label: string,
  options: Options,
  stack: ReadonlySet<string>,
): Item[] {
  const inner = isOnlyCode(options) ? [] : compareValues(context, two, label)
  return [
    ...inner,
    ...compareObjects(context, two, label, options, stack),
    ...compareItems(context, two, label, stack),
    ...compareConditions(context, two, label),
  ]
}

function compareItems(context: Context, { ours, theirs }: Two, label: string, stack: ReadonlySet<string>): Item[] {
  if (ours.type !== 'array' || ours.items.length === 0) return []
  if (theirs.items.length > 0)
    return compareSchemas(context, { ours: ours.items, theirs: theirs.items }, `${label}[]`, {}, stack)
  if (context.direction === 'request') return []
  return [
    found(context, {
      rule: 'response-type-open',
      subject: `${label}[]`,
      differs: `What \`${label}\` lists is not said`,
      ours: ours.at,
      theirs: theirs.at,
    }),
  ]
}

function compareConditions(context: Context, { ours, theirs }: Two, label: string): Found[] {
  const { direction } = context
  const result: Found[] = []
  const differing = [...new Set([...Object.keys(ours.conditions), ...Object.keys(theirs.conditions)])].filter(
    (word) => !isDeepStrictEqual(ours.conditions[word], theirs.conditions[word]),
  )
  for (const word of differing)
    result.push(
      found(context, {
        rule: `${direction}-condition`,
        subject: `${label} ${word}`,
        differs: `\`${label}\` has another \`${word}\``,
        ours: ours.at,
        theirs: theirs.at,
      }),
    )
  if (ours.discriminator !== null && theirs.discriminator !== null && ours.discriminator !== theirs.discriminator)
    result.push(
      found(context, {
        rule: `${direction}-discriminator`,
        subject: label,
        differs: `\`${label}\` is told apart by \`${theirs.discriminator}\`, in the contract by \`${ours.discriminator}\``,
        ours: ours.at,
        theirs: theirs.at,
      }),
    )
  return result
}

const has = (shape: Shape, name: string) => shape.fields.has(name) || shape.required.has(name)
function compareObjects(
  context: Context,
  two: Two,
  label: string,
  options: Options,
  stack: ReadonlySet<string>,
): Item[] {
  const { ours, theirs } = two
  if (ours.type !== 'object') return []
  const names = [...new Set([...ours.fields.keys(), ...ours.required, ...theirs.fields.keys(), ...theirs.required])]
  return [
    ...names.flatMap((name) => comparePresence(context, two, name, `${label}.${name}`, options)),
    ...names.flatMap((name) => {
      const pair = { ours: ours.fields.get(name), theirs: theirs.fields.get(name) }
      if (!pair.ours || !pair.theirs) return []
      const both = { ours: pair.ours, theirs: pair.theirs }
      const field = `${label}.${name}`
      return [
        ...compareFlags(context, both, field, theirs.required.has(name)),
        ...(isOneWay(context, ours, theirs, name)
          ? []
          : compareSchemas(context, both, field, within(options, name), stack)),
      ]
    }),
    ...compareRest(context, two, label, stack),
  ]
}

/** Whether a field is there: on both sides, always or sometimes. */
function comparePresence(
  context: Context,
  { ours, theirs }: Two,
  name: string,
  label: string,
  { ofRefusals }: Options,
): Found[] {
  const at = { ours: ours.fields.get(name)?.[0] ?? ours.at, theirs: theirs.fields.get(name)?.[0] ?? theirs.at }
  const one = (rule: Parameters<typeof found>[1]['rule'], differs: string) => [
    found(context, { rule, subject: label, differs, ...at }),
  ]
  // What is required and nowhere described is no promise of an answer.
  const isTheirs = context.direction === 'request' ? has(theirs, name) : theirs.fields.has(name)
  // What is read-only is known from answers and never sent.
  const isRead = context.direction === 'request' && flagsOf(context.ours, ours.fields.get(name) ?? []).readOnly
  const isOurs = has(ours, name) && !isRead
  if (isOneWay(context, ours, theirs, name)) return []
  const renamed = isTheirs ? '' : renamedText(context, { ours, theirs }, name)
  const [always, theirsAlways] = [ours.required.has(name), theirs.required.has(name)]
  if (context.direction === 'request') {
    if (!isOurs)
      return theirsAlways
        ? one(
            'request-field-required-new',
            `\`${label}\` is required and ${isRead ? 'by the contract read-only' : 'the contract does not know it'}`,
          )
        : one('request-field-new', `\`${label}\` may be sent and the contract does not know it`)
    if (!isTheirs) {
      if (theirs.rest === false)
        return one('request-field-refused', `\`${label}\` is none of the fields and no others are allowed${renamed}`)
      return theirs.rest === true
        ? one('request-field-ignored', `\`${label}\` is not among the fields that are read${renamed}`)
        : []
    }
    if (theirsAlways && !always)
      return one('request-field-required', `\`${label}\` is required, by the contract it may be left out`)
    return always && !theirsAlways ? one('request-field-optional', `\`${label}\` may be left out`) : []
  }
  if (!isOurs && ofRefusals?.has(name)) return []
  if (!isOurs) return one('response-field-unknown', `\`${label}\` is answered and the contract does not name it`)
  if (!isTheirs)
    return always
      ? one('response-field-missing', `\`${label}\` is not answered${renamed}`)
      : one('response-field-gone', `\`${label}\` is not answered${renamed}`)
  if (always && !theirsAlways)
    return ofRefusals
      ? one('response-flat-optional', `\`${label}\` may be missing, and refusals have the same schema`)
      : one('response-field-optional', `\`${label}\` may be missing, by the contract it is always there`)
  return theirsAlways && !always ? one('response-field-always', `\`${label}\` is always answered`) : []
}

/** A read-only field is none of a request, whatever the schema requires; a write-only one none of an answer. */
function isOneWay({ direction, ...context }: Context, ours: Shape, theirs: Shape, name: string): boolean {
  const word = direction === 'request' ? 'readOnly' : 'writeOnly'
  const our = flagsOf(context.ours, ours.fields.get(name) ?? [])[word]
  const their = flagsOf(context.theirs, theirs.fields.get(name) ?? [])[word]
  return their || (our && !(direction === 'request' && theirs.required.has(name)))
}

/** The one new field of the same type, when there is only one: it may be the old one under another name. */
function renamedText({ ours, theirs }: Context, two: Two, name: string): string {
  const typesIn = (reading: Context['ours'], schemas: readonly At[] | undefined) =>
    [...new Set(shapesOf(reading, schemas ?? []).map(({ type }) => type))].toSorted().join()
  const wanted = typesIn(ours, two.ours.fields.get(name))
  const more = [...two.theirs.fields].filter(([other]) => !has(two.ours, other))
  const alike = more.filter(([, schemas]) => typesIn(theirs, schemas) === wanted)
  return alike.length === 1 ? `, but \`${alike[0]![0]}\` is new` : ''
}

function compareFlags(context: Context, { ours, theirs }: Pair, label: string, isRequired: boolean): Found[] {
  const [our, their] = [flagsOf(context.ours, ours), flagsOf(context.theirs, theirs)]
  const at = { ours: ours[0], theirs: theirs[0] }
  const result: Found[] = []
  const add = (rule: Parameters<typeof found>[1]['rule'], differs: string) =>
    result.push(found(context, { rule, subject: label, differs, ...at }))
  const isRequest = context.direction === 'request'
  if (isRequest && their.readOnly && !our.readOnly) add('request-field-read-only', `\`${label}\` is read-only`)
  if (!isRequest && their.writeOnly && !our.writeOnly) add('response-field-write-only', `\`${label}\` is write-only`)
  if (their.deprecated && !our.deprecated)
    add(isRequest ? 'request-field-deprecated' : 'response-field-deprecated', `\`${label}\` is deprecated`)
  if (isRequest && !isRequired && their.default !== undefined && !isDeepStrictEqual(our.default, their.default)) {
    const text = JSON.stringify(their.default)
    if (our.default === undefined) add('request-default-set', `\`${label}\` is ${text} when it is left out`)
    else
      add(
        'request-default',
        `\`${label}\` is ${text} when it is left out, by the contract ${JSON.stringify(our.default)}`,
      )
  }
  return result
}

/** Fields that are not named. */
function compareRest(context: Context, { ours, theirs }: Two, label: string, stack: ReadonlySet<string>): Item[] {
  if (Array.isArray(ours.rest) && Array.isArray(theirs.rest))
    return compareSchemas(context, { ours: ours.rest, theirs: theirs.rest }, `${label}.*`, {}, stack)
  const at = { ours: ours.at, theirs: theirs.at }
  if (context.direction === 'request' && ours.rest !== false && theirs.rest === false)
    return [
      found(context, {
        rule: 'request-closed',
        subject: label,
        differs: `\`${label}\` refuses fields that it does not name`,
        ...at,
      }),
    ]
  if (context.direction === 'response' && Array.isArray(ours.rest) && theirs.rest === true)
    return [
      found(context, {
        rule: 'response-type-open',
        subject: `${label}.*`,
        differs: `What \`${label}\` maps to is not said`,
        ...at,
      }),
    ]
  return []
}
