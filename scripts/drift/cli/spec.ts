import { compareSpec } from '../compare/compare-spec.ts'
import { contractFile } from '../description/contract-file.ts'
import { describe } from '../description/description.ts'
import { shortName } from '../description/reading.ts'
import { CannotCheck } from '../report/cannot-check.ts'
import type { Io } from './io.ts'
import { commonHelp, consumerHelp, consumerOptions, parseOptions } from './options.ts'
import { writeReport } from './write-report.ts'

export const specHelp = `drift spec <file|url>: compares a service's own OpenAPI (2.0, 3.0, 3.1; JSON or YAML) with the contract: would clients still work?

${consumerHelp}
${commonHelp}`

export async function checkSpec(args: readonly string[], io: Io): Promise<number> {
  const options = parseOptions(args, consumerOptions)
  if (!options) return (io.stdout.write(`${specHelp}\n`), 0)
  const { common, places } = options
  const [place, ...more] = places
  if (place === undefined || more.length > 0) throw new CannotCheck('One description is needed: drift spec <file|url>')
  const [ours, theirs] = await Promise.all([
    contractFile(common.contract).then((file) => describe(file, common)),
    describe(place, common),
  ])
  const { found, facts, sections } = compareSpec(ours, theirs)
  if (found.length === 0) facts.push('Nothing in which the two differ matters to clients.')
  return writeReport(io, common, found, {
    check: 'spec',
    about: `${shortName(place)} (OpenAPI ${theirs.version}) against the contract ${ours.identity.name}`,
    facts,
    sections,
    contract: ours.identity,
  })
}
