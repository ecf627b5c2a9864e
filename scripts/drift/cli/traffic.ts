import { CannotCheck } from '../report/cannot-check.ts'
import { readAll } from '../traffic/read-recordings.ts'
import { type Traffic, trafficOf } from '../traffic/traffic.ts'
import type { Io } from './io.ts'
import { commonHelp, parseOptions } from './options.ts'
import { unmetCoverage } from './require-coverage.ts'
import { writeReport } from './write-report.ts'

export const trafficHelp = `drift traffic <file…|->: recorded exchanges against the contract; - is standard input. Plain, gzip or zstd.

HAR; NDJSON: a line is an entry of a HAR, or { method, url, status, requestHeaders, requestBody, responseHeaders, responseBody, time }, also as
request: { … }, response: { … }, as Kong writes it; OpenTelemetry (OTLP JSON); access logs of nginx, Apache and Envoy.
A body that was not written down is unknown: nothing is said of it, and the report counts it.
Neither tokens nor personal data get into the report: it has words of the contract, shapes, counts and times.

  --host <name>         only exchanges with this host count (may be given again)
  --base <path>         where the calls stood, when not where the contract says
  --service <place>     the service's own description: its words may be in the report too
  --body-limit <bytes>  the recorder cut bodies of so many bytes
  --require-coverage <n>%   exit with 1 when less of the contract's codes and statuses was seen
${commonHelp}`

export const trafficOptions = {
  host: { type: 'string', multiple: true },
  base: { type: 'string' },
  service: { type: 'string' },
  'body-limit': { type: 'string' },
  'require-coverage': { type: 'string' },
} as const

export async function checkTraffic(args: readonly string[], io: Io): Promise<number> {
  const options = parseOptions(args, trafficOptions)
  if (!options) return (io.stdout.write(`${trafficHelp}\n`), 0)
  const { common, values, places } = options
  if (places.length === 0) throw new CannotCheck('Exchanges are needed: drift traffic <file…|->')
  const text = (name: string) => values[name] as string | undefined
  const limit = Number(text('body-limit') ?? Infinity)
  if (!(limit > 0)) throw new CannotCheck(`--body-limit is a number of bytes, not ${text('body-limit')}`)
  const traffic = await trafficOf(
    common.contract,
    {
      hosts: (values['host'] as string[] | undefined) ?? [],
      base: text('base'),
      service: text('service'),
      bodyLimit: limit,
    },
    common.allowRemote,
  )
  const unmet = unmetCoverage(text('require-coverage'))
  await readAll(traffic, places, io)
  failWhenEmpty(traffic)
  const { found, facts, sections, data } = traffic
  return writeReport(io, common, found, {
    check: 'traffic',
    about: `${places.length === 1 ? places[0] : `${places.length} recordings`} against the contract`,
    facts,
    sections,
    data,
    unmet: unmet(traffic.covered),
  })
}
/** Nothing seen is not “no drift”. */
export function failWhenEmpty({ checked, found, facts }: Traffic): void {
  if (checked === 0 && found.length === 0)
    throw new CannotCheck(`Nothing to check: ${facts[0]} Is --base or --host wrong?`)
}
