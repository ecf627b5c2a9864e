import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, nodeCommand, root, runToEnd } from '../processes.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

/** A tool that generates a client from the contract, run by its own command as its users do. */
interface Generator {
  /** The output folder in the workshop. */
  folder: string
  command: (workshop: Workshop) => Command
  config?: string
}
/** A temporary folder with the contract and the clients generated from it. */
export interface Workshop {
  folder: string
  contract: string
}
const LONGEST_MS = 120_000

const heyApi = (plugins: string) => `export default {
  input: './contract.json', output: '.', logs: { level: 'silent', file: false },
  plugins: ['@hey-api/typescript', '@hey-api/client-fetch', ${plugins}],
}`
const orval = (more: string, override: string) => `export default { paket: {
  input: { target: '../contract.json' },
  output: { target: './client.ts', client: 'fetch', mode: 'single', baseUrl: '/bff/api'${more}, override: { fetch: { useRuntimeFetcher: true${override} } } },
} }`
const redocly =
  (...generators: string[]) =>
  ({ folder, contract }: Workshop) => {
    const out = join(folder, generators.length > 1 ? 'redocly-zod' : 'redocly', 'client.ts')
    const args = [
      'generate-client',
      contract,
      '-o',
      out,
      '--error-mode',
      'result',
      ...generators.flatMap((name) => ['--generator', name]),
    ]
    return nodeCommand('redocly', 'node_modules/@redocly/cli/bin/cli.js', args)
  }
const within = (folder: string, script: string, args: string[]) => (workshop: Workshop) => ({
  ...nodeCommand(folder, script, args),
  cwd: join(workshop.folder, folder),
})

export const generators = {
  '@paket/sdk': {
    folder: 'paket',
    command: ({ folder }) => nodeCommand('@paket/sdk', 'scripts/generate.ts', ['--out', join(folder, 'paket')]),
  },
  'openapi-fetch': {
    folder: 'openapi-fetch',
    command: within('openapi-fetch', 'node_modules/openapi-typescript/bin/cli.js', [
      '../contract.json',
      '-o',
      'schema.ts',
    ]),
  },
  'hey-api': {
    folder: 'hey-api',
    config: heyApi(`'@hey-api/sdk'`),
    command: within('hey-api', 'node_modules/@hey-api/openapi-ts/bin/run.js', [
      '-f',
      'config.mjs',
      '-i',
      '../contract.json',
    ]),
  },
  'hey-api + valibot': {
    folder: 'hey-api-valibot',
    config: heyApi(`{ name: '@hey-api/sdk', validator: true }, 'valibot'`),
    command: within('hey-api-valibot', 'node_modules/@hey-api/openapi-ts/bin/run.js', [
      '-f',
      'config.mjs',
      '-i',
      '../contract.json',
    ]),
  },
  orval: {
    folder: 'orval',
    config: orval('', ''),
    command: within('orval', 'scripts/bench/node_modules/orval/dist/bin/orval.mjs', ['--config', 'config.mjs']),
  },
  'orval + zod': {
    folder: 'orval-zod',
    config: orval(", schemas: { path: './schemas', type: 'zod' }", ', runtimeValidation: true'),
    command: within('orval-zod', 'scripts/bench/node_modules/orval/dist/bin/orval.mjs', ['--config', 'config.mjs']),
  },
  Redocly: { folder: 'redocly', command: redocly('typescript') },
  'Redocly + zod': { folder: 'redocly-zod', command: redocly('typescript', 'zod') },
} satisfies Record<string, Generator>
export type GeneratorName = keyof typeof generators

/** Runs one generator; returns the duration of its command in milliseconds. */
export async function runGenerator(name: GeneratorName, workshop: Workshop): Promise<number> {
  const { folder, command, config }: Generator = generators[name]
  const place = join(workshop.folder, folder)
  await mkdir(place, { recursive: true })
  if (config) await writeFile(join(place, 'config.mjs'), config)
  const { ok, why, output, ms } = await runToEnd(command(workshop), LONGEST_MS)
  if (!ok) throw new Error(`${name} could not be generated (${why}):\n${output}`)
  return ms
}

/** Runs `work` with a workshop, in which the measured packages and the project's can be imported; then removes it. */
export const inWorkshop = <T>(document: object, work: (workshop: Workshop) => Promise<T>): Promise<T> =>
  inTemporaryFolder('paket-bench-', async (outer) => {
    const folder = join(outer, 'workshop')
    await mkdir(folder)
    const contract = join(folder, 'contract.json')
    await writeFile(contract, JSON.stringify(document))
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    await symlink(join(root, 'node_modules'), join(outer, 'node_modules'), 'junction')
    await symlink(join(import.meta.dirname, 'node_modules'), join(folder, 'node_modules'), 'junction')
    return work({ folder, contract })
  })
