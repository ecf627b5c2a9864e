import * as fc from 'fast-check'
import { type At, child, itemsOf, parts, type Reading } from '../description/reading.ts'
import type { Parameter } from '../description/description.ts'
import { shapesOf } from '../description/alternatives.ts'
import { flagsOf } from '../description/flags.ts'
import type { Shape } from '../description/shape.ts'
import type { Learned } from './learned.ts'

/** From this depth on, objects have only required fields, and arrays the fewest items. */
const DEEP = 4
const DEEPEST = 8
const MOST_MORE = 3
const LONGEST = 1000
const HIGHEST = 1_000_000

/**
 * Returns an arbitrary of values for schemas. Some may be invalid, because conditions and some patterns are not
 * supported: the validator decides.
 */
export function valuesOf(
  reading: Reading,
  schemas: readonly At[],
  learned: Learned,
  name = '',
  depth = 0,
): fc.Arbitrary<unknown> {
  const shapes = shapesOf(reading, schemas)
  const simple = shapes.filter(({ type }) => type !== 'object' && type !== 'array')
  const fitting = depth >= DEEP && simple.length > 0 ? simple : shapes
  if (fitting.length === 0 || depth > DEEPEST) return fc.constant(null)
  const made = fc.oneof(...fitting.map((shape) => ofShape(reading, shape, learned, name, depth)))
  const shown = schemas.flatMap((schema) => schemaExamplesOf(reading, schema))
  const known = learned.of(name).filter((one) => fitting.some(({ type }) => isOfType(one, type)))
  return fc.oneof(
    { arbitrary: made, weight: 2 },
    ...(shown.length > 0 ? [{ arbitrary: fc.constantFrom(...shown), weight: 1 }] : []),
    ...(known.length > 0 ? [{ arbitrary: fc.constantFrom<unknown>(...known), weight: 3 }] : []),
  )
}
const isOfType = (value: string | number, type: Shape['type']) =>
  typeof value === 'string' ? type === 'string' : type === 'number' || (type === 'integer' && Number.isInteger(value))

function ofShape(reading: Reading, shape: Shape, learned: Learned, name: string, depth: number): fc.Arbitrary<unknown> {
  if (shape.values) return fc.constantFrom(...shape.values)
  const [low, high] = [shape.low, shape.high]
  switch (shape.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'string':
      return texts(shape)
    case 'integer':
    case 'number':
      return numbers(shape)
    case 'array': {
      const minLength = low.items?.at ?? 0
      const maxLength = Math.max(minLength, Math.min(high.items?.at ?? Infinity, minLength + MOST_MORE))
      const items = shape.items.length > 0 ? shape.items : []
      if (items.length === 0) return fc.constant([])
      const item = valuesOf(reading, items, learned, name, depth + 1)
      const most = depth >= DEEP ? minLength : maxLength
      return shape.uniqueItems
        ? fc.uniqueArray(item, { minLength: 0, maxLength: most, selector: (one) => JSON.stringify(one) })
        : fc.array(item, { minLength, maxLength: most })
    }
    case 'object':
      return objects(reading, shape, learned, depth)
  }
}

function objects(reading: Reading, { fields, required, rest }: Shape, learned: Learned, depth: number) {
  const sent = [...fields].filter(
    ([name, schemas]) => !flagsOf(reading, schemas).readOnly && (depth < DEEP || required.has(name)),
  )
  const model = Object.fromEntries(
    sent.map(([name, schemas]) => [name, valuesOf(reading, schemas, learned, name, depth + 1)]),
  )
  const named: fc.Arbitrary<object> = fc.record(model, {
    requiredKeys: Object.keys(model).filter((name) => required.has(name)),
  })
  if (!Array.isArray(rest) || depth >= DEEP) return named
  const more = fc.dictionary(matching('^[a-z]{1,8}$'), valuesOf(reading, rest, learned, '', depth + 1), {
    maxKeys: MOST_MORE,
  })
  return fc.tuple(named, more).map(([one, other]): object => ({ ...other, ...one }))
}

const expressions = new Map<string, fc.Arbitrary<string>>()
/** Returns an arbitrary for a pattern, cached because compiling it is slow. */
function matching(pattern: string): fc.Arbitrary<string> {
  const known = expressions.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'))
  expressions.set(pattern, known)
  return known
}
function texts({ format, pattern, low, high }: Shape): fc.Arbitrary<unknown> {
  if (pattern !== null) {
    try {
      return matching(pattern)
    } catch {
      // Not a JavaScript regular expression, or not supported by fast-check.
    }
  }
  const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  switch (format ?? '') {
    case 'uuid':
      return fc.uuid()
    case 'date':
      return day.map((date) => date.toISOString().slice(0, 10))
    case 'date-time':
      return day.map((date) => date.toISOString())
    case 'time':
      return day.map((date) => date.toISOString().slice(11))
    case 'email':
      return matching(String.raw`^[a-z]{1,8}@[a-z]{1,8}\.example$`)
    case 'uri':
    case 'url':
      return matching(String.raw`^https:\/\/[a-z]{1,8}\.example\/[a-z]{0,8}$`)
    case 'ipv4':
      return fc.ipV4()
    case 'ipv6':
      return fc.ipV6()
    case 'byte':
      return fc.base64String({ maxLength: 24 })
    default:
      return plainTexts(low, high)
  }
}
function plainTexts(low: Shape['low'], high: Shape['high']): fc.Arbitrary<unknown> {
  const minLength = Math.min(low.length?.at ?? 0, LONGEST)
  const maxLength = Math.max(minLength, Math.min(high.length?.at ?? Infinity, minLength + 20))
  return fc.string({ minLength, maxLength })
}

function numbers({ type, low, high, multipleOf }: Shape): fc.Arbitrary<unknown> {
  const step = multipleOf ?? 1
  const isWhole = type === 'integer' || multipleOf !== null
  const inside = isWhole ? step : 0.01
  const least = low.range ? low.range.at + (low.range.excluded ? inside : 0) : Math.min(0, high.range?.at ?? 0) - 1000
  const most = high.range ? high.range.at - (high.range.excluded ? inside : 0) : Math.max(HIGHEST, least)
  if (most < least) return fc.constant(least)
  if (!isWhole) return fc.double({ min: least, max: most, noNaN: true, noDefaultInfinity: true })
  const [min, max] = [Math.ceil(least / step), Math.floor(most / step)].map((one) =>
    Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, one)),
  ) as [number, number]
  return max < min ? fc.constant(least) : fc.integer({ min, max }).map((one) => one * step)
}

/** Returns the contract's examples of a request. */
export function requestExamplesOf(reading: Reading, media: At | undefined): unknown[] {
  if (!media) return []
  const named = parts(child(media, 'examples')).flatMap(([, example]) => child(reading.follow(example), 'value') ?? [])
  return [...named, ...[child(media, 'example')].filter((one) => one !== undefined)].map(({ value }) => value)
}
/** Returns the contract's examples of a parameter, its own before those of its schema. */
export function parameterExamplesOf(reading: Reading, { at, schema }: Pick<Parameter, 'at' | 'schema'>): unknown[] {
  const [, content] = parts(child(at, 'content'))[0] ?? []
  return [at, content].flatMap((place) => requestExamplesOf(reading, place)).concat(schemaExamplesOf(reading, schema))
}
/** Returns the examples and the default of a schema. */
export function schemaExamplesOf(reading: Reading, schema: At): unknown[] {
  const own = reading.follow(schema)
  const all = [child(own, 'example'), ...itemsOf(child(own, 'examples')), child(own, 'default')]
  return all.flatMap((one) => (one === undefined ? [] : [one.value]))
}
