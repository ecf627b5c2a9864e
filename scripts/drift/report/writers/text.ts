import { styleText } from 'node:util'
import { severities, type Severity } from '../../rules/severity.ts'
import { type Finding, isOfMissingCall } from '../finding.ts'
import {
  acceptedText,
  breaksText,
  callText,
  exitCodeOf,
  isShortened,
  notesByRule,
  otherSide,
  placeText,
  type Report,
  seenText,
  shortLines,
  textWithCalls,
  verdict,
} from '../report.ts'
import { foldedValues } from './folded.ts'
import { firstAccepted, gravest, leftText } from './gravest.ts'
import { forLog } from './markup.ts'

/** What the options of the command line change in a report for a terminal. */
export interface Look {
  allNotes?: boolean
  allCoverage?: boolean
  isColored?: boolean
}
const titles: Record<Severity, string> = {
  breaking: 'Breaking: clients stop working',
  risky: 'Risky: look at it',
  note: 'Notes',
}
const colors: Record<Severity, 'red' | 'yellow' | 'dim'> = { breaking: 'red', risky: 'yellow', note: 'dim' }

/**
 * Returns a report for a terminal. Notes are counted by rule unless `allNotes`; sections are short unless
 * `allCoverage`.
 */
export function asText(report: Report, { allNotes = false, allCoverage = false, isColored = false }: Look): string {
  const paint = (color: Parameters<typeof styleText>[0], text: string) => (isColored ? styleText(color, text) : text)
  const isListed = ({ severity }: Finding) => severity !== 'note' || allNotes
  const { shown, left } = gravest(foldedValues(report.findings.filter(isListed)))
  const groups = severities.flatMap((severity) => {
    const some = report.findings.filter((finding) => finding.severity === severity)
    const listed = shown.filter((finding) => finding.severity === severity)
    if (some.length === 0) return []
    const title = paint(['bold', colors[severity]], `${titles[severity]} (${some.length})`)
    return [
      [
        title,
        ...(severity === 'note' && !allNotes
          ? summary(some)
          : listed.flatMap((finding, nth, all) => entry(finding, all[nth - 1]))),
      ].join('\n'),
    ]
  })
  const sections = report.sections
    .map((section) => ({ ...section, lines: allCoverage ? section.lines : shortLines(section) }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => [paint('bold', title), ...lines.map((line) => `  ${line}`)].join('\n'))
  const accepted = firstAccepted(report.suppressed)
  const suppressed = [...accepted.shown.map(acceptedText), ...accepted.more].map((line) => `  ${line}`)
  const isShort = !allCoverage && report.sections.some(isShortened)
  const blocks = [
    paint('bold', report.about),
    ...groups,
    ...leftText(left),
    ...sections,
    ...(suppressed.length > 0 ? [[`Accepted for now (${report.suppressed.length})`, ...suppressed].join('\n')] : []),
    [
      ...report.facts,
      ...(isShort
        ? [paint('dim', 'The whole coverage and what the contract only assumes: --coverage, or --format html.')]
        : []),
      paint(exitCodeOf(report) === 1 ? 'red' : 'green', verdict(report)),
    ].join('\n'),
  ]
  return forLog(blocks.join('\n\n'))

  function entry(finding: Finding, before?: Finding): string[] {
    const line = (name: string, text: string | null | undefined) =>
      text ? [`      ${paint('dim', name.padEnd(9))} ${text}`] : []
    const mark = paint(colors[finding.severity], '✗')
    const more = [...line('breaks', breaksText(finding, report)), ...line('since', finding.since)]
    // A service may have few calls of the contract: of the others, only the first has all lines.
    if (isOfMissingCall(finding) && finding.rule === before?.rule)
      return [`  ${mark} ${finding.says.replace(/: [^:]*$/, '')}  ${paint('dim', finding.id)}`, ...more]
    return [
      `\n  ${mark} ${finding.says}`,
      ...line('calls', callText(finding.calls)),
      ...line(report.check === 'changes' ? 'before' : 'contract', finding.ours && placeText(finding.ours)),
      ...line(otherSide(report), finding.theirs && placeText(finding.theirs)),
      ...line('seen', finding.seen && seenText(finding.seen)),
      ...line('repeat', finding.seen?.curl),
      ...more,
      ...line('do', finding.hint),
      ...line('id', finding.id),
    ]
  }
  /** One line for each rule. */
  function summary(notes: readonly Finding[]): string[] {
    const lines = notesByRule(notes).map(
      ([rule, [first, ...more]]) =>
        `  ${String(more.length + 1).padStart(4)} ${rule}: ${more.length > 0 ? `${first!.says} …` : textWithCalls(first!)}`,
    )
    return [...lines, paint('dim', '       (all of them with --notes)')]
  }
}
