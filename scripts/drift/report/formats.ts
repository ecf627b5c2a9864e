import { visible } from '@paket/contract'
import type { Report } from './report.ts'
import { asGithub } from './writers/github.ts'
import { asHtml } from './writers/html.ts'
import { asJson } from './writers/json.ts'
import { asJunit } from './writers/junit.ts'
import { asMarkdown } from './writers/markdown.ts'
import type { Markup } from './writers/markup.ts'
import { asSarif } from './writers/sarif.ts'
import { asText, type Look } from './writers/text.ts'

export const formats = ['text', 'json', 'junit', 'sarif', 'markdown', 'html', 'github'] as const
export type Format = (typeof formats)[number]

/** Returns a report in a format, without a final newline. */
export const written = (report: Report, format: Format, look: Look = {}): string =>
  writers[format](visibleIn(report), look)
/** Returns a report as Markdown for a comment. */
export const markdownOf = (report: Report): Markup<'markdown'> => asMarkdown(visibleIn(report))

const writers: Record<Format, (report: Report, look: Look) => string> = {
  text: asText,
  json: asJson,
  junit: (report) => asJunit(report).markup,
  sarif: asSarif,
  markdown: (report) => asMarkdown(report).markup,
  html: (report) => asHtml(report).markup,
  github: (report) => asGithub(report).markup,
}
/** Returns a copy whose texts have no line breaks and no invisible characters, in values and in names of fields. */
function visibleIn<T>(value: T): T {
  if (typeof value === 'string') return visible(value) as T
  if (Array.isArray(value)) return value.map((part: unknown) => visibleIn(part)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, visibleIn(part)])) as T
}
