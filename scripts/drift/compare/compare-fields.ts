import { parse } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isPlainObject } from '@redocly/openapi-core'
import { type At, child, itemsOf, parts, placeOf, placeText, type Reading } from '../description/reading.ts'
import { isSameSchema } from '../description/same-schema.ts'
import { shapesOf } from '../description/alternatives.ts'
import type { Shape } from '../description/shape.ts'
import type { Found } from '../report/finding.ts'
import { type RuleId, rules } from '../rules/rules.ts'
import { comparePresence, compareFlags, isNeverReturned, isOneWay } from './compare-presence.ts'
import { compareTypes, fits } from './compare-types.ts'
import { compareValues } from './compare-values.ts'
import { type Context, found, foundIn, type Item, type Pair, type Two } from './context.ts'
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
      todo.push(...(compared.get(item.pair) ?? []).toReversed())
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

/** Returns the name of a schema in `components` or in a file; null for an inline schema. */
const labelOf = ({ ours }: Context, schemas: readonly At[]): string | null =>
  schemas.length > 1 ? null : nameOf(ours.follow(schemas[0]!))
export function nameOf(at: At): string | null {
  const [name, ...more] = at.path
  if (name === undefined) return parse(placeOf(at).file).name
  const isNamed = more.length === 0 ? isInMap(at, name) : ['schemas', 'definitions'].includes(at.path.at(-2)!)
  return isNamed ? at.path.at(-1)! : null
}
/** Whether the file of a schema has only schemas by their names. */
const isInMap = ({ document }: At, name: string) =>
  !PARTS.has(name) && isPlainObject(document.parsed) && Object.values(document.parsed).every(isPlainObject)
const PARTS = new Set(['schema', 'items', 'additionalProperties', 'not'])
/** Returns the name of the contract's schema of a value when both sides have it in a named schema, such as beside null. */
function sharedName({ ours, theirs }: Context, pair: Pair, two: Two): string | null {
  const name = onlyNameIn(ours, pair.ours, two.ours)
  return onlyNameIn(theirs, pair.theirs, two.theirs) === null ? null : name
}
/** Returns the name of a schema, or of its only alternative with these values. */
function onlyNameIn(reading: Reading, schemas: readonly At[], shape: Shape): string | null {
  const [schema, ...more] = schemas.map((one) => reading.follow(one))
  if (!schema || more.length > 0) return null
  if (nameOf(schema) !== null) return nameOf(schema)
  const isSame = (one: Shape) => isDeepStrictEqual({ ...one, at: schema }, { ...shape, at: schema })
  const choices = ['oneOf', 'anyOf', 'allOf'].flatMap((word) => itemsOf(child(schema, word)))
  const same = choices.find((choice) => shapesOf(reading, [choice]).some(isSame))
  return same ? nameOf(reading.follow(same)) : null
}
/**
 * Returns the label of a field. A field that a named schema declares on both sides is labelled by it, whatever that is a
 * part of.
 */
function fieldLabel({ ours, theirs }: Two, label: string, name: string): string {
  const declaring = declaringIn(ours, name)
  const isShared = theirs.fields.has(name)
    ? declaringIn(theirs, name) !== null
    : [...theirs.fields.keys()].some((other) => declaringIn(theirs, other) === declaring)
  return `${(isShared ? declaring : null) ?? label}.${name}`
}
/** Returns the name of the only schema that declares a field; null when it is inline. */
function declaringIn({ fields }: Shape, name: string): string | null {
  const [field, ...more] = fields.get(name) ?? []
  return field?.path.at(-2) === 'properties' && more.length === 0
    ? nameOf({ ...field, path: field.path.slice(0, -2) })
    : null
}

