import { severities } from '../../rules/severity.ts'
import type { RuleId } from '../../rules/rules.ts'
import { type Finding, isOfMissingCall } from '../finding.ts'
import { countText } from '../report.ts'
import type { Suppressed } from '../suppressions.ts'
import type { Folded } from './folded.ts'

/** A report for people has at most so many findings, so that it stays readable. A program gets all. */
export const MOST_FINDINGS = 500

/** Rules of calls and answers that are not there any more: nothing of them works. */
const REMOVED = new Set<RuleId>([
  'call-other-method',
  'call-other-version',
  'hook-gone',
  'response-success-missing',
  'response-body-missing',
  'response-never-accepted',
])
/** First what breaks a code base that was asked for, then by severity, and of one severity what is removed. */
const gravestFirst = (a: Finding, b: Finding): number => {
  const isBreaking = ({ breaks = [] }: Finding) => Number(breaks.length > 0)
  const removal = (one: Finding) => (isOfMissingCall(one) ? 2 : REMOVED.has(one.rule) ? 1 : 0)
  return (
    isBreaking(b) - isBreaking(a) ||
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    removal(b) - removal(a)
  )
}
/** Returns findings, the gravest first. */
export const inGravity = <T extends Finding>(findings: readonly T[]): T[] => findings.toSorted(gravestFirst)

/** The findings that a report for people has, and those that it has not. */
interface Chosen {
  shown: readonly Folded[]
  left: readonly Folded[]
}
/** Returns findings as they are; the gravest ones when there are more than `most`. */
export function gravest(findings: readonly Folded[], most = MOST_FINDINGS): Chosen {
  if (findings.length <= most) return { shown: findings, left: [] }
  const sorted = inGravity(findings)
  return { shown: sorted.slice(0, most), left: sorted.slice(most) }
}
/** Returns what is not shown, by severity, and where it is; nothing when all is shown. */
export function leftText(left: readonly Folded[], what = 'Not shown here'): string[] {
  const findings = left.flatMap((one) => one.folded ?? [one])
  return findings.length === 0 ? [] : [`${what}: ${countText(findings)}. All are in the report of \`--format json\`.`]
}
/** Returns the first accepted findings, and what is left of them. */
export function firstAccepted(
  all: readonly Suppressed[],
  most = MOST_FINDINGS,
): { shown: Suppressed[]; more: string[] } {
  const left = all.slice(most).map(({ finding }) => finding)
  return { shown: all.slice(0, most), more: leftText(left, 'Accepted too, and not shown here') }
}
