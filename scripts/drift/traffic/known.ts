import { isExtended } from '../description/discriminator.ts'
import { type At, keyOf, type Reading } from '../description/reading.ts'
import { shapesOf } from '../description/alternatives.ts'
import { flagsOf } from '../description/flags.ts'
import { requiredIn } from '../description/shape.ts'

/** The fields that a schema names, recursively. Read on demand, because schemas may be recursive. */
export interface Known {
  /** Null when it names no fields. */
  readonly fields: ReadonlyMap<string, Known> | null
  /** Whether other names are allowed too: by a pattern, or by schemas that extend it. */
  readonly isOpen: boolean
  readonly items: Known | null
  /** Additional properties. */
  readonly rest: Known | null
  /** Fields that only the other side sends; null when there are none. */
  readonly hidden: ReadonlySet<string> | null
}

/** Reads the fields that schemas name, each schema once. `flag` marks fields that are not sent in this direction. */
export class KnownFields {
  readonly #reading: Reading
  readonly #flag: 'readOnly' | 'writeOnly'
  readonly #knowns = new Map<string, Known>()
  constructor(reading: Reading, flag: 'readOnly' | 'writeOnly') {
    this.#reading = reading
    this.#flag = flag
  }
  of(schemas: readonly At[]): Known {
    return this.#ofAny([schemas])
  }
  /** By alternative: the schemas that apply together. */
  #ofAny(alternatives: readonly (readonly At[])[]): Known {
    const keyed = new Map(
      alternatives.map((schemas) => [schemas.map((at) => keyOf(this.#reading.follow(at))).join(), schemas]),
    )
    const key = [...keyed.keys()].join(' ')
    const known = this.#knowns.get(key)
    if (known) return known
    let read: Known | null = null
    const get = () => (read ??= this.#read([...keyed.values()]))
    const made: Known = {
      get fields() {
        return get().fields
      },
      get isOpen() {
        return get().isOpen
      },
      get items() {
        return get().items
      },
      get rest() {
        return get().rest
      },
      get hidden() {
        return get().hidden
      },
    }
    this.#knowns.set(key, made)
    return made
  }
  #read(alternatives: readonly (readonly At[])[]): Known {
    const shapes = alternatives.flatMap((schemas) => shapesOf(this.#reading, schemas))
    const objects = shapes.filter(({ type }) => type === 'object')
    const lists = shapes.filter(({ type, items }) => type === 'array' && items.length > 0)
    const maps = objects.flatMap(({ rest }) => (Array.isArray(rest) ? [rest] : []))
    const all = new Map<string, (readonly At[])[]>()
    for (const shape of objects)
      // A required field is named even when it has no schema.
      for (const name of new Set([...shape.fields.keys(), ...requiredIn(shape)])) {
        const schemas = shape.fields.get(name)
        all.set(name, [...(all.get(name) ?? []), ...(schemas ? [schemas] : [])])
      }
    const isHidden = (some: readonly (readonly At[])[]) =>
      some.length > 0 && some.every((one) => flagsOf(this.#reading, one)[this.#flag])
    const hidden = [...all].filter(([, some]) => isHidden(some)).map(([name]) => name)
    const isNamed = objects.length > 0 && objects.every(({ fields }) => fields.size > 0)
    return {
      fields: isNamed ? new Map([...all].map(([name, some]) => [name, this.#ofAny(some)])) : null,
      isOpen:
        objects.some(
          ({ conditions, rest }) =>
            Array.isArray(rest) ||
            conditions['patternProperties'] !== undefined ||
            conditions['unevaluatedProperties']?.some(({ value }) => typeof value === 'object') === true,
        ) || alternatives.flat().some((one) => isExtended(this.#reading.follow(one))),
      items: lists.length > 0 ? this.#ofAny(lists.map(({ items }) => items)) : null,
      rest: maps.length > 0 && objects.every(({ rest }) => Array.isArray(rest)) ? this.#ofAny(maps) : null,
      hidden: hidden.length > 0 ? new Set(hidden) : null,
    }
  }
}
