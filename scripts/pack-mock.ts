import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { keepMadeIn } from '../mock-server/src/engine/cache.ts'
import { startMock } from '../mock-server/src/server.ts'
import { packStaged, stageProgram } from './pack-program.ts'
import { root } from './processes.ts'

const workspace = join(root, 'mock-server')
/** What the mock never calls of the packages that it takes along, and how much they would make it load. */
const replaced = {
  // 4 MB of names and addresses, for answers that are made up.
  '@faker-js/faker': 'exports.faker = undefined',
  // Descriptions that are Postman collections.
  'postman-collection': '',
  'node-fetch': 'module.exports = globalThis.fetch',
}

/** Writes everything that is published into a folder. */
async function stage(folder: string): Promise<void> {
  await stageProgram(
    workspace,
    folder,
    { 'paket-mock': 'src/main.ts', index: 'src/server.ts' },
    {
      name: '@paket/mock',
      bin: { 'paket-mock': './dist/paket-mock.js' },
      exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
      imports: undefined,
      files: ['dist', 'openapi', 'panel', 'scenarios', 'any-scenarios', 'LICENSES.txt', 'Containerfile'],
      engines: { node: '>=22.10' },
    },
    replaced,
  )
  await cp(join(workspace, 'src/package.d.ts'), join(folder, 'dist/index.d.ts'))
  const contract = [
    'openapi.yaml',
    'cms.yaml',
    'outcomes.yaml',
    'catalogue.yaml',
    'lifecycle.yaml',
    'flows.arazzo.yaml',
    'paths',
    'schemas',
  ]
  for (const part of contract) await cp(join(root, 'openapi', part), join(folder, 'openapi', part), { recursive: true })
  await cp(join(workspace, 'panel'), join(folder, 'panel'), { recursive: true })
  await rm(join(folder, 'panel/tsconfig.json'))
  await cp(join(workspace, 'src/product/scenarios'), join(folder, 'scenarios'), { recursive: true })
  await cp(join(workspace, 'src/any/scenarios'), join(folder, 'any-scenarios'), { recursive: true })
  for (const file of ['README.md', 'Containerfile']) await cp(join(workspace, file), join(folder, file))
  await makeAhead(join(folder, 'openapi'), join(folder, 'dist/made'))
}

/** Proves the packed contract and scenarios by a start, and keeps what the start made of them. */
async function makeAhead(contractDir: string, made: string): Promise<void> {
  await mkdir(made)
  keepMadeIn(made)
  try {
    await (await startMock({ port: 0, contractDir })).close()
  } finally {
    keepMadeIn(null)
  }
}

/** Packs the mock, with the contract and the scenarios, into a folder. */
export const packMock = (out: string): Promise<{ path: string; bytes: number }> => packStaged(stage, out)
