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
  const mapped = parts(child(at, 'discriminator', 'mapping')).map(([name, target]) => [name, targetOf(reading, target)])
  return choices.map((choice) => {
    const reference = textOf(child(choice, '$ref'))
    if (reference === undefined || says(choice, field)) return null
    const own = keyOf(reading.follow(choice))
    const name = reference.replace(/^.*[#/]/, '').replace(/\.(ya?ml|json)$/, '')
    const names = mapped.filter(([, target]) => target === own).map(([one]) => one)
    // The name of the schema means it too, unless it is said to mean another.
    if (!mapped.some(([one]) => one === name)) names.push(name)
    return { field, schema: { ...choice, path: [...choice.path, field], value: { enum: names } } }
  })
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
