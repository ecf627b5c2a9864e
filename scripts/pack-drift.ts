import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Program, stageProgram } from './pack-program.ts'
import { root } from './processes.ts'
import { parseOptions, runMain } from './run-main.ts'
import { packStaged, type Tarball } from './tarball.ts'

const help = `npm run pack:drift: packs the drift check with the contract as a tarball, for a backend's pipeline.

  --out <dir>   the output folder (sdk/dist)
  --help`

const workspace = join(root, 'scripts/drift')
export const driftProgram: Program = {
  workspace,
  sources: { drift: 'cli/bin.ts' },
  // Of Redocly only the file reader is needed; its lint rules take half of the start-up time.
  bundling: { treeShaken: ['@redocly/openapi-core'] },
}
/** The files that the README links to; npm packs the README itself in any case. */
const PAGES = ['REFERENCE.md', 'RULES.md']

/** Writes the files to publish into a folder. */
async function stage(folder: string): Promise<void> {
  await stageProgram(driftProgram, folder, {
    bin: { 'paket-drift': './dist/drift.js' },
    files: ['dist', 'examples', 'openapi', ...PAGES],
    // npm requests even optional peers from a registry, which a pipeline may not reach.
    peerDependencies: undefined,
    peerDependenciesMeta: undefined,
  })
  for (const page of ['README.md', ...PAGES]) await cp(join(workspace, page), join(folder, page))
  await cp(join(workspace, 'examples'), join(folder, 'examples'), { recursive: true })
  for (const part of ['openapi.yaml', 'outcomes.yaml', 'catalogue.yaml', 'flows.arazzo.yaml', 'paths', 'schemas'])
    await cp(join(root, 'openapi', part), join(folder, 'openapi', part), { recursive: true })
}

/** Packs the drift check into a folder. */
export const packDrift = (out: string): Promise<Tarball> => packStaged(stage, out)

async function main() {
  const { values } = parseOptions(help, { out: { type: 'string', default: 'sdk/dist' } })
  const { path, bytes } = await packDrift(resolve(root, values.out))
  console.log(`${path} (${Math.round(bytes / 1024)} kB)`)
}
if (import.meta.main) await runMain(main)
