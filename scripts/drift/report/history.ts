import { appendFile } from 'node:fs/promises'
import { CannotCheck, messageOf } from './cannot-check.ts'
import type { Finding } from './finding.ts'
import { readText } from './read-text.ts'

/** A line of a history: the day on which a finding appeared or disappeared. */
interface Line {
  day: string
  id: string
  is: 'new' | 'gone'
}
const isLine = (line: unknown): line is Line => {
  const { day, id, is } = (line ?? {}) as Partial<Line>
  return typeof day === 'string' && typeof id === 'string' && (is === 'new' || is === 'gone')
}

/**
 * Returns findings with the day since which they exist, and appends changes to the history, an NDJSON file. Throws
 * `CannotCheck` when the file cannot be read or written.
 */
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
/** Returns the day of each finding that existed in the last run; empty when there is no file yet. */
async function readHistory(file: string): Promise<Map<string, string>> {
  const text = await readText(file, '')
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
