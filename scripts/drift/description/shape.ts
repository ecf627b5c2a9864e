import { isDeepStrictEqual } from 'node:util'
import { isPlainObject } from '@redocly/openapi-core'
import { extendersOf, type Meaning, meaningOf, NO_MEANING, type Tag, tagsOfChoices } from './discriminator.ts'
import { type At, child, itemsOf, keyOf, parts, placeText, type Reading, textOf } from './reading.ts'

export const types = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const
export type Type = (typeof types)[number]

/** A limit of numbers, lengths or counts. */
export interface Border {
  at: number
  excluded: boolean
}
/** Kinds of limits: of numbers, strings, arrays and objects. */
export const ranges = ['range', 'length', 'items', 'properties'] as const
export type Range = (typeof ranges)[number]
/** The constraints on values of one type. */
export interface Shape {
  type: Type
  /** The innermost of the schemas that were merged. */
  at: At
  values: unknown[] | null
  format: string | null
  pattern: string | null
  low: Partial<Record<Range, Border>>
  high: Partial<Record<Range, Border>>
  multipleOf: number | null
  uniqueItems: boolean
  /** Each item must match all of them. */
  items: At[]
  fields: Map<string, At[]>
  required: Set<string>
  /** If this is a part of an object that the other side's alternatives divide: the fields that only some of them have. */
  elsewhere?: ReadonlySet<string>
  /** And the values of the fields that it is divided by. */
  chosen?: ReadonlyMap<string, readonly unknown[]>
  /** Additional properties: allowed, forbidden, or with these schemas. */
  rest: boolean | At[]
  discriminator: string | null
  /** Where each value of the discriminator leads. */
  meaning: Meaning
  /** By field: the fields that are required when it is present. */
  dependents: ReadonlyMap<string, ReadonlySet<string>>
  /**
   * Keywords that are only compared as a whole, such as `not`, `if` or `contains`. Each schema of an `allOf` may add
   * one of each.
   */
  conditions: Record<string, At[]>
}
/** Annotations of a field, as opposed to constraints on its value. */
export interface Flags {
  readOnly: boolean
  writeOnly: boolean
  deprecated: boolean
  default: unknown
}

/** Keywords that are only compared as a whole, with the type that they apply to; null: any type. */
const conditions: Record<string, Type | null> = {
  not: null,
  items: 'array',
  contains: 'array',
  minContains: 'array',
  maxContains: 'array',
  prefixItems: 'array',
  unevaluatedItems: 'array',
  propertyNames: 'object',
  patternProperties: 'object',
  dependentSchemas: 'object',
  unevaluatedProperties: 'object',
  contentEncoding: 'string',
  contentMediaType: 'string',
  contentSchema: 'string',
}
/** Formats of 3.0, and how 3.1 writes them. */
const CONTENT_FORMATS = [
  ['byte', 'contentEncoding', 'base64'],
  ['binary', 'contentMediaType', 'application/octet-stream'],
] as const
const contentFormat = (schema: Record<string, unknown>) =>
  'format' in schema ? undefined : CONTENT_FORMATS.find(([, word, value]) => schema[word] === value)
const MOST_ALTERNATIVES = 64
const LARGEST_INT = 2 ** 31 - 1
/** Frameworks write the ends of a number type where there is no limit: NSwag of int, zod of a safe integer, others of larger types. */
const isEnd = (at: number) => at === LARGEST_INT || at === -(2 ** 31) || Math.abs(at) >= Number.MAX_SAFE_INTEGER

/** One alternative of a schema during merging; it may still have several types. */
type Draft = Omit<Shape, 'type'> & { types: ReadonlySet<Type> }

