import type { At, Reading } from '../description/reading.ts'
import { shapesOf } from '../description/alternatives.ts'
import { flagsOf } from '../description/flags.ts'
import type { Shape } from '../description/shape.ts'

/** By alternative: its fields with listed values. Required ones distinguish it from the others. */
export type Tags = ReadonlyMap<Shape, ReadonlyMap<string, readonly unknown[]>>
export function tagsOf(reading: Reading, alternatives: readonly Shape[]): Tags {
  return new Map(alternatives.map((one) => [one, tagsIn(reading, one)]))
}
function tagsIn(reading: Reading, { fields, chosen }: Shape): Map<string, readonly unknown[]> {
  const tags = new Map<string, readonly unknown[]>(chosen)
  for (const [name, schemas] of fields) {
    if (tags.has(name)) continue
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
      [ours, theirs].every(({ required, chosen }) => required.has(name) || chosen?.has(name)) &&
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
  // Of several objects, each is an alternative already.
  const isOnly = shapes.filter(({ type }) => type === 'object').length === 1
  return shapes.flatMap((shape) => {
    if (shape.type !== 'object') return shape
    const done: Shape[] = []
    const todo = [shape]
    for (let next = todo.pop(); next; next = todo.pop()) {
      const parts = done.length + todo.length < MOST_PARTS ? partsOf(reading, next, others, isOnly) : []
      if (parts.length > 1) todo.push(...parts.toReversed())
      else done.push(next)
    }
    return done
  })
}
/**
 * Returns fields that may be any string, with the values that the other side lists: protobuf has no constants, and an
 * open enum lists some values beside any other.
 */
function openTagsIn(reading: Reading, { fields }: Shape, others: Tags): Map<string, readonly unknown[]> {
  const isOpen = (schemas: readonly At[]) => {
    const shapes = shapesOf(reading, schemas)
    return shapes.every(({ type }) => type === 'string') && shapes.some(({ values }) => values === null)
  }
  const valuesOf = (name: string) => new Set([...others.values()].flatMap((other) => other.get(name) ?? []))
  return new Map(
    [...fields].flatMap(([name, schemas]) => {
      const values = [...valuesOf(name)]
      return values.length > 1 && isOpen(schemas) ? [[name, values] as const] : []
    }),
  )
}
/** Divides an object by the first field whose values belong to different alternatives. */
function partsOf(reading: Reading, shape: Shape, others: Tags, isOnly: boolean): Shape[] {
  const listed = tagsIn(reading, shape)
  const tags = new Map([...(isOnly ? openTagsIn(reading, shape, others) : []), ...listed])
  const isPossible = (theirs: Shape) =>
    theirs.type === 'object' &&
    !isOtherAlternative({ ours: shape, theirs }, { ours: new Map([[shape, tags]]), theirs: others })
  const possible = [...others].filter(([other]) => isPossible(other))
  const names = possible.flatMap(([{ fields }]) => [...fields.keys()])
  const ofSome = names.filter((name) => !possible.every(([{ fields }]) => fields.has(name)))
  const elsewhere = shape.elsewhere ?? new Set(ofSome)
  for (const [name, values] of tags) {
    const lists = possible.map(([, other]) => other.get(name))
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
      const field = listed.has(name)
        ? [...schemas, only]
        : onlyListing(reading, schemas, (one) => !values.includes(one) || some.includes(one))
      return {
        ...shape,
        fields: new Map(shape.fields).set(name, field),
        elsewhere,
        chosen: new Map(shape.chosen).set(name, some),
      }
    })
  }
  return []
}
/** Returns an open enum that lists only some of its values; it may have the others all the same, like any string. */
function onlyListing(reading: Reading, schemas: At[], isListed: (value: unknown) => boolean): At[] {
  const shapes = shapesOf(reading, schemas)
  if (shapes.length === 1) return schemas
  const anyOf = shapes.flatMap(({ at, values }) => {
    if (values === null) return [at.value]
    const listed = values.filter(isListed)
    return listed.length > 0 ? [{ enum: listed }] : []
  })
  return [{ ...schemas[0]!, value: { ...flagsOf(reading, schemas), anyOf } }]
}
