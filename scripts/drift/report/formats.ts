import { visible } from '@paket/contract'
import type { Location, Log, Result } from 'sarif'
import type { Severity } from '../rules/severity.ts'
import { countOf, type Finding, type Place } from './finding.ts'
import {
  acceptedText,
  asText,
  breaksText,
  callText,
  details,
  isShortened,
  notesByRule,
  textWithCalls,
  type Report,
  shortLines,
  verdict,
} from './report.ts'
import { foldedValues } from './folded.ts'
import { html, raw } from './html.ts'
import { asJunit } from './junit.ts'
import { type RuleId, rules } from '../rules/rules.ts'

export const formats = ['text', 'json', 'junit', 'sarif', 'markdown', 'html', 'github'] as const
export type Format = (typeof formats)[number]
export interface Look {
  allNotes?: boolean
  allCoverage?: boolean
  isColored?: boolean
}

/** Returns a report in a format, without a final newline. */
export function written(report: Report, format: Format, look: Look = {}): string {
  const shown: unknown = JSON.parse(JSON.stringify(report), (_, part: unknown) =>
    typeof part === 'string' ? visible(part) : part,
  )
  return writers[format](shown as Report, look)
}
const writers: Record<Format, (report: Report, look: Look) => string> = {
  text: asText,
  json: asJson,
  junit: asJunit,
  sarif: asSarif,
  markdown: (report) => asMarkdown(report),
  html: asHtml,
  github: asGithub,
}

/** Sections with all lines, for programs. */
const whole = ({ sections }: Report) => sections.map(({ title, lines }) => ({ title, lines }))
function asJson(report: Report): string {
  const { check, about, findings, suppressed, facts, data } = report
  return JSON.stringify(
    {
      check,
      about,
      verdict: verdict(report),
      counts: countOf(findings),
      findings,
      settled: suppressed,
      facts,
      sections: whole(report),
      ...data,
    },
    null,
    2,
  )
}

