import { createHash } from 'node:crypto'
import { type RuleId, rules } from '../rules/rules.ts'
import { type Severity, severities } from '../rules/severity.ts'
import { groupBy } from './group-by.ts'

/** A place in a file. */
export interface Place {
  file: string
  line: number | null
  pointer: string
}
/** One difference, as a check reports it. */
export interface Found {
  rule: RuleId
  /** What differs, without the call: a field of a schema, a code. Findings with equal rule and subject are merged. */
  subject: string
  /** The calls that it affects. */
  calls: readonly string[]
  /** One sentence: what differs, and what breaks for whom. */
  says: string
  /** The place in the contract. */
  ours?: Place | undefined
  /** The place in the other side. */
  theirs?: Place | undefined
  /** The value of a list that it is about, as in `says`. */
  value?: string | undefined
  /** Replaces the rule's severity. */
  severity?: Severity | undefined
  /** Replaces the rule's hint. */
  hint?: string | undefined
  /** The exchanges that show it; only in traffic. */
  seen?: Seen | undefined
  /** The failure of the contract that it is about. */
  failure?: string | undefined
}
export interface Seen {
  count: number
  first: string
  last: string
  /** A command that repeats the first exchange, secrets replaced. */
  curl?: string
}
/** One difference, as a report shows it. */
export interface Finding extends Found {
  /** The rule and a hash of the subject: the same in every run. */
  id: string
  severity: Severity
  hint: string
  calls: string[]
  /** The first day it was found, from the history. */
  since?: string | undefined
  /** The code bases that it breaks, when consumers are given. */
  breaks?: Broken[] | undefined
}
/** A code base that a finding breaks. */
export interface Broken {
  consumer: string
  /** Places in its code; empty when the manifest cannot know. */
  uses: { at: string; does: string }[]
}
/** The code bases given with `--consumers`. */
export interface Consumers {
  names: readonly string[]
  brokenBy(finding: Finding): Broken[]
}

/** Returns an id from rule and subject only: the order of files and the number of exchanges do not change it. */
export const idOf = ({ rule, subject }: Pick<Found, 'rule' | 'subject'>): string =>
  `${rule}.${createHash('sha256').update(`${rule}\n${subject}`).digest('hex').slice(0, 8)}`

/** Returns findings of one rule and subject as one, with all calls that they affect; most severe first. */
export function grouped(found: readonly Found[]): Finding[] {
  // Not by id: two subjects of many may have the same one, and both count.
  const groups = groupBy(found, ({ rule, subject }) => `${rule}\n${subject}`)
  return [...groups.values()].map(together).toSorted(worstFirst)
}
function together(all: readonly [Found, ...Found[]]): Finding {
  const [first] = all
  const severityOf = (one: Found) => one.severity ?? rules[one.rule].severity
  const callsOf = (some: readonly Found[]) => [...new Set(some.flatMap(({ calls }) => calls))].toSorted()
  const byText = [...groupBy(all, ({ says }) => says)].map(([says, some]) => [says, callsOf(some)] as const)
  return {
    ...first,
    id: idOf(first),
    severity: severities.find((severity) => all.some((one) => severityOf(one) === severity))!,
    hint: first.hint ?? rules[first.rule].hint,
    calls: callsOf(all),
    says: joinedTexts(byText),
  }
}

/** Returns the first text, and each other text with its calls. */
function joinedTexts([first, ...others]: readonly (readonly [says: string, calls: readonly string[]])[]): string {
  const more = others.slice(0, MOST_TEXTS).map(([says, calls]) => `In ${calls.join(', ')}: ${says}`)
  return [first![0], ...more, ...(others.length > MOST_TEXTS ? ['In others it differs otherwise.'] : [])].join(' ')
}
const MOST_TEXTS = 3
/** A service that has few calls of the contract should read first what differs in those. */
export const isOfMissingCall = ({ rule }: Finding) => rule === 'call-missing' || rule === 'call-assumed-missing'
const worstFirst = (a: Finding, b: Finding): number =>
  severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
  Number(isOfMissingCall(a)) - Number(isOfMissingCall(b)) ||
  (b.seen?.count ?? b.calls.length) - (a.seen?.count ?? a.calls.length) ||
  a.rule.localeCompare(b.rule) ||
  a.subject.localeCompare(b.subject)

export const countOf = (findings: readonly Pick<Finding, 'severity'>[]): Record<Severity, number> => {
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length
  return { breaking: count('breaking'), risky: count('risky'), note: count('note') }
}
