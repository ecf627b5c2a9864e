import { shapesOf } from '../description/alternatives.ts'
import { type At, placeText } from '../description/reading.ts'
import type { Shape } from '../description/shape.ts'
import type { Found } from '../report/finding.ts'
import { type RuleId, rules } from '../rules/rules.ts'
import { compareConditions, compareDependents, compareDiscriminators } from './compare-conditions.ts'
import { comparePresence, compareFlags, isNeverReturned, isOneWay } from './compare-presence.ts'
import { compareTypes, fits } from './compare-types.ts'
import { compareValues } from './compare-values.ts'
import { type Context, found, type Item, type Pair, type Two } from './context.ts'
import { fieldLabel, labelOf, nameOf, sharedName } from './labels.ts'
import { dividedBy, isOtherAlternative, tagsOf } from './tags.ts'

export interface Options {
  /**
   * When one schema describes successes and refusals: the fields of refusals. A field that may be missing may be that
   * of a success.
   */
  ofRefusals?: ReadonlySet<string> | null
  /** Paths to values that are not compared here, because they have rules of their own: the business code. */
  codes?: readonly (readonly string[])[]
}
const weights = { breaking: 10_000, risky: 100, note: 1 }

/** Reports values that the sender may send and the receiver does not accept; the reverse as notes. */
export function compareFields(context: Context, pair: Pair, label: string, options: Options = {}): Found[] {
  const items = compareSchemas(context, pair, label, options, { depth: 0, root: label })
  for (let next = context.deferred.pop(); next; next = context.deferred.pop()) next()
  return expanded(context, items)
}
/** The depth of a comparison, and the label that it started with; empty inside a named schema. */
interface Nesting {
  depth: number
  root: string
}
/** Deeper pairs are deferred, not recursed into: schemas that refer to each other may form a long chain. */
const MOST_DEPTH = 60
/** More pairs than any real description has. */
const MOST_PAIRS = 100_000

/** Replaces pairs by their findings, each pair once, for this call. */
function expanded({ call, compared }: Context, items: readonly Item[]): Found[] {
  const result: Found[] = []
  const seen = new Set<string>()
  const todo = items.toReversed()
  for (let item = todo.pop(); item; item = todo.pop()) {
    if (!('pair' in item)) result.push({ ...item, calls: [call] })
    else if (!seen.has(item.pair)) {
      seen.add(item.pair)
      // One by one: there may be more than a call takes arguments.
      for (const inside of (compared.get(item.pair) ?? []).toReversed()) todo.push(inside)
    }
  }
  return result
}
export const weightOf = (all: readonly Found[]): number =>
  all.reduce((sum, { rule, severity }) => sum + weights[severity ?? rules[rule].severity], 0)
/** What differs between two alternatives. */
interface Compared {
  items: readonly Item[]
  /** The values of the part, when one of the two is a part of an object that was divided. */
  chosen?: Shape['chosen']
}
/** Of several comparisons, returns the one with the least severe findings. */
function leastSevere(context: Context, compared: readonly Compared[]): Compared {
  if (compared.length < 2) return compared[0] ?? { items: [] }
  const weighed = compared.map((one) => ({ one, weight: weightOf(expanded(context, one.items)) }))
  return weighed.toSorted((a, b) => a.weight - b.weight)[0]!.one
}
/** Adds to differences that not all parts of an object have, in which they are. */
function withParts(compared: readonly Compared[]): Item[] {
  const divided = compared.filter(({ chosen }) => chosen)
  return compared.flatMap(({ items, chosen }) =>
    items.map((item) => {
      if (!chosen || 'pair' in item) return item
      const those = divided.filter(({ items: all }) => all.some((one) => isSameCause(one, item)))
      return those.length === divided.length
        ? item
        : onlyIf(
            item,
            those.map((part) => part.chosen!),
          )
    }),
  )
}
const isSameCause = (one: Item, { rule, subject }: Found) =>
  !('pair' in one) && one.rule === rule && one.subject === subject
const MOST_CHOSEN = 3
function onlyIf(item: Found, chosen: readonly ReadonlyMap<string, readonly unknown[]>[]): Found {
  const texts = chosen.map((values) =>
    [...values]
      .map(([name, some]) => `\`${name}\` is ${some.map((value) => JSON.stringify(value)).join(' or ')}`)
      .join(' and '),
  )
  const some = texts.slice(0, MOST_CHOSEN).join(' or ')
  const breaks = `: ${rules[item.rule].breaks}.`
  const differs = item.says.slice(0, -breaks.length)
  return { ...item, says: `${differs} (only if ${some}${texts.length > MOST_CHOSEN ? ' …' : ''})${breaks}` }
}

