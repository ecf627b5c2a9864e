import { existsSync } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import { stringify } from 'yaml'
import { CannotCheck, messageOf } from '../report/cannot-check.ts'
import { isDay, readFindings, readIgnoreFile } from '../report/suppressions.ts'
import type { Io } from './io.ts'
import { parseArguments } from './options.ts'

export const acceptHelp = `drift accept <report.json>: accepts findings of a report (--format json) until a day: adds them to the ignore file. Entries that
the file already has do not change.

  --id <id>             only this finding, which may be a note (may be repeated); without it all breaking and risky findings
  --reason <text>       why it is accepted
  --until <day>         the last day on which it is accepted, such as 2027-01-31
  --owner <name>        who is responsible for it
  --ignore <file>       the ignore file (drift-ignore.yaml)
  --help`

/** Adds findings of a report to the ignore file. Returns the exit code. */
export async function accept(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(args, {
    id: { type: 'string', multiple: true },
    reason: { type: 'string' },
    until: { type: 'string' },
    owner: { type: 'string' },
    ignore: { type: 'string', default: 'drift-ignore.yaml' },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values['help'] === true) return (io.stdout.write(`${acceptHelp}\n`), 0)
  const { reason, until, owner, ignore: file = '' } = values as Record<string, string | undefined>
  const [report, ...more] = positionals
  if (report === undefined || more.length > 0) throw new CannotCheck('One report is needed: drift accept <report.json>')
  if (!reason?.trim()) throw new CannotCheck('--reason must say why they are accepted')
  if (until === undefined || !isDay(until))
    throw new CannotCheck(
      `--until is the last day on which they are accepted, such as 2027-01-31${until === undefined ? '' : `, not ${until}`}`,
    )
  const today = new Date().toISOString().slice(0, 10)
  if (until < today) throw new CannotCheck(`--until is a day that is over: ${until}`)
  const chosen = await chosenIn(report, values['id'] as string[] | undefined)
  const known = new Map(existsSync(file) ? (await readIgnoreFile(file)).map((entry) => [entry.id, entry.until]) : [])
  const entries = chosen
    .filter((id) => !known.has(id))
    .map((id) => ({ id, reason, until, ...(owner?.trim() && { owner }) }))
  if (entries.length > 0) {
    const before = existsSync(file) ? await readFile(file, 'utf8') : ''
    const gap = before === '' || before.endsWith('\n') ? '' : '\n'
    await appendFile(file, `${gap}${stringify(entries)}`).catch((error: unknown) => {
      throw new CannotCheck(`${file} cannot be written: ${messageOf(error)}`)
    })
  }
  const there = chosen.length - entries.length
  const left = there > 0 ? `, ${there} ${there === 1 ? 'was' : 'were'} there already` : ''
  const over = chosen.filter((id) => (known.get(id) ?? today) < today)
  io.stdout.write(
    [
      `${file}: ${entries.length} added${left}.`,
      ...entries.map(({ id }) => `  ${id}`),
      ...over.map((id) => `  ${id} was accepted until ${known.get(id)}, which is over: change the day in ${file}`),
      '',
    ].join('\n'),
  )
  return 0
}
/** Returns the ids given with `--id`, or those of all breaking and risky findings. */
async function chosenIn(report: string, ids: readonly string[] | undefined): Promise<string[]> {
  const findings = await readFindings(report)
  if (ids === undefined) return findings.filter(({ severity }) => severity !== 'note').map(({ id }) => id)
  const unknown = ids.find((id) => findings.every((finding) => finding.id !== id))
  if (unknown === undefined) return [...new Set(ids)]
  const all = findings.map(({ id }) => id)
  const shown = all.length > MOST_NAMED ? `${all.slice(0, MOST_NAMED).join(', ')} …` : all.join(', ')
  throw new CannotCheck(`${report} has no finding ${unknown}; it has ${shown || 'none'}`)
}
const MOST_NAMED = 10
