import { CannotCheck } from '../report/cannot-check.ts'
import { mergeParts, writtenPart } from '../traffic/partial.ts'
import { trafficOf } from '../traffic/traffic.ts'
import type { Io } from './io.ts'
import { commonHelp, parseOptions } from './options.ts'
import { unmetCoverage } from './require-coverage.ts'
import { writeTraffic } from './traffic.ts'
import { writePart } from './write-report.ts'

export const mergeHelp = `drift merge <part…|->: makes one report of the parts that drift traffic --partial has written, in any order. A file may have many
parts, one per line, and may be gzip or zstd. The report is the same as that of the whole traffic, byte for byte. Its findings have times, and
no places in files.

  --service <place>     the same as for the parts
  --require-coverage <n>%   exit with 1 when fewer of the contract's codes and statuses were seen
  --partial             write all parts as one part instead of a report
${commonHelp}`

export async function checkMerge(args: readonly string[], io: Io): Promise<number> {
  const options = parseOptions(args, {
    service: { type: 'string' },
    'require-coverage': { type: 'string' },
    partial: { type: 'boolean', default: false },
  })
  if (!options) return (io.stdout.write(`${mergeHelp}\n`), 0)
  const { common, values, places } = options
  if (places.length === 0) throw new CannotCheck('Parts are needed: drift merge <part…|->')
  const unmet = unmetCoverage(values['require-coverage'] as string | undefined)
  const traffic = await trafficOf(
    common.contract,
    { service: values['service'] as string | undefined, isPartial: true },
    common,
  )
  let count = 0
  for (const place of places) count += await mergeParts(traffic, place, io.stdin)
  if (count === 0) throw new CannotCheck('There is no part in what was given')
  if (values['partial'] === true) return writePart(io, common, writtenPart(traffic))
  return writeTraffic(io, common, traffic, { unmet: unmet(traffic.covered) })
}
