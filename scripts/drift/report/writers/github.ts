import type { Severity } from '../../rules/severity.ts'
import { breaksOf, type Report, shortLines, textWithCalls, verdict } from '../report.ts'
import { inGravity } from './gravest.ts'
import { command, lines, type Markup, property } from './markup.ts'

const commands: Record<Severity, string> = { breaking: 'error', risky: 'warning', note: 'notice' }
/** Returns annotations of GitHub Actions, the gravest first: GitHub shows ten of each severity, and the log has all. */
export function asGithub(report: Report): Markup<'command'> {
  const annotations = inGravity(report.findings).map((finding) => {
    const { severity, hint, id, theirs, ours } = finding
    const place = theirs ?? ours
    const line = place?.line == null ? command`` : command`,line=${place.line}`
    const where = place ? command`file=${property(place.file)}${line},` : command``
    const text = [textWithCalls(finding), hint, ...breaksOf(finding, report)].join(' ')
    return command`::${commands[severity]} ${where}title=${property(id)}::${text}`
  })
  const sections = report.sections.flatMap((section) =>
    shortLines(section).map((line) => command`${`${section.title}: ${line}`}`),
  )
  return lines('command', [...annotations, ...sections, command`${verdict(report)}`])
}
