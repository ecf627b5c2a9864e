import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Command } from './processes.ts'

/** Folders that hold what is installed or made, no source. */
const passedOver = new Set(['node_modules', 'dist', '.git', '.cache', 'test-results', 'playwright-report', 'pictures'])
const isSource = ({ name }: Dirent) => !passedOver.has(name) && !/\.(log|tsbuildinfo)$/.test(name)

/** Every file of the repository by its path, with the hash of its content. */
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

/** What npm says is installed: the versions of all tools. Null when that is unknown, and then nothing is taken from the cache. */
export const installed = (root: string): Promise<string | null> =>
  readFile(join(root, 'node_modules/.package-lock.json'), 'utf8').then(sha256, () => null)

/** Everything that the outcome of a check depends on: its command, the tools, and the content of the files that it reads. */
export function keyOf(
  { file, args, cwd = '', env = {} }: Command,
  reads: RegExp,
  files: ReadonlyMap<string, string>,
  tools: string,
): string {
  const read = [...files].filter(([path]) => reads.test(path)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sha256(JSON.stringify([file, args, cwd, env, process.version, process.platform, process.arch, tools, read]))
}

/** The keys of checks that have passed, by their names. */
export type Passes = Record<string, string>

export const readPasses = (file: string): Promise<Passes> =>
  readFile(file, 'utf8')
    .then((text) => JSON.parse(text) as Passes)
    .catch(() => ({}))

/** Replaces the file as a whole: anyone who reads it meanwhile has the one before. */
export async function writePasses(file: string, passes: Passes): Promise<void> {
  const draft = `${file}.${process.pid}`
  await mkdir(dirname(file), { recursive: true })
  await writeFile(draft, JSON.stringify(passes))
  await rename(draft, file)
}
