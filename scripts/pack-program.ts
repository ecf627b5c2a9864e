import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import { root } from './processes.ts'
import { copyLicense, publishedFields } from './published.ts'

const CHANGES = 'CHANGELOG.md'

/** The fields of a workspace's package.json that are changed; the others are published as they are. */
interface Manifest {
  exports?: unknown
  private?: unknown
  devDependencies?: unknown
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/**
 * Bundles a workspace's programs with this repository's packages into `dist` of a folder, and writes the published
 * manifest.
 */
export async function stageProgram(
  workspace: string,
  folder: string,
  /** The programs: source files by their name in `dist`. */
  programs: Record<string, string>,
  published: { files: readonly string[] } & Record<string, unknown>,
  /** If given, bundles all third-party packages too, so that nothing else is installed. */
  bundling?: Bundling,
): Promise<void> {
  const {
    exports: _,
    private: __,
    devDependencies: ___,
    ...manifest
  } = JSON.parse(await readFile(join(workspace, 'package.json'), 'utf8')) as Manifest
  const { dependencies, optionalDependencies, peerDependencies } = manifest
  const { metafile } = await build({
    entryPoints: Object.fromEntries(Object.entries(programs).map(([name, source]) => [name, join(workspace, source)])),
    outdir: join(folder, 'dist'),
    absWorkingDir: root,
    bundle: true,
    // The contract's reader is bundled; these packages are installed as dependencies.
    external: Object.keys({ ...(bundling ? {} : dependencies), ...optionalDependencies, ...peerDependencies }),
    ...(bundling && bundlingOptions(bundling)),
    platform: 'node',
    format: 'esm',
    // Programs that share modules share their files.
    splitting: Object.keys(programs).length > 1,
    target: 'node20',
    metafile: true,
    logLevel: 'silent',
  })
  const undeclared = Object.keys(metafile.inputs).find((file) => file.includes('node_modules/'))
  if (undeclared && !bundling)
    throw new Error(`${undeclared} is imported, but its package is not in ${join(workspace, 'package.json')}`)
  if (bundling) await writeFile(join(folder, 'LICENSES.txt'), await licencesOf(filesIn(metafile)))
  const { dependencies: all, ...rest } = manifest
  const needed = bundling ? rest : { ...rest, ...(all && { dependencies: all }) }
  const fullManifest = {
    ...needed,
    ...published,
    files: [...published.files, CHANGES],
    ...(await publishedFields(relative(root, workspace))),
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(fullManifest, undefined, 2)}\n`)
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
/** The bundled source files. */
const filesIn = ({ outputs }: Metafile) =>
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

/** Concatenates the licences of the packages that the files belong to. */
async function licencesOf(files: readonly string[]): Promise<string> {
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []))
  const texts = [...folders].toSorted().map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >
    const file = (await readdir(join(root, folder))).find((each) => /^(licen[cs]e|copying)/i.test(each))
    const text = file === undefined ? '' : await readFile(join(root, folder, file), 'utf8')
    return `${String(name)} ${String(version)}: ${String(license)}\n\n${text.trim()}\n`
  })
  return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`)
}
