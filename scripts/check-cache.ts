import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Command } from './processes.ts'

/** Folders with installed or generated files. */
const skippedFolders = new Set([
  'node_modules',
  'dist',
  '.git',
  '.cache',
  'test-results',
  'playwright-report',
  'pictures',
])
const isSource = ({ name }: Dirent) => !skippedFolders.has(name) && !/\.(log|tsbuildinfo)$/.test(name)

/** Hashes every source file of the repository, by path. */
export async function hashFiles(root: string, folder = root): Promise<Map<string, string>> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter(isSource)
  const parts = await Promise.all(
    entries.map(async (entry): Promise<Iterable<[string, string]>> => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return hashFiles(root, path)
      if (!entry.isFile()) return []
      return [[relative(root, path).replaceAll('\\', '/'), sha256(await readFile(path))]]
    }),
  )
  return new Map(parts.flatMap((part) => [...part]))
}
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/**
 * Hashes npm's record of installed packages, and so the versions of all tools. Null when it is missing; then nothing is
 * cached.
 */
export const installed = (root: string): Promise<string | null> =>
  readFile(join(root, 'node_modules/.package-lock.json'), 'utf8').then(sha256, () => null)

/** Hashes everything that a check depends on: its command, the tools, and the files that it reads. */
export function keyOf(
  { file, args, cwd = '', env = {} }: Command,
  reads: RegExp,
  files: ReadonlyMap<string, string>,
  tools: string,
): string {
  const read = [...files].filter(([path]) => reads.test(path)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sha256(JSON.stringify([file, args, cwd, env, process.version, process.platform, process.arch, tools, read]))
}

/** Cache keys of passed checks, by name. */
export type Passes = Record<string, string>

export const readPasses = (file: string): Promise<Passes> =>
  readFile(file, 'utf8')
    .then((text) => JSON.parse(text) as Passes)
    .catch(() => ({}))

/** Replaces the file atomically, so that concurrent readers see the previous content. */
export async function writePasses(file: string, passes: Passes): Promise<void> {
  const draft = `${file}.${process.pid}`
  await mkdir(dirname(file), { recursive: true })
  await writeFile(draft, JSON.stringify(passes))
  await rename(draft, file)
}
