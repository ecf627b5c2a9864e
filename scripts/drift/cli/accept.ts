import { existsSync } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import { stringify } from 'yaml'
import { CannotCheck, messageOf } from '../report/cannot-check.ts'
import { isDay, readFindings, readIgnoreFile } from '../report/suppressions.ts'
import type { Io } from './io.ts'
import { parseArguments } from './options.ts'

export const acceptHelp = `drift accept <report.json>: adds the breaking and risky findings of a report (--format json) to the ignore file, each with a reason and a last day.
What the file has already stays as it is.

  --reason <text>       why they are accepted
  --until <day>         the last day of it, such as 2027-01-31
  --owner <name>        who sees to it
  --ignore <file>       the ignore file (drift-ignore.yaml)
  --help`

/** Writes the ignore entries of all findings of a report. */
export async function accept(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    reason: { type: 'string' },
    until: { type: 'string' },
    owner: { type: 'string' },
    ignore: { type: 'string', default: 'drift-ignore.yaml' },
    help: { type: 'boolean', default: false },
  })
  if (values['help'] === true) return (io.stdout.write(`${acceptHelp}\n`), 0)
  const { reason, until, owner, ignore: file = '' } = values as Record<string, string | undefined>
  const [report, ...more] = positionals
  if (report === undefined || more.length > 0) throw new CannotCheck('One report is needed: drift accept <report.json>')
  if (!reason?.trim()) throw new CannotCheck('--reason must say why they are accepted')
  if (until === undefined || !isDay(until))
    throw new CannotCheck('--until must be the last day of it, such as 2027-01-31')
  if (until < new Date().toISOString().slice(0, 10)) throw new CannotCheck(`--until is a day that is over: ${until}`)
  const known = new Set(existsSync(file) ? (await readIgnoreFile(file)).map(({ id }) => id) : [])
  const entries = (await readFindings(report))
    .filter(({ id, severity }) => severity !== 'note' && !known.has(id))
    .map(({ id }) => ({ id, reason, until, ...(owner?.trim() && { owner }) }))
  if (entries.length > 0) {
    const before = existsSync(file) ? await readFile(file, 'utf8') : ''
    const gap = before === '' || before.endsWith('\n') ? '' : '\n'
    await appendFile(file, `${gap}${stringify(entries)}`).catch((error: unknown) => {
      throw new CannotCheck(`${file} cannot be written: ${messageOf(error)}`)
    })
  }
  io.stdout.write(`${file}: ${entries.length} added.\n`)
  return 0
}
