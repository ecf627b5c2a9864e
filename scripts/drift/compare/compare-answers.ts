import { codesOf, type FailureEntry, rejects, type Validity } from '@paket/contract'
import type { Answer, Call } from '../description/description.ts'
import { type At, child, itemsOf, type Reading } from '../description/reading.ts'
import { shapesOf } from '../description/shape.ts'
import type { Found } from '../report/finding.ts'
import { compareFields } from './compare-fields.ts'
import { type Context, found } from './context.ts'

/** The specification extensions of a call. */
export interface Extensions {
  validity: Validity
  failures: FailureEntry[]
}
/** The schemas of a 200: of what is accepted and of what is refused; flat when one says both. */
export interface Branches {
  accepted: readonly At[]
  refused: readonly At[] | null
  isFlat: boolean
  /** Codes that the schemas list; null when any integer may come. */
  codes: number[] | null
  /** Codes that some of them lists, whatever the others say. */
  listed: number[]
}

/** Successes and refusals of a 200, told apart by their codes, else by which of the contract's two they are like. */
export function branchesOf(
  reading: Reading,
  schema: At,
  validity: Validity,
  like?: { reading: Reading; branches: Branches },
): Branches {
  const choices = choicesOf(reading, schema).map((all) => ({ all, codes: codesIn(reading, all) }))
  const every = choices.every(({ codes }) => codes !== null) ? choices.flatMap(({ codes }) => codes ?? []) : null
  const some = choices.flatMap((choice) => choice.codes ?? [])
  if (choices.length < 2)
    return { accepted: choices[0]?.all ?? [schema], refused: null, isFlat: true, codes: every, listed: some }
  const scored = choices.map((choice, index) => ({ ...choice, score: score(choice, index) }))
  const best = scored.toSorted((a, b) => b.score - a.score)
  const accepted = best[0]!
  const refused = best.findLast((choice) => choice !== accepted && choice.score < 0) ?? best.at(-1)!
  return { accepted: accepted.all, refused: refused.all, isFlat: false, codes: every, listed: some }

  /** More than 0 for a success, less for a refusal. */
  function score({ all, codes }: { all: readonly At[]; codes: number[] | null }, index: number): number {
    if (codes && codes.length > 0) return codes.some((code) => !rejects(validity, code)) ? 100 : -100
    const order = index === 0 ? 0.001 : -0.001
    if (!like) return order
    const [success, refusal] = [like.branches.accepted, like.branches.refused ?? []]
    return likeness(reading, all, like.reading, success) - likeness(reading, all, like.reading, refusal) + order
  }
}
/** How many names two schemas share, and whether they are called the same. */
function likeness(reading: Reading, some: readonly At[], other: Reading, others: readonly At[]): number {
  if (others.length === 0) return 0
  const names = (from: Reading, all: readonly At[]) =>
    new Set(shapesOf(from, all).flatMap(({ fields }) => [...fields.keys()]))
  const title = (from: Reading, all: readonly At[]) =>
    child(from.follow(all[0]!), 'title')?.value ?? from.follow(all[0]!).path.at(-1)
  const [a, b] = [names(reading, some), names(other, others)]
  const shared = [...a].filter((name) => b.has(name)).length
  return shared / Math.max(1, a.size + b.size - shared) + (title(reading, some) === title(other, others) ? 2 : 0)
}
/** The alternatives of a schema, each with what holds beside them. */
function choicesOf(reading: Reading, schema: At): (readonly At[])[] {
  const at = reading.follow(schema)
  const choices = [...itemsOf(child(at, 'oneOf')), ...itemsOf(child(at, 'anyOf'))].filter(
    (choice) => child(reading.follow(choice), 'type')?.value !== 'null',
  )
  if (choices.length === 0) return [[schema]]
  const { oneOf: _, anyOf: __, discriminator: ___, ...beside } = at.value as Record<string, unknown>
  const rest = Object.keys(beside).some((word) => ['properties', 'required', 'allOf'].includes(word))
    ? [{ ...at, value: beside }]
    : []
  return choices.flatMap((choice) => choicesOf(reading, choice)).map((all) => [...all, ...rest])
}
/** The codes that a schema lists; null when it lists none. */
export function codesIn(reading: Reading, all: readonly At[]): number[] | null {
  const lists = shapesOf(reading, all).map(({ fields }) => {
    const code = fields.get('code')
    const shapes = code ? shapesOf(reading, code).filter(({ type }) => type !== 'null') : []
    return shapes.length > 0 && shapes.every(({ values }) => values !== null)
      ? shapes.flatMap(({ values }) => values!)
      : null
  })
  if (lists.length === 0 || lists.some((list) => list === null)) return null
  return [...new Set(lists.flatMap((list) => list ?? []))].filter((code) => typeof code === 'number')
}

/** Whether a 200 says any code at all: in a schema or in an example. */
export function saysCodes(reading: Reading, { examples, media }: Answer): boolean {
  const schema = media.get('application/json')
  const listed = schema ? choicesOf(reading, schema).some((all) => (codesIn(reading, all) ?? []).length > 0) : false
  return listed || examples.some((example) => codeOf(example) !== null)
}