const blank = (at: At): Draft => ({
  at,
  types: new Set(types),
  values: null,
  format: null,
  pattern: null,
  low: {},
  high: {},
  multipleOf: null,
  uniqueItems: false,
  items: [],
  fields: new Map(),
  required: new Set(),
  rest: true,
  discriminator: null,
  meaning: NO_MEANING,
  dependents: new Map(),
  conditions: {},
})

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
      Object.entries(draft.conditions).filter(([word]) => (conditions[word] ?? type) === type),
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
  let drafts = [own(at)]
  for (const part of itemsOf(child(at, 'allOf'))) drafts = both(reading, drafts, draftsOf(reading, part, inside))
  const tags = child(at, 'discriminator')
    ? tagsOfChoices(reading, at, (choice, field) => listsValues(reading, choice, field, inside), 'mapped')
    : []
  for (const word of ['anyOf', 'oneOf']) {
    const choices = itemsOf(child(at, word))
    const first = word === 'oneOf' ? 0 : -choices.length
    if (choices.length > 0)
      drafts = both(
        reading,
        drafts,
        withJoinedConstants(
          choices.flatMap((choice, nth) => tagged(draftsOf(reading, choice, inside), tags.at(first + nth) ?? null)),
        ),
      )
  }
  const extenders = extendersOf(reading, at).map((one, nth) => ({ one, nth, key: keyOf(reading.follow(one)) }))
  // Inside one of them, the schema is a part of it.
  if (extenders.length > 0 && !extenders.some(({ key }) => around.has(key)))
    drafts = extenders.flatMap(({ one, nth, key }) =>
      tagged(key === keyOf(at) ? drafts : draftsOf(reading, one, around), tags[nth]!),
    )
  drafts = withUnevaluated(drafts, at)
  const meaning = meaningOf(reading, at, (choice, field) => listedIn(reading, choice, field, inside))
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
/** Adds the discriminator's values to the alternatives that they select. */
const tagged = (drafts: Draft[], tag: Tag | null): Draft[] =>
  tag === null
    ? drafts
    : drafts.map((draft) =>
        // A field that the alternative does not have is not added.
        draft.fields.has(tag.field)
          ? {
              ...draft,
              fields: new Map(draft.fields).set(tag.field, [...(draft.fields.get(tag.field) ?? []), tag.schema]),
            }
          : draft,
      )
/** Returns whether a schema lists the values of a field itself. */
export const listsValues = (reading: Reading, schema: At, field: string, around?: ReadonlySet<string>): boolean =>
  listedIn(reading, schema, field, around) !== null
