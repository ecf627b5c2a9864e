import type { Reading } from '../description/reading.ts'
import { type Shape, shapesOf } from '../description/shape.ts'

/** By alternative: its fields with listed values. Required ones distinguish it from the others. */
export type Tags = ReadonlyMap<Shape, ReadonlyMap<string, readonly unknown[]>>
export function tagsOf(reading: Reading, alternatives: readonly Shape[]): Tags {
  return new Map(alternatives.map((one) => [one, tagsIn(reading, one)]))
}
function tagsIn(reading: Reading, { fields }: Shape): Map<string, readonly unknown[]> {
  const tags = new Map<string, readonly unknown[]>()
  for (const [name, schemas] of fields) {
    const values = shapesOf(reading, schemas).map((shape) =>
      shape.type === 'boolean' ? (shape.values ?? BOTH) : shape.values,
    )
    if (values.every((some) => some !== null)) tags.set(name, values.flat())
  }
  return tags
}
const BOTH = [true, false]
/** Returns whether a field (this one, or any) distinguishes two alternatives: no value of it is possible in both. */
export function isOtherAlternative(
  { ours, theirs }: { ours: Shape; theirs: Shape },
  tags: { ours: Tags; theirs: Tags },
  field?: string,
): boolean {
  const [our, their] = [tags.ours.get(ours)!, tags.theirs.get(theirs)!]
  return [...our].some(
    ([name, values]) =>
      (field === undefined || field === name) &&
      ours.required.has(name) &&
      theirs.required.has(name) &&
      their.get(name)?.every((value) => !values.includes(value)) === true,
  )
}
/** More parts than any real object has. */
const MOST_PARTS = 200
/**
 * Divides objects by the alternatives of the other side: one object with `kind: enum [a, b]` is the same as two
 * alternatives with `kind: const a` and `kind: const b`.
 */
export function dividedBy(others: Tags, reading: Reading, shapes: readonly Shape[]): Shape[] {
  if (others.size < 2) return [...shapes]
  return shapes.flatMap((shape) => {
    const done: Shape[] = []
    const todo = [shape]
    for (let next = todo.pop(); next; next = todo.pop()) {
      const parts = done.length + todo.length < MOST_PARTS ? partsOf(next, tagsIn(reading, next), others) : []
      if (parts.length > 1) todo.push(...parts.toReversed())
      else done.push(next)
    }
    return done
  })
}
/** Divides an object by the first field whose values belong to different alternatives. */
function partsOf(shape: Shape, tags: ReadonlyMap<string, readonly unknown[]>, others: Tags): Shape[] {
  const isPossible = (theirs: Shape) =>
    theirs.type === 'object' &&
    !isOtherAlternative({ ours: shape, theirs }, { ours: new Map([[shape, tags]]), theirs: others })
  const possible = [...others].filter(([other]) => isPossible(other))
  const names = possible.flatMap(([{ fields }]) => [...fields.keys()])
  const ofSome = names.filter((name) => !possible.every(([{ fields }]) => fields.has(name)))
  const elsewhere = shape.elsewhere ?? new Set(ofSome)
  for (const [name, values] of tags) {
    const lists = possible.map(([, listed]) => listed.get(name))
    if (lists.includes(undefined)) continue
    const groups = new Map<string, unknown[]>()
    for (const value of values) {
      const key = lists.flatMap((list, nth) => (list!.includes(value) ? [nth] : [])).join()
      groups.set(key, [...(groups.get(key) ?? []), value])
    }
    if ([...groups.keys()].filter((key) => key !== '').length < 2) continue
    return [...groups.values()].map((some) => {
      const schemas = shape.fields.get(name)!
      const only = { ...schemas[0]!, value: { enum: some } }
      return { ...shape, elsewhere, fields: new Map(shape.fields).set(name, [...schemas, only]) }
    })
  }
  return []
}
