import { type At, type Reading } from '../description/reading.ts'
import { shapesOf } from '../description/shape.ts'
import type { Check } from './expectations.ts'
import { said, type Shown, type Words } from './shown.ts'

/** A place of a body by the contract: keys of maps and positions in lists are not in it. */
export interface BodyPlace {
  /** `result.items[].name`, `limits.{}`; empty for the whole. */
  label: Shown
  at: At
}
interface Node extends BodyPlace {
  schemas: readonly At[]
  next: Map<string, Node>
  step: { fields: ReadonlyMap<string, At[]>; items: readonly At[] | null; rest: readonly At[] | null } | null
}
const DEEPEST = 10

/** Finds places of bodies in their schemas. What it keeps grows with the contract, not with what comes. */
export class BodyPlaces {
  readonly #reading: Reading
  readonly #words: Words
  readonly #roots = new WeakMap<At, Node>()
  constructor(reading: Reading, words: Words) {
    this.#reading = reading
    this.#words = words
  }

  find(check: Check, path: readonly string[]): BodyPlace {
    const root = check.schemas[0]!
    let node = this.#roots.get(root)
    if (!node) this.#roots.set(root, (node = this.#node(said``, check.schemas)))
    for (const step of path.slice(0, DEEPEST)) node = this.#child(node, step)
    return path.length > DEEPEST ? { label: said`${node.label}.…`, at: node.at } : node
  }
  /** A place by another name for its last step: of a field that the contract names and the body lacks. */
  #child(node: Node, step: string): Node {
    const { fields, items, rest } = (node.step ??= this.#stepOf(node.schemas))
    const field = fields.get(step)
    const isItem = field === undefined && items !== null && /^\d{1,9}$/.test(step)
    const key = field ? step : isItem ? '[]' : '{}'
    const known = node.next.get(key)
    if (known) return known
    const schemas = field ?? (isItem ? items : rest) ?? null
    const dot = node.label === '' ? said`` : said`.`
    const label = isItem
      ? said`${node.label}[]`
      : field
        ? said`${node.label}${dot}${this.#words.word(step)}`
        : said`${node.label}${dot}{}`
    const made = schemas && schemas.length > 0 ? this.#node(label, schemas) : { ...this.#node(label, []), at: node.at }
    node.next.set(key, made)
    return made
  }
  #node(label: Shown, schemas: readonly At[]): Node {
    const [first] = schemas
    return {
      label,
      schemas,
      at: first ? this.#reading.follow(first) : (undefined as never),
      next: new Map(),
      step: null,
    }
  }
  #stepOf(schemas: readonly At[]) {
    const shapes = shapesOf(this.#reading, schemas)
    const fields = new Map<string, At[]>()
    for (const shape of shapes) {
      for (const [name, some] of shape.fields) fields.set(name, [...(fields.get(name) ?? []), ...some])
      // What is required has a name, even where nothing is said of its value.
      for (const name of shape.required) fields.set(name, fields.get(name) ?? [])
    }
    return {
      fields,
      items: shapes.find(({ type, items }) => type === 'array' && items.length > 0)?.items ?? null,
      rest: shapes.map(({ rest }) => rest).find((rest) => Array.isArray(rest)) ?? null,
    }
  }
}
