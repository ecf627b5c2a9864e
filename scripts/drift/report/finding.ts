import { createHash } from 'node:crypto'
import { type RuleId, rules } from '../rules/rules.ts'
import { type Severity, severities } from '../rules/severity.ts'

/** Where something is in a text. */
export interface Place {
  file: string
  line: number | null
  pointer: string
}
/** One difference as a check finds it. */
export interface Found {
  rule: RuleId
  /** What it is about, without the call: a field of a schema, a code. Equal rules with equal subjects are one finding. */
  subject: string
  /** The calls that it touches. */
  calls: readonly string[]
  /** One sentence: what differs, and what breaks for whom. */
  says: string
  /** Where the contract says otherwise. */
  ours?: Place | undefined
  /** Where the other side has it. */
  theirs?: Place | undefined
  /** Instead of the rule's severity. */
  severity?: Severity | undefined
  /** Instead of the rule's hint. */
  hint?: string | undefined
  /** Traffic: the exchanges that show it. */
  seen?: Seen | undefined
  /** The failure of the contract that it is about. */
  failure?: string | undefined
}
export interface Seen {
  count: number
  first: string
  last: string
  /** A command that repeats the first, secrets replaced. */
  curl?: string
}
/** One difference as it is reported. */
export interface Finding extends Found {
  /** The rule and a fingerprint of the content: the same tomorrow, whatever else changes. */
  id: string
  severity: Severity
  hint: string
  calls: string[]
  /** The first day of it, by the history. */
  since?: string | undefined
  /** Whom it breaks and where, when consumers are known. */
  breaks?: Broken[] | undefined
}
/** A code base that a finding breaks. */
export interface Broken {
  consumer: string
  /** Places in it; none when a manifest cannot know. */
  uses: { at: string; does: string }[]
}
/** The code bases that are asked for. */
export interface Consumers {
  names: readonly string[]
  brokenBy(finding: Finding): Broken[]
}

/** The same content gives the same id: neither the order of the files nor the number of exchanges is in it. */
export const idOf = ({ rule, subject }: Pick<Found, 'rule' | 'subject'>): string =>
  `${rule}.${createHash('sha256').update(`${rule}\n${subject}`).digest('hex').slice(0, 8)}`

/** Findings with equal causes as one, with all calls that they touch; worst first. What is said of some calls only names them. */
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
      const said = texts.get(known)!
      said.set(one.says, [...new Set([...(said.get(one.says) ?? []), ...one.calls])].toSorted())
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
  for (const [finding, said] of texts) finding.says = saysOf([...said])
  return [...findings.values()].toSorted(worstFirst)
}

/** The first text, and each other with the calls that it is about. */
function saysOf([first, ...others]: readonly (readonly [says: string, calls: readonly string[]])[]): string {
  const more = others.slice(0, MOST_TEXTS).map(([says, calls]) => `In ${calls.join(', ')}: ${says}`)
  return [first![0], ...more, ...(others.length > MOST_TEXTS ? ['In others it differs otherwise.'] : [])].join(' ')
}
const MOST_TEXTS = 3
const worstFirst = (a: Finding, b: Finding): number =>
  severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
  (b.seen?.count ?? b.calls.length) - (a.seen?.count ?? a.calls.length) ||
  a.rule.localeCompare(b.rule) ||
  a.subject.localeCompare(b.subject)

export const countOf = (findings: readonly Finding[]): Record<Severity, number> => {
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length
  return { breaking: count('breaking'), risky: count('risky'), note: count('note') }
}
