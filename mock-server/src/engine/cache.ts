import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DescriptionFiles } from '@paket/contract'

const UNUSED_MS = 7 * 86_400_000
/**
 * npm's list of installed packages. Part of each cache key, because another package version may produce another value.
 */
const installed = 'node_modules/.package-lock.json'

/** Returns the nearest parent folder with installed packages; null when there is none: then nothing is cached. */
function rootAbove(folder: string): string | null {
  if (existsSync(join(folder, installed))) return folder
  return dirname(folder) === folder ? null : rootAbove(dirname(folder))
}
const root = rootAbove(import.meta.dirname)
/** Exists only in the published package: values that were computed from its contract when it was packed. */
const precomputed = join(import.meta.dirname, 'made')
let keeping: string | null = null

/** Writes each value to `folder` too from now on; null stops that. In the package this folder is `made`. */
export function storeDerivedIn(folder: string | null): void {
  keeping = folder
}

export const cacheDir = root === null ? null : join(root, 'node_modules/.cache/paket/mock')

const hash = (...texts: readonly (string | Buffer)[]) => {
  const sum = createHash('sha256')
  for (const text of texts) sum.update(text).update('\0')
  return sum.digest('hex').slice(0, 32)
}

/**
 * Returns the JSON value of `make` for a key. Reuses the value that was packed with the program, or that an earlier
 * process with the same key and packages has cached.
 */
export async function cachedJson<T>(name: string, key: string, make: () => Promise<T>): Promise<T> {
  const ahead = await readFile(join(precomputed, `${name}-${hash(key)}.json`), 'utf8').catch(() => null)
  if (ahead !== null) return JSON.parse(ahead) as T
  const value = await cached(name, key, make)
  if (keeping !== null) await writeFile(join(keeping, `${name}-${hash(key)}.json`), JSON.stringify(value))
  return value
}

async function cached<T>(name: string, key: string, make: () => Promise<T>): Promise<T> {
  if (root === null || cacheDir === null) return make()
  const file = join(cacheDir, `${name}-${hash(key, readFileSync(join(root, installed)))}.json`)
  const found = await readFile(file, 'utf8').catch(() => null)
  if (found !== null) return JSON.parse(found) as T
  const made = await make()
  // Without write permission the value is computed again at each start.
  await keep(file, JSON.stringify(made)).catch(() => undefined)
  return made
}

/** Writes the file atomically and removes files older than a week. */
async function keep(file: string, text: string): Promise<void> {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true })
  const part = `${file}.${process.pid}`
  await writeFile(part, text)
  await rename(part, file)
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name))
    if (name.includes('.json') && Date.now() - mtimeMs > UNUSED_MS) await rm(join(folder, name), { force: true })
  }
}

/** Returns a hash of all descriptions in a folder; null when one of them refers to a file outside it. */
export async function keyOfFolder(folder: string): Promise<string | null> {
  const names = await readdir(folder, { recursive: true })
  const described = names.filter((name) => /\.(ya?ml|json)$/.test(name) && !name.includes('node_modules')).toSorted()
  const files = new DescriptionFiles(join(folder, 'openapi.yaml'))
  const texts = await Promise.all(described.map(async (name) => String(await files.read(join(folder, name)))))
  const leadsOut = (text: string, name: string) =>
    [...text.matchAll(/\$ref['"]?\s*:\s*['"]?([^\s'"#}]+)/g)].some(
      ([, target = '']) => /^\w+:/.test(target) || !resolve(folder, dirname(name), target).startsWith(resolve(folder)),
    )
  if (texts.some((text, at) => leadsOut(text, described[at] ?? ''))) return null
  return hash(...described.flatMap((name, at) => [name, texts[at] ?? '']))
}
