import { isDeepStrictEqual } from 'node:util'
import { extendersOf, type ListedIn, meaningOf, NO_MEANING, type Tag, tagsOfChoices } from './discriminator.ts'
import { conditionTypes, constraintsOf, isNullable, restIn } from './keywords.ts'
import { type At, child, itemsOf, keyOf, placeText, type Reading } from './reading.ts'
import {
  blank,
  type Draft,
  isCloser,
  isMultiple,
  type Range,
  ranges,
  type Shape,
  type Type,
  types,
  typesOfValue,
} from './shape.ts'

const MOST_ALTERNATIVES = 64

/**
 * Returns all alternatives of values that match every schema, one per type: `allOf` is merged, `oneOf` and `anyOf` are
 * expanded, null is a type.
 */
export function shapesOf(reading: Reading, schemas: readonly At[]): Shape[] {
  const [first] = schemas
  if (!first) return []
  const known = shapes.get(reading) ?? new Map<string, Known>()
  shapes.set(reading, known)
  const key = schemas.map(keyOf).join(' ')
  const before = known.get(key)
  // A merged schema has the place of the whole, so values are compared too.
  if (before?.values.every((value, nth) => value === schemas[nth]?.value)) return before.shapes
  const made = shapesIn(reading, first, schemas)
  known.set(key, { values: schemas.map(({ value }) => value), shapes: made })
  return made
}
interface Known {
  values: unknown[]
  shapes: Shape[]
}
/** A schema is requested as often as it is referred to. */
const shapes = new WeakMap<Reading, Map<string, Known>>()

function shapesIn(reading: Reading, first: At, schemas: readonly At[]): Shape[] {
  let drafts = [blank(first)]
  for (const schema of schemas) drafts = both(reading, drafts, draftsOf(reading, schema, new Set()))
  const apart = drafts.flatMap(({ types: some, ...draft }) =>
    [...some].flatMap((type): Shape[] => {
      const listed = draft.values?.filter((value) => typesOfValue(value).includes(type)) ?? null
      // Null and boolean have one and two values, so an enum of all of them restricts nothing.
      const isAll = type === 'null' || (type === 'boolean' && [true, false].every((one) => listed?.includes(one)))
      const values = isAll && listed?.length !== 0 ? null : listed
      // When integer and number are both allowed, only one shape is returned: integer for whole listed values,
      // otherwise number.
      const isWhole =
        values?.every((value) => !typesOfValue(value).includes('number') || Number.isInteger(value)) === true
      if (some.has('integer') && some.has('number') && type === (isWhole ? 'number' : 'integer')) return []
      return values?.length === 0 ? [] : [{ ...draft, ...wordsFor(type, draft), type, values }]
    }),
  )
  return withJoinedLists(apart)
}
/** The kind of limit that applies to each type. */
const rangeOf: Partial<Record<Type, Range>> = {
  integer: 'range',
  number: 'range',
  string: 'length',
  array: 'items',
  object: 'properties',
}
/** Drops keywords that do not apply to a type, such as `minLength` for a number. */
function wordsFor(type: Type, draft: Omit<Draft, 'types'>) {
  const range = rangeOf[type]
  const only = (all: Shape['low']): Shape['low'] => (range && all[range] ? { [range]: all[range] } : {})
  return {
    pattern: type === 'string' ? draft.pattern : null,
    multipleOf: range === 'range' ? draft.multipleOf : null,
    uniqueItems: type === 'array' && draft.uniqueItems,
    low: only(draft.low),
    high: only(draft.high),
    conditions: Object.fromEntries(
      Object.entries(draft.conditions).filter(([word]) => (conditionTypes[word] ?? type) === type),
    ),
  }
}
/** Merges alternatives with listed values of one type into one list, as in a `oneOf` of constants. */
function withJoinedLists(all: readonly Shape[]): Shape[] {
  const lists = new Map<Type, Shape>()
  return all.flatMap((shape) => {
    if (shape.values === null || shape.type === 'object' || shape.type === 'array') return [shape]
    const known = lists.get(shape.type)
    if (known) {
      known.values = [...new Set([...known.values!, ...shape.values])]
      return []
    }
    const list = { ...shape }
    lists.set(shape.type, list)
    return [list]
  })
}

