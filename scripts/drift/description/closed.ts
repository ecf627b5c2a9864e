import { choicesOf, isOfFamily } from './discriminator.ts'
import { type At, child, itemsOf, parts, type Reading } from './reading.ts'
import { shapesOf } from './alternatives.ts'

/**
 * The fields that are named beside each part of a composed schema. A closed part (`additionalProperties: false`)
 * refuses them, so that the parts together allow nothing; what is meant is that they are closed together.
 */
export interface SiblingFields {
  own: ReadonlySet<string>
  /** By schema of the `allOf`. */
  parts: readonly ReadonlySet<string>[]
  /** Of each alternative: those of other alternatives are not beside it. */
  choice: ReadonlySet<string>
}
const NOTHING: ReadonlySet<string> = new Set()

/** Returns the fields beside each part of a schema; `around`: fields beside the schema itself. */
export function siblingFields(reading: Reading, at: At, around: ReadonlySet<string> = NOTHING): SiblingFields {
  const all = itemsOf(child(at, 'allOf'))
  const composed = composing(reading, at)
  if (composed.length + around.size === 1 || !composed.some(isClosed))
    return { own: NOTHING, parts: all.map(() => NOTHING), choice: NOTHING }
  const own = new Set(parts(child(at, 'properties')).map(([name]) => name))
  const named = all.map((part) => namesIn(reading, [part]))
  const ofChoices = choicesOf(at).flatMap((choice) => [...namesIn(reading, [choice])])
  const inParts = named.flatMap((names) => [...names])
  return {
    own: new Set([...around, ...inParts, ...ofChoices].filter((name) => !own.has(name))),
    parts: named.map(
      (_, nth) =>
        new Set([
          ...around,
          ...own,
          ...ofChoices,
          ...named.flatMap((names, other) => (other === nth ? [] : [...names])),
        ]),
    ),
    choice: new Set([...around, ...own, ...inParts]),
  }
}
/** Returns the fields that a schema names, also in its parts and alternatives. */
const namesIn = (reading: Reading, schemas: readonly At[]): Set<string> =>
  new Set(
    shapesOf(reading, schemas).flatMap(({ fields }) =>
      [...fields].flatMap(([name, some]) => (some.every(({ value }) => value !== false) ? [name] : [])),
    ),
  )
const isClosed = (at: At) => child(at, 'additionalProperties')?.value === false
/** Returns a schema, with references followed, and those it is composed of. */
function composing(reading: Reading, schema: At, seen = new Set<unknown>()): At[] {
  const at = reading.follow(schema)
  if (seen.has(at.value)) return []
  seen.add(at.value)
  return [at, ...[...itemsOf(child(at, 'allOf')), ...choicesOf(at)].flatMap((part) => composing(reading, part, seen))]
}
/** Returns the fields among some that a schema refuses. */
export function refusedFields(reading: Reading, schema: At, names: ReadonlySet<string>): Set<string> {
  if (names.size === 0) return new Set()
  const closed = composing(reading, schema).filter(isClosed)
  return new Set([...names].filter((name) => closed.some((at) => !child(at, 'properties', name))))
}
/** Whether a part of a schema refuses fields of another. A class of a family may. */
export function refusesItself(reading: Reading, at: At): boolean {
  const siblings = siblingFields(reading, at)
  const isRefused = (part: At, names: ReadonlySet<string>) => refusedFields(reading, part, names).size > 0
  return (
    ((isClosed(at) && siblings.own.size > 0) ||
      itemsOf(child(at, 'allOf')).some((part, nth) => isRefused(part, siblings.parts[nth]!)) ||
      choicesOf(at).some((part) => isRefused(part, siblings.choice))) &&
    !isOfFamily(reading, at)
  )
}
