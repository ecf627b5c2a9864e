import { groupBy } from '../report/group-by.ts'
import { type At, child, itemsOf, keyOf, parts, type Reading, textOf } from './reading.ts'

/** The discriminator field of an alternative, and the values by which it is meant. */
export interface Tag {
  field: string
  /** A schema with an `enum` of these values. */
  schema: At
}
/** Returns the values that an alternative lists for a field; null when it may have any. */
export type ListedIn = (choice: At, field: string) => readonly unknown[] | null
/** An alternative, the values that select it, and those that it lists itself. */
interface Choice {
  at: At
  names: readonly string[]
  values: readonly unknown[] | null
}
/** The alternatives of a discriminator. */
class Family {
  readonly choices: readonly Choice[]
  readonly mapped: Mapping
  /** By value: the alternatives that it selects, and those that list it. */
  readonly #selected: ReadonlyMap<unknown, readonly Choice[]>
  readonly #listing: ReadonlyMap<unknown, readonly Choice[]>
  constructor(reading: Reading, at: At, all: readonly At[], listed: (choice: At) => Choice['values']) {
    this.mapped = mappingOf(reading, at)
    this.choices = all.map((one) => ({ at: one, names: namesOf(reading, one, this.mapped), values: listed(one) }))
    this.#selected = byValue(this.choices, ({ names }) => names)
    this.#listing = byValue(this.choices, ({ values }) => values ?? [])
  }
  selectedBy(value: string): readonly Choice[] {
    return this.#selected.get(value) ?? []
  }
  listing(value: string): readonly Choice[] {
    return this.#listing.get(value) ?? []
  }
  /**
   * Returns the values that an alternative lists and represents: those that select it, and of those that select no
   * schema the ones that no other alternative lists.
   */
  ownOf(choice: Choice): unknown[] {
    const isOwn = (value: unknown) =>
      typeof value !== 'string' ||
      this.selectedBy(value).includes(choice) ||
      (this.isFree(value) && this.listing(value).length === 1)
    return (choice.values ?? []).filter(isOwn)
  }
  /** Whether a value selects no schema. */
  isFree(value: unknown): boolean {
    return typeof value === 'string' && !this.mapped.has(value) && this.selectedBy(value).length === 0
  }
}
function byValue(choices: readonly Choice[], valuesOf: (choice: Choice) => readonly unknown[]): Map<unknown, Choice[]> {
  const each = choices.flatMap((choice) => [...new Set(valuesOf(choice))].map((value) => ({ value, choice })))
  const groups = [...groupBy(each, ({ value }) => value)]
  return new Map(groups.map(([value, all]) => [value, all.map(({ choice }) => choice)]))
}
const isReference = (choice: At) => textOf(child(choice, '$ref')) !== undefined
const fieldOf = (at: At) => textOf(child(at, 'discriminator', 'propertyName'))

/**
 * Returns the discriminator tag of each alternative, in order, `oneOf` before `anyOf`: the values that it lists itself
 * (`listed`), as far as they select it; the names that select it when it lists none. Null when the alternative is
 * inline, or represents all that it lists, or when no listed value selects it. With `mapped`, a mapping leaves no other
 * names; with `any`, an alternative may also have the name of its schema, and a value that selects no schema.
 */
