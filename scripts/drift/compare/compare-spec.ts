import { isAssumed, type Operation } from '@paket/contract'
import { type AssumedPart, assumedParts, CALLS_TITLE, PARTS_TITLE } from '../description/assumed.ts'
import type { Call, Description } from '../description/description.ts'
import type { Found } from '../report/finding.ts'
import type { Section } from '../report/report.ts'
import { covers } from './compare-answers.ts'
import { compareDescriptions } from './compare-calls.ts'
import { saysCodes } from './compare-codes.ts'
import { isSameParameter } from './compare-parameters.ts'
import { extensionsOf } from './extensions.ts'
import type { Matches } from './match.ts'
import { uncheckedIn } from './unchecked.ts'

export interface Compared {
  found: Found[]
  facts: string[]
  sections: Section[]
}
/** Compares a service's description with the contract. */
export function compareSpec(ours: Description, theirs: Description): Compared {
  const { found, matches } = compareDescriptions(ours, theirs, 'spec')
  const { calls, webhooks } = ours
  const unsent = webhooks.filter(({ id }) => found.some(({ rule, subject }) => rule === 'hook-gone' && subject === id))
  const there = (count: number, all: number, what: 'calls' | 'webhooks') =>
    `${count} of ${all} ${what} of the contract are there.`
  const facts = [
    ...(calls.length > 0 || webhooks.length === 0 ? [there(matches.pairs.length, calls.length, 'calls')] : []),
    ...(webhooks.length > 0 ? [there(webhooks.length - unsent.length, webhooks.length, 'webhooks')] : []),
  ]
  const coded = matches.pairs
    .map(({ our, their }) => ({ their, extensions: extensionsOf(our, ours) }))
    .filter(({ extensions }) => extensions.isCoded)
  const withoutExtensions = coded.filter(({ their, extensions }) => {
    const answer = their.answers.get('200')
    return answer !== undefined && !saysCodes(theirs.reading, answer, extensions)
  })
  if (withoutExtensions.length > 0)
    facts.push(
      `${withoutExtensions.length === coded.length ? 'No call says its codes' : `${withoutExtensions.length} calls do not say their codes`} (by enum, const or examples): those were not compared. drift traffic can.`,
    )
  return { found, facts, sections: [provenance(matches), provenanceOfParts(matches), uncheckedIn([ours, theirs])] }
}
/** Which assumed calls the service has. */
function provenance({ pairs, missing }: Matches): Section {
  const confirmed = pairs.filter(({ our }) => isAssumed(our.at.value)).map(({ our }) => our.id)
  const open = missing.filter(({ at }) => isAssumed(at.value)).map(({ id }) => id)
  return { title: CALLS_TITLE, lines: confirmedLines(confirmed, open), short: [] }
}
/** Which assumed parts of calls the service describes. */
function provenanceOfParts({ pairs }: Matches): Section {
  const parts = pairs.flatMap(({ our, their }) => assumedParts(our).map((part) => ({ part, their })))
  const isThere = ({ part, their }: (typeof parts)[number]) => describes(their, part)
  return {
    title: PARTS_TITLE,
    short: [],
    lines: confirmedLines(
      parts.filter(isThere).map(({ part }) => part.label),
      parts.filter((one) => !isThere(one)).map(({ part }) => part.label),
    ),
  }
}
const confirmedLines = (confirmed: readonly string[], open: readonly string[]) => [
  ...(confirmed.length > 0 ? [`the service describes ${confirmed.join(', ')}`] : []),
  ...(open.length > 0 ? [`the service does not describe ${open.join(', ')}`] : []),
]
/** A rule is described by any `x-validity`; a failure by its name, or by its statuses when it has no code. */
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