function draftsOf(reading: Reading, given: At, around: ReadonlySet<string>): Draft[] {
  const at = reading.follow(given)
  if (at.value === false) return []
  if (typeof at.value !== 'object' || at.value === null || around.has(keyOf(at))) return [blank(at)]
  const inside = new Set([...around, keyOf(at)])
  let drafts = [constraintsOf(at)]
  for (const part of itemsOf(child(at, 'allOf'))) drafts = both(reading, drafts, draftsOf(reading, part, inside))
  const hasTags = child(at, 'discriminator') !== undefined
  const extenders = extendersOf(reading, at).map((one, nth) => ({ one, nth, key: keyOf(reading.follow(one)) }))
  // Inside one of them, the schema is a part of it.
  const isExtended = extenders.length > 0 && !extenders.some(({ key }) => around.has(key))
  /** The alternatives, read once; what extends a schema has it as a part. */
  const read = new Map<string, Draft[]>()
  const ofChoice = (choice: At) => {
    // A schema without alternatives may be one of those that its mapping names.
    if (isExtended && keyOf(reading.follow(choice)) === keyOf(at)) return drafts
    const key = keyOf(choice)
    const known = read.get(key) ?? draftsOf(reading, choice, extenders.length > 0 ? around : inside)
    read.set(key, known)
    return known
  }
  const listed: ListedIn = (choice, field) => listedBy(reading, ofChoice(choice), field, inside)
  const tags = hasTags && (isExtended || extenders.length === 0) ? tagsOfChoices(reading, at, listed, 'mapped') : []
  for (const word of ['anyOf', 'oneOf']) {
    const choices = itemsOf(child(at, word))
    const first = word === 'oneOf' ? 0 : -choices.length
    if (choices.length > 0)
      drafts = both(
        reading,
        drafts,
        withJoinedConstants(
          choices.flatMap((choice, nth) => tagged(reading, ofChoice(choice), tags.at(first + nth) ?? null)),
        ),
      )
  }
  if (isExtended) drafts = extenders.flatMap(({ one, nth }) => tagged(reading, ofChoice(one), tags[nth] ?? null))
  drafts = withUnevaluated(drafts, at)
  const meaning = hasTags ? meaningOf(reading, at, listed) : NO_MEANING
  if (meaning !== NO_MEANING) drafts = drafts.map((draft) => ({ ...draft, meaning }))
  return isNullable(at.value as Record<string, unknown>) ? orNull(drafts, at) : drafts
}
/** Merges constants among the alternatives into one: there may be hundreds. */
function withJoinedConstants(drafts: readonly Draft[]): Draft[] {
  const [constants, others] = [drafts.filter(isConstant), drafts.filter((draft) => !isConstant(draft))]
  const [first, ...more] = constants
  if (!first || more.length === 0) return [...drafts]
  const values = constants.flatMap((draft) => draft.values ?? [])
  return [{ ...first, types: new Set(constants.flatMap((draft) => [...draft.types])), values }, ...others]
}
const isConstant = (draft: Draft): boolean =>
  draft.values?.every((value) => typeof value !== 'object') === true &&
  draft.format === null &&
  draft.pattern === null &&
  [draft.low, draft.high, draft.conditions].every((words) => Object.keys(words).length === 0)
/** Adds the discriminator's values to the alternatives that they select; leaves out those that allow none of them. */
function tagged(reading: Reading, drafts: Draft[], tag: Tag | null): Draft[] {
  if (tag === null) return drafts
  const { field, schema } = tag
  const withTag = drafts.map((draft) => {
    const schemas = draft.fields.get(field)
    // A field that the alternative does not have is not added.
    return schemas ? { ...draft, fields: new Map(draft.fields).set(field, [schema, ...schemas]) } : draft
  })
  const possible = withTag.filter((draft) => valuesOf(reading, draft.fields.get(field) ?? [], new Set())?.length !== 0)
  return possible.length > 0 ? possible : drafts
}
/** Returns the values that an alternative lists for a field; null when it may have any. */
export const listedIn = (reading: Reading, choice: At, field: string): readonly unknown[] | null =>
  listedBy(reading, draftsOf(reading, choice, new Set()), field, new Set())
function listedBy(reading: Reading, drafts: readonly Draft[], field: string, around: ReadonlySet<string>) {
  const lists = drafts.flatMap(({ fields }) => {
    const values = valuesOf(reading, fields.get(field) ?? [], around)
    return values === null ? [] : [values]
  })
  return lists.length === 0 ? null : [...new Set(lists.flat())]
}
/** Returns the values that several schemas together list; null when they list none. */
function valuesOf(reading: Reading, schemas: readonly At[], around: ReadonlySet<string>): unknown[] | null {
  const [first] = schemas
  if (!first) return null
  let drafts = [blank(first)]
  for (const schema of schemas) drafts = both(reading, drafts, draftsOf(reading, schema, around))
  const lists = drafts.map((draft) => (isNull(draft) ? [null] : draft.values))
  return lists.every((values) => values !== null) ? lists.flat() : null
}
const isNull = ({ types: some }: Draft) => some.size === 1 && some.has('null')
const orNull = (drafts: Draft[], at: At): Draft[] =>
  drafts.some(({ types: some }) => some.has('null'))
    ? drafts
    : [...drafts, { ...blank(at), types: new Set<Type>(['null']) }]

