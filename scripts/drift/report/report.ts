import { severities, type Severity } from '../rules/severity.ts'
import { counted } from './counted.ts'
import { type Broken, countOf, type Finding } from './finding.ts'
import { groupBy } from './group-by.ts'
import type { Suppressed } from './suppressions.ts'

/** Lines beside the findings, such as coverage. */
export interface Section {
  title: string
  lines: string[]
  /** The lines of the short report; empty when only the contract's owner can use them. JSON and HTML have all lines. */
  short?: readonly string[]
}
/** Returns what a check does not compare; the short report has one line for all places with the same reason. */
export function notLookedAt(lines: string[]): Section {
  const split = lines.map((line) => {
    const [place = '', ...reason] = line.split(/(?=: )/)
    return { place, reason: reason.join('') }
  })
  const short = [...groupBy(split, ({ reason }) => reason)].flatMap(([reason, all]) => {
    const [first, ...more] = all.map(({ place }) => place)
    return reason === '' ? [first!, ...more] : `${first}${more.length > 0 ? ` and ${more.length} more` : ''}${reason}`
  })
  return { title: 'Not looked at', lines, ...(short.length < lines.length && { short }) }
}
/** The result of a check. */
export interface Report {
  check: string
  /** What was compared with what. */
  about: string
  findings: Finding[]
  /** Findings that the ignore file or the baseline accepts. */
  suppressed: Suppressed[]
  /** Other things to know, one line each. */
  facts: string[]
  sections: Section[]
  /** Findings of this severity or worse fail the check. */
  failOn: Severity
  /** Why the check fails apart from its findings: the required coverage was not reached, or a flow could not run. */
  unmet?: string | undefined
  /** Names of the code bases given with `--consumers`: only findings that break one of them fail the check. */
  consumers?: readonly string[] | undefined
  /** More data for the JSON report. */
  data?: Record<string, unknown>
}

/** Returns whether a finding fails the check: by severity, and when consumers are given, by whether it breaks one. */
export const isFailing = ({ severity, breaks }: Finding, { failOn }: Pick<Report, 'failOn'>): boolean =>
  severities.indexOf(severity) <= severities.indexOf(failOn) && (breaks === undefined || breaks.length > 0)
/** Returns 0 when both sides agree, 1 when they differ. */
export const exitCodeOf = (report: Report): 0 | 1 =>
  report.unmet !== undefined || report.findings.some((finding) => isFailing(finding, report)) ? 1 : 0

/** Returns `2 breaking, 1 risky, 3 notes`. */
export function countText(findings: readonly Finding[]): string {
  const { breaking, risky, note } = countOf(findings)
  const parts = [
    breaking > 0 && `${breaking} breaking`,
    risky > 0 && `${risky} risky`,
    note > 0 && counted(note, 'note'),
  ]
  return parts.filter(Boolean).join(', ') || 'nothing'
}
/** Returns the last line of a report: whether both sides agree. */
export function verdict(report: Report): string {
  const { findings, suppressed } = report
  const broken = findings.flatMap(({ breaks = [] }) => breaks)
  const settled = (isSettled: (one: Suppressed) => boolean, how: string) => {
    const some = suppressed.filter(isSettled).map(({ finding }) => finding)
    return some.length === 0 ? '' : `; ${how}: ${countText(some)}`
  }
  const left =
    settled(({ until }) => until !== null, 'accepted') + settled(({ until }) => until === null, 'in the baseline')
  const hasSuppressed = suppressed.some(({ finding }) => finding.severity !== 'note')
  const found = findings.some((finding) => isFailing(finding, report))
    ? 'Drift'
    : report.consumers && broken.length === 0
      ? 'Breaks no one who was asked for'
      : countOf(findings).risky > 0
        ? 'Nothing breaking'
        : hasSuppressed
          ? 'Nothing new'
          : 'Agrees'
  const conclusion =
    findings.length === 0
      ? `No ${hasSuppressed ? 'new drift' : 'drift'}${left}.`
      : `${found}: ${countText(findings)}${left}.`
  return report.unmet === undefined ? conclusion : `${conclusion} ${report.unmet}`
}
export const placeText = ({ file, line, pointer }: NonNullable<Finding['ours']>): string =>
  `${file}${line === null ? '' : `:${line}`} ${pointer}`
