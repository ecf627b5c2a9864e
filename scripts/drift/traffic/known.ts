import { choicesOf } from '../description/discriminator.ts'
import { type At, child, keyOf, type Reading } from '../description/reading.ts'
import { flagsOf, shapesOf } from '../description/shape.ts'

/** The fields that a schema names, and those of what they hold. Read when it is asked for: schemas may be circles. */
export interface Known {
  /** Null when nothing is named. */
  readonly fields: ReadonlyMap<string, Known> | null
  /** Whether fields of other names belong to it all the same: by a pattern, or by a schema that extends it. */
  readonly isOpen: boolean
  readonly items: Known | null
  /** What a map leads to. */
  readonly rest: Known | null
  /** Fields that the other side alone sends; null when there are none. */
  readonly hidden: ReadonlySet<string> | null
}

/** Reads what schemas name, each once; `flag` is that of the fields which are not sent this way. */
export class KnownFields {
  readonly #reading: Reading
  readonly #flag: 'readOnly' | 'writeOnly'
  readonly #knowns = new Map<string, Known>()
  constructor(reading: Reading, flag: 'readOnly' | 'writeOnly') {
    this.#reading = reading
    this.#flag = flag
  }
  of(schemas: readonly At[]): Known {
    const key = schemas.map((at) => keyOf(this.#reading.follow(at))).join()
    const known = this.#knowns.get(key)
    if (known) return known
    let read: Known | null = null
    const get = () => (read ??= this.#read(schemas))
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
  #read(schemas: readonly At[]): Known {
    const shapes = shapesOf(this.#reading, schemas)
    const objects = shapes.filter(({ type }) => type === 'object')
    const [list] = shapes.filter(({ type, items }) => type === 'array' && items.length > 0)
    const [map] = objects.flatMap(({ rest }) => (Array.isArray(rest) ? [rest] : []))
    const all = new Map<string, At[]>()
    for (const { fields } of objects)
      for (const [name, some] of fields) all.set(name, [...(all.get(name) ?? []), ...some])
    const hidden = [...all].filter(([, some]) => flagsOf(this.#reading, some)[this.#flag]).map(([name]) => name)
    const isNamed = objects.length > 0 && objects.every(({ fields }) => fields.size > 0)
    return {
      fields: isNamed ? new Map([...all].map(([name, some]) => [name, this.of(some.slice(0, 1))])) : null,
      isOpen:
        objects.some(
          ({ conditions, rest }) =>
            Array.isArray(rest) ||
            conditions['patternProperties'] !== undefined ||
            conditions['unevaluatedProperties']?.some(({ value }) => typeof value === 'object') === true,
        ) || schemas.some((one) => this.#isExtended(this.#reading.follow(one))),
      items: list ? this.of(list.items) : null,
      rest: map && objects.every(({ rest }) => Array.isArray(rest)) ? this.of(map) : null,
      hidden: hidden.length > 0 ? new Set(hidden) : null,
    }
  }
  /** A discriminator without alternatives: those are the schemas that extend this one. */
  #isExtended(at: At): boolean {
    return child(at, 'discriminator') !== undefined && choicesOf(at).length === 0
  }
}
