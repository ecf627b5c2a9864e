import { appendFile, readFile } from 'node:fs/promises'
import { CannotCheck, messageOf } from './cannot-check.ts'
import type { Finding } from './finding.ts'

/** A line of a history: the day on which a finding came, or went. */
interface Line {
  day: string
  id: string
  is: 'new' | 'gone'
}
const isLine = (line: unknown): line is Line => {
  const { day, id, is } = (line ?? {}) as Partial<Line>
  return typeof day === 'string' && typeof id === 'string' && (is === 'new' || is === 'gone')
}

/** Findings with the day since which they are there, by an NDJSON file to which what has come and gone is added. */
export async function withHistory(file: string, findings: readonly Finding[], today: string): Promise<Finding[]> {
  const since = await readHistory(file)
  const now = new Set(findings.map(({ id }) => id))
  const lines: Line[] = [
    ...findings.filter(({ id }) => !since.has(id)).map(({ id }) => ({ day: today, id, is: 'new' as const })),
    ...[...since.keys()].filter((id) => !now.has(id)).map((id) => ({ day: today, id, is: 'gone' as const })),
  ]
  if (lines.length > 0)
    await appendFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join('')).catch((error: unknown) => {
      throw new CannotCheck(`${file} cannot be written: ${messageOf(error)}`)
    })
  return findings.map((finding) => ({ ...finding, since: since.get(finding.id) ?? today }))
}
/** The findings that were there last, with the day on which they came; none when there is no file yet. */
async function readHistory(file: string): Promise<Map<string, string>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new CannotCheck(`${file} cannot be read: ${messageOf(error)}`)
  })
  const since = new Map<string, string>()
  for (const [nth, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const read = parsed(line)
    if (!isLine(read))
      throw new CannotCheck(`${file}:${nth + 1} is no line of a history: { "day", "id", "is": "new" or "gone" }`)
    if (read.is === 'gone') since.delete(read.id)
    else if (!since.has(read.id)) since.set(read.id, read.day)
  }
  return since
}
function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
