import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { main as drift } from '@paket/drift'
import { root } from './processes.ts'

/** One change of the contract for callers, as the drift check says it. */
export interface Change {
  severity: 'breaking' | 'risky' | 'note'
  says: string
  calls: readonly string[]
}
/** The version that callers have, and the revision of the contract that it was made from. */
export interface Released {
  version: string
  contract: string
}
export const readReleased = async (): Promise<Released> =>
  JSON.parse(await readFile(join(root, 'sdk/released.json'), 'utf8')) as Released

/** What changed for callers since a revision, breaking first; throws what the drift check says when it cannot know. */
export async function changesSince(revision: string): Promise<readonly Change[]> {
  const written = { out: '', err: '' }
  const code = await drift(['changes', revision, '--format', 'json'], {
    stdin: Readable.from([]),
    stdout: { write: (text) => (written.out += text) },
    stderr: { write: (text) => (written.err += text) },
    env: {},
    stopped: async () => undefined,
  })
  if (code > 1) throw new Error(`${written.err.trim()} A clone without history gets it by: git fetch --unshallow`)
  return (JSON.parse(written.out) as { findings: Change[] }).findings
}

type Numbers = readonly [major: number, minor: number, patch: number]
function numbersOf(version: string): Numbers {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? []
  if (patch === undefined) throw new Error(`${version} is no version of three numbers`)
  return [Number(major), Number(minor), Number(patch)]
}
/** Below 1.0.0 a breaking change is a minor version (semver.org, 4; npm's caret). */
function leastAfter(released: string, changes: readonly Change[]): Numbers {
  const [major, minor, patch] = numbersOf(released)
  const isBreaking = changes.some(({ severity }) => severity === 'breaking')
  if (changes.length === 0) return [major, minor, patch]
  if (major === 0) return isBreaking ? [0, minor + 1, 0] : [0, minor, patch + 1]
  return isBreaking ? [major + 1, 0, 0] : [major, minor + 1, 0]
}
const isBelow = (one: Numbers, other: Numbers) => {
  const at = one.findIndex((number, place) => number !== other[place])
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0)
}

/** Throws when a version says less than the contract's changes since the released one, or the changelog has nothing of it. */
export function checkVersion(version: string, released: Released, changes: readonly Change[], changelog: string): void {
  const least = leastAfter(released.version, changes)
  if (isBelow(numbersOf(version), least)) {
    const breaking = changes.filter(({ severity }) => severity === 'breaking')
    const first = (breaking.length > 0 ? breaking : changes).slice(0, 3).map(({ says }) => `  ${says}`)
    const what = breaking.length > 0 ? `${breaking.length} breaking changes` : `${changes.length} changes`
    throw new Error(
      `${version} cannot follow ${released.version}: the contract has ${what} since, among them:\n${first.join('\n')}\n` +
        `Write ${least.join('.')} or more into sdk/package.json, and what callers notice into sdk/CHANGELOG.md.`,
    )
  }
  if (!changelog.split('\n').some((line) => line === `## ${version}` || line.startsWith(`## ${version},`)))
    throw new Error(`sdk/CHANGELOG.md has no "## ${version}": write there what callers notice.`)
}

const headings = { breaking: 'Breaking', risky: 'To look at', note: 'New, or said better' } as const

/** The changelog with the contract's changes, call by call, at its end. */
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