export const callText = (calls: readonly string[]): string =>
  calls.length > 6 ? `${calls.slice(0, 5).join(', ')} and ${calls.length - 5} more` : calls.join(', ')
export const seenText = ({ count, first, last }: NonNullable<Finding['seen']>): string =>
  count === 1 ? `once, ${first}` : `${count} times, first ${first}, last ${last}`

const MOST_USES = 3
const usesText = ({ consumer, uses }: Broken): string => {
  const shown = uses.slice(0, MOST_USES).map(({ at, does }) => `${at} ${does}`)
  const more = uses.length > MOST_USES ? [`${uses.length - MOST_USES} more places`] : []
  return uses.length === 0
    ? `${consumer}: perhaps, a manifest cannot know`
    : `${consumer}: ${[...shown, ...more].join(', ')}`
}
/** Returns `T2: checkout.ts:41 reads result.orderId; others: nothing`; undefined for a note, or without consumers. */
export function breaksText(
  { breaks, severity }: Finding,
  { consumers = [] }: Pick<Report, 'consumers'>,
): string | undefined {
  if (breaks === undefined || severity === 'note') return undefined
  if (breaks.length === 0) return `none of ${consumers.join(', ')}`
  const others = breaks.length < consumers.length ? ['others: nothing'] : []
  return [...breaks.map(usesText), ...others].join('; ')
}

/** Returns whom a finding breaks, as a sentence; nothing for a note, or without consumers. */
export const breaksOf = (finding: Finding, report: Report): string[] => {
  const text = breaksText(finding, report)
  return text === undefined ? [] : [`Breaks ${text}.`]
}

/** Returns the lines below a finding, without colours. */
export function details(finding: Finding, report: Report): string[] {
  const { calls, ours, theirs, seen, hint, id, since } = finding
  const broken = breaksText(finding, report)
  return [
    ...(calls.length > 0 ? [`calls: ${calls.join(', ')}`] : []),
    ...(ours ? [`contract: ${placeText(ours)}`] : []),
    ...(theirs ? [`other side: ${placeText(theirs)}`] : []),
    ...(seen ? [`seen: ${seenText(seen)}`, ...(seen.curl ? [`repeat: ${seen.curl}`] : [])] : []),
    ...(broken === undefined ? [] : [`breaks: ${broken}`]),
    ...(since === undefined ? [] : [`since: ${since}`]),
    `do: ${hint}`,
    `id: ${id}`,
  ]
}

/** Returns the label of the other side. */
export const otherSide = ({ check }: Report): string => (check === 'changes' ? 'now' : 'service')

/** Returns an accepted finding in one line: its id, reason, owner, last day, text and calls. */
export const acceptedText = ({ finding, reason, until, owner }: Suppressed): string =>
  `${finding.id} ${reason}${until === null ? '' : ` (${owner === undefined ? '' : `${owner}, `}until ${until})`}: ${textWithCalls(finding)}`
/** Returns a finding's text with its calls. */
export const textWithCalls = ({ says, calls }: Finding): string =>
  calls.length === 0 ? says : `${says} (${callText(calls)})`
/** Returns notes by rule, the most frequent first. */
export const notesByRule = (notes: readonly Finding[]): [rule: string, notes: Finding[]][] =>
  [...groupBy(notes, ({ rule }) => rule)].toSorted(([, a], [, b]) => b.length - a.length)
/** Returns the lines of a section in a short report. */
export const shortLines = ({ lines, short = lines }: Section): readonly string[] => short
export const isShortened = (section: Section): boolean => shortLines(section).length < section.lines.length
