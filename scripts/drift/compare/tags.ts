import type { Reading } from '../description/reading.ts'
import { type Shape, shapesOf } from '../description/shape.ts'

/** By alternative: its required fields with listed values, which distinguish it from the others. */
export type Tags = ReadonlyMap<Shape, ReadonlyMap<string, readonly unknown[]>>
export function tagsOf(reading: Reading, alternatives: readonly Shape[]): Tags {
  return new Map(alternatives.map((one) => [one, tagsIn(reading, one)]))
}
function tagsIn(reading: Reading, { fields, required }: Shape): Map<string, readonly unknown[]> {
  const tags = new Map<string, readonly unknown[]>()
  for (const [name, schemas] of fields) {
    if (!required.has(name)) continue
    const shapes = shapesOf(reading, schemas)
    if (shapes.every(({ values }) => values !== null))
      tags.set(
        name,
        shapes.flatMap(({ values }) => values!),
      )
  }
  return tags
}
/** Returns whether a field (this one, or any) distinguishes two alternatives: no value of it is possible in both. */
export function isOtherAlternative(
  { ours, theirs }: { ours: Shape; theirs: Shape },
  tags: { ours: Tags; theirs: Tags },
  field?: string,
): boolean {
  const [our, their] = [tags.ours.get(ours)!, tags.theirs.get(theirs)!]
  return [...our].some(
    ([name, values]) =>
      (field === undefined || field === name) && their.get(name)?.every((value) => !values.includes(value)) === true,
  )
}
