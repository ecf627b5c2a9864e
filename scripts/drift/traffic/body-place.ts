import { type At, itemsOf, type Reading } from '../description/reading.ts'
import { shapesOf } from '../description/alternatives.ts'
import { requiredIn } from '../description/shape.ts'
import type { Check } from './expectations.ts'
import { orderText, shownText, type Shown, type Words } from './shown.ts'

/** A place in a body by its schema, without keys of maps and positions in arrays. */
export interface BodyPlace {
  /** Such as `result.items[].name`, `point[0]` or `limits.{}`; empty for the root. */
  label: Shown
  at: At
}
interface Node extends BodyPlace {
  schemas: readonly At[]
  next: Map<string, Node>
  step: {
    fields: ReadonlyMap<string, At[]>
    /** Schemas of the first items. */
    first: readonly At[]
    items: readonly At[] | null
    rest: readonly At[] | null
  } | null
}
const DEEPEST = 10

/** Finds the place of a value in its schema. The cache grows with the contract, not with the traffic. */
export class BodyPlaces {
  readonly #reading: Reading
  readonly #words: Words
  readonly #roots = new WeakMap<At, Node>()
  constructor(reading: Reading, words: Words) {
    this.#reading = reading
    this.#words = words
  }

  find(check: Pick<Check, 'schemas'>, path: readonly string[]): BodyPlace {
    const node = this.#find(check, path)
    return path.length > DEEPEST ? { label: shownText`${node.label}.…`, at: node.at } : node
  }
  /** Returns whether the schema of a place has integers, and no other numbers. */
  isInteger(check: Pick<Check, 'schemas'>, path: readonly string[]): boolean {
    const { schemas } = this.#find(check, path)
    return path.length <= DEEPEST && shapesOf(this.#reading, schemas).some(({ type }) => type === 'integer')
  }
  /** Returns whether the schemas of a place contradict each other. */
  isContradictory(check: Pick<Check, 'schemas'>, path: readonly string[]): boolean {
    const { schemas } = this.#find(check, path)
    return path.length <= DEEPEST && schemas.length > 0 && shapesOf(this.#reading, schemas).length === 0
  }
  #find(check: Pick<Check, 'schemas'>, path: readonly string[]): Node {
    const root = check.schemas[0]!
    let node = this.#roots.get(root)
    if (!node) this.#roots.set(root, (node = this.#node(shownText``, check.schemas)))
    for (const step of path.slice(0, DEEPEST)) node = this.#child(node, step)
    return node
  }
  /** Returns the child node of a step: a field, an array item (`[0]`, `[]`) or an additional property (`{}`). */
  #child(node: Node, step: string): Node {
    const { fields, first, items, rest } = (node.step ??= this.#stepOf(node.schemas))
    const field = fields.get(step)
    const isItem = field === undefined && items !== null && /^\d{1,9}$/.test(step)
    const inOrder = isItem ? first[Number(step)] : undefined
    const position = inOrder ? orderText(Number(step)) : shownText``
    const key = field ? step : isItem ? `[${position}]` : '{}'
    const known = node.next.get(key)
    if (known) return known
    const schemas = field ?? (inOrder ? [inOrder] : isItem ? items : rest) ?? null
    const dot = node.label === '' ? shownText`` : shownText`.`
    const label = isItem
      ? shownText`${node.label}[${position}]`
      : field
        ? shownText`${node.label}${dot}${this.#words.word(step)}`
        : shownText`${node.label}${dot}{}`
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
      // A required field is named even when it has no schema.
      for (const name of requiredIn(shape)) fields.set(name, fields.get(name) ?? [])
    }
    const lists = shapes.filter(({ type }) => type === 'array')
    return {
      fields,
      first: itemsOf(lists.flatMap(({ conditions }) => conditions['prefixItems'] ?? [])[0]),
      items: lists.find(({ items }) => items.length > 0)?.items ?? (lists.length > 0 ? [] : null),
      rest: shapes.map(({ rest }) => rest).find((rest) => Array.isArray(rest)) ?? null,
    }
  }
}
