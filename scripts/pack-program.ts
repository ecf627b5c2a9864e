import { cp, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild'
import { root } from './processes.ts'
import { copyLicense, publishedFields } from './published.ts'
import { thirdPartyFiles, writeThirdParties } from './third-party.ts'

const CHANGES = 'CHANGELOG.md'

/** The fields of a workspace's package.json that are changed; the others are published as they are. */
interface Manifest {
  name: string
  version: string
  exports?: unknown
  private?: unknown
  devDependencies?: unknown
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** A workspace's programs, to be packed. */
export interface Program {
  workspace: string
  /** Source files by their name in `dist`. */
  sources: Readonly<Record<string, string>>
  /** If given, bundles all third-party packages too, so that nothing else is installed. */
  bundling?: Bundling
}
const readManifest = async (workspace: string) =>
  JSON.parse(await readFile(join(workspace, 'package.json'), 'utf8')) as Manifest

/** Returns esbuild's options that bundle programs with this repository's packages. */
export async function bundleOptions({ workspace, sources, bundling }: Program) {
  const { dependencies, optionalDependencies, peerDependencies } = await readManifest(workspace)
  return {
    entryPoints: Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, join(workspace, source)])),
    absWorkingDir: root,
    bundle: true,
    // The contract's reader is bundled; these packages are installed as dependencies.
    external: Object.keys({ ...(bundling ? {} : dependencies), ...optionalDependencies, ...peerDependencies }),
    ...(bundling && bundlingOptions(bundling)),
    platform: 'node',
    format: 'esm',
    // Programs that share modules share their files.
    splitting: Object.keys(sources).length > 1,
    target: 'node20',
    logLevel: 'silent',
  } as const satisfies BuildOptions
}

/** Bundles programs into `dist` of a folder, and writes the published manifest, the licence and the changelog. */
export async function stageProgram(
  program: Program,
  folder: string,
  published: { files: readonly string[] } & Record<string, unknown>,
): Promise<void> {
  const { workspace, bundling } = program
  const { exports: _, private: __, devDependencies: ___, ...manifest } = await readManifest(workspace)
  const options = await bundleOptions(program)
  const { metafile } = await build({ ...options, outdir: join(folder, 'dist'), metafile: true })
  const undeclared = Object.keys(metafile.inputs).find((file) => file.includes('node_modules/'))
  if (undeclared && !bundling)
    throw new Error(`${undeclared} is imported, but its package is not in ${join(workspace, 'package.json')}`)
  const { dependencies: all, ...rest } = manifest
  const needed = bundling ? rest : { ...rest, ...(all && { dependencies: all }) }
  const fullManifest = {
    ...needed,
    ...published,
    files: [...published.files, CHANGES, ...(bundling ? thirdPartyFiles : [])],
    ...(await publishedFields(relative(root, workspace))),
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(fullManifest, undefined, 2)}\n`)
  const { name, version } = fullManifest
  if (bundling) await writeThirdParties(folder, { type: 'application', name, version }, bundledFiles(metafile))
  await copyLicense(folder)
  await cp(join(workspace, CHANGES), join(folder, CHANGES))
}

/** How third-party packages are bundled. */
interface Bundling {
  /** Replaces packages, by name, with the given source. */
  replacements?: Readonly<Record<string, string>>
  /** Packages without side effects that do not declare it: of these only used files are bundled. */
  treeShaken?: readonly string[]
}
const bundledFiles = ({ outputs }: Metafile) =>
  Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs).filter((file) => inputs[file]!.bytesInOutput > 0))

/** esbuild options that bundle third-party packages, including CommonJS. */
function bundlingOptions({ replacements = {}, treeShaken = [] }: Bundling) {
  const replacePackages: Plugin = {
    name: 'something smaller',
    setup(building) {
      const names = new RegExp(`^(${Object.keys(replacements).join('|')})(/|$)`)
      building.onResolve({ filter: names }, ({ path }) => ({ path, namespace: 'small' }))
      building.onLoad({ filter: /./, namespace: 'small' }, ({ path }) => ({
        contents: replacements[names.exec(path)?.[1] ?? ''] ?? '',
      }))
    },
  }
  const dropUnused: Plugin = {
    name: 'only what is used',
    setup(building) {
      building.onResolve({ filter: /./ }, async ({ path, importer, pluginData, ...rest }) => {
        const isTreeShaken = treeShaken.some((name) => path === name || importer.includes(`/node_modules/${name}/`))
        if (!isTreeShaken || pluginData === dropUnused) return undefined
        return { ...(await building.resolve(path, { importer, pluginData: dropUnused, ...rest })), sideEffects: false }
      })
    },
  }
  return {
    plugins: [
      ...(Object.keys(replacements).length > 0 ? [replacePackages] : []),
      ...(treeShaken.length > 0 ? [dropUnused] : []),
    ],
    minify: true,
    keepNames: true,
    mainFields: ['module', 'main'],
    banner: {
      js: `import { createRequire as createRequireHere } from 'node:module'\nconst require = createRequireHere(import.meta.url)`,
    },
  }
}
