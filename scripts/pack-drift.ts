import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packStaged, stageProgram } from './pack-program.ts'
import { root } from './processes.ts'

const help = `npm run pack:drift: the drift check as a backend's pipeline installs it, a tarball with the contract in it.

  --out <dir>   where it goes (sdk/dist)
  --help`

const workspace = join(root, 'scripts/drift')

/** Writes everything that is published into a folder. */
async function stage(folder: string): Promise<void> {
  await stageProgram(
    workspace,
    folder,
    { drift: 'cli/bin.ts' },
    { bin: { 'paket-drift': './dist/drift.js' }, files: ['dist', 'examples', 'openapi'] },
  )
  await cp(join(workspace, 'README.md'), join(folder, 'README.md'))
  await cp(join(workspace, 'examples'), join(folder, 'examples'), { recursive: true })
  for (const part of ['openapi.yaml', 'outcomes.yaml', 'catalogue.yaml', 'flows.arazzo.yaml', 'paths', 'schemas'])
    await cp(join(root, 'openapi', part), join(folder, 'openapi', part), { recursive: true })
}

/** Packs the drift check into a folder. */
export const packDrift = (out: string): Promise<{ path: string; bytes: number }> => packStaged(stage, out)

async function main() {
  const { values } = parseArgs({
    options: { out: { type: 'string', default: 'sdk/dist' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) return console.log(help)
  const { path, bytes } = await packDrift(resolve(root, values.out))
  console.log(`${path} (${Math.round(bytes / 1024)} kB)`)
}
if (import.meta.main) await main()
