import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { hashFiles, installed } from '../../scripts/check-cache.ts'
import { once } from '../../scripts/once.ts'
import { pack } from '../../scripts/pack.ts'
import { packCodegen } from '../../scripts/pack-codegen.ts'
import { packDrift } from '../../scripts/pack-drift.ts'
import { root } from '../../scripts/processes.ts'
import type { Tarball } from '../../scripts/tarball.ts'

const packs = {
  sdk: (out: string) => pack(out),
  codegen: packCodegen,
  drift: packDrift,
  // Imported lazily, because it loads the mock.
  mock: async (out: string) => (await import('../../scripts/pack-mock.ts')).packMock(out),
}
const folder = join(root, 'node_modules/.cache/packed')

/**
 * Puts the tarball of a package into a folder. Each package is packed once for the same sources: the first test file
 * packs it, and the others wait for it and copy it.
 */
export async function packed(name: keyof typeof packs, out: string): Promise<Tarball> {
  const sources = await hashOfSources()
  const file = join(folder, `${name}.json`)
  const ready = async () => {
    const { path, of } = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as { path?: string; of?: string }
    return path !== undefined && of === sources ? path : null
  }
  const make = async () => {
    const { path } = await packs[name](join(folder, name))
    const draft = `${file}.${process.pid}`
    await writeFile(draft, JSON.stringify({ path, of: sources }))
    await rename(draft, file)
    return path
  }
  return copyTarball(await once(join(folder, `${name}.lock`), ready, make), out)
}

async function copyTarball(from: string, out: string): Promise<Tarball> {
  const path = join(out, basename(from))
  await mkdir(out, { recursive: true })
  await copyFile(from, path)
  return { path, bytes: (await stat(path)).size }
}

/** Hashes the sources of the packages, and the tools. */
async function hashOfSources(): Promise<string> {
  const folders = ['openapi', 'sdk', 'mock-server', 'scripts', 'tests/requirements']
  const hashes = await Promise.all(folders.map((each) => hashFiles(root, join(root, each))))
  const single = await Promise.all(['LICENSE', 'package.json'].map((file) => readFile(join(root, file), 'utf8')))
  const files = hashes.flatMap((each) => [...each].map(([path, hash]) => `${path} ${hash}`)).toSorted()
  const all = [process.version, await installed(root), ...single, ...files]
  return createHash('sha256').update(JSON.stringify(all)).digest('hex')
}
