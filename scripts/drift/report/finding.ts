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

/** Findings with equal causes as one, with all calls that they touch; worst first. */
export function grouped(found: readonly Found[]): Finding[] {
  const findings = new Map<string, Finding>()
  for (const one of found) {
    const id = idOf(one)
    const known = findings.get(id)
    if (known) {
      known.calls = [...new Set([...known.calls, ...one.calls])].toSorted()
      continue
    }
    const rule = rules[one.rule]
    findings.set(id, {
      ...one,
      id,
      severity: one.severity ?? rule.severity,
      hint: one.hint ?? rule.hint,
      calls: [...new Set(one.calls)].toSorted(),
    })
  }
  return [...findings.values()].toSorted(worstFirst)
}

const worstFirst = (a: Finding, b: Finding): number =>
  severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
  (b.seen?.count ?? b.calls.length) - (a.seen?.count ?? a.calls.length) ||
  a.rule.localeCompare(b.rule) ||
  a.subject.localeCompare(b.subject)

export const countOf = (findings: readonly Finding[]): Record<Severity, number> => {
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length
  return { breaking: count('breaking'), risky: count('risky'), note: count('note') }
}
