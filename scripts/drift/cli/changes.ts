import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { changesBetween } from '../compare/compare-versions.ts'
import { ownContract } from '../description/contract-file.ts'
import { withRevision } from '../description/revision.ts'
import { CannotCheck, messageOf } from '../report/cannot-check.ts'
import type { Found } from '../report/finding.ts'
import type { Io } from './io.ts'
import { commonHelp, consumerHelp, consumerOptions, parseOptions } from './options.ts'
import { writeReport } from './write-report.ts'

export const changesHelp = `drift changes <old> [<new>]: two versions of the contract, what changed for callers, breaking first.

Each is a file, a folder, an address or a git revision; without the second, the contract as it is now.

  --allow-remote        follow references to other hosts
${consumerHelp}
${commonHelp}`

/** The contract of a revision is taken from the repository that the contract stands in. */
const root = resolve(ownContract, '..')
const isThere = (place: string) =>
  stat(place).then(
    () => true,
    () => false,
  )

/** Gives the place of a version to some work: a file or an address as it is, a git revision as a copy. */
async function withVersion<T>(place: string, work: (place: string) => Promise<T>): Promise<T> {
  if (/^https?:/.test(place) || (await isThere(place))) return work(place)
  if (/[/\\]|\.(ya?ml|json)$/.test(place) && !/^(origin|refs|feature|release)\//.test(place)) return work(place)
  if (!(await isThere(join(root, '.git'))))
    throw new CannotCheck(`${place} is neither a file nor an address, and here is no git repository`)
  return withRevision(root, place, work).catch((error: unknown) => {
    if (error instanceof CannotCheck || !/^\S+ (is no revision|has no openapi)/.test(messageOf(error))) throw error
    throw new CannotCheck(`${messageOf(error)}, and there is no such file`)
  })
}

export async function checkChanges(args: readonly string[], io: Io): Promise<number> {
  const options = parseOptions(args, consumerOptions)
  if (!options) return (io.stdout.write(`${changesHelp}\n`), 0)
  const { common, places } = options
  const [before, after, ...more] = places
  if (before === undefined || more.length > 0)
    throw new CannotCheck('One or two versions are needed: drift changes <old> [<new>]')
  return withVersion(before, (old) =>
    withVersion(after ?? common.contract, async (now) => {
      const { found, unchecked } = await changesBetween(old, now, common.allowRemote)
      const facts = found.length === 0 ? ['Nothing changed for callers.'] : []
      return writeReport(
        io,
        common,
        found.map((one) => ({
          ...one,
          ours: short(one.ours, old, before),
          theirs: short(one.theirs, now, after ?? ''),
        })),
        {
          check: 'changes',
          about: `${before} and ${after ?? 'the contract as it is'}: what changed for callers`,
          facts,
          sections: [unchecked],
        },
      )
    }),
  )
}
/** A place in the copy of a revision is reported as one in the repository. */
function short(place: Found['ours'], folder: string, revision: string): Found['ours'] {
  if (!place || !folder.includes('paket-revision-')) return place
  return { ...place, file: `${revision}:openapi${place.file.slice(place.file.indexOf(folder) + folder.length)}` }
}
