import { cp, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { stageProgram } from './pack-program.ts'
import { root } from './processes.ts'
import { parseOptions, runMain } from './run-main.ts'
import { packStaged, type Tarball } from './tarball.ts'

const help = `npm run pack:codegen: packs the generator of typed calls for any OpenAPI description as a tarball.

  --out <dir>   the output folder (sdk/dist)
  --help`

const workspace = join(root, 'sdk/codegen')
const types = `import type { UserConfig } from '@hey-api/openapi-ts'
/** Plugins for openapi-ts: types, and a constant per call for createClientOf of @paket/sdk/runtime. */
export declare const paket: () => NonNullable<UserConfig['plugins']>
`

/** Writes the files to publish into a folder. */
async function stage(folder: string): Promise<void> {
  await stageProgram({ workspace, sources: { 'paket-codegen': 'bin.ts', index: 'index.ts' } }, folder, {
    bin: { 'paket-codegen': './dist/paket-codegen.js' },
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    files: ['dist', 'vocabulary'],
  })
  await writeFile(join(folder, 'dist/index.d.ts'), types)
  await cp(join(workspace, 'README.md'), join(folder, 'README.md'))
  await cp(join(root, 'openapi/vocabulary'), join(folder, 'vocabulary'), { recursive: true })
}

/** Packs the generator into a folder. */
export const packCodegen = (out: string): Promise<Tarball> => packStaged(stage, out)

async function main() {
  const { values } = parseOptions(help, { out: { type: 'string', default: 'sdk/dist' } })
  const { path, bytes } = await packCodegen(resolve(root, values.out))
  console.log(`${path} (${Math.round(bytes / 1024)} kB)`)
}
if (import.meta.main) await runMain(main)
