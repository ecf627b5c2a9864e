import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { main as drift } from '@paket/drift'
import { root } from './processes.ts'

/** A change of the contract for callers, from the drift check. */
export interface Change {
  severity: 'breaking' | 'risky' | 'note'
  says: string
  calls: readonly string[]
}
/** The latest released version, and the revision of the contract that it was generated from. */
export interface Released {
  version: string
  contract: string
}
export const readReleased = async (): Promise<Released> =>
  JSON.parse(await readFile(join(root, 'sdk/released.json'), 'utf8')) as Released

/**
 * Returns the changes for callers since a revision, breaking first; throws the drift check's error when it cannot
 * compare.
 */
export async function changesSince(revision: string): Promise<readonly Change[]> {
  const output = { out: '', err: '' }
  const code = await drift(['changes', revision, '--format', 'json'], {
    stdin: Readable.from([]),
    stdout: { write: (text) => (output.out += text) },
    stderr: { write: (text) => (output.err += text) },
    env: {},
    stopped: async () => undefined,
  })
  if (code > 1) throw new Error(`${output.err.trim()} If the clone has no history: git fetch --unshallow`)
  return (JSON.parse(output.out) as { findings: Change[] }).findings
}

type Version = readonly [major: number, minor: number, patch: number]
function parseVersion(version: string): Version {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? []
  if (patch === undefined) throw new Error(`${version} is not a version of three numbers`)
  return [Number(major), Number(minor), Number(patch)]
}
/**
 * Returns the lowest allowed version. Below 1.0.0 a breaking change raises the minor version (semver.org, 4; npm's
 * caret).
 */
function lowestVersion(released: string, changes: readonly Change[]): Version {
  const [major, minor, patch] = parseVersion(released)
  const isBreaking = changes.some(({ severity }) => severity === 'breaking')
  if (changes.length === 0) return [major, minor, patch]
  if (major === 0) return isBreaking ? [0, minor + 1, 0] : [0, minor, patch + 1]
  return isBreaking ? [major + 1, 0, 0] : [major, minor + 1, 0]
}
const isBelow = (one: Version, other: Version) => {
  const at = one.findIndex((number, place) => number !== other[place])
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0)
}

/**
 * Throws when a version is too low for the contract's changes since the release, or the changelog has no section for
 * it.
 */
export function checkVersion(version: string, released: Released, changes: readonly Change[], changelog: string): void {
  const lowest = lowestVersion(released.version, changes)
  if (isBelow(parseVersion(version), lowest)) {
    const breaking = changes.filter(({ severity }) => severity === 'breaking')
    const first = (breaking.length > 0 ? breaking : changes).slice(0, 3).map(({ says }) => `  ${says}`)
    const what = breaking.length > 0 ? `${breaking.length} breaking changes` : `${changes.length} changes`
    throw new Error(
      `${version} cannot follow ${released.version}: the contract has ${what} since, among them:\n${first.join('\n')}\n` +
        `Set ${lowest.join('.')} or higher in sdk/package.json, and describe in sdk/CHANGELOG.md what callers notice.`,
    )
  }
  if (!changelog.split('\n').some((line) => line === `## ${version}` || line.startsWith(`## ${version},`)))
    throw new Error(`sdk/CHANGELOG.md has no "## ${version}": describe there what callers notice.`)
}

const headings = { breaking: 'Breaking', risky: 'To look at', note: 'New, or said better' } as const

/** Appends the contract's changes to the changelog. */
export function changelogWith(changelog: string, released: Released, changes: readonly Change[]): string {
  const groups = (Object.keys(headings) as (keyof typeof headings)[]).flatMap((severity) => {
    const lines = changes.filter((change) => change.severity === severity).map(({ says }) => `- ${says}`)
    return lines.length > 0 ? [`### ${headings[severity]}`, '', ...lines, ''] : []
  })
  const none = groups.length === 0 ? ['Nothing changed for callers.', ''] : []
  return [
    changelog.trimEnd(),
    '',
    `## The contract since ${released.version}, change by change`,
    '',
    ...none,
    ...groups,
  ].join('\n')
}
