import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { buildWeb } from './build.ts'
import { root } from './processes.ts'
import { parseOptions, runMain } from './run-main.ts'

const help = `npm run release: builds the app and adds it, as the current one, to a folder of releases.

  --out <folder>   the folder of releases (web/deploy/dist)
  --to <id>        make an existing release current, also for a rollback, without a build
  --list           list the releases
  --help

The folder has assets/ of all retained releases, the last three and the one that was current before, so that a page of any of them finds its files.
releases/<id>/ has site/ (pages and public files), maps/ (source maps, not served), sbom.cdx.json and SHA256SUMS. current is a link to one.`
/** Releases retained besides the current one: tabs may still have them open, and a rollback can return to them. */
const RETAINED_BEFORE = 2

interface BuildOutput {
  /** The output folder of the build. */
  dist: string
  /** The software bill of materials, in CycloneDX. */
  sbom: string
}
/** The list of a release's files. It is written last, so a folder without it is of an interrupted release. */
const checksumsFile = (release: string, out: string) => join(out, 'releases', release, 'SHA256SUMS')
async function releaseFolders(out: string): Promise<string[]> {
  const names: string[] = await readdir(join(out, 'releases')).catch(() => [])
  return names.toSorted()
}
const releasesOf = async (out: string): Promise<string[]> =>
  (await releaseFolders(out)).filter((release) => existsSync(checksumsFile(release, out)))
export const currentOf = async (out: string): Promise<string | undefined> =>
  readlink(join(out, 'current')).then(
    (path) => basename(path),
    () => undefined,
  )

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
    .toSorted()
}
const copy = async (from: string, to: string) => {
  await mkdir(dirname(to), { recursive: true })
  await cp(from, to)
}

/**
 * Adds a build to a folder of releases; returns its id. Copies pages last, so that no page refers to a missing file.
 */
export async function addRelease({ dist, sbom }: BuildOutput, out: string): Promise<string> {
  const { release } = JSON.parse(await readFile(join(dist, 'release.json'), 'utf8')) as { release: string }
  const folder = join(out, 'releases', release)
  const files = (await filesUnder(dist)).filter((file) => !file.startsWith('.'))
  const isMap = (file: string) => file.endsWith('.map')
  const isAsset = (file: string) => file.startsWith('assets/')
  const targetOf = (file: string) =>
    isMap(file) ? join(folder, 'maps', basename(file)) : isAsset(file) ? join(out, file) : join(folder, 'site', file)
  const sums: string[] = []
  for (const file of files.toSorted((one, other) => Number(isAsset(other)) - Number(isAsset(one)))) {
    await copy(join(dist, file), targetOf(file))
    if (isMap(file)) continue
    const sum = createHash('sha256')
      .update(await readFile(join(dist, file)))
      .digest('hex')
    sums.push(`${sum}  ${relative(folder, targetOf(file)).replaceAll('\\', '/')}`)
  }
  await writeFile(join(folder, 'sbom.cdx.json'), sbom)
  await writeFile(checksumsFile(release, out), `${sums.join('\n')}\n`)
  return release
}

/** Makes a release current, atomically. Throws an Error for an unknown one. */
export async function makeCurrent(release: string, out: string): Promise<void> {
  const existing = await releasesOf(out)
  if (!existing.includes(release))
    throw new Error(`${out} has no release ${release}. It has: ${existing.join(', ') || 'none'}.`)
  const next = join(out, `current.${process.pid}`)
  await symlink(join('releases', release), next)
  await rename(next, join(out, 'current'))
}

/**
 * Removes releases that are not retained, except the current one, what an interrupted one has left, and assets that no
 * other release uses. Returns the removed ids.
 */
export async function prune(out: string): Promise<string[]> {
  const current = (await currentOf(out)) ?? ''
  const retained = new Set([...(await releasesOf(out)).slice(-1 - RETAINED_BEFORE), current])
  const removed = (await releaseFolders(out)).filter((release) => !retained.has(release))
  for (const release of removed) await rm(join(out, 'releases', release), { recursive: true })
  const lists = await Promise.all(
    (await releasesOf(out)).map((release) => readFile(checksumsFile(release, out), 'utf8')),
  )
  const usedAssets = new Set(lists.flatMap((text) => text.match(/assets\/.+$/gm) ?? []))
  for (const file of await filesUnder(join(out, 'assets')))
    if (!usedAssets.has(`assets/${file}`)) await rm(join(out, 'assets', file))
  return removed
}

/** Adds a build as the current release. What was current until now is retained: tabs have it open. Returns the removed ids. */
export async function publish(built: BuildOutput, out: string): Promise<string[]> {
  const release = await addRelease(built, out)
  const removed = await prune(out)
  await makeCurrent(release, out)
  return removed
}

/** Bundles the server's program into one file, for an image without the repository. */
export async function bundleStart(out: string): Promise<void> {
  await build({
    entryPoints: [join(root, 'web/deploy/start.ts')],
    outfile: join(out, 'start.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    logLevel: 'silent',
  })
}

async function main(): Promise<void> {
  const { values } = parseOptions(help, {
    out: { type: 'string', default: join(root, 'web/deploy/dist') },
    to: { type: 'string' },
    list: { type: 'boolean', default: false },
  })
  const out = resolve(values.out)
  if (!values.list && values.to === undefined) {
    const problem = await buildWeb()
    if (problem) throw new Error(problem)
    await mkdir(out, { recursive: true })
    await bundleStart(out)
    const dist = join(root, 'web/dist')
    const removed = await publish({ dist, sbom: await readFile(join(dist, '.vite/sbom.cdx.json'), 'utf8') }, out)
    for (const release of removed) console.log(`Removed ${release}.`)
  } else if (values.to !== undefined) await makeCurrent(values.to, out)
  const current = await currentOf(out)
  const releases = await releasesOf(out)
  if (releases.length === 0) throw new Error(`${out} has no release. To add one: npm run release.`)
  for (const release of releases) console.log(`${release === current ? '*' : ' '} ${release}`)
}

if (import.meta.main) await runMain(main)