function compareSchemas(context: Context, pair: Pair, around: string, options: Options, nesting: Nesting): Item[] {
  const keys = (reading: Context['ours'], schemas: readonly At[]) =>
    schemas.map((one) => identityOf(reading.follow(one))).join(' ')
  const key = `${keys(context.ours, pair.ours)} ${keys(context.theirs, pair.theirs)}`
  const name = labelOf(context, pair.ours)
  const inside = { depth: nesting.depth + 1, root: name === null ? nesting.root : '' }
  // A pair is compared once, no matter what refers to it, even itself.
  const ways = options.codes?.map((one) => ['code', ...one].join('.')).join(' ') ?? ''
  const id = [context.direction, key, inside.root, ways, [...(options.ofRefusals ?? [])].join(' ')].join('\n')
  if (!context.compared.has(id) && context.compared.size >= MOST_PAIRS)
    context.ours.tooMany.add(`${placeText(pair.ours[0]!)}: schemas beyond the first ${MOST_PAIRS} pairs`)
  else if (!context.compared.has(id)) {
    context.compared.set(id, [])
    const compare = (from: Nesting) =>
      void context.compared.set(
        id,
        compareAlternatives(context, pair, { label: name ?? around, around }, options, from),
      )
    if (nesting.depth < MOST_DEPTH) compare(inside)
    else context.deferred.push(() => compare({ ...inside, depth: 0 }))
  }
  return [{ pair: id }]
}

const identities = new WeakMap<object, number>()
let identity = 0
/** Returns an identity by object, not by place: YAML aliases may be inside the node that they refer to. */
function identityOf({ value }: At): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (!identities.has(value)) identities.set(value, ++identity)
  return `#${identities.get(value)}`
}

function compareAlternatives(
  context: Context,
  pair: Pair,
  { label, around }: { label: string; around: string },
  options: Options,
  nesting: Nesting,
): Item[] {
  const { direction } = context
  const isRequest = direction === 'request'
  const ours = shapesOf(context.ours, pair.ours)
  const theirs = shapesOf(context.theirs, pair.theirs)
  // Whether a value may be null is said of its field, unless the service says it of a named schema.
  const [their, ...more] = pair.theirs.map((one) => context.theirs.follow(one))
  const nullLabel = their && more.length === 0 && nameOf(their) !== null ? label : around
  const typed = compareTypes(context, { ours, theirs }, pair, { label, nullLabel }, isOnlyCode(options))
  const mine = dividedBy(tagsOf(context.theirs, theirs), context.ours, ours)
  const others = dividedBy(tagsOf(context.ours, ours), context.theirs, theirs)
  const [sent, taken] = isRequest ? [mine, others] : [others, mine]
  const tags = { ours: tagsOf(context.ours, mine), theirs: tagsOf(context.theirs, others) }
  const objects = ours.filter(({ type }) => type === 'object').length
  // A named alternative is labelled by its own name.
  const labels = (two: Two) =>
    (two.ours.type === 'object' ? objects > 1 && nameOf(two.ours.at) : sharedName(context, pair, two)) || label
  const fitting = sent.map((one): Compared => {
    const candidates = taken.filter((other) => fits(one, other))
    const twos = candidates.map((other) => (isRequest ? { ours: one, theirs: other } : { ours: other, theirs: one }))
    const same = twos.filter((two) => !isOtherAlternative(two, tags))
    const isOneOfSeveral = taken.length > 1 || (isRequest && sent.length > 1)
    if (same.length === 0 && isOneOfSeveral && twos.length > 0)
      return { items: compareTags(context, twos[0]!, tags, label) }
    const alike = same.filter((two) => nameOf(two.ours.at) !== null && nameOf(two.ours.at) === nameOf(two.theirs.at))
    const chosen = alike.length > 0 ? alike : same.length > 0 ? same : twos
    return leastSevere(
      context,
      chosen.map((two) => ({
        items: [
          ...compareShapes(context, two, labels(two), options, nesting),
          ...compareDiscriminators(context, two, label),
        ],
        chosen: two.ours.chosen ?? two.theirs.chosen,
      })),
    )
  })
  return [...typed, ...withParts(fitting)]
}
/** Reports an alternative that the other side does not have, by the values of its first tag that says so, without notes. */
function compareTags(
  context: Context,
  two: Two,
  tags: Parameters<typeof isOtherAlternative>[1],
  label: string,
): Item[] {
  const { ours, theirs } = two
  const name = [...tags.ours.get(ours)!.keys()].find((tag) => isOtherAlternative(two, tags, tag))!
  const field = `${label}.${name}`
  const both = { ours: ours.fields.get(name)!, theirs: theirs.fields.get(name)! }
  const items = expanded(context, compareSchemas(context, both, field, {}, { depth: 0, root: field }))
  return items.filter(({ rule }) => rules[rule].severity !== 'note')
}
/** Whether the schema compared is that of the code itself. */
const isOnlyCode = ({ codes = [] }: Options) => codes.some((path) => path.length === 0)
const within = ({ codes = [] }: Options, name: string): Options => ({
  codes: codes.filter(([first]) => first === name).map(([, ...rest]) => rest),
})

