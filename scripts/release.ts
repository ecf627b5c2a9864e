import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { bundleServer } from './server-program.ts'
import { buildWeb } from './build.ts'
import { root } from './processes.ts'
import { parseOptions, runMain } from './run-main.ts'

const help = `npm run release: builds the app for an origin and adds it, as the current one, to a folder of releases.

  --origin <url>   where browsers will see the app: https://paket.example (PAKET_ORIGIN)
  --out <folder>   the folder of releases (web/deploy/dist)
  --to <id>        make an existing release current, also for a rollback, without a build
  --list           list the releases in the order of their publication
  --help

The folder has assets/ of all retained releases, the last three and the one that was current before, so that a page of any of them finds its files.
releases/<id>/ has site/ (pages and public files), maps/ (source maps, not served), sbom.cdx.json and SHA256SUMS. current is a link to one.
releases.json lists them with the times of their publication. Files that are there with the same content are not touched.`
/** Releases retained besides the current one: tabs may still have them open, and a rollback can return to them. */
const RETAINED_BEFORE = 2
/** The beginning of temporary names. No server sends a file whose name begins with a dot. */
const UNFINISHED = '.new-'

interface BuildOutput {
  /** The output folder of the build. */
  dist: string
  /** The software bill of materials, in CycloneDX. */
  sbom: string
}
/** A release that was published completely. */
export interface Published {
  release: string
  /** When, in UTC (ISO 8601). */
  at: string
}
const listFile = (out: string) => join(out, 'releases.json')
const folderOf = (release: string, out: string) => join(out, 'releases', release)
/** The list of a release's files with their checksums. */
const checksumsFile = (release: string, out: string) => join(folderOf(release, out), 'SHA256SUMS')
const readIfThere = (file: string): Promise<Buffer | undefined> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
const releaseFolders = async (out: string) =>
  (await namesIn(join(out, 'releases'))).filter((name) => !name.startsWith('.')).toSorted()

/** Lists the releases in the order of their publication. A folder from before the list: by their ids. */
export async function publishedIn(out: string): Promise<Published[]> {
  const list = await readIfThere(listFile(out))
  const listed = list
    ? readList(String(list), out)
    : (await releaseFolders(out)).map((release) => ({ release, at: '' }))
  const found = await Promise.all(
    listed.map(async ({ release, at }) => {
      const sums = await stat(checksumsFile(release, out)).catch(() => null)
      return sums ? [{ release, at: at || sums.mtime.toISOString() }] : []
    }),
  )
  return found.flat()
}
function readList(text: string, out: string): Published[] {
  try {
    return (JSON.parse(text) as Published[]).map(({ release, at }) => ({ release, at }))
  } catch {
    throw new Error(
      `${listFile(out)} is not a list of releases. Restore it, or remove it: then their ids give the order.`,
    )
  }
}
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
const temporaryNameOf = (file: string) => join(dirname(file), UNFINISHED + basename(file))

/**
 * Writes a file that may be served right now: one with the same content is not touched; any other is replaced in one step, so that
 * no one reads it missing, empty or cut, and an interruption leaves only a temporary file.
 */
async function place(file: string, content: Uint8Array | string): Promise<void> {
  const bytes = Buffer.from(content)
  if ((await readIfThere(file))?.equals(bytes)) return
  await mkdir(dirname(file), { recursive: true })
  // Written to the disk before it is renamed: after a power failure the name would have an empty file.
  await writeFile(temporaryNameOf(file), bytes, { flush: true })
  await rename(temporaryNameOf(file), file)
}

/**
 * Adds a build to a folder of releases; returns its id. Writes assets first, so that no page refers to a missing file. The release counts
 * as published when it is in the list, which is written last. Throws an Error when another build has been published with this id.
 */
export async function addRelease({ dist, sbom }: BuildOutput, out: string): Promise<string> {
  const { release } = JSON.parse(await readFile(join(dist, 'release.json'), 'utf8')) as { release: string }
  const published = await publishedIn(out)
  const isPublished = published.some((each) => each.release === release)
  const folder = folderOf(release, out)
  const files = (await filesUnder(dist)).filter((file) => !file.startsWith('.'))
  const isMap = (file: string) => file.endsWith('.map')
  const isAsset = (file: string) => file.startsWith('assets/')
  const targetOf = (file: string) =>
    isMap(file) ? join(folder, 'maps', basename(file)) : isAsset(file) ? join(out, file) : join(folder, 'site', file)
  const contents = await Promise.all(
    files
      .toSorted((one, other) => Number(isAsset(other)) - Number(isAsset(one)))
      .map(async (file) => ({ file, target: targetOf(file), content: await readFile(join(dist, file)) })),
  )
  const sums = contents
    .filter(({ file }) => !isMap(file))
    .map(({ target, content }) => {
      const sum = createHash('sha256').update(content).digest('hex')
      return `${sum}  ${relative(folder, target).replaceAll('\\', '/')}\n`
    })
    .join('')
  const before = isPublished ? await readIfThere(checksumsFile(release, out)) : undefined
  if (before && String(before) !== sums)
    throw new Error(
      `${folder} is published already, with other content. Commit what has changed, so that the release gets an id of its own.`,
    )
  // What an interrupted release has left.
  if (!isPublished && (await currentOf(out)) !== release) await rm(folder, { recursive: true, force: true })
  for (const { target, content } of contents) await place(target, content)
  if (!before) await place(join(folder, 'sbom.cdx.json'), sbom)
  await place(checksumsFile(release, out), sums)
  if (published.at(-1)?.release !== release) {
    const others = published.filter((each) => each.release !== release)
    await writeList([...others, { release, at: new Date().toISOString() }], out)
  }
  return release
}
const writeList = (published: readonly Published[], out: string) =>
  place(listFile(out), `${JSON.stringify(published, undefined, 2)}\n`)

