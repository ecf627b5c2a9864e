import { type Code, rejects } from '@paket/contract'
import { type At, child, keyOf, type Reading } from '../description/reading.ts'
import { listedIn, shapesOf } from '../description/alternatives.ts'
import { choicesOf as alternativesOf, tagsOfChoices } from '../description/discriminator.ts'
import { nameOf } from './labels.ts'
import { codePlaces, type Extensions, isCode } from './extensions.ts'

/**
 * One alternative of a response: its schemas, which all apply, and the codes that they list; null when they list none.
 */
export interface Branch {
  all: readonly At[]
  codes: Code[] | null
}
/** The alternatives of a 200; flat when one schema describes successes and refusals. */
export interface Branches {
  accepted: Branch[]
  refused: Branch[]
  isFlat: boolean
  /** Codes that the alternatives list; null when one of them lists none. */
  codes: Code[] | null
  /** Codes that at least one alternative lists. */
  listed: Code[]
}

/**
 * Divides the alternatives of a 200 into successes and refusals: by their codes, otherwise by similarity to the
 * contract's alternatives (`like`).
 */
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
  // When nothing distinguishes them, the best is a success and the worst a refusal.
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

  /** Whether `x-validity` accepts an alternative; null when its schema does not say. */
  function isAccepted(all: readonly At[]): boolean | null {
    const values = valuesAt(reading, all, places.at)
    if (values === 'missing') return validity.reject.except?.includes(null) === true ? true : null
    if (values === null) return null
    return values.some((value) => !rejects(validity, value as Code))
  }
  /** Positive for a success, negative for a refusal. */
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
/**
 * Returns how many field names a schema shares with the most similar alternative (0 to 1), plus 2 when their names are
 * equal.
 */
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
/**
 * Returns the alternatives of a schema, each with the keywords beside `oneOf` and `anyOf`; nested ones are flattened.
 */
export function choicesOf(reading: Reading, schema: At, around: readonly string[] = []): (readonly At[])[] {
  const at = reading.follow(schema)
  if (around.includes(keyOf(at))) return []
  const tags = tagsOfChoices(reading, at, (choice, field) => listedIn(reading, choice, field), 'any')
  const choices = alternativesOf(at)
    .map((choice, nth) => ({ choice, tag: tags[nth] ?? null }))
    .filter(({ choice }) => child(reading.follow(choice), 'type')?.value !== 'null')
  if (choices.length === 0) return [[schema]]
  const { oneOf: _, anyOf: __, discriminator: ___, ...beside } = at.value as Record<string, unknown>
  const rest = Object.keys(beside).some((word) => ['properties', 'required', 'allOf'].includes(word))
    ? [{ ...at, value: beside }]
    : []
  const inside = [...around, keyOf(at)]
  return choices.flatMap(({ choice, tag }) => {
    const meant = tag
      ? [
          {
            ...tag.schema,
            path: [...tag.schema.path, 'tagged'],
            value: { properties: { [tag.field]: tag.schema.value } },
          },
        ]
      : []
    return choicesOf(reading, choice, inside).map((all) => [...all, ...rest, ...meant])
  })
}
/**
 * Returns the values that schemas list at a path; `missing` when the field does not exist, null when any value is
 * allowed.
 */
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
/** Returns the codes that schemas list; null when they list none. */
export function codesIn(reading: Reading, all: readonly At[], extensions: Extensions): Code[] | null {
  const values = valuesAt(reading, all, codePlaces(extensions).codeAt)
  return Array.isArray(values) ? values.filter((value) => isCode(extensions, value)) : null
}
