import { type At, placeOf, type Reading } from '../description/reading.ts'
import { shapesOf } from '../description/shape.ts'

/** Where a place of a body stands in the schema: what it is called, and the schema there. */
export function locate(
  reading: Reading,
  schemas: readonly At[],
  path: readonly string[],
  root: string,
): { label: string; at: At; isListed: boolean } {
  let here = schemas
  let label = nameOf(reading, schemas) ?? root
  let at = reading.follow(schemas[0]!)
  for (const step of path) {
    const shapes = shapesOf(reading, here)
    const field = shapes.find(({ fields }) => fields.has(step))?.fields.get(step)
    const items = shapes.find((shape) => shape.type === 'array')?.items
    const isItem = field === undefined && items !== undefined && items.length > 0 && /^\d+$/.test(step)
    const next = field ?? (isItem ? items : undefined)
    label = isItem ? `${label}[]` : `${label}.${step}`
    if (!next) return { label, at, isListed: false }
    here = next
    label = nameOf(reading, here) ?? label
    at = reading.follow(here[0]!)
  }
  return { label, at, isListed: shapesOf(reading, here).some(({ values }) => values !== null) }
}
function nameOf(reading: Reading, schemas: readonly At[]): string | null {
  const at = reading.follow(schemas[0]!)
  if (at.path.length === 0)
    return placeOf(at)
      .file.replace(/^.*\//, '')
      .replace(/\.\w+$/, '')
  return ['schemas', 'definitions'].includes(at.path.at(-2) ?? '') ? at.path.at(-1)! : null
}
