import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { ownOasdiff } from './drift/compare-shapes.ts'
import { npm } from './pack.ts'
import { root, runToEnd } from './processes.ts'

const help = `npm run pack:drift: the drift check as a backend's pipeline installs it, a tarball with the contract in it.

  --out <dir>   where it goes (sdk/dist)
  --help`
const STEP_TIMEOUT_MS = 120_000

interface RootManifest {
  version: string
  license: string
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}

/** The packages that the program imports, by the versions that it was tried with. */
function dependenciesOf(imports: Iterable<string>, { devDependencies }: RootManifest): Record<string, string> {
  const names = [...imports].map((name) =>
    name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/'),
  )
  return Object.fromEntries(
    [...new Set(names)].toSorted().map((name) => {
      const version = devDependencies[name]
      if (version === undefined) throw new Error(`${name} is imported by the drift check and is not in package.json`)
      return [name, version]
    }),
  )
}

/** Writes everything that is published into a folder. */
async function stage(folder: string): Promise<void> {
  const { metafile } = await build({
    entryPoints: [join(root, 'scripts/drift/bin.ts')],
    outfile: join(folder, 'dist/drift.js'),
    absWorkingDir: root,
    bundle: true,
    // The contract's reader is part of the program; other packages are installed with it.
    alias: { '@paket/contract': join(root, 'openapi/src/index.ts') },
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: '#!/usr/bin/env node' },
    metafile: true,
    logLevel: 'silent',
  })
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path))
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as RootManifest
  const oasdiff = ownOasdiff.file.replace('/bin/oasdiff', '')
  const published = {
    name: '@paket/drift',
    version: manifest.version,
    description:
      'Does a backend still agree with the contract of the «Пакет» subscription, and if not, what breaks for whom?',
    license: manifest.license,
    type: 'module',
    bin: { 'paket-drift': './dist/drift.js' },
    files: ['dist', 'openapi'],
    dependencies: dependenciesOf(
      imports.filter((path) => !path.startsWith('node:')),
      manifest,
    ),
    optionalDependencies: { [oasdiff]: manifest.optionalDependencies[oasdiff] },
    peerDependencies: { '@redocly/cli': manifest.devDependencies['@redocly/cli'] },
    peerDependenciesMeta: { '@redocly/cli': { optional: true } },
    engines: { node: '>=20.19' },
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`)
  await cp(join(root, 'scripts/drift/README.md'), join(folder, 'README.md'))
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
