import { type Code, codesOf, rejects } from '@paket/contract'
import type { Answer, Call } from '../description/description.ts'
import { type At, child, type Reading } from '../description/reading.ts'
import { shapesOf } from '../description/alternatives.ts'
import type { Found } from '../report/finding.ts'
import { type Branch, type Branches, branchesOf, choicesOf, codesIn } from './branches.ts'
import { compareFields, weightOf } from './compare-fields.ts'
import { type Context, found } from './context.ts'
import { codePlaces, type Extensions, inOrder, knownCodes, shownCodes, wayToCode } from './extensions.ts'
import { jsonOf } from './media.ts'

/** Returns whether a 200 has any code, in its schema or in an example. */
export function saysCodes(reading: Reading, answer: Answer, extensions: Extensions): boolean {
  const schema = jsonOf(answer.media)
  const listed = schema
    ? choicesOf(reading, schema).some((all) => (codesIn(reading, all, extensions) ?? []).length > 0)
    : false
  return listed || shownCodes(extensions, answer).length > 0
}

/** Compares a 200 with codes: successes, refusals and codes. */
export function compareCoded(
  context: Context,
  extensions: Extensions,
  ours: { call: Call; schema: At },
  theirs: { call: Call; answer: Answer; schema: At },
): Found[] {
  const our = branchesOf(context.ours, ours.schema, extensions)
  const their = branchesOf(context.theirs, theirs.schema, extensions, { reading: context.ours, branches: our })
  const ofRefusals =
    their.isFlat && our.refused.length > 0
      ? new Set(
          our.refused.flatMap(({ all }) => shapesOf(context.ours, all).flatMap(({ fields }) => [...fields.keys()])),
        )
      : null
  const each = (branches: readonly Branch[], known: readonly Branch[], label: string) =>
    branches.flatMap((branch) => {
      const alike = known.filter((one) => one.codes?.some((code) => branch.codes?.includes(code)))
      const compared = (alike.length > 0 ? alike : known).map((one) =>
        compareFields(context, { ours: one.all, theirs: branch.all }, `${context.call} ${label}`, {
          ofRefusals,
          ...wayToCode(extensions),
        }),
      )
      return compared.toSorted((a, b) => weightOf(a) - weightOf(b))[0] ?? []
    })
  return [
    ...each(their.accepted, our.accepted, 'answer'),
    ...each(their.refused, our.isFlat ? our.accepted : our.refused, 'refusal'),
    ...(context.mode === 'spec' ? compareCodes(context, extensions, ours.call, theirs, their) : []),
  ]
}

function compareCodes(
  context: Context,
  extensions: Extensions,
  ours: Call,
  theirs: { call: Call; answer: Answer; schema: At },
  branches: Branches,
): Found[] {
  const known = knownCodes(ours, extensions)
  const shown = shownCodes(extensions, theirs.answer)
  const may = [...new Set([...branches.listed, ...shown])].toSorted(inOrder)
  const at = { ours: child(ours.at, 'x-failures') ?? ours.at, theirs: theirs.schema }
  const result = may
    .filter((code) => !known.includes(code))
    .map((code) => {
      const rejected = rejects(extensions.validity, code)
      const text = `${context.call} may return code ${code}; the contract lists ${known.length > 0 ? known.join(', ') : 'none'}`
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
          differs: `${context.call} never returns code ${code}`,
          ...at,
        }),
      )
    if (isRejected(branches.codes) || (!branches.isFlat && branches.accepted.length === 0))
      result.push(
        found(context, {
          rule: 'response-never-accepted',
          subject: context.call,
          differs: `${context.call} returns ${branches.codes.join(', ') || 'refusals'} only`,
          ...at,
        }),
      )
  }
  const sayNothing =
    branches.refused.length === 0 &&
    branches.codes === null &&
    shown.every((code) => !rejects(extensions.validity, code))
  const hasCode = branches.accepted.some(({ all }) =>
    shapesOf(context.theirs, all).some(({ fields }) => fields.has('message')),
  )
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

  /** Whether the rule looks at the code, and rejects all of these. */
  function isRejected(codes: readonly Code[]): boolean {
    const places = codePlaces(extensions)
    return (
      places.at.join() === places.codeAt.join() &&
      codes.length > 0 &&
      codes.every((code) => rejects(extensions.validity, code))
    )
  }
}
/** Reports codes of the 200 that are described under another status. */
function compareStatuses(context: Context, extensions: Extensions, ours: Call, theirs: Call): Found[] {
  const codes = (isOfSuccess: boolean) =>
    extensions.failures
      .filter(({ http }) => (http === undefined) === isOfSuccess)
      .flatMap((failure) => codesOf<Code>(failure))
  const [inSuccess, elsewhere] = [codes(true), codes(false)]
  return [...theirs.answers]
    .filter(([status]) => status !== '200')
    .flatMap(([status, answer]) => {
      const schema = jsonOf(answer.media)
      const described = [
        ...shownCodes(extensions, answer),
        ...((schema && codesIn(context.theirs, [schema], extensions)) ?? []),
      ]
      const shown = shownCodes(extensions, ours.answers.get(status))
      const wrong = [...new Set(described)].filter(
        (code) => inSuccess.includes(code) && ![...elsewhere, ...shown].includes(code),
      )
      return wrong.map((code) =>
        found(context, {
          rule: 'code-at-status',
          subject: `${context.call} ${code} ${status}`,
          differs: `${context.call} returns code ${code} with HTTP ${status}`,
          ours: child(ours.at, 'x-failures') ?? ours.at,
          theirs: answer.at,
        }),
      )
    })
}
