import { stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, posix, relative, resolve } from 'node:path'
import { changesBetween } from '../compare/compare-versions.ts'
import { shortName } from '../description/reading.ts'
import { type Copy, repositoryOf, withRevision } from '../description/revision.ts'
import { CannotCheck } from '../report/cannot-check.ts'
import type { Found } from '../report/finding.ts'
import type { Io } from './io.ts'
import { commonHelp, consumerHelp, consumerOptions, parseOptions } from './options.ts'
import { writeReport } from './write-report.ts'

export const changesHelp = `drift changes <old> [<new>]: compares two versions of the contract: what changed for callers, breaking changes first.

Each is a file, a folder, an address, a git revision of the contract (HEAD~3; of another contract with --contract), or a file
or a folder of any revision, as in \`git show\` (main:api/openapi.yaml, with the files that it refers to). Without the second,
it is the current contract.

${consumerHelp}
${commonHelp}`

const isThere = (place: string) =>
  stat(place).then(
    () => true,
    () => false,
  )

/** Calls `work` with the place of a version: a file or an address as it is, a git revision as a temporary copy. */
async function withVersion<T>(
  place: string,
  contract: string,
  work: (copy: Pick<Copy, 'place'> & Partial<Copy>) => Promise<T>,
): Promise<T> {
  if (/^https?:/.test(place) || (await isThere(place))) return work({ place })
  const [, revision, path] = /^([^:]+):(.+)$/.exec(place) ?? []
  if (revision !== undefined && path !== undefined) {
    const repository = await repositoryOf('.')
    if (!repository) throw new CannotCheck(`${place} is no file, and here is no git repository`)
    const whole = /^\.\.?\//.test(path) ? posix.join(repository.way, path) : posix.normalize(path)
    return withRevision(repository.top, revision, whole.replace(/\/$/, ''), work)
  }
  const isFile = /[/\\]|\.(ya?ml|json)$/.test(place) && !/^(origin|refs|feature|release)\//.test(place)
  // A revision without a path means the contract, in its own repository.
  if (isFile || /^https?:/.test(contract)) return work({ place })
  const file = resolve(contract)
  const repository = await repositoryOf(dirname(file))
  // An installed package is inside a repository's folder, but not committed.
  if (!repository || repository.way.includes('node_modules/'))
    throw new CannotCheck(`${place} is neither a file nor an address, and here is no git repository`)
  return withRevision(repository.top, place, posix.join(repository.way, basename(file)), work).catch(
    (error: unknown) => {
      throw error instanceof CannotCheck
        ? new CannotCheck(error.message.replace(`${place} is no revision`, () => `${place} is no file and no revision`))
        : error
    },
  )
}

export async function checkChanges(args: readonly string[], io: Io): Promise<number> {
  const options = parseOptions(args, consumerOptions)
  if (!options) return (io.stdout.write(`${changesHelp}\n`), 0)
  const { common, places } = options
  const [before, after, ...more] = places
  if (before === undefined || more.length > 0)
    throw new CannotCheck('One or two versions are needed: drift changes <old> [<new>]')
  return withVersion(before, common.contract, (old) =>
    withVersion(after ?? common.contract, common.contract, async (now) => {
      const { found, unchecked } = await changesBetween(old.place, now.place, {
        allowRemote: common.allowRemote,
        allowRefs: [...common.allowRefs, ...[old, now].flatMap((copy) => copiesOf(common.allowRefs, copy))],
      })
      const facts = found.length === 0 ? ['Nothing changed for callers.'] : []
      return writeReport(
        io,
        common,
        found.map((one) => ({
          ...one,
          ours: short(one.ours, old.folder, before),
          theirs: short(one.theirs, now.folder, after ?? ''),
        })),
        {
          check: 'changes',
          about: `${shown(before)} and ${after === undefined ? 'the contract as it is' : shown(after)}: what changed for callers`,
          facts,
          sections: [unchecked],
        },
      )
    }),
  )
}
/** Returns where folders of a repository are in a copy of a revision. */
const copiesOf = (folders: readonly string[], { repository, folder }: Partial<Copy>): string[] =>
  repository === undefined || folder === undefined
    ? []
    : folders
        .map((each) => relative(repository, resolve(each)))
        .filter((way) => !way.startsWith('..') && !isAbsolute(way))
        .map((way) => resolve(folder, way))
/** Returns a version as it was given, an address without its query. */
const shown = (place: string) => (/^https?:/.test(place) ? shortName(place) : place)
/** Reports a place in a copy as a place in the repository: `revision:path`. */
function short(place: Found['ours'], folder: string | undefined, version: string): Found['ours'] {
  const at = place && folder !== undefined ? place.file.indexOf(basename(folder)) : -1
  if (!place || folder === undefined || at === -1) return place
  return { ...place, file: `${version.split(':', 1)[0]}:${place.file.slice(at + basename(folder).length + 1)}` }
}