function compareShapes(context: Context, two: Two, label: string, options: Options, nesting: Nesting): Item[] {
  const inner = isOnlyCode(options) ? [] : compareValues(context, two, label)
  return [
    ...inner,
    ...compareObjects(context, two, label, options, nesting),
    ...compareItems(context, two, label, nesting),
    ...compareDependents(context, two, label),
    ...compareConditions(context, two, label, nesting),
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

/** Reports fields that the receiver requires when another is present, and the sender does not. */
function compareDependents(context: Context, { ours, theirs }: Two, label: string): Found[] {
  const [sent, taken] = context.direction === 'request' ? [ours, theirs] : [theirs, ours]
  const isMissing = (name: string, field: string) =>
    !sent.required.has(field) && sent.dependents.get(name)?.has(field) !== true
  const isAnyName = Array.isArray(sent.rest) || (sent.rest && sent.fields.size === 0)
  const differs = [...taken.dependents].some(
    ([name, fields]) => (isAnyName || sent.fields.has(name)) && [...fields].some((field) => isMissing(name, field)),
  )
  if (!differs) return []
  return [
    found(context, {
      rule: `${context.direction}-condition`,
      subject: `${label} dependentRequired`,
      differs: `\`${label}\` has another \`dependentRequired\``,
      ours: ours.at,
      theirs: theirs.at,
    }),
  ]
}
/** Conditions that only forbid values: nothing breaks where the sender alone has one. */
const restricting = new Set(['not', 'if', 'contains', 'propertyNames', 'dependentSchemas', 'contentSchema'])
/**
 * Compares conditions as a whole, but `prefixItems` and `patternProperties` one by one when both sides have the same
 * ones.
 */
function compareConditions(context: Context, { ours, theirs }: Two, label: string, nesting: Nesting): Item[] {
  const { direction } = context
  const words = [...new Set([...Object.keys(ours.conditions), ...Object.keys(theirs.conditions)])]
  return words.flatMap((word): Item[] => {
    const [mine, others] = unequal(context, ours.conditions[word] ?? [], theirs.conditions[word] ?? [])
    if (mine.length === 0 && others.length === 0) return []
    const both = mine.length === 1 && others.length === 1 ? ([mine[0]!, others[0]!] as const) : null
    const pairs = both && pairsIn(word, ...both)
    if (pairs)
      return pairs.flatMap(([a, b, place]) =>
        compareSchemas(context, { ours: [a], theirs: [b] }, `${label}${place}`, {}, nesting),
      )
    const places = { subject: `${label} ${word}`, ours: ours.at, theirs: theirs.at }
    const taken = direction === 'request' ? others : mine
    if (restricting.has(word) && taken.length === 0)
      return [
        foundIn(
          context,
          label,
          {
            request: ['request-condition-gone', `does not have the contract’s \`${word}\``],
            response: ['response-condition-set', `has \`${word}\`, which the contract does not have`],
          },
          places,
        ),
      ]
    const named = (word === 'if' && both && differingPart(context, ...both)) || word
    return [
      found(context, {
        ...places,
        rule: `${direction}-condition`,
        subject: `${label} ${named}`,
        differs: `\`${label}\` has another \`${named}\``,
      }),
    ]
  })
}
/** Returns the conditions of each side that the other does not have, in any order. */
function unequal({ ours, theirs }: Context, our: readonly At[], their: readonly At[]): [our: At[], their: At[]] {
  const others = [...their]
  const mine = our.filter((one) => {
    const nth = others.findIndex((other) => isSameSchema(ours, theirs, one, other))
    if (nth !== -1) others.splice(nth, 1)
    return nth === -1
  })
  return [mine, others]
}
/** Returns which of `if`, `then` and `else` differs first. */
const differingPart = ({ ours, theirs }: Context, our: At, their: At) =>
  (['if', 'then', 'else'] as const).find((word) => !isSameSchema(ours, theirs, child(our, word)!, child(their, word)!))
/**
 * Pairs schemas by index (`prefixItems`) or by pattern (`patternProperties`); null when the sides do not have the same
 * ones.
 */
function pairsIn(word: string, our: At, their: At): [our: At, their: At, place: string][] | null {
  if (word === 'prefixItems') {
    const [mine, others] = [itemsOf(our), itemsOf(their)]
    return mine.length === others.length ? mine.map((one, nth) => [one, others[nth]!, `[${nth}]`]) : null
  }
  if (word !== 'patternProperties') return null
  const [mine, others] = [parts(our), new Map(parts(their))]
  if (mine.length !== others.size || !mine.every(([pattern]) => others.has(pattern))) return null
  return mine.map(([pattern, one]) => [one, others.get(pattern)!, '.*'])
}
function compareDiscriminators(context: Context, { ours, theirs }: Two, label: string): Found[] {
  if (ours.discriminator === null || theirs.discriminator === null) return []
  const one = (subject: string, differs: string, severity?: Found['severity']) =>
    found(context, {
      rule: `${context.direction}-discriminator`,
      subject,
      differs,
      ours: ours.at,
      theirs: theirs.at,
      severity,
    })
  if (ours.discriminator !== theirs.discriminator)
    return [
      one(
        label,
        `\`${label}\` is distinguished by \`${theirs.discriminator}\`; the contract has \`${ours.discriminator}\``,
      ),
    ]
  const place = `${label}.${theirs.discriminator}`
  return [...ours.meaning]
    .filter(([value, meant]) => meant === 'right' && (theirs.meaning.get(value) ?? 'right') !== 'right')
    .map(([value]) => {
      const subject = `${place} ${JSON.stringify(value)}`
      // A note: the alternatives' own values still distinguish them.
      return theirs.meaning.get(value) === 'nowhere'
        ? one(subject, `The discriminator of \`${label}\` does not say which schema \`${value}\` means`, 'note')
        : one(subject, `The discriminator of \`${label}\` maps \`${value}\` to a schema that does not allow it`)
    })
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
