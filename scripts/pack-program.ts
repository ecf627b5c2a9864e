import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { npm } from './npm.ts'
import { root, runToEnd } from './processes.ts'

const STEP_TIMEOUT_MS = 120_000

/** What is read of a workspace's package.json; the rest is published as it is. */
interface Manifest {
  exports?: unknown
  private?: unknown
  devDependencies?: unknown
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** Builds a workspace's programs into `dist` of a folder, each with this repository's packages in it, and writes the manifest that is published. */
export async function stageProgram(
  workspace: string,
  folder: string,
  /** Name in `dist` to source. */
  programs: Record<string, string>,
  published: object,
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
    // The contract's reader is part of the program; the packages that are named here are installed with it.
    external: Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }),
    platform: 'node',
    format: 'esm',
    target: 'node20',
    metafile: true,
    logLevel: 'silent',
  })
  const foreign = Object.keys(metafile.inputs).find((file) => file.includes('node_modules/'))
  if (foreign) throw new Error(`${foreign} is imported and its package is not in ${join(workspace, 'package.json')}`)
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, ...published }, undefined, 2)}\n`)
}

/** Packs what is staged into a temporary folder; answers the tarball. */
export async function packStaged(
  stage: (folder: string) => Promise<void>,
  out: string,
): Promise<{ path: string; bytes: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'paket-pack-program-'))
  try {
    await stage(folder)
    await mkdir(out, { recursive: true })
    const { ok, why, output } = await runToEnd(
      npm('npm pack', ['pack', '--json', '--ignore-scripts', '--pack-destination', out], folder),
      STEP_TIMEOUT_MS,
    )
    if (!ok) throw new Error(`npm pack failed (${why}):\n${output}`)
    const name = /"filename":\s*"([^"]+)"/.exec(output)?.[1]
    if (!name) throw new Error(`npm pack did not say what it wrote:\n${output}`)
    const path = join(out, name)
    return { path, bytes: (await stat(path)).size }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
