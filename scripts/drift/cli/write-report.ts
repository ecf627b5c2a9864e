import { existsSync } from 'node:fs'
import { consumersOf } from '../consumers/who-breaks.ts'
import type { Identity } from '../description/description.ts'
import { type Finding, type Found, grouped } from '../report/finding.ts'
import { withHistory } from '../report/history.ts'
import { written } from '../report/formats.ts'
import { exitCodeOf, type Report } from '../report/report.ts'
import { readBaseline, readIgnoreFile, applySuppressions } from '../report/suppressions.ts'
import { comment } from './comment.ts'
import type { Io } from './io.ts'
import type { Common } from './options.ts'
import { writeFileTo } from './write-file.ts'

export const IGNORE_FILE = 'drift-ignore.yaml'
/** Only the most severe findings are written, so that a report stays readable and below 2 MB. */
const MOST_FINDINGS = 500

/** Writes a report in the format and to the place of the options. Returns the exit code. */
export async function writeReport(
  io: Io,
  common: Common,
  found: readonly Found[],
  { contract, ...report }: Omit<Report, 'findings' | 'suppressed' | 'failOn' | 'consumers'> & { contract?: Identity },
  today = new Date().toISOString().slice(0, 10),
): Promise<number> {
  const ignoreFile = common.ignore ?? (existsSync(IGNORE_FILE) ? IGNORE_FILE : undefined)
  const ignored = ignoreFile === undefined ? [] : await readIgnoreFile(ignoreFile)
  const baseline = common.baseline === undefined ? [] : await readBaseline(common.baseline)
  const all = grouped(found)
  const dated = common.history === undefined ? all : await withHistory(common.history, all, today)
  const { findings, suppressed, facts } = applySuppressions(report.check, dated, { ignored, baseline }, today)
  const consumers = await consumersOf(common)
  const withBreaks = consumers ? findings.map((one) => ({ ...one, breaks: consumers.brokenBy(one) })) : findings
  const left = findings.length - MOST_FINDINGS
  const more = left > 0 ? [`${left} more findings are not written, none of them graver than those that are.`] : []
  const whole: Report = {
    ...report,
    findings: withBreaks.slice(0, MOST_FINDINGS),
    suppressed: suppressed.slice(0, MOST_FINDINGS),
    facts: [...report.facts, ...facts, ...more, ...askOf(contract, withBreaks)],
    failOn: common.failOn,
    consumers: consumers?.names,
  }
  const isColored = common.output === undefined && io.stdout.isTTY === true && !io.env['NO_COLOR']
  const { allNotes, allCoverage } = common
  const text = `${written(whole, common.format, { allNotes, allCoverage, isColored })}\n`
  await write(io, common, text)
  if (common.comments) await comment(io, report.check, written(whole, 'markdown'))
  return exitCodeOf(whole)
}
/** Returns whom to ask about the contract, unless all findings are notes. */
function askOf(contract: Identity | undefined, findings: readonly Finding[]): string[] {
  if (!contract || findings.every(({ severity }) => severity === 'note')) return []
  const { name, owner } = contract
  return [`The contract is ${name}${owner === '' ? '' : `; ask ${owner} for a change of it`}.`]
}
/** Writes a part of a report. Returns exit code 0: a part is neither agreement nor drift. */
export async function writePart(io: Io, common: Common, line: string): Promise<0> {
  await write(io, common, `${line}\n`)
  return 0
}
async function write(io: Io, { output }: Common, text: string): Promise<void> {
  if (output === undefined) return void io.stdout.write(text)
  await writeFileTo(output, text)
}
