import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { storeDerivedIn } from '../mock-server/src/engine/cache.ts'
import { startMock } from '../mock-server/src/server.ts'
import { type Program, stageProgram } from './pack-program.ts'
import { root } from './processes.ts'
import { packStaged, type Tarball } from './tarball.ts'

const workspace = join(root, 'mock-server')
/** Bundled packages that the mock never calls, with a small replacement: they would take much memory. */
const replacements = {
  // 4 MB of names and addresses for generated answers.
  '@faker-js/faker': 'exports.faker = undefined',
  // Postman collections as descriptions.
  'postman-collection': '',
  'node-fetch': 'module.exports = globalThis.fetch',
}
export const mockProgram: Program = {
  workspace,
  sources: { 'paket-mock': 'src/main.ts', index: 'src/server.ts' },
  bundling: { replacements },
}

/** Writes the files to publish into a folder. */
async function stage(folder: string): Promise<void> {
  await stageProgram(mockProgram, folder, {
    name: '@paket/mock',
    bin: { 'paket-mock': './dist/paket-mock.js' },
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    imports: undefined,
    files: ['dist', 'openapi', 'panel', 'scenarios', 'any-scenarios', 'Containerfile'],
  })
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
  await cp(join(workspace, 'Containerfile'), join(folder, 'Containerfile'))
  await writeFile(join(folder, 'README.md'), partnersReadme(await readFile(join(workspace, 'README.md'), 'utf8')))
  await precompute(join(folder, 'openapi'), join(folder, 'dist/made'))
}

/** The package's README: starts with how to run the mock; omits commands, links and sections that need the repository. */
export function partnersReadme(readme: string): string {
  const own = readme
    .replaceAll(/<!-- repository -->[^]*?<!-- \/repository -->/g, '')
    .replaceAll(/npm run mock( --)?/g, 'npx paket-mock')
    .replaceAll(/\[([^[\]]+)\]\(\.\.\/[^()]+\)/g, '$1')
    .replaceAll(/\n{3,}/g, '\n\n')
  const sections = own.split(/^(?=##? )/m)
  const partnerSections = ['# The mock', '## For partners and pipelines', '## For QA', '## A scenario'].map(
    (heading) => {
      const section = sections.find((each) => each.startsWith(`${heading}\n`))
      if (section === undefined) throw new Error(`mock-server/README.md has no section "${heading}"`)
      return section
    },
  )
  return partnerSections.join('')
}

/** Validates the packed contract and scenarios with a start, and stores what the start derived from them. */
async function precompute(contractDir: string, out: string): Promise<void> {
  await mkdir(out)
  storeDerivedIn(out)
  try {
    await (await startMock({ port: 0, contractDir })).close()
  } finally {
    storeDerivedIn(null)
  }
}

/** Packs the mock, with the contract and the scenarios, into a folder. */
export const packMock = (out: string): Promise<Tarball> => packStaged(stage, out)
