import { type At, child, itemsOf, keyOf, parts, type Reading, textOf } from './reading.ts'

/** The discriminator field of an alternative, and the values that select it. */
export interface Tag {
  field: string
  /** A schema with an `enum` of these values. */
  schema: At
}
/**
 * Returns the discriminator tag of each alternative, in order, `oneOf` before `anyOf`; null when the alternative is
 * inline, or lists the values itself (`says`). With a mapping, only its values are meant (`mapped`), or also the names
 * of the schemas (`any`).
 */
export function tagsOfChoices(
  reading: Reading,
  at: At,
  says: (choice: At, field: string) => boolean,
  which: 'mapped' | 'any',
): (Tag | null)[] {
  const choices = [...choicesOf(at), ...extendersOf(reading, at)]
  const field = textOf(child(at, 'discriminator', 'propertyName'))
  if (field === undefined) return choices.map(() => null)
  const mapped = mappingOf(reading, at)
  return choices.map((choice) => {
    if (textOf(child(choice, '$ref')) === undefined || says(choice, field)) return null
    const names = namesOf(reading, choice, mapped)
    const own = which === 'mapped' ? names.filter((name) => mapped.has(name)) : []
    return {
      field,
      schema: { ...choice, path: [...choice.path, field], value: { enum: own.length > 0 ? own : names } },
    }
  })
}
type Mapping = ReadonlyMap<string, string | null>
const mappingOf = (reading: Reading, at: At): Mapping =>
  new Map(parts(child(at, 'discriminator', 'mapping')).map(([name, target]) => [name, targetOf(reading, target)]))
/**
 * Returns the values that select an alternative: its names in the mapping, and its schema's name unless that is mapped
 * elsewhere.
 */
function namesOf(reading: Reading, choice: At, mapped: Mapping): string[] {
  const own = keyOf(reading.follow(choice))
  const name = (textOf(child(choice, '$ref')) ?? '').replace(/^.*[#/]/, '').replace(/\.(ya?ml|json)$/, '')
  const names = [...mapped].filter(([, target]) => target === own).map(([one]) => one)
  return mapped.has(name) || name === '' ? names : [...names, name]
}

/**
 * By value that an alternative lists: whether the discriminator selects an alternative that allows it (`right`), one
 * that does not (`wrong`), or none (`nowhere`).
 */
export type Meaning = ReadonlyMap<string, 'right' | 'wrong' | 'nowhere'>
export const NO_MEANING: Meaning = new Map()
/**
 * Returns where the discriminator leads for each value that alternatives list. `listed` returns the values of one
 * alternative, null for any.
 */
export function meaningOf(
  reading: Reading,
  at: At,
  listed: (choice: At, field: string) => readonly unknown[] | null,
): Meaning {
  const field = textOf(child(at, 'discriminator', 'propertyName'))
  const choices = choicesOf(at)
  if (field === undefined || choices.length === 0) return NO_MEANING
  const mapped = mappingOf(reading, at)
  const all = choices.map((choice) => ({ values: listed(choice, field), names: namesOf(reading, choice, mapped) }))
  const values = new Set(all.flatMap((one) => one.values ?? []).filter((value) => typeof value === 'string'))
  return new Map(
    [...values].map((value) => {
      const meant = all.filter(({ names }) => names.includes(value))
      const isRight = meant.some((one) => one.values === null || one.values.includes(value))
      // A mapping cannot select an inline alternative, so the alternative's own values decide.
      const isInline = choices.some((choice, nth) => all[nth]!.values?.includes(value) && !child(choice, '$ref'))
      const isWrong = meant.length > 0 || (mapped.has(value) && !isInline)
      return [value, isRight ? 'right' : isWrong ? 'wrong' : 'nowhere']
    }),
  )
}
export const choicesOf = (at: At): At[] => [...itemsOf(child(at, 'oneOf')), ...itemsOf(child(at, 'anyOf'))]
/** With a discriminator but without alternatives, the alternatives are the schemas that extend this one. */
export const isExtended = (at: At): boolean => child(at, 'discriminator') !== undefined && choicesOf(at).length === 0
/** Whether a schema is extended by others, or extends one that is. */
export function isOfFamily(reading: Reading, schema: At, seen = new Set<unknown>()): boolean {
  const at = reading.follow(schema)
  if (isExtended(at)) return true
  if (seen.has(at.value)) return false
  seen.add(at.value)
  return itemsOf(child(at, 'allOf')).some((part) => isOfFamily(reading, part, seen))
}
/**
 * Returns references to the schemas that extend a schema without alternatives, by its mapping; none when one cannot be
 * read.
 */
export function extendersOf(reading: Reading, at: At): At[] {
  if (choicesOf(at).length > 0) return []
  const extenders = parts(child(at, 'discriminator', 'mapping')).map(
    ([, target]) => [targetOf(reading, target), referenceOf(target)] as const,
  )
  return extenders.some(([key]) => key === null) ? [] : [...new Map(extenders).values()]
}
/** A mapping entry is a reference or the name of a schema. */
function referenceOf(at: At): At {
  const given = textOf(at) ?? ''
  return { ...at, value: { $ref: /[#/.]/.test(given) ? given : `#/components/schemas/${given}` } }
}
/** Returns the schema that a mapping entry refers to; null when there is no such schema. */
function targetOf(reading: Reading, at: At): string | null {
  try {
    return keyOf(reading.follow(referenceOf(at)))
  } catch {
    return null
  }
}