/** Returns the values of a field that a schema lists itself; null when it lists none. */
function listedIn(reading: Reading, schema: At, field: string, around: ReadonlySet<string> = new Set()) {
  const lists = draftsOf(reading, schema, around)
    .flatMap(({ fields }) => fields.get(field) ?? [])
    .map((one) => draftsOf(reading, one, around).map((draft) => (isNull(draft) ? [null] : draft.values)))
    .filter((values) => values.every((some) => some !== null))
  return lists.length === 0 ? null : lists.flat().flatMap((values) => values ?? [])
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
/** Returns whether a step is a multiple of another. Rounds, since 0.1 is not a multiple of 0.01 in floating point. */
export function isMultiple(step: number | null, of: number): boolean {
  const times = step === null ? NaN : step / of
  return Math.abs(times - Math.round(times)) < 1e-9
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
/** Returns whether a limit is stricter than another: a lower limit (1) or an upper limit (-1). */
export const isCloser = (a: Border, b: Border, sign: 1 | -1): boolean =>
  a.at === b.at ? a.excluded && !b.excluded : (a.at - b.at) * sign > 0

/** Returns the constraints of a schema itself, without `allOf`, `oneOf` and `anyOf`. */
function own(at: At): Draft {
  const schema = at.value as Record<string, unknown>
  const number = (word: string) => (typeof schema[word] === 'number' ? schema[word] : undefined)
  // Springdoc writes the largest int where there is no limit.
  const count = (word: string) => ((number(word) ?? LARGEST_INT) < LARGEST_INT ? number(word) : undefined)
  const values =
    'const' in schema
      ? [schema['const']]
      : Array.isArray(schema['enum']) && schema['enum'].length > 0
        ? (schema['enum'] as unknown[])
        : null
  return {
    ...blank(at),
    types: new Set(typesOf(schema, values)),
    values: values && isNullable(schema) ? [...values, null] : values,
    format: formatOf(at) ?? contentFormat(schema)?.[0] ?? null,
    pattern: typeof schema['pattern'] === 'string' ? schema['pattern'] : null,
    low: borders(
      numberBorder(schema, 'minimum', 'exclusiveMinimum'),
      // A minimum of 0 restricts nothing.
      number('minLength') || undefined,
      number('minItems') || undefined,
      number('minProperties') || undefined,
    ),
    high: borders(
      numberBorder(schema, 'maximum', 'exclusiveMaximum'),
      count('maxLength'),
      count('maxItems'),
      count('maxProperties'),
    ),
    multipleOf: number('multipleOf') ?? null,
    uniqueItems: schema['uniqueItems'] === true,
    items: typeof schema['items'] === 'object' ? [child(at, 'items')!] : [],
    fields: new Map(parts(child(at, 'properties')).map(([name, field]) => [name, [field]])),
    required: new Set(Array.isArray(schema['required']) ? schema['required'].map(String) : []),
    rest: restIn(child(at, 'additionalProperties')),
    discriminator: textOf(child(at, 'discriminator', 'propertyName')) ?? textOf(child(at, 'discriminator')) ?? null,
    dependents: dependentsOf(at),
    conditions: conditionsOf(at, schema),
  }
}
/** NSwag writes `guid` for `uuid`, springdoc `url` for `uri`. */
function formatOf(at: At): string | undefined {
  const format = textOf(child(at, 'format'))
  return format === 'guid' ? 'uuid' : format === 'url' ? 'uri' : format
}
function restIn(at: At | undefined): Draft['rest'] {
  const value = at?.value
  if (value === false) return false
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? [at] : true
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
/** Whether a schema has no keyword but `required`. */
const requiresOnly = (at: At) => Object.keys(at.value ?? {}).join() === 'required'
/** From `dependentRequired`, and from `dependentSchemas` that have only `required`. */
function dependentsOf(at: At): Shape['dependents'] {
  const lists = [
    ...parts(child(at, 'dependentRequired')),
    ...parts(child(at, 'dependentSchemas'))
      .filter(([, schema]) => requiresOnly(schema))
      .map(([name, schema]) => [name, child(schema, 'required')!] as const),
  ]
  return new Map(lists.map(([name, list]) => [name, new Set(itemsOf(list).map(({ value }) => String(value)))]))
}
/** Whether a keyword has content that is not read elsewhere. */
function isCondition(word: string, at: At | undefined): at is At {
  if (at === undefined) return false
  if (word === 'unevaluatedProperties') return false
  // `items: false` closes the array.
  if (word === 'items') return at.value === false
  // Every name is a string; utoipa and zod say so of each map.
  if (word === 'propertyNames') return !isDeepStrictEqual(at.value, { type: 'string' })
  return word !== 'dependentSchemas' || !parts(at).every(([, schema]) => requiresOnly(schema))
}
function conditionsOf(at: At, schema: Record<string, unknown>): Shape['conditions'] {
  const found: Shape['conditions'] = {}
  const [, asFormat] = contentFormat(schema) ?? []
  for (const word of Object.keys(conditions)) {
    if (!(word in schema) || word === asFormat) continue
    const condition = child(at, word)
    if (isCondition(word, condition)) found[word] = [condition]
  }
  if ('if' in schema) {
    const { if: test, then: met, else: unmet } = schema
    // oxlint-disable-next-line unicorn/no-thenable
    found['if'] = [{ ...at, value: { if: test, then: met ?? true, else: unmet ?? true } }]
  }
  return found
}
const isNullable = (schema: Record<string, unknown>) => schema['nullable'] === true || schema['x-nullable'] === true
function borders(range: Border | undefined, ...counts: (number | undefined)[]): Shape['low'] {
  const named = (['length', 'items', 'properties'] as const).map((name, index) => [name, counts[index]] as const)
  return {
    ...(range && { range }),
    ...Object.fromEntries(named.flatMap(([name, at]) => (at === undefined ? [] : [[name, { at, excluded: false }]]))),
  }
}
/** `exclusiveMinimum` and `exclusiveMaximum` are numbers since 3.1, and were booleans before. */
function numberBorder(schema: Record<string, unknown>, word: string, exclusive: string): Border | undefined {
  const [plain, other] = [schema[word], schema[exclusive]]
  const sign = word === 'minimum' ? 1 : -1
  if (typeof other === 'number' && !(typeof plain === 'number' && (plain - other) * sign > 0))
    return { at: other, excluded: true }
  return typeof plain === 'number' && !isEnd(plain) ? { at: plain, excluded: other === true } : undefined
}

function typesOf(schema: Record<string, unknown>, values: unknown[] | null): Type[] {
  const declaredType = schema['type']
  const named = Array.isArray(declaredType)
    ? declaredType.map(String)
    : typeof declaredType === 'string'
      ? [declaredType === 'file' ? 'string' : declaredType]
      : null
  const found = named
    ? types.filter((type) => named.includes(type) && !(type === 'string' && isTextOfNumber(schema, named)))
    : values
      ? types.filter((type) => values.some((value) => typesOfValue(value).includes(type)))
      : inferred(schema)
  return isNullable(schema) && !found.includes('null') ? [...found, 'null'] : found
}
/** ASP.NET 10 describes what it reads: a number may also be sent as a string, but is never returned as one. */
const isTextOfNumber = ({ pattern }: Record<string, unknown>, named: readonly string[]): boolean =>
  (named.includes('integer') || named.includes('number')) && String(pattern).startsWith('^-?(?:0|[1-9]\\d*)')
/** Many descriptions write `properties` without `type: object`. */
function inferred(schema: Record<string, unknown>): Type[] {
  if ('properties' in schema || 'required' in schema || 'additionalProperties' in schema) return ['object']
  if ('items' in schema) return ['array']
  return [...types]
}
export function typesOfValue(value: unknown): Type[] {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['array']
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number']
  const type = typeof value
  return type === 'string' || type === 'boolean' || type === 'object' ? [type] : []
}

/** Returns the fields that an object requires, always or under a condition. */
export function requiredIn({ required, dependents, ...shape }: Shape): Set<string> {
  const branches = (shape.conditions['if'] ?? []).flatMap((at) => [
    child(at, 'then', 'required'),
    child(at, 'else', 'required'),
  ])
  const names = branches.flatMap((list) => itemsOf(list).map(({ value }) => String(value)))
  return new Set([...required, ...[...dependents.values()].flatMap((some) => [...some]), ...names])
}
/** Returns a schema, its reference's target, and those of its `allOf`. */
function wholeOf(reading: Reading, schema: At, seen = new Set<unknown>()): At[] {
  const at = reading.follow(schema)
  if (seen.has(at.value)) return []
  seen.add(at.value)
  return [schema, at, ...itemsOf(child(at, 'allOf')).flatMap((part) => wholeOf(reading, part, seen))]
}
/** Returns the annotations of a field: read-only, write-only, deprecated and its default. */
export function flagsOf(reading: Reading, schemas: readonly At[]): Flags {
  const all = schemas.flatMap((schema) => wholeOf(reading, schema).map(({ value }) => value)).filter(isPlainObject)
  const has = (word: string) => all.some((schema) => schema[word] === true)
  return {
    readOnly: has('readOnly'),
    writeOnly: has('writeOnly'),
    deprecated: has('deprecated'),
    default: all.find((schema) => 'default' in schema)?.['default'],
  }
}
