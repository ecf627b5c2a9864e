import type { Location, Log, Message, Result } from 'sarif'
import { type RuleId, rules } from '../../rules/rules.ts'
import type { Severity } from '../../rules/severity.ts'
import type { Finding, Place } from '../finding.ts'
import { breaksOf, callText, type Report, verdict } from '../report.ts'
import { whole } from './json.ts'

/** GitHub refuses a file with more results, and shows only the gravest of one with more than 5,000. */
export const MOST_SARIF = { accepted: 25_000, shown: 5_000 }

/** Returns a text as a message, in which `[text](address)` would be a link. */
const messageOf = (...texts: readonly string[]): Message => ({ text: texts.join(' ').replaceAll('](', '] (') })

const levels: Record<Severity, Result.level> = { breaking: 'error', risky: 'warning', note: 'note' }
export function asSarif(report: Report): string {
  const used = [...new Set(report.findings.map(({ rule }) => rule))]
  const results = report.findings.map((finding) => sarifResult(finding, used, report))
  const log: Log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'paket-drift',
            informationUri: 'https://paket.example/drift.html',
            rules: used.map((id) => ({
              id,
              shortDescription: { text: rules[id].title },
              help: { text: rules[id].hint },
              defaultConfiguration: { level: levels[rules[id].severity] },
            })),
          },
        },
        results,
        properties: { verdict: verdict(report), facts: report.facts, sections: whole(report) },
      },
    ],
  }
  return JSON.stringify(log, null, 2)
}
function sarifResult(finding: Finding, used: readonly RuleId[], report: Report): Result {
  const [place, ...others] = [finding.theirs, finding.ours].filter((one) => one !== undefined).map(sarifPlace)
  return {
    ruleId: finding.rule,
    ruleIndex: used.indexOf(finding.rule),
    level: levels[finding.severity],
    message: messageOf(
      finding.says,
      finding.hint,
      ...(finding.calls.length > 0 ? [`Calls: ${callText(finding.calls)}.`] : []),
      ...breaksOf(finding, report),
    ),
    locations: place ? [place] : [],
    relatedLocations: others.map((other) => ({ ...other, message: messageOf('The contract') })),
    partialFingerprints: { drift: finding.id },
    ...(finding.seen && { occurrenceCount: finding.seen.count }),
  }
}
const sarifPlace = ({ file, line, pointer }: Place): Location => ({
  physicalLocation: {
    artifactLocation: {
      uri: file
        .split('/')
        .map((part) => (/^https?:$/.test(part) ? part : encodeURIComponent(part)))
        .join('/'),
    },
    ...(line !== null && { region: { startLine: line } }),
  },
  logicalLocations: [{ fullyQualifiedName: pointer }],
})
