import { isDeepStrictEqual } from 'node:util'
import type { At, Reading } from '../description/reading.ts'
import { shapesOf } from '../description/alternatives.ts'
import { flagsOf } from '../description/flags.ts'
import { type Border, type Shape, typesOfValue } from '../description/shape.ts'
import { isObject } from '../traffic/exchange.ts'
import { schemaExamplesOf } from './values.ts'

const DEEPEST = 6
const LONG = 300
const LONGEST = 100_000
const MOST_VALUES = 12
const OTHERS: readonly unknown[] = [null, true, 0, 1.5, '', 'x', [], {}]
/** Replacements of a whole body. */
const OTHER_BODIES: readonly unknown[] = [null, 'x', [], {}]

/** Yields a value with one change: right and wrong types, limits and beyond, fields omitted and added. */
export function* variantsOf(reading: Reading, schemas: readonly At[], value: unknown, depth = 0): Generator {
  const shapes = shapesOf(reading, schemas)
  const own = typesOfValue(value)
  const fitting = shapes.filter(({ type }) => own.includes(type))
  const tried: unknown[] = [value]
  for (const one of [
    ...shapes.flatMap((shape) => borderValues(shape, value)),
    ...(depth === 0 && isObject(value) ? OTHER_BODIES : OTHERS),
    // Some servers read a number in quotes as a number.
    ...(typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : []),
  ]) {
    if (tried.some((other) => isDeepStrictEqual(one, other))) continue
    tried.push(one)
    yield one
  }
  const [shape] = fitting
  if (!shape || depth >= DEEPEST) return
  if (isObject(value)) {
    for (const name of Object.keys(value)) {
      const { [name]: part, ...left } = value
      yield left
      const inner = fitting.flatMap(({ fields, rest }) => fields.get(name) ?? (Array.isArray(rest) ? rest : []))
      if (inner.length > 0)
        for (const changed of variantsOf(reading, inner, part, depth + 1)) yield { ...value, [name]: changed }
    }
    yield { ...value, unexpected: 'x' }
  } else if (Array.isArray(value) && value.length > 0 && shape.items.length > 0) {
    yield value.slice(1)
    yield [...value, value[0] as unknown]
    for (const changed of variantsOf(reading, shape.items, value[0], depth + 1)) yield [changed, ...value.slice(1)]
  }
}

/** Yields an object with one field that it lacks: its example or a generated value, and what `variantsOf` makes of that. */
export function* additionsOf(
  reading: Reading,
  schemas: readonly At[],
  value: unknown,
  generated: (schemas: readonly At[], name: string) => unknown,
  depth = 0,
): Generator {
  const shape = shapesOf(reading, schemas).find(({ type }) => type === 'object')
  if (!shape || !isObject(value) || depth >= DEEPEST) return
  for (const [name, inner] of shape.fields) {
    const { [name]: part } = value
    if (part !== undefined)
      for (const changed of additionsOf(reading, inner, part, generated, depth + 1)) yield { ...value, [name]: changed }
    else if (!flagsOf(reading, inner).readOnly) {
      const [example = generated(inner, name)] = inner.flatMap((schema) => schemaExamplesOf(reading, schema))
      yield { ...value, [name]: example }
      for (const changed of variantsOf(reading, inner, example, depth + 1)) yield { ...value, [name]: changed }
    }
  }
}

/** Returns values at the limits of a shape, on both sides of them. */
function borderValues({ type, values, format, pattern, low, high, multipleOf }: Shape, value: unknown): unknown[] {
  if (values) return [...values.slice(0, MOST_VALUES), ...values.slice(0, 1).flatMap((one) => besideOf(one))]
  switch (type) {
    case 'boolean':
      return [true, false]
    case 'integer':
    case 'number':
      return [
        ...[low.range, high.range].flatMap((border) => around(border)),
        ...(low.range ? [] : [-1, 0]),
        ...(high.range ? [] : [Number.MAX_SAFE_INTEGER]),
        ...(multipleOf === null ? [] : [(typeof value === 'number' ? value : 0) + multipleOf / 2]),
      ]
    case 'string': {
      const text = typeof value === 'string' && value !== '' ? value : 'a'
      const lengths = [low.length, high.length].flatMap((border) => around(border))
      const made = lengths.filter((length) => length >= 0 && length <= LONGEST).map((length) => ofLength(text, length))
      const odd =
        format !== null || pattern !== null ? [`${text} `, `${text}x`, text.slice(1)] : ['Ёж 🦔', '\'"<&>\\', ' ']
      return [...made, ...odd, ...(high.length ? [] : ['a'.repeat(LONG)])]
    }
    case 'array': {
      if (!Array.isArray(value) || value.length === 0) return []
      const counts = [low.items, high.items].flatMap((border) => around(border))
      return counts
        .filter((count) => count >= 0 && count <= LONG)
        .map((count) => Array.from({ length: count }, (_, nth) => value[nth % value.length] as unknown))
    }
    case 'object':
    case 'null':
      return []
  }
}
const around = (border: Border | undefined): number[] => (border ? [border.at - 1, border.at, border.at + 1] : [])
const ofLength = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)
/** Returns values that are similar to one of an enum, but not in it. */
const besideOf = (value: unknown): unknown[] =>
  typeof value === 'string' ? [`${value}-x`, value.toUpperCase()] : typeof value === 'number' ? [value + 0.5] : []
