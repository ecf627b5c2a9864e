import { createHash } from 'node:crypto'
import { type RuleId, rules } from '../rules/rules.ts'
import { type Severity, severities } from '../rules/severity.ts'

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

/** Returns findings with equal ids as one, with all calls that they affect; most severe first. */
export function grouped(found: readonly Found[]): Finding[] {
  const findings = new Map<string, Finding>()
  const texts = new Map<Finding, Map<string, string[]>>()
  for (const one of found) {
    const id = idOf(one)
    const known = findings.get(id)
    const severity = one.severity ?? rules[one.rule].severity
    if (known) {
      known.calls = [...new Set([...known.calls, ...one.calls])].toSorted()
      if (severities.indexOf(severity) < severities.indexOf(known.severity)) known.severity = severity
      const callsByText = texts.get(known)!
      callsByText.set(one.says, [...new Set([...(callsByText.get(one.says) ?? []), ...one.calls])].toSorted())
      continue
    }
    const finding = {
      ...one,
      id,
      severity,
      hint: one.hint ?? rules[one.rule].hint,
      calls: [...new Set(one.calls)].toSorted(),
    }
    findings.set(id, finding)
    texts.set(finding, new Map([[one.says, finding.calls]]))
  }
  for (const [finding, callsByText] of texts) finding.says = joinedTexts([...callsByText])
  return [...findings.values()].toSorted(worstFirst)
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

export const countOf = (findings: readonly Finding[]): Record<Severity, number> => {
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length
  return { breaking: count('breaking'), risky: count('risky'), note: count('note') }
}
