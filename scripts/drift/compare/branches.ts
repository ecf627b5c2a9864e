import { type Code, rejects } from '@paket/contract'
import { type At, child, itemsOf, keyOf, type Reading } from '../description/reading.ts'
import { shapesOf } from '../description/shape.ts'
import { nameOf } from './compare-fields.ts'
import { codePlaces, type Extensions, isCode } from './extensions.ts'

/** One alternative of an answer: its schema with what holds beside it, and the codes that it lists, null when any may come. */
export interface Branch {
  all: readonly At[]
  codes: Code[] | null
}
/** The schemas of a 200: of what is accepted and of what is refused; flat when one says both. */
export interface Branches {
  accepted: Branch[]
  refused: Branch[]
  isFlat: boolean
  /** Codes that the schemas list; null when any may come. */
  codes: Code[] | null
  /** Codes that some of them lists, whatever the others say. */
  listed: Code[]
}

/** Successes and refusals of a 200, distinguished by their codes, else by which of the contract's two they are like. */
export function branchesOf(
  reading: Reading,
  schema: At,
  extensions: Extensions,
  like?: { reading: Reading; branches: Branches },
): Branches {
  const { validity } = extensions
  const places = codePlaces(extensions)
  const choices = choicesOf(reading, schema).map((all) => ({ all, codes: codesIn(reading, all, extensions) }))
  const listed = choices.flatMap((choice) => choice.codes ?? [])
  const codes = choices.every((choice) => choice.codes !== null) ? listed : null
  if (choices.length < 2) return { accepted: choices, refused: [], isFlat: true, codes, listed }
  const decisions = choices.map(({ all }) => isAccepted(all))
  const scored = choices.map((choice, index) => ({ choice, score: score(choice.all, index) }))
  const best = scored.toSorted((a, b) => b.score - a.score)[0]!
  // Where nothing says which they are, at least one is a success and one is not.
  const worst = scored.toSorted((a, b) => a.score - b.score)[0]!
  const isUndecided = decisions.every((one) => one === null)
  const isSuccess = (one: (typeof scored)[number]) =>
    isUndecided ? one === best || (one !== worst && one.score > 0) : one.score > 0
  return {
    accepted: scored.filter(isSuccess).map(({ choice }) => choice),
    refused: scored.filter((one) => !isSuccess(one)).map(({ choice }) => choice),
    isFlat: false,
    codes,
    listed,
  }

  /** Whether the rule accepts an alternative; null when its schema does not say. */
  function isAccepted(all: readonly At[]): boolean | null {
    const values = valuesAt(reading, all, places.at)
    if (values === 'missing') return validity.reject.except?.includes(null) === true ? true : null
    if (values === null) return null
    return values.some((value) => !rejects(validity, value as Code))
  }
  /** More than 0 for a success, less for a refusal. */
  function score(all: readonly At[], index: number): number {
    const decided = decisions[index]!
    if (decided !== null) return decided ? 100 : -100
    if (like)
      return (
        likeness(reading, all, like.reading, like.branches.accepted) -
        likeness(reading, all, like.reading, like.branches.refused)
      )
    return decisions.includes(true) ? -1 : decisions.includes(false) ? 1 : 0
  }
}
/** How many names a schema shares with the nearest of some others, and whether they are called the same. */
function likeness(reading: Reading, some: readonly At[], other: Reading, branches: readonly Branch[]): number {
  const names = (from: Reading, all: readonly At[]) =>
    new Set(shapesOf(from, all).flatMap(({ fields }) => [...fields.keys()]))
  const title = (from: Reading, all: readonly At[]) => {
    const at = from.follow(all[0]!)
    return child(at, 'title')?.value ?? nameOf(at)
  }
  const isNamed = (name: unknown) => name !== null && name === title(reading, some)
  return Math.max(
    0,
    ...branches.map(({ all }) => {
      const [a, b] = [names(reading, some), names(other, all)]
      const shared = [...a].filter((name) => b.has(name)).length
      return shared / Math.max(1, a.size + b.size - shared) + (isNamed(title(other, all)) ? 2 : 0)
    }),
  )
}
/** The alternatives of a schema, each with what holds beside them. */
export function choicesOf(reading: Reading, schema: At, around: readonly string[] = []): (readonly At[])[] {
  const at = reading.follow(schema)
  if (around.includes(keyOf(at))) return []
  const choices = [...itemsOf(child(at, 'oneOf')), ...itemsOf(child(at, 'anyOf'))].filter(
    (choice) => child(reading.follow(choice), 'type')?.value !== 'null',
  )
  if (choices.length === 0) return [[schema]]
  const { oneOf: _, anyOf: __, discriminator: ___, ...beside } = at.value as Record<string, unknown>
  const rest = Object.keys(beside).some((word) => ['properties', 'required', 'allOf'].includes(word))
    ? [{ ...at, value: beside }]
    : []
  const inside = [...around, keyOf(at)]
  return choices.flatMap((choice) => choicesOf(reading, choice, inside)).map((all) => [...all, ...rest])
}
/** The values that schemas list at a place; `missing` where they have no such place, null where any value may stand. */
function valuesAt(reading: Reading, all: readonly At[], [name = '', ...rest]: string[]): unknown[] | 'missing' | null {
  const objects = shapesOf(reading, all).filter(({ type }) => type === 'object')
  const found = objects.map(({ fields }): unknown[] | 'missing' | null => {
    const field = fields.get(name)
    if (!field) return 'missing'
    if (rest.length > 0) return valuesAt(reading, field, rest)
    const shapes = shapesOf(reading, field).filter(({ type }) => type !== 'null')
    return shapes.length > 0 && shapes.every(({ values }) => values !== null)
      ? shapes.flatMap(({ values }) => values!)
      : null
  })
  if (found.length > 0 && found.every((one) => one === 'missing')) return 'missing'
  const lists = found.filter(Array.isArray)
  return lists.length > 0 && lists.length === found.length ? [...new Set(lists.flat())] : null
}
/** The codes that a schema lists; null when it lists none. */
export function codesIn(reading: Reading, all: readonly At[], extensions: Extensions): Code[] | null {
  const values = valuesAt(reading, all, codePlaces(extensions).codeAt)
  return Array.isArray(values) ? values.filter((value) => isCode(extensions, value)) : null
}
