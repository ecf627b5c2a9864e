import { type Meaning, NO_MEANING } from './discriminator.ts'
import { type At, child, itemsOf } from './reading.ts'

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

/** One alternative of a schema during merging; it may still have several types. */
export type Draft = Omit<Shape, 'type'> & { types: ReadonlySet<Type> }

export const blank = (at: At): Draft => ({
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
/** Returns whether a step is a multiple of another. Rounds, since 0.1 is not a multiple of 0.01 in floating point. */
export function isMultiple(step: number | null, of: number): boolean {
  const times = step === null ? NaN : step / of
  return Math.abs(times - Math.round(times)) < 1e-9
}
/** Returns whether a limit is stricter than another: a lower limit (1) or an upper limit (-1). */
export const isCloser = (a: Border, b: Border, sign: 1 | -1): boolean =>
  a.at === b.at ? a.excluded && !b.excluded : (a.at - b.at) * sign > 0
