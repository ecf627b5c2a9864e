import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { CannotCheck } from '../report/cannot-check.ts'
import type { Section } from '../report/report.ts'
import { writtenPart } from '../traffic/partial.ts'
import { readAll } from '../traffic/read-recordings.ts'
import type { Part } from '../traffic/input.ts'
import { type Traffic, trafficOf } from '../traffic/traffic.ts'
import type { Io } from './io.ts'
import { type Common, commonHelp, parseOptions, sharedOptions } from './options.ts'
import { unmetCoverage } from './require-coverage.ts'
import { readWithWorkers, usefulWorkers } from './workers.ts'
import { writePart, writeReport } from './write-report.ts'

export const trafficHelp = `drift traffic <file…|->: checks recorded exchanges against the contract; - is standard input. Plain, gzip or zstd.

HAR; NDJSON: a line is a HAR entry, or { method, url, status, requestHeaders, requestBody, responseHeaders, responseBody, time }, also with
request: { … }, response: { … }, as in Kong; OpenTelemetry (OTLP JSON); access logs of nginx, Apache and Envoy.
A body that was not recorded is unknown: it has no findings, and the report counts it.
The report contains no tokens and no personal data, only words of the contract, shapes of values, counts and times.

  --host <name>         only exchanges with this host (may be repeated)
  --base <path>         the base path of the calls, when it is not the contract's
  --service <place>     the service's own description, whose names the report may show too
  --body-limit <bytes>  the recorder cut bodies at this size
  --require-coverage <n>%   exit with 1 when fewer of the contract's codes and statuses were seen
  --sample <n>%         check only a part of the exchanges; the report says how rare a code may be to have been missed
  --workers <n>         up to n processes, each with a part of the files; at most one per processor
  --partial             write a part for drift merge instead of a report
  --part <i>/<n>        only the i-th of n parts of the files (with --partial)
${commonHelp}`

const trafficOptions = {
  host: { type: 'string', multiple: true },
  base: { type: 'string' },
  service: { type: 'string' },
  'body-limit': { type: 'string' },
  'require-coverage': { type: 'string' },
  sample: { type: 'string' },
  workers: { type: 'string' },
  partial: { type: 'boolean', default: false },
  part: { type: 'string' },
} as const

export async function checkTraffic(args: readonly string[], io: Io): Promise<number> {
  const options = parseOptions(args, trafficOptions)
  if (!options) return (io.stdout.write(`${trafficHelp}\n`), 0)
  const { common, values, places } = options
  if (places.length === 0) throw new CannotCheck('Exchanges are needed: drift traffic <file…|->')
  const text = (name: string) => values[name] as string | undefined
  const limit = Number(text('body-limit') ?? Infinity)
  if (!(limit > 0)) throw new CannotCheck(`--body-limit is a number of bytes, not ${text('body-limit')}`)
  const workers = Number(text('workers') ?? 1)
  if (!Number.isInteger(workers) || workers < 1 || workers > 256)
    throw new CannotCheck(`--workers is a number from 1 to 256, not ${text('workers')}`)
  const isPartial = values['partial'] === true
  const part = partOf(text('part'))
  if (part && !isPartial) throw new CannotCheck('--part is of --partial: a part alone is no report')
  const sample = sampleOf(text('sample'))
  const unmet = unmetCoverage(text('require-coverage'))
  const reading = trafficOf(
    common.contract,
    {
      hosts: (values['host'] as string[] | undefined) ?? [],
      base: text('base'),
      service: text('service'),
      bodyLimit: limit,
      isPartial: isPartial || workers > 1,
    },
    common,
  )
  // Exchanges are short-lived: a growing young generation takes 100 MB more, and parallel collection costs more than it
  // saves.
  for (const flag of ['--semi-space-growth-factor=1', '--no-parallel-scavenge']) setFlagsFromString(flag)
  const read = async (of: Part | undefined) => {
    const traffic = await reading
    await readAll(traffic, places, io, { part: of, sample, mayBeEmpty: isPartial || workers > 1 })
    return traffic
  }
  const traffic = await (workers > 1
    ? readWithWorkers(read, withoutWorkers(args), usefulWorkers(workers), io.stderr)
    : read(part))
  if (isPartial) return writePart(io, common, writtenPart(traffic))
  return writeTraffic(io, common, traffic, {
    ...(workers === 1 && {
      about: `${places.length === 1 ? places[0] : `${places.length} recordings`} against the contract`,
    }),
    more: sample < 1 ? [{ title: 'What a sample may have missed', lines: traffic.missed }] : [],
    unmet: unmet(traffic.covered),
  })
}
/** Parses `2/8`: the second of eight parts. */
function partOf(text: string | undefined): Part | undefined {
  if (text === undefined) return undefined
  const [index, of] = text.split('/').map(Number)
  if (!/^\d{1,5}\/\d{1,5}$/.test(text) || index! < 1 || index! > of!)
    throw new CannotCheck(`--part is such as 2/8, the second of eight parts, not ${text}`)
  return { index: index!, of: of! }
}
function sampleOf(text: string | undefined): number {
  if (text === undefined) return 1
  const part = Number(/^(\d{1,3}(?:\.\d{1,6})?)%$/.exec(text)?.[1]) / 100
  if (!(part > 0 && part <= 1)) throw new CannotCheck(`--sample is a part of a hundred such as 1%, not ${text}`)
  return part
}
/** Returns the arguments for one worker, without options about the report. */
function withoutWorkers(args: readonly string[]): string[] {
  const { tokens } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: { ...sharedOptions, ...trafficOptions },
  })
  const own = new Set([
    'workers',
    'output',
    'format',
    'require-coverage',
    'ignore',
    'baseline',
    'history',
    'fail-on',
    'notes',
    'coverage',
    'comment',
    'partial',
    'part',
  ])
  return tokens.flatMap((token) => {
    if (token.kind === 'positional') return [token.value]
    if (token.kind !== 'option' || own.has(token.name) || token.rawName === '-o') return []
    return token.value === undefined ? [token.rawName] : [`${token.rawName}=${token.value}`]
  })
}
/** Writes the report. Throws `CannotCheck` when no exchange was checked, which does not mean “no drift”. */
export function writeTraffic(
  io: Io,
  common: Common,
  { read, checked, found, facts, sections, data, contract, state, elsewhere }: Traffic,
  {
    check = 'traffic',
    about = 'Traffic against the contract',
    more = [],
    unmet,
  }: { check?: string; about?: string; more?: Section[]; unmet: string | undefined },
): Promise<number> {
  if (checked > 0 || found.length > 0)
    return writeReport(io, common, found, {
      check,
      about,
      facts,
      sections: [...sections, ...more],
      data,
      contract,
      unmet: unmet ?? (checked === 0 ? 'No exchange could be compared with the contract.' : undefined),
    })
  const { unreadable = 0, 'not an exchange': others = 0 } = state.skipped
  throw new CannotCheck(
    unreadable + others === read
      ? `Nothing in it is an exchange: ${facts[0]} drift traffic --help names the forms.`
      : [facts[0], ...elsewhere].join(' '),
  )
}
