import { type At, child, itemsOf, keyOf, parts, type Reading, textOf } from './reading.ts'

/** A field that says which alternative of a schema is meant, and the values that mean it. */
export interface Tag {
  field: string
  /** A schema that lists these values. */
  schema: At
}
/**
 * What the `discriminator` of a schema says of its alternatives, in their order, those of `oneOf` before those of `anyOf`: null of one that is no reference,
 * or that lists the values itself, as `says` has it.
 */
export function tagsOfChoices(reading: Reading, at: At, says: (choice: At, field: string) => boolean): (Tag | null)[] {
  const choices = choicesOf(at)
  const field = textOf(child(at, 'discriminator', 'propertyName'))
  if (field === undefined) return choices.map(() => null)
  const mapped = mappingOf(reading, at)
  return choices.map((choice) =>
    textOf(child(choice, '$ref')) === undefined || says(choice, field)
      ? null
      : {
          field,
          schema: { ...choice, path: [...choice.path, field], value: { enum: namesOf(reading, choice, mapped) } },
        },
  )
}
type Mapping = ReadonlyMap<string, string | null>
const mappingOf = (reading: Reading, at: At): Mapping =>
  new Map(parts(child(at, 'discriminator', 'mapping')).map(([name, target]) => [name, targetOf(reading, target)]))
/** What means an alternative: its names in the mapping, and that of its schema unless it is said to mean another. */
function namesOf(reading: Reading, choice: At, mapped: Mapping): string[] {
  const own = keyOf(reading.follow(choice))
  const name = (textOf(child(choice, '$ref')) ?? '').replace(/^.*[#/]/, '').replace(/\.(ya?ml|json)$/, '')
  const names = [...mapped].filter(([, target]) => target === own).map(([one]) => one)
  return mapped.has(name) || name === '' ? names : [...names, name]
}

/** Values that alternatives list themselves, and whether the discriminator leads to one that does: not at all where it leads nowhere. */
export type Meaning = ReadonlyMap<string, 'right' | 'wrong' | 'nowhere'>
export const NO_MEANING: Meaning = new Map()
/** Where a discriminator leads to by each value that its alternatives list: `listed` gives those of one. */
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
      // A mapping leads to none that is no reference: it says itself what it is.
      const isInline = choices.some((choice, nth) => all[nth]!.values?.includes(value) && !child(choice, '$ref'))
      const isWrong = meant.length > 0 || (mapped.has(value) && !isInline)
      return [value, isRight ? 'right' : isWrong ? 'wrong' : 'nowhere']
    }),
  )
}
export const choicesOf = (at: At): At[] => [...itemsOf(child(at, 'oneOf')), ...itemsOf(child(at, 'anyOf'))]
/** The schema that a name of the mapping leads to: a reference, or the name of a schema. */
function targetOf(reading: Reading, at: At): string | null {
  const given = textOf(at) ?? ''
  const reference = /[#/.]/.test(given) ? given : `#/components/schemas/${given}`
  try {
    return keyOf(reading.follow({ ...at, value: { $ref: reference } }))
  } catch {
    // What leads nowhere means nothing.
    return null
  }
}
