import type { Finding } from '../finding.ts'
import {
  acceptedText,
  breaksOf,
  callText,
  isShortened,
  notesByRule,
  type Report,
  shortLines,
  textWithCalls,
  verdict,
} from '../report.ts'
import { foldedValues } from './folded.ts'
import { firstAccepted, gravest, leftText } from './gravest.ts'
import { markdown, name, row } from './markdown-text.ts'
import { lines, type Markup, raw } from './markup.ts'

type Line = Markup<'markdown'>
const own = (text: string): Line => raw('markdown', text)
const EMPTY = own('')

/** Returns the first line of a comment, by which the next run finds it. */
export const commentMarker = (check: string): string => `<!-- paket-drift: ${check} -->`
/** GitHub accepts comments of 65,536 characters, with the line of the log; GitLab a million. */
const LONGEST_COMMENT = 64_000
const MOST_ROWS = 60
const LONGEST_FOLDED = 20_000

/** Returns a report as Markdown that fits into a comment. */
export function asMarkdown(report: Report, most = MOST_ROWS): Line {
  const notes = report.findings.filter(({ severity }) => severity === 'note')
  const severe = foldedValues(report.findings.filter(({ severity }) => severity !== 'note'))
  const { shown, left } = gravest(severe, most)
  const accepted = firstAccepted(report.suppressed, most)
  const leftOut = (texts: readonly string[]) => texts.flatMap((text) => [markdown`${text}`, EMPTY])
  const text = lines('markdown', [
    own(commentMarker(report.check)),
    markdown`## ${report.about}`,
    EMPTY,
    markdown`**${verdict(report)}**`,
    EMPTY,
    ...(shown.length > 0 ? table(shown, report) : []),
    ...leftOut(leftText(left)),
    ...titled(`Accepted for now (${report.suppressed.length})`, accepted.shown.map(acceptedText)),
    ...leftOut(accepted.more),
    ...report.sections.flatMap((section) => sectionOf(section.title, shortLines(section), most)),
    ...folded(
      notes.length === 1 ? '1 note' : `${notes.length} notes`,
      notes.length > 0 ? [...byRule(notes), EMPTY] : [],
    ),
    ...folded(
      'The whole coverage, and what the contract only assumes',
      report.sections.filter(isShortened).flatMap(({ title, lines: all }) => titled(title, all)),
    ),
    ...list(report.facts),
  ])
  const trimmed = own(text.markup.trimEnd())
  return trimmed.markup.length > LONGEST_COMMENT && most > 0 ? asMarkdown(report, Math.floor(most / 2)) : trimmed
}
/** Returns Markdown that says that a check could not run, and why. */
export const failureMarkdown = (check: string, why: string): Line =>
  lines('markdown', [
    own(commentMarker(check)),
    own('## The drift check could not run'),
    EMPTY,
    markdown`${why}`,
    EMPTY,
    own('Nothing is known of this change.'),
  ])

const list = (texts: readonly string[]) => texts.map((text) => markdown`- ${text}`)
const titled = (title: string, texts: readonly string[]): Line[] =>
  texts.length === 0 ? [] : [markdown`### ${title}`, EMPTY, ...list(texts), EMPTY]
/** Returns the first lines of a section, and how many more it has. */
function sectionOf(title: string, texts: readonly string[], most: number): Line[] {
  const more = texts.length - most
  const left =
    more > 0 ? [markdown`${more} more: the whole report has them, in the job's log or in --output.`, EMPTY] : []
  return [...titled(title, texts.slice(0, most)), ...left]
}
const folded = (title: string, blocks: readonly Line[]): Line[] =>
  blocks.length === 0 || lines('markdown', blocks).markup.length > LONGEST_FOLDED
    ? []
    : [markdown`<details><summary>${title}</summary>`, EMPTY, ...blocks, own('</details>'), EMPTY]
const byRule = (notes: readonly Finding[]): Line[] =>
  notesByRule(notes).map(([rule, [first, ...more]]) => {
    const text = more.length > 0 ? `${first!.says} …` : textWithCalls(first!)
    return markdown`- ${more.length + 1} × ${name(rule)}: ${text}`
  })
const table = (findings: readonly Finding[], report: Report): Line[] => [
  own('| | what | calls | where | id |'),
  own('| --- | --- | --- | --- | --- |'),
  ...findings.map((finding) => rowOf(finding, report)),
  EMPTY,
]
function rowOf(finding: Finding, report: Report): Line {
  const { severity, says, calls, theirs, hint, id, seen, since } = finding
  const what = [
    says,
    hint,
    ...(seen ? [`Seen ${seen.count === 1 ? 'once' : `${seen.count} times`}.`] : []),
    ...(since === undefined ? [] : [`Since ${since}.`]),
    ...breaksOf(finding, report),
  ]
  const where = theirs ? `${theirs.file}${theirs.line === null ? '' : `:${theirs.line}`}` : ''
  return row`| ${severity} | ${what.join(' ')} | ${callText(calls)} | ${where} | ${name(id)} |`
}