const levels: Record<Severity, Result.level> = { breaking: 'error', risky: 'warning', note: 'note' }
function asSarif(report: Report): string {
  const used = [...new Set(report.findings.map(({ rule }) => rule))]
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
        results: report.findings.map((finding) => sarifResult(finding, used, report)),
        properties: { verdict: verdict(report), facts: report.facts, sections: whole(report) },
      },
    ],
  }
  return JSON.stringify(log, null, 2)
}
function sarifResult(finding: Finding, used: readonly RuleId[], report: Report): Result {
  const places = [finding.theirs, finding.ours].filter((place) => place !== undefined).map(sarifPlace)
  return {
    ruleId: finding.rule,
    ruleIndex: used.indexOf(finding.rule),
    level: levels[finding.severity],
    message: {
      text: [
        finding.says,
        finding.hint,
        ...(finding.calls.length > 0 ? [`Calls: ${callText(finding.calls)}.`] : []),
        ...breaksOf(finding, report),
      ].join(' '),
    },
    locations: places.slice(0, 1),
    relatedLocations: places.slice(1).map((place) => ({ ...place, message: { text: 'The contract' } })),
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

const breaksOf = (finding: Finding, report: Report): string[] => {
  const text = breaksText(finding, report)
  return text === undefined ? [] : [`Breaks ${text}.`]
}

/** Returns the first line of a comment, by which the next run finds it. */
export const commentMarker = (check: string): string => `<!-- paket-drift: ${check} -->`
const forList = (text: string) => text.replaceAll('<', '&lt;')
const forTable = (text: string) => forList(text).replaceAll('|', '\\|')
/** GitHub accepts comments of 65,536 characters, with the line of the log; GitLab a million. */
const LONGEST_COMMENT = 64_000
const MOST_ROWS = 60
const LONGEST_FOLDED = 20_000
function asMarkdown(report: Report, most = MOST_ROWS): string {
  const notes = report.findings.filter(({ severity }) => severity === 'note')
  const severe = foldedValues(report.findings.filter(({ severity }) => severity !== 'note'))
  const rows = severe.slice(0, most).map((finding) => markdownRow(finding, report))
  const leftOut = (count: number) =>
    count > 0 ? [`${count} more: the whole report has them, in the job's log or in --output.`, ''] : []
  const list = (lines: readonly string[]) => lines.map((line) => `- ${forList(line)}`)
  const titled = (title: string, lines: readonly string[], count = most) =>
    lines.length === 0 ? [] : [`### ${title}`, '', ...list(lines.slice(0, count)), '', ...leftOut(lines.length - count)]
  const folded = (title: string, blocks: readonly string[]) =>
    blocks.length === 0 || blocks.join('\n').length > LONGEST_FOLDED
      ? []
      : [`<details><summary>${title}</summary>`, '', ...blocks, '</details>', '']
  const byRule = notesByRule(notes).map(
    ([rule, [first, ...more]]) =>
      `${more.length + 1} × \`${rule}\`: ${more.length > 0 ? `${first!.says} …` : textWithCalls(first!)}`,
  )
  const text = [
    commentMarker(report.check),
    `## ${forList(report.about)}`,
    '',
    `**${verdict(report)}**`,
    '',
    ...(rows.length > 0 ? ['| | what | calls | where | id |', '| --- | --- | --- | --- | --- |', ...rows, ''] : []),
    ...leftOut(severe.length - rows.length),
    ...titled(`Accepted for now (${report.suppressed.length})`, report.suppressed.map(acceptedText)),
    ...report.sections.flatMap((section) => titled(section.title, shortLines(section))),
    ...folded(notes.length === 1 ? '1 note' : `${notes.length} notes`, byRule.length > 0 ? [...list(byRule), ''] : []),
    ...folded(
      'The whole coverage, and what the contract only assumes',
      report.sections.filter(isShortened).flatMap(({ title, lines }) => titled(title, lines, lines.length)),
    ),
    ...list(report.facts),
  ]
    .join('\n')
    .trimEnd()
  return text.length > LONGEST_COMMENT && most > 0 ? asMarkdown(report, Math.floor(most / 2)) : text
}
function markdownRow(finding: Finding, report: Report): string {
  const { severity, says, calls, theirs, hint, id, seen, since } = finding
  const what = [
    says,
    hint,
    ...(seen ? [`Seen ${seen.count === 1 ? 'once' : `${seen.count} times`}.`] : []),
    ...(since === undefined ? [] : [`Since ${since}.`]),
    ...breaksOf(finding, report),
  ]
  const where = theirs ? `${theirs.file}${theirs.line === null ? '' : `:${theirs.line}`}` : ''
  return `| ${[severity, what.join(' '), callText(calls), where, `\`${id}\``].map(forTable).join(' | ')} |`
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}
article{border-left:4px solid #999;padding:.25rem 1rem;margin:1rem 0}article.breaking{border-color:#c0142b}article.risky{border-color:#a66300}
h3{margin:.25rem 0;font-size:1rem}ul{padding-left:1.25rem}li{overflow-wrap:anywhere}code{background:#f1f1f4;padding:0 .2em}
@media(prefers-color-scheme:dark){body{background:#16161a;color:#e8e8ec}code{background:#2a2a30}}`
function asHtml(report: Report): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>${verdict(report)}</title>
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <h1>${report.about}</h1>
        <p><strong>${verdict(report)}</strong></p>
        ${report.findings.map(
          (finding) =>
            html`<article class="${finding.severity}" id="${finding.id}">
              <h3>${finding.severity}: ${finding.says}</h3>
              <ul>
                ${details(finding, report).map((line) => html`<li>${line}</li>`)}
              </ul>
            </article> `,
        )}
        ${report.sections.map(
          ({ title, lines }) =>
            html`<section>
              <h2>${title}</h2>
              <ul>
                ${lines.map((line) => html`<li>${line}</li>`)}
              </ul>
            </section> `,
        )}
        <ul>
          ${report.facts.map((fact) => html`<li>${fact}</li>`)}
        </ul>
      </body>
    </html>`
  return page.markup
}

/** Escapes for annotations of GitHub Actions: a comma or a colon would end a property. */
const forCommand = (text: string) => text.replaceAll('%', '%25')
const forProperty = (text: string) => forCommand(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
const commands: Record<Severity, string> = { breaking: 'error', risky: 'warning', note: 'notice' }
function asGithub(report: Report): string {
  const lines = report.findings.map((finding) => {
    const { severity, hint, id, theirs, ours } = finding
    const place = theirs ?? ours
    const where = place ? `file=${forProperty(place.file)}${place.line === null ? '' : `,line=${place.line}`},` : ''
    return `::${commands[severity]} ${where}title=${forProperty(id)}::${forCommand([textWithCalls(finding), hint, ...breaksOf(finding, report)].join(' '))}`
  })
  const sections = report.sections.flatMap((section) =>
    shortLines(section).map((line) => forCommand(`${section.title}: ${line}`)),
  )
  return [...lines, ...sections, verdict(report)].join('\n')
}
