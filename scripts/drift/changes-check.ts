import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isPlainObject } from '@redocly/openapi-core'
import type { Contract } from '@paket/contract'
import { CannotCheck, messageOf } from './cannot-check.ts'
import type { Change } from './change.ts'
import { compareWords } from './compare-words.ts'
import { describe, type Description } from './description/description.ts'
import { type At, child, read } from './description/reading.ts'
import type { Found } from './finding.ts'
import { commonHelp, contractFile, given, tell } from './options.ts'
import { withRevision } from './revision.ts'
import { compareDescriptions } from './spec/compare-calls.ts'
import { compareGenerally } from './spec/general.ts'
import { changeAsFound } from './spec/words.ts'

export const changesHelp = `drift changes <old> [<new>]: two versions of the contract, what changed for callers, breaking first.

Each is a file, a folder, an address or a git revision; without the second, the contract as it is now.

  --allow-remote        follow references to other hosts
${commonHelp}`

/** A version of the contract: its calls, and what stands beside them. */
interface Version {
  description: Description
  outcomes: Record<string, unknown>
  catalogue: { bundles: Record<string, unknown>[]; counterOffers: Record<string, unknown>[] }
}
const root = resolve(import.meta.dirname, '../..')
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

async function versionAt(place: string, allowRemote: boolean): Promise<Version> {
  const file = await contractFile(place)
  const description = await describe(file, { allowRemote })
  const inside = description.reading.root.value as Record<string, unknown>
  const beside = async (word: string, name: string): Promise<Record<string, unknown>> => {
    const found =
      inside[word] ?? (file === place ? null : (await read(join(place, name)).catch(() => null))?.root.value)
    return (found ?? {}) as Record<string, unknown>
  }
  const outcomes = await beside('x-outcomes', 'outcomes.yaml')
  const catalogue = await beside('x-catalogue', 'catalogue.yaml')
  const rows = (name: string) => (catalogue[name] ?? []) as Record<string, unknown>[]
  return {
    description,
    outcomes,
    catalogue: { bundles: rows('bundles'), counterOffers: rows('counterOffers') },
  }
}

/** The contract's words of a version, in the form that they are compared in. */
function wordsOf({ description, outcomes, catalogue }: Version): Parameters<typeof compareWords>[0] {
  const { reading, calls } = description
  const operation = ({ at, id }: Description['calls'][number]) => ({
    'x-validity': { reject: {} },
    'x-failures': [],
    'x-cache': {},
    'x-provenance': { kind: '' },
    ...(at.value as object),
    operationId: id,
  })
  return {
    paths: Object.fromEntries(
      calls.filter(({ method }) => method === 'post').map((call) => [call.path, { post: operation(call) }]),
    ) as unknown as Contract['paths'],
    'x-failures': (child(reading.root, 'x-failures')?.value ?? []) as Contract['x-failures'],
    'x-outcomes': outcomes as Contract['x-outcomes'],
    'x-catalogue': catalogue as Contract['x-catalogue'],
  }
}

/** Everything that changed for callers between two versions. */
export async function changesBetween(before: string, after: string, allowRemote = false): Promise<Found[]> {
  const [old, now] = await Promise.all([versionAt(before, allowRemote), versionAt(after, allowRemote)])
  const { found, matches } = compareDescriptions(old.description, now.description, 'changes')
  const general = await compareGenerally(old.description, now.description, matches, found)
  const words = compareWords(wordsOf(old), wordsOf(now)).map((change) => {
    const [our, their] = [placed(old.description, change), placed(now.description, change)]
    return changeAsFound(change, our || their ? [change.where] : [], our, their)
  })
  return [...found, ...words, ...general].map((one) => ({ ...one, says: inTime(one.says) }))
}
const placed = ({ calls, reading }: Description, { where, kind }: Change): At | undefined =>
  calls.find(({ id }) => id === where)?.at ??
  (kind.startsWith('failure') && isPlainObject(reading.root.value) ? reading.root : undefined)
/** What is now “the contract” was the older version. */
const inTime = (text: string) =>
  text
    .replaceAll(/\b(in|by) the contract\b/g, 'before')
    .replaceAll('the contract does not know it', 'callers did not know it')
    .replaceAll('the contract does not name it', 'it was not there before')
    .replaceAll(/the contract (has|lists|knows)/g, 'it was')

export async function checkChanges(args: readonly string[]): Promise<number> {
  const options = given(args, {})
  if (!options) return (console.log(changesHelp), 0)
  const { common, places } = options
  const [before, after, ...more] = places
  if (before === undefined || more.length > 0)
    throw new CannotCheck('One or two versions are needed: drift changes <old> [<new>]')
  return withVersion(before, (old) =>
    withVersion(after ?? common.contract, async (now) => {
      const found = await changesBetween(old, now, common.allowRemote)
      const facts = found.length === 0 ? ['Nothing changed for callers.'] : []
      return tell(
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
          sections: [],
        },
      )
    }),
  )
}
/** A place in the copy of a revision is told as one in the repository. */
function short(place: Found['ours'], folder: string, revision: string): Found['ours'] {
  if (!place || !folder.includes('paket-revision-')) return place
  return { ...place, file: `${revision}:openapi${place.file.slice(place.file.indexOf(folder) + folder.length)}` }
}
