import { isPlainObject } from '@redocly/openapi-core'
import { type At, child, itemsOf, type Reading } from './reading.ts'

/** Annotations of a field, as opposed to constraints on its value. */
export interface Flags {
  readOnly: boolean
  writeOnly: boolean
  deprecated: boolean
  default: unknown
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