function compareShapes(context: Context, two: Two, label: string, options: Options, nesting: Nesting): Item[] {
  const inner = isOnlyCode(options) ? [] : compareValues(context, two, label)
  return [
    ...inner,
    ...compareObjects(context, two, label, options, nesting),
    ...compareItems(context, two, label, nesting),
    ...compareDependents(context, two, label),
    ...compareConditions(context, two, label, (pair, place) => compareSchemas(context, pair, place, {}, nesting)),
  ]
}

function compareItems(context: Context, { ours, theirs }: Two, label: string, nesting: Nesting): Item[] {
  if (ours.type !== 'array') return []
  if (ours.items.length === 0) {
    const isAny = ['items', 'prefixItems'].every((word) => ours.conditions[word] === undefined)
    if (!isAny || theirs.items.length === 0) return []
    const any = { ...ours.at, path: [...ours.at.path, 'items'], value: true }
    return compareSchemas(context, { ours: [any], theirs: theirs.items }, `${label}[]`, {}, nesting)
  }
  if (theirs.items.length > 0)
    return compareSchemas(context, { ours: ours.items, theirs: theirs.items }, `${label}[]`, {}, nesting)
  if (context.direction === 'request') return []
  return [
    found(context, {
      rule: 'response-type-open',
      subject: `${label}[]`,
      differs: `The items of \`${label}\` are not described`,
      ours: ours.at,
      theirs: theirs.at,
    }),
  ]
}

function compareObjects(context: Context, two: Two, label: string, options: Options, nesting: Nesting): Item[] {
  const { ours, theirs } = two
  if (ours.type !== 'object') return []
  const names = [...new Set([...ours.fields.keys(), ...ours.required, ...theirs.fields.keys(), ...theirs.required])]
  return [
    ...names.flatMap((name) =>
      comparePresence(context, two, name, fieldLabel(two, label, name), options.ofRefusals ?? null),
    ),
    ...names.flatMap((name) => {
      // A field that one side names may be an additional property of the other.
      const both = { ours: ours.fields.get(name) ?? restIn(ours), theirs: theirs.fields.get(name) ?? restIn(theirs) }
      if (both.ours.length === 0 || both.theirs.length === 0) return []
      const field = fieldLabel(two, label, name)
      return [
        ...compareFlags(context, both, field, theirs.required.has(name)),
        ...(isOneWay(context, ours, theirs, name) || (theirs.fields.has(name) && isNeverReturned(context, both))
          ? []
          : compareSchemas(context, both, field, within(options, name), nesting)),
      ]
    }),
    ...compareRest(context, two, label, nesting),
  ]
}

const restIn = ({ rest }: Shape): readonly At[] => (Array.isArray(rest) ? rest : [])
/** Compares additional properties. */
function compareRest(context: Context, { ours, theirs }: Two, label: string, nesting: Nesting): Item[] {
  if (Array.isArray(ours.rest) && Array.isArray(theirs.rest))
    return compareSchemas(context, { ours: ours.rest, theirs: theirs.rest }, `${label}.*`, {}, nesting)
  const at = { ours: ours.at, theirs: theirs.at }
  if (context.direction === 'request' && ours.rest === true && ours.fields.size === 0 && Array.isArray(theirs.rest))
    return compareSchemas(
      context,
      { ours: [{ ...ours.at, path: [...ours.at.path, 'additionalProperties'], value: true }], theirs: theirs.rest },
      `${label}.*`,
      {},
      nesting,
    )
  const one = (rule: RuleId, differs: string) => [found(context, { rule, subject: label, differs, ...at })]
  if (context.direction === 'request' && ours.rest !== false && theirs.rest === false)
    return one('request-closed', `\`${label}\` refuses fields that are not listed`)
  if (context.direction === 'response' && Array.isArray(ours.rest) && theirs.rest === false)
    return one('response-closed', `\`${label}\` has no other fields than the listed ones`)
  if (context.direction === 'response' && ours.rest === false && theirs.rest === true)
    return one('response-open', `\`${label}\` may have fields that are not listed`)
  if (context.direction === 'response' && Array.isArray(ours.rest) && theirs.rest === true)
    return [
      found(context, {
        rule: 'response-type-open',
        subject: `${label}.*`,
        differs: `The values of the map \`${label}\` are not described`,
        ...at,
      }),
    ]
  if (
    context.direction === 'response' &&
    !Array.isArray(ours.rest) &&
    Array.isArray(theirs.rest) &&
    ours.fields.size > 0
  )
    return [
      found(context, {
        rule: 'response-field-unknown',
        subject: `${label}.*`,
        differs: `\`${label}\` has fields that are not in the contract`,
        ...at,
      }),
    ]
  return []
}
