import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { CannotCheck, messageOf } from '../report/cannot-check.ts'
import { type Found, grouped } from '../report/finding.ts'
import { written } from '../report/formats.ts'
import { exitCodeOf, type Report } from '../report/report.ts'
import { readBaseline, readIgnoreFile, applySuppressions } from '../report/suppressions.ts'
import type { Io } from './io.ts'
import type { Common } from './options.ts'

const IGNORE_FILE = 'drift-ignore.yaml'

/** Writes what was found in the format and at the place that were asked for; gives the exit code. */
export async function writeReport(
  io: Io,
  common: Common,
  found: readonly Found[],
  report: Omit<Report, 'findings' | 'suppressed' | 'failOn'>,
  today = new Date().toISOString().slice(0, 10),
): Promise<number> {
  const ignoreFile = common.ignore ?? (existsSync(IGNORE_FILE) ? IGNORE_FILE : undefined)
  const ignored = ignoreFile === undefined ? [] : await readIgnoreFile(ignoreFile)
  const baseline = common.baseline === undefined ? [] : await readBaseline(common.baseline)
  const { findings, suppressed, facts } = applySuppressions(grouped(found), ignored, baseline, today)
  const whole: Report = { ...report, findings, suppressed, facts: [...report.facts, ...facts], failOn: common.failOn }
  const isColored = common.output === undefined && io.stdout.isTTY === true && !io.env['NO_COLOR']
  const text = `${written(whole, common.format, { allNotes: common.allNotes, isColored })}\n`
  if (common.output === undefined) io.stdout.write(text)
  else
    await writeFile(common.output, text).catch((error: unknown) => {
      throw new CannotCheck(`${common.output} cannot be written: ${messageOf(error)}`)
    })
  return exitCodeOf(whole)
}
