import { existsSync } from 'node:fs'
import { consumersOf } from '../consumers/who-breaks.ts'
import type { Identity } from '../description/description.ts'
import { type Finding, type Found, grouped } from '../report/finding.ts'
import { withHistory } from '../report/history.ts'
import { markdownOf, written } from '../report/formats.ts'
import { exitCodeOf, type Report } from '../report/report.ts'
import { readBaseline, readIgnoreFile, applySuppressions } from '../report/suppressions.ts'
import { MOST_SARIF } from '../report/writers/sarif.ts'
import { comment } from './comment.ts'
import type { Io } from './io.ts'
import type { Common } from './options.ts'
import { writeFileTo } from './write-file.ts'

export const IGNORE_FILE = 'drift-ignore.yaml'

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
  const whole: Report = {
    ...report,
    findings: withBreaks,
    suppressed,
    facts: [...report.facts, ...facts, ...askOf(contract, withBreaks)],
    failOn: common.failOn,
    consumers: consumers?.names,
  }
  const isColored = common.output === undefined && io.stdout.isTTY === true && !io.env['NO_COLOR']
  const { allNotes, allCoverage } = common
  const text = `${written(whole, common.format, { allNotes, allCoverage, isColored })}\n`
  await write(io, common, text)
  if (common.format === 'sarif') sayTooMany(io, whole.findings.length)
  if (common.comments) await comment(io, report.check, markdownOf(whole))
  return exitCodeOf(whole)
}
/** GitHub has limits for SARIF; the file has all findings. */
function sayTooMany(io: Io, count: number): void {
  const { accepted, shown } = MOST_SARIF
  if (count <= shown) return
  const limit = count > accepted ? `refuses a file with more than ${accepted}` : `shows the gravest ${shown}`
  io.stderr.write(`The SARIF file has ${count} results: GitHub ${limit}. A --baseline leaves out what is known.\n`)
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
