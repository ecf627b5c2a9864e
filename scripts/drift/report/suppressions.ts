import { parse, type YAMLParseError } from 'yaml'
import { otherKind } from './kind-of-file.ts'
import { CannotCheck } from './cannot-check.ts'
import type { Finding } from './finding.ts'
import { readText } from './read-text.ts'

/** A finding that is accepted for now. */
export interface Suppressed {
  finding: Finding
  reason: string
  /** The last day on which it is accepted; null in a baseline. */
  until: string | null
  owner?: string | undefined
}
export interface IgnoreEntry {
  id: string
  reason: string
  until: string
  owner?: string | undefined
}
export interface Applied {
  findings: Finding[]
  suppressed: Suppressed[]
  /** Messages about the ignore file itself. */
  facts: string[]
}

/**
 * Reads an ignore file: a list of `{ id, reason, until, owner }`, where `owner` is optional. Throws `CannotCheck` when
 * an entry is not valid.
 */
export async function readIgnoreFile(file: string): Promise<IgnoreEntry[]> {
  const text = await readText(file)
  const other = otherKind(text, '--ignore')
  if (text.trim() !== '' && other !== null) throw new CannotCheck(`${file} is no ignore file: ${other}`)
  const entries = yamlIn(text, file)
  if (entries === null || entries === undefined) return []
  if (!Array.isArray(entries))
    throw new CannotCheck(`${file} is no ignore file: it must be a list of { id, reason, until }`)
  return entries.map((entry: unknown, index) => {
    const { id, reason, until, owner } = (entry ?? {}) as Record<string, unknown>
    const where = `${file}, entry ${index + 1}${typeof id === 'string' ? ` (${id})` : ''}`
    if (typeof id !== 'string' || !/^[a-z-]+\.[0-9a-f]{8}$/.test(id))
      throw new CannotCheck(`${where}: \`id\` must be a finding's id, such as response-null.1a2b3c4d`)
    if (typeof reason !== 'string' || reason.trim() === '')
      throw new CannotCheck(`${where}: \`reason\` must say why it is accepted`)
    if (typeof until !== 'string' || !isDay(until))
      throw new CannotCheck(`${where}: \`until\` must be the last day of it, such as 2027-01-31`)
    if (owner !== undefined && (typeof owner !== 'string' || owner.trim() === ''))
      throw new CannotCheck(`${where}: \`owner\` must be a name, such as that of a team`)
    return { id, reason: reason.trim(), until, ...(owner !== undefined && { owner: owner.trim() }) }
  })
}
export const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && (new Date(`${text}T00:00:00Z`).toJSON() ?? '').startsWith(text)
function yamlIn(text: string, file: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    // The message may quote the file.
    const [start] = (error as Partial<YAMLParseError>).linePos ?? []
    throw new CannotCheck(
      `${file} cannot be read: ${start ? `line ${start.line}, column ${start.col} is no YAML` : 'it is no YAML'}`,
    )
  }
}

interface EarlierReport {
  findings: Pick<Finding, 'id' | 'severity'>[]
  settled?: { finding: { id: string } }[]
}
async function readReport(file: string): Promise<EarlierReport> {
  const text = await readText(file)
  const report = jsonIn(text)
  const findings = (report as { findings?: unknown } | null)?.findings
  if (!Array.isArray(findings))
    throw new CannotCheck(
      `${file} is no report: ${otherKind(text, 'drift accept') ?? 'write one with --format json --output report.json'}`,
    )
  return report as EarlierReport
}
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
/** Reads the findings of a report in JSON. Throws `CannotCheck` when it is not one. */
export const readFindings = async (file: string): Promise<EarlierReport['findings']> =>
  (await readReport(file)).findings
/** Reads the ids of a report in JSON, accepted ones too. */
export async function readBaseline(file: string): Promise<string[]> {
  const { findings, settled = [] } = await readReport(file)
  return [...findings.map(({ id }) => id), ...settled.map(({ finding }) => finding.id)]
}

/**
 * Returns a message about an entry that matches no finding, if this check could have found it; otherwise null.
 * `changes` has no message, since its differences disappear when the older version changes.
 */
function unmatched(check: string, { id }: IgnoreEntry): string | null {
  const [, family] = /^(seen|live)-/.exec(id) ?? []
  const isTraffic = check === 'traffic' || check === 'proxy'
  if (family === 'seen' ? isTraffic : family === 'live' && check === 'live')
    return `${id} is accepted and was not seen this time: when it is mended, take it out of the ignore file`
  return family === undefined && check === 'spec'
    ? `${id} is accepted and is not there any more: take it out of the ignore file`
    : null
}
/**
 * Takes out findings that the ignore file or the baseline accepts, and reports entries that have expired or match
 * nothing.
 */
export function applySuppressions(
  check: string,
  findings: readonly Finding[],
  { ignored = [], baseline = [] }: { ignored?: readonly IgnoreEntry[]; baseline?: readonly string[] },
  today: string,
): Applied {
  const known = new Set(baseline)
  const entries = new Map(ignored.map((entry) => [entry.id, entry]))
  const result: Applied = { findings: [], suppressed: [], facts: [] }
  for (const finding of findings) {
    const entry = entries.get(finding.id)
    if (entry && entry.until >= today) {
      const { reason, until, owner } = entry
      result.suppressed.push({ finding, reason, until, owner })
    } else if (known.has(finding.id)) result.suppressed.push({ finding, reason: 'in the baseline', until: null })
    else {
      result.findings.push(finding)
      if (entry)
        result.facts.push(
          `${entry.id} was accepted until ${entry.until}, which is over: ${entry.reason}${entry.owner === undefined ? '' : ` (${entry.owner})`}`,
        )
    }
  }
  const ids = new Set(findings.map(({ id }) => id))
  for (const entry of ignored) {
    const advice = ids.has(entry.id) ? null : unmatched(check, entry)
    if (advice !== null) result.facts.push(advice)
  }
  const gone = baseline.filter((id) => !ids.has(id)).length
  if (gone > 0) result.facts.push(`${gone} of the baseline ${gone === 1 ? 'is' : 'are'} gone`)
  return result
}