/** Combines each of one list with each of the other, without contradictions. */
function both(reading: Reading, some: readonly Draft[], others: readonly Draft[]): Draft[] {
  const found = some.flatMap((a) => others.flatMap((b) => together(a, b) ?? []))
  if (found.length <= MOST_ALTERNATIVES) return found
  reading.tooMany.add(`${placeText(found[0]!.at)}: alternatives of a schema beyond the first ${MOST_ALTERNATIVES}`)
  return found.slice(0, MOST_ALTERNATIVES)
}
function together(a: Draft, b: Draft): Draft | null {
  const shared = new Set(
    [...a.types].filter((type) => b.types.has(type) || (type === 'integer' && b.types.has('number'))),
  )
  if (a.types.has('number') && b.types.has('integer')) shared.add('integer')
  if (shared.size === 0) return null
  const values =
    a.values && b.values
      ? a.values.filter((one) => b.values!.some((other) => isDeepStrictEqual(one, other)))
      : (a.values ?? b.values)
  if (values?.length === 0) return null
  const fields = new Map(a.fields)
  for (const [name, schemas] of b.fields) fields.set(name, [...(fields.get(name) ?? []), ...schemas])
  return {
    at: isBlank(b) ? a.at : b.at,
    types: shared,
    values,
    format: b.format ?? a.format,
    pattern:
      a.pattern !== null && b.pattern !== null && a.pattern !== b.pattern
        ? `${a.pattern} and ${b.pattern}`
        : (b.pattern ?? a.pattern),
    low: closer(a.low, b.low, 1),
    high: closer(a.high, b.high, -1),
    multipleOf: bothSteps(a.multipleOf, b.multipleOf),
    uniqueItems: a.uniqueItems || b.uniqueItems,
    items: [...a.items, ...b.items],
    fields,
    required: new Set([...a.required, ...b.required]),
    rest: restOf(a.rest, b.rest),
    discriminator: b.discriminator ?? a.discriminator,
    meaning: b.meaning === NO_MEANING ? a.meaning : b.meaning,
    dependents: allDependents(a.dependents, b.dependents),
    conditions: allConditions(a.conditions, b.conditions),
  }
}
/** Returns the least common multiple of two steps. */
function bothSteps(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  let step = Math.max(a, b)
  for (let times = 1; times <= MOST_STEPS && !(isMultiple(step, a) && isMultiple(step, b)); times += 1)
    step = Math.max(a, b) * times
  return step
}
/** No real schema has steps with a common multiple beyond this many steps. */
const MOST_STEPS = 10_000
function allDependents(a: Draft['dependents'], b: Draft['dependents']): Draft['dependents'] {
  const all = new Map(a)
  for (const [name, some] of b) all.set(name, new Set([...(all.get(name) ?? []), ...some]))
  return all
}
function allConditions(a: Shape['conditions'], b: Shape['conditions']): Shape['conditions'] {
  const all = { ...a }
  for (const [word, some] of Object.entries(b)) all[word] = [...(all[word] ?? []), ...some]
  return all
}
const isBlank = (draft: Draft) =>
  draft.types.size === types.length && draft.fields.size === 0 && draft.values === null && draft.required.size === 0
function restOf(a: Draft['rest'], b: Draft['rest']): Draft['rest'] {
  if (a === false || b === false) return false
  if (a === true) return b
  return b === true ? a : [...a, ...b]
}
function closer(a: Shape['low'], b: Shape['low'], sign: 1 | -1): Shape['low'] {
  const result = { ...a }
  for (const range of ranges) {
    const border = b[range]
    if (border && (!result[range] || isCloser(border, result[range], sign))) result[range] = border
  }
  return result
}
/** Fields that neither a schema nor what it is composed of names; behind a condition some may be named that are not known here. */
function withUnevaluated(drafts: Draft[], at: At): Draft[] {
  const unevaluatedProperties = child(at, 'unevaluatedProperties')
  if (!unevaluatedProperties) return drafts
  return drafts.map((draft) =>
    'if' in draft.conditions || 'dependentSchemas' in draft.conditions
      ? { ...draft, conditions: { ...draft.conditions, unevaluatedProperties: [unevaluatedProperties] } }
      : draft.rest === true
        ? { ...draft, rest: restIn(unevaluatedProperties) }
        : draft,
  )
}