/** The 200: its two branches, and its codes. */
export function compareSuccess(
  context: Context,
  extensions: Extensions,
  ours: { call: Call; schema: At },
  theirs: { call: Call; answer: Answer; schema: At },
  isSpec: boolean,
): Found[] {
  const our = branchesOf(context.ours, ours.schema, extensions.validity)
  const their = branchesOf(context.theirs, theirs.schema, extensions.validity, { reading: context.ours, branches: our })
  const ofRefusals =
    their.isFlat && our.refused !== null
      ? new Set(shapesOf(context.ours, our.refused).flatMap(({ fields }) => [...fields.keys()]))
      : null
  const accepted = compareFields(context, { ours: our.accepted, theirs: their.accepted }, `${context.call} answer`, {
    ofRefusals,
    hasCode: true,
  })
  const refused =
    our.refused && their.refused
      ? compareFields(context, { ours: our.refused, theirs: their.refused }, `${context.call} refusal`, {
          hasCode: true,
        })
      : []
  return [...accepted, ...refused, ...(isSpec ? compareCodes(context, extensions, ours.call, theirs, their) : [])]
}

/** Every code of a 200 that the contract knows of a call: those of its failures, and those that its examples show. */
export function knownCodes(call: Call, { failures }: Extensions): number[] {
  const shown = call.answers.get('200')?.examples.flatMap((example) => codeOf(example) ?? []) ?? []
  const listed = failures.filter(({ http }) => http === undefined).flatMap(codesOf)
  return [...new Set([...shown, ...listed])].toSorted((a, b) => a - b)
}
function codeOf(example: At): number | null {
  const code = child(example, 'code')?.value
  return typeof code === 'number' ? code : null
}

function compareCodes(
  context: Context,
  extensions: Extensions,
  ours: Call,
  theirs: { call: Call; answer: Answer; schema: At },
  branches: Branches,
): Found[] {
  const known = knownCodes(ours, extensions)
  const shown = theirs.answer.examples.flatMap((example) => codeOf(example) ?? [])
  const may = [...new Set([...branches.listed, ...shown])].toSorted((a, b) => a - b)
  const at = { ours: child(ours.at, 'x-failures') ?? ours.at, theirs: theirs.schema }
  const result = may
    .filter((code) => !known.includes(code))
    .map((code) => {
      const rejected = rejects(extensions.validity, code)
      const text = `${context.call} may answer code ${code}; the contract knows ${known.length > 0 ? known.join(', ') : 'none'}`
      return found(context, {
        rule: rejected ? 'code-unknown' : 'code-accepted-unknown',
        subject: `${context.call} ${code}`,
        differs: text,
        ...at,
      })
    })
  if (branches.codes) {
    for (const code of known.filter((one) => !may.includes(one)))
      result.push(
        found(context, {
          rule: 'code-never',
          subject: `${context.call} ${code}`,
          differs: `${context.call} never answers code ${code}`,
          ...at,
        }),
      )
    if (branches.codes.length > 0 && branches.codes.every((code) => rejects(extensions.validity, code)))
      result.push(
        found(context, {
          rule: 'response-never-accepted',
          subject: context.call,
          differs: `${context.call} answers ${branches.codes.join(', ')} only`,
          ...at,
        }),
      )
  }
  const sayNothing =
    branches.refused === null && branches.codes === null && shown.every((code) => !rejects(extensions.validity, code))
  const hasCode = shapesOf(context.theirs, branches.accepted).some(({ fields }) => fields.has('message'))
  if (sayNothing && !hasCode && known.some((code) => rejects(extensions.validity, code)))
    result.push(
      found(context, {
        rule: 'refusal-undescribed',
        subject: context.call,
        differs: `${context.call} describes successes only`,
        ...at,
      }),
    )
  return [...result, ...compareStatuses(context, extensions, ours, theirs.call)]
}
/** Codes that belong to the 200 and come with another status. */
function compareStatuses(context: Context, extensions: Extensions, ours: Call, theirs: Call): Found[] {
  const inSuccess = extensions.failures.filter(({ http }) => http === undefined).flatMap(codesOf)
  const elsewhere = extensions.failures.filter(({ http }) => http !== undefined).flatMap(codesOf)
  return [...theirs.answers]
    .filter(([status]) => status !== '200')
    .flatMap(([status, answer]) => {
      const schema = answer.media.get('application/json')
      const codes = [
        ...answer.examples.flatMap((example) => codeOf(example) ?? []),
        ...((schema && codesIn(context.theirs, [schema])) ?? []),
      ]
      const shown = ours.answers.get(status)?.examples.flatMap((example) => codeOf(example) ?? []) ?? []
      const wrong = [...new Set(codes)].filter(
        (code) => inSuccess.includes(code) && ![...elsewhere, ...shown].includes(code),
      )
      return wrong.map((code) =>
        found(context, {
          rule: 'code-at-status',
          subject: `${context.call} ${code} ${status}`,
          differs: `${context.call} answers code ${code} with HTTP ${status}`,
          ours: child(ours.at, 'x-failures') ?? ours.at,
          theirs: answer.at,
        }),
      )
    })
}
