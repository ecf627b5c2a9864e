import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { buildDocs, buildPackedDocs } from './docs.ts'
import { type Command, inSeconds, nodeCommand, root, runToEnd } from './processes.ts'
import { copyLicense, publishedFields } from './published.ts'
import { changelogWith, changesSince, checkVersion, readReleased } from './sdk-release.ts'
import { parseOptions, runMain } from './run-main.ts'
import { packStaged, type Tarball } from './tarball.ts'

const help = `npm run pack: packs the SDK and the mock for partners, a tarball each. Refuses an SDK version that is too low for the contract's changes.

  --docs        also pack the pages of npm run docs as a tarball
  --out <dir>   the output folder (sdk/dist)
  --help`
const STEP_TIMEOUT_MS = 120_000
const sdk = join(root, 'sdk')

/** The fields of the SDK's package.json that are changed; the others are published as they are. */
interface Manifest extends Record<string, unknown> {
  version: string
  private?: boolean
  exports: Record<string, string>
}

/** Converts the path of a source, such as `./src/index.ts`, to the paths of its build. */
function builtFrom(source: string) {
  const built = source.replace(/^\.\/src\/(.+)\.ts$/, './dist/$1')
  if (built === source) throw new Error(`sdk/package.json exports ${source}, which is not a source file`)
  return { types: `${built}.d.ts`, default: `${built}.js` }
}

/** Returns the published manifest: the workspace's one, with built files instead of sources. */
export function publishedManifest({ private: _, ...manifest }: Manifest) {
  const entries = Object.entries(manifest.exports).map(([entry, source]) => [entry, builtFrom(source)])
  const exports = Object.fromEntries(entries) as Record<string, ReturnType<typeof builtFrom>>
  // For tools that do not read `exports`: Parcel, Metro before 0.82, TypeScript's `moduleResolution: node`.
  return { ...manifest, main: exports['.']?.default, exports }
}

/** The compiler rewrites `.ts` imports to `.js` in modules, but not in declarations. */
const withoutSources = (declaration: string) => declaration.replace(/(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g, '$1$2.js$1')

async function fixDeclarations(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  for (const name of names.filter((each) => each.endsWith('.d.ts'))) {
    const file = join(folder, name)
    await writeFile(file, withoutSources(await readFile(file, 'utf8')))
  }
}

async function run(command: Command): Promise<string> {
  const { ok, why, output } = await runToEnd(command, STEP_TIMEOUT_MS)
  if (!ok) throw new Error(`${command.name} failed (${why}):\n${output}`)
  return output
}

/** Writes the files to publish into a folder: the build, the manifest, the README, the pages, the changelog. */
export async function stage(folder: string): Promise<void> {
  const compiler = 'node_modules/@typescript/native/bin/tsc'
  const dist = join(folder, 'dist')
  await run(nodeCommand('The build', compiler, ['-p', join(sdk, 'tsconfig.build.json'), '--outDir', dist]))
  await fixDeclarations(dist)
  const manifest = publishedManifest(JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8')) as Manifest)
  const published = { ...manifest, ...(await publishedFields('sdk')) }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`)
  for (const name of ['README.md', 'COMPARED.md', 'CHANGELOG.md']) await cp(join(sdk, name), join(folder, name))
  await buildPackedDocs(join(folder, 'docs'))
  await copyLicense(folder)
}

/** Packs the SDK into a folder, optionally with another changelog. */
export const pack = (out: string, changelog?: string): Promise<Tarball> =>
  packStaged(async (folder) => {
    await stage(folder)
    if (changelog !== undefined) await writeFile(join(folder, 'CHANGELOG.md'), changelog)
  }, out)

/** Packs the documentation for partners. */
const packDocs = (out: string, version: string): Promise<Tarball> =>
  packStaged(async (folder) => {
    await buildDocs(folder, () => undefined)
    const description = 'Pages for callers of @paket/sdk: open index.html'
    const manifest = { name: '@paket/sdk-docs', version, description, ...(await publishedFields('sdk')) }
    await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
    await copyLicense(folder)
  }, out)

async function main() {
  const { values } = parseOptions(help, {
    docs: { type: 'boolean', default: false },
    out: { type: 'string', default: join(sdk, 'dist') },
  })
  const started = performance.now()
  const out = resolve(values.out)
  await mkdir(out, { recursive: true })
  const released = await readReleased()
  console.log(`Comparing the contract with that of ${released.version}.`)
  const changes = await changesSince(released.contract)
  const { version } = JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8')) as Manifest
  const changelog = await readFile(join(sdk, 'CHANGELOG.md'), 'utf8')
  checkVersion(version, released, changes, changelog)
  console.log(`Building and packing the SDK ${version}.`)
  const packed = [await pack(out, changelogWith(changelog, released, changes))]
  if (values.docs) {
    console.log('Building and packing the pages.')
    packed.push(await packDocs(out, version))
  }
  console.log('Building and packing the mock.')
  // Imported lazily, because it loads the mock.
  const { packMock } = await import('./pack-mock.ts')
  packed.push(await packMock(out))
  const places = packed.map(({ path, bytes }) => ({ where: relative(process.cwd(), path), bytes }))
  const lines = places.map(({ where, bytes }) => `  ${where}, ${bytes} bytes`)
  console.log(`Packed (${inSeconds(performance.now() - started)}):\n${lines.join('\n')}`)
  console.log(`Install it: npm install ${places[0]?.where}`)
}

if (import.meta.main) await runMain(main, 'The SDK could not be packed: ')
