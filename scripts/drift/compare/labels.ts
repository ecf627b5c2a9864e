import { parse } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isPlainObject } from '@redocly/openapi-core'
import { shapesOf } from '../description/alternatives.ts'
import { type At, child, itemsOf, placeOf, type Reading } from '../description/reading.ts'
import type { Shape } from '../description/shape.ts'
import type { Context, Pair, Two } from './context.ts'

/** Returns the name of a schema in `components` or in a file; null for an inline schema. */
export const labelOf = ({ ours }: Context, schemas: readonly At[]): string | null =>
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
export function sharedName({ ours, theirs }: Context, pair: Pair, two: Two): string | null {
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
export function fieldLabel({ ours, theirs }: Two, label: string, name: string): string {
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