/** Makes a release current, atomically. Throws an Error for an unknown one. */
export async function makeCurrent(release: string, out: string): Promise<void> {
  const existing = (await publishedIn(out)).map((each) => each.release)
  if (!existing.includes(release))
    throw new Error(`${out} has no release ${release}. It has: ${existing.join(', ') || 'none'}.`)
  const link = join(out, 'current')
  if ((await currentOf(out)) === release) return
  await rm(temporaryNameOf(link), { force: true })
  await symlink(join('releases', release), temporaryNameOf(link))
  await rename(temporaryNameOf(link), link)
}

/**
 * Removes releases that are not retained, except the current one, what interrupted ones have left, and assets that no other release uses.
 * Returns the removed ids. Throws an Error, and removes nothing, when the assets of the current release are unknown.
 */
export async function prune(out: string): Promise<string[]> {
  const published = await publishedIn(out)
  const current = await currentOf(out)
  const last = published.map(({ release }) => release).slice(-1 - RETAINED_BEFORE)
  const retained = new Set(current === undefined ? last : [...last, current])
  const usedAssets = new Set<string>()
  for (const release of retained) {
    const sums = await readIfThere(checksumsFile(release, out))
    if (!sums) throw new Error(`${folderOf(release, out)} is current and has no SHA256SUMS: its assets are unknown.`)
    for (const [, file = ''] of String(sums).matchAll(/  \.\.\/\.\.\/(assets\/.+)$/gm)) usedAssets.add(file)
  }
  // First, so that no release is listed whose files are removed.
  await writeList(
    published.filter(({ release }) => retained.has(release)),
    out,
  )
  const removed = (await releaseFolders(out)).filter((release) => !retained.has(release))
  for (const release of removed) await rm(folderOf(release, out), { recursive: true })
  for (const file of await filesUnder(join(out, 'assets')))
    if (!usedAssets.has(`assets/${file}`)) await rm(join(out, 'assets', file))
  const unfinished = [
    ...(await namesIn(out)),
    ...(await filesUnder(join(out, 'releases'))).map((file) => join('releases', file)),
  ].filter((file) => basename(file).startsWith(UNFINISHED))
  for (const file of unfinished) await rm(join(out, file))
  return removed
}

/** Adds a build as the current release. What was current until now is retained: tabs have it open. Returns the removed ids. */
export async function publish(built: BuildOutput, out: string): Promise<string[]> {
  const release = await addRelease(built, out)
  const removed = await prune(out)
  await makeCurrent(release, out)
  return removed
}

/** Adds the server's program, as one file. */
export async function bundleStart(out: string): Promise<void> {
  await place(join(out, 'start.mjs'), (await bundleServer()).program)
}

/** Checks the origin that the pages name. Throws an Error of one line when it is missing or none. */
function checkedOrigin(given = process.env['PAKET_ORIGIN'] ?? ''): string {
  if (!given)
    throw new Error(
      'The pages name the site that serves them: npm run release -- --origin https://paket.example, or PAKET_ORIGIN.',
    )
  if (/^https?:/.test(given) && URL.parse(given)?.origin === given) return given
  throw new Error(`The origin must be one such as https://paket.example, without a path: ${given}`)
}

async function main(): Promise<void> {
  const { values } = parseOptions(help, {
    origin: { type: 'string' },
    out: { type: 'string', default: join(root, 'web/deploy/dist') },
    to: { type: 'string' },
    list: { type: 'boolean', default: false },
  })
  const out = resolve(values.out)
  if (!values.list && values.to === undefined) {
    const problem = await buildWeb(checkedOrigin(values.origin))
    if (problem) throw new Error(problem)
    await mkdir(out, { recursive: true })
    await bundleStart(out)
    const dist = join(root, 'web/dist')
    const removed = await publish({ dist, sbom: await readFile(join(dist, '.vite/sbom.cdx.json'), 'utf8') }, out)
    for (const release of removed) console.log(`Removed ${release}.`)
  } else if (values.to !== undefined) await makeCurrent(values.to, out)
  const current = await currentOf(out)
  const releases = await publishedIn(out)
  if (releases.length === 0)
    throw new Error(`${out} has no release. To add one: npm run release -- --origin https://paket.example`)
  for (const { release, at } of releases)
    console.log(`${release === current ? '*' : ' '} ${release}  published ${at.slice(0, 16)}Z`)
}

if (import.meta.main) await runMain(main)
