import { isAssumed, type Operation } from '@paket/contract'
import { type AssumedPart, assumedParts, PARTS_TITLE } from './assumed.ts'
import { type Call, describe, type Description } from './description/description.ts'
import { shortName } from './description/reading.ts'
import type { Found } from './finding.ts'
import { contractFile, given, commonHelp, tell } from './options.ts'
import type { Section } from './report.ts'
import { CannotCheck, messageOf } from './cannot-check.ts'
import { compareDescriptions, covers, isSameParameter } from './spec/compare-calls.ts'
import { compareGenerally } from './spec/general.ts'
import { saysCodes } from './spec/compare-answers.ts'
import type { Matches } from './spec/match.ts'

export const specHelp = `drift spec <file|url>: a service's own OpenAPI (2.0, 3.0, 3.1; JSON or YAML) against the contract: would clients still work?

  --allow-remote        follow references to other hosts
${commonHelp}`

export interface Compared {
  found: Found[]
  facts: string[]
  sections: Section[]
}
/** Compares a service's description with the contract, by our rules and then by oasdiff. */
export async function compareSpec(ours: Description, theirs: Description): Promise<Compared> {
  const { found, matches } = compareDescriptions(ours, theirs, 'spec')
  const facts = [`${matches.pairs.length} of ${ours.calls.length} calls of the contract are there.`]
  const silent = matches.pairs.filter(({ their }) => {
    const answer = their.answers.get('200')
    return answer !== undefined && !saysCodes(theirs.reading, answer)
  })
  if (silent.length > 0)
    facts.push(
      `${silent.length === matches.pairs.length ? 'No call says its codes' : `${silent.length} calls do not say their codes`} (by enum, const or examples): those were not compared. drift traffic can.`,
    )
  const general = await compareGenerally(ours, theirs, matches, found).catch((error: unknown) => {
    facts.push(`oasdiff could not be run, so only our own rules were: ${messageOf(error).split('\n')[0]}`)
    return []
  })
  return { found: [...found, ...general], facts, sections: [provenance(matches), provenanceOfParts(matches)] }
}
/** Which of the assumed calls the service has. */
function provenance({ pairs, missing }: Matches): Section {
  const confirmed = pairs.filter(({ our }) => isAssumed(our.at.value)).map(({ our }) => our.id)
  const open = missing.filter(({ at }) => isAssumed(at.value)).map(({ id }) => id)
  return { title: 'Calls that the contract assumes', lines: confirmedLines(confirmed, open) }
}
/** Which assumed parts of the calls that are there the service describes. */
function provenanceOfParts({ pairs }: Matches): Section {
  const parts = pairs.flatMap(({ our, their }) => assumedParts(our).map((part) => ({ part, their })))
  const isThere = ({ part, their }: (typeof parts)[number]) => describes(their, part)
  return {
    title: PARTS_TITLE,
    lines: confirmedLines(
      parts.filter(isThere).map(({ part }) => part.label),
      parts.filter((one) => !isThere(one)).map(({ part }) => part.label),
    ),
  }
}
const confirmedLines = (confirmed: readonly string[], open: readonly string[]) => [
  ...(confirmed.length > 0 ? [`described by this service: ${confirmed.join(', ')}`] : []),
  ...(open.length > 0 ? [`still unconfirmed: ${open.join(', ')}`] : []),
]
/** A rule is described by a service that writes one, a failure by its name or its statuses. */
function describes(their: Call, part: AssumedPart): boolean {
  const words = their.at.value as Partial<Operation>
  switch (part.kind) {
    case 'parameter':
      return their.parameters.some((other) => isSameParameter(part.parameter, other))
    case 'rule':
      return words['x-validity'] !== undefined
    case 'failure':
      return (
        words['x-failures']?.some(({ name }) => name === part.failure.name) === true ||
        ([part.failure.http ?? []].flat().some((status) => covers(their, String(status))) &&
          part.failure.code === undefined)
      )
  }
}

export async function checkSpec(args: readonly string[]): Promise<number> {
  const options = given(args, {})
  if (!options) return (console.log(specHelp), 0)
  const { common, places } = options
  const [place, ...more] = places
  if (place === undefined || more.length > 0) throw new CannotCheck('One description is needed: drift spec <file|url>')
  const [ours, theirs] = await Promise.all([
    contractFile(common.contract).then((file) => describe(file, common)),
    describe(place, common),
  ])
  const { found, facts, sections } = await compareSpec(ours, theirs)
  if (found.length === 0) facts.push('The two are written differently, which makes no difference to clients.')
  return tell(common, found, {
    check: 'spec',
    about: `${shortName(place)} (OpenAPI ${theirs.version}) against the contract`,
    facts,
    sections,
  })
}
