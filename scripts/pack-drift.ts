import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { npm } from './pack.ts'
import { root, runToEnd } from './processes.ts'

const help = `npm run pack:drift: the drift check as a backend's pipeline installs it, a tarball with the contract in it.

  --out <dir>   where it goes (sdk/dist)
  --help`
const STEP_TIMEOUT_MS = 120_000

const workspace = join(root, 'scripts/drift')

interface Manifest {
  exports?: unknown
  private?: unknown
  devDependencies?: unknown
  files?: string[]
  bin: Record<string, string>
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
  peerDependencies: Record<string, string>
}

/** Writes everything that is published into a folder. */
async function stage(folder: string): Promise<void> {
  const {
    exports: _,
    private: __,
    devDependencies: ___,
    ...manifest
  } = JSON.parse(await readFile(join(workspace, 'package.json'), 'utf8')) as Manifest
  const { dependencies, optionalDependencies, peerDependencies } = manifest
  const { metafile } = await build({
    entryPoints: [join(workspace, 'cli/bin.ts')],
    outfile: join(folder, 'dist/drift.js'),
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
  if (foreign) throw new Error(`${foreign} is imported by the drift check and its package is not in its package.json`)
  const published = {
    ...manifest,
    bin: { 'paket-drift': './dist/drift.js' },
    files: ['dist', 'openapi'],
  } satisfies Manifest
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`)
  await cp(join(workspace, 'README.md'), join(folder, 'README.md'))
  for (const part of ['openapi.yaml', 'outcomes.yaml', 'catalogue.yaml', 'flows.arazzo.yaml', 'paths', 'schemas'])
    await cp(join(root, 'openapi', part), join(folder, 'openapi', part), { recursive: true })
}

/** Packs the drift check into a folder. */
export async function packDrift(out: string): Promise<{ path: string; bytes: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'paket-pack-drift-'))
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

async function main() {
  const { values } = parseArgs({
    options: { out: { type: 'string', default: 'sdk/dist' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) return console.log(help)
  const { path, bytes } = await packDrift(resolve(root, values.out))
  console.log(`${path} (${Math.round(bytes / 1024)} kB)`)
}
if (import.meta.main) await main()
