import { CannotCheck } from '../report/cannot-check.ts'
import { readAll } from '../traffic/read-recordings.ts'
import { trafficOf } from '../traffic/traffic.ts'
import type { Io } from './io.ts'
import { commonHelp, parseOptions } from './options.ts'
import { writeReport } from './write-report.ts'

export const trafficHelp = `drift traffic <file…|->: recorded exchanges against the contract. HAR or NDJSON, gzipped or not; - is standard input.

A line of NDJSON is an entry of a HAR, or { method, url, status, requestHeaders, requestBody, responseBody, time }, also as request: { … }, response: { … }.
Neither tokens nor personal data get into the report.

  --host <name>         only exchanges with this host count (may be given again)
  --base <path>         where the calls stood, when not where the contract says
${commonHelp}`

export async function checkTraffic(args: readonly string[], io: Io): Promise<number> {
  const options = parseOptions(args, { host: { type: 'string', multiple: true }, base: { type: 'string' } })
  if (!options) return (io.stdout.write(`${trafficHelp}\n`), 0)
  const { common, values, places } = options
  if (places.length === 0) throw new CannotCheck('Exchanges are needed: drift traffic <file…|->')
  const checked = await trafficOf(
    common.contract,
    { hosts: (values['host'] as string[] | undefined) ?? [], base: values['base'] as string | undefined },
    common.allowRemote,
  )
  await readAll(checked, places, io)
  // Nothing seen is not “no drift”.
  if (checked.checked === 0 && checked.found.length === 0)
    throw new CannotCheck(`Nothing to check: ${checked.facts[0]} Is --base or --host wrong?`)
  const { found, facts, sections, data } = checked
  return writeReport(io, common, found, {
    check: 'traffic',
    about: `${places.length === 1 ? places[0] : `${places.length} recordings`} against the contract`,
    facts,
    sections,
    data,
  })
}