export function tagsOfChoices(reading: Reading, at: At, listed: ListedIn, which: 'mapped' | 'any'): (Tag | null)[] {
  const all = [...choicesOf(at), ...extendersOf(reading, at)]
  const field = fieldOf(at)
  if (field === undefined) return all.map(() => null)
  const family = new Family(reading, at, all, (choice) => listed(choice, field))
  return family.choices.map((choice) => {
    if (!isReference(choice.at)) return null
    const mapped = which === 'mapped' ? choice.names.filter((name) => family.mapped.has(name)) : []
    const names = mapped.length > 0 ? mapped : choice.names
    const own = choice.values === null ? [] : family.ownOf(choice)
    // Alternatives inside it may take more values than it represents.
    const isWhole = own.length === choice.values?.length && choicesOf(reading.follow(choice.at)).length === 0
    if (isWhole || (choice.values !== null && own.length === 0)) return null
    const free = which === 'any' ? (choice.values ?? []).filter((value) => family.isFree(value)) : []
    const path = [...choice.at.path, field]
    return { field, schema: { ...choice.at, path, value: { enum: [...new Set([...names, ...own, ...free])] } } }
  })
}
/** What a discriminator leaves open, for *Not looked at*. */
export interface Unselected {
  /** Names of alternatives that no value which they list selects. */
  choices: string[]
  /** Values that several alternatives list, and that select none. */
  values: string[]
}
/** Returns the alternatives and the values that a discriminator leads nowhere, though alternatives list values. */
export function unselectedIn(reading: Reading, at: At, listed: ListedIn): Unselected {
  const field = fieldOf(at)
  const all = field === undefined ? [] : [...choicesOf(at), ...extendersOf(reading, at)]
  const family = new Family(reading, at, all, (choice) => listed(choice, field!))
  const listing = family.choices.filter((choice) => choice.values !== null && isReference(choice.at))
  const owned = new Set(listing.flatMap((choice) => family.ownOf(choice)))
  const without = listing.filter((choice) => family.ownOf(choice).length === 0)
  const free = listing
    .filter((choice) => !without.includes(choice))
    .flatMap(({ values }) => values!.filter((value) => family.isFree(value) && !owned.has(value)))
  return { choices: without.map((choice) => shortNameOf(choice.at)), values: [...new Set(free)].map(String) }
}
type Mapping = ReadonlyMap<string, string | null>
const mappingOf = (reading: Reading, at: At): Mapping =>
  new Map(parts(child(at, 'discriminator', 'mapping')).map(([name, target]) => [name, targetOf(reading, target)]))
/** Returns the name of a schema from a reference to it. */
const shortNameOf = (choice: At): string =>
  (textOf(child(choice, '$ref')) ?? '').replace(/^.*[#/]/, '').replace(/\.(ya?ml|json)$/, '')
/**
 * Returns the values that select an alternative: its names in the mapping, and its schema's name unless that is mapped
 * elsewhere.
 */
function namesOf(reading: Reading, choice: At, mapped: Mapping): string[] {
  const own = keyOf(reading.follow(choice))
  const name = shortNameOf(choice)
  const names = [...mapped].filter(([, target]) => target === own).map(([one]) => one)
  return mapped.has(name) || name === '' ? names : [...names, name]
}

/**
 * By value that an alternative lists: whether the discriminator selects an alternative that allows it (`right`), one
 * that does not (`wrong`), or none, where one alternative lists it (`nowhere`) or several do (`shared`).
 */
export type Meaning = ReadonlyMap<string, 'right' | 'wrong' | 'nowhere' | 'shared'>
export const NO_MEANING: Meaning = new Map()
/** Returns where the discriminator leads for each value that alternatives list. */
export function meaningOf(reading: Reading, at: At, listed: ListedIn): Meaning {
  const field = fieldOf(at)
  const choices = choicesOf(at)
  if (field === undefined || choices.length === 0) return NO_MEANING
  const family = new Family(reading, at, choices, (choice) => listed(choice, field))
  const values = new Set(family.choices.flatMap((one) => one.values ?? []).filter((value) => typeof value === 'string'))
  return new Map([...values].map((value) => [value, meaningIn(family, value)]))
}
function meaningIn(family: Family, value: string): 'right' | 'wrong' | 'nowhere' | 'shared' {
  const meant = family.selectedBy(value)
  if (meant.some(({ values }) => values === null || values.includes(value))) return 'right'
  const listing = family.listing(value)
  // A mapping cannot select an inline alternative, so the alternative's own values decide.
  const isInline = listing.some(({ at }) => !isReference(at))
  if (meant.length > 0 || (family.mapped.has(value) && !isInline)) return 'wrong'
  // An alternative that no listed value selects is compared with all that it lists.
  const isCompared = listing.some((choice) => {
    const own = family.ownOf(choice)
    return own.length === 0 || own.includes(value)
  })
  return isInline || isCompared ? 'nowhere' : 'shared'
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
