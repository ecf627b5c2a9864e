import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nodeCommand, runToEnd } from '../processes.ts'
import { stage } from '../pack.ts'
import type { Call } from './contract.ts'
import type { Workshop } from './generators.ts'

const LONGEST_MS = 300_000
const compilerOptions = {
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'bundler',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: [],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
}

/** A source file per client that makes every call with the contract's example body, and reads its data and failure. */
function programs(calls: Call[]): Record<string, string> {
  const each = (before: string, request: (call: Call, body: string) => string, read: string) =>
    [
      before,
      'declare function use(value: unknown): void',
      ...calls.map(
        (call) =>
          `export async function ${call.id}() { const answer = await ${request(call, JSON.stringify(call.body))}; ${read} }`,
      ),
    ].join('\n')
  const paket = (from: string, more = '', option = '') =>
    each(
      `import { createClient } from '${from}'\n${more}\nconst api = createClient({ baseUrl: '/bff/api', auth: { getToken: () => null }${option} })`,
      ({ id }, body) => `api.${id}(${body})`,
      'if (answer.ok) use(answer.data); else use(answer.failure.name)',
    )
  const fields = 'if (answer.data) use(answer.data); else use(answer.error)'
  const inBody = ({ id }: Call, body: string) => `api.${id}({ body: ${body} })`
  const heyApi = (folder: string) => each(`import * as api from './${folder}/sdk.gen'`, inBody, fields)
  const orval = (folder: string) =>
    each(
      `import * as api from './${folder}/client'`,
      ({ id }, body) => `api.${id}(${body})`,
      'if (answer.status === 200) use(answer.data); else use(answer.data)',
    )
  const redocly = (folder: string, more = '') =>
    each(`import * as api from './${folder}/client'\n${more}`, inBody, fields)
  return {
    '@paket/sdk': paket('./paket-packed/dist/index.js'),
    '@paket/sdk, sources': paket('@paket/sdk'),
    '@paket/sdk + schemas': paket(
      './paket-packed/dist/index.js',
      `import { schemas } from './paket-packed/dist/schemas.js'`,
      ', schemas',
    ),
    'openapi-fetch': each(
      `import create from 'openapi-fetch'\nimport type { paths } from './openapi-fetch/schema'\nconst api = create<paths>({ baseUrl: '/bff/api' })`,
      ({ path }, body) => `api.POST('${path}', { body: ${body} })`,
      fields,
    ),
    'hey-api': heyApi('hey-api'),
    'hey-api + valibot': heyApi('hey-api-valibot'),
    orval: orval('orval'),
    'orval + zod': orval('orval-zod'),
    Redocly: redocly('redocly'),
    'Redocly + zod': redocly(
      'redocly-zod',
      `import { zodValidation } from './redocly-zod/client.zod'\napi.use(zodValidation())`,
    ),
  }
}

/** The clients whose generated files do not compile, with the first error of each. `clients` lists the files, relative to the workshop. */
export async function brokenClients(
  clients: Readonly<Record<string, readonly string[]>>,
  { folder }: Workshop,
): Promise<string[]> {
  const check = async ([name, files]: [string, readonly string[]], nth: number) => {
    const project = join(folder, `client-${nth}.json`)
    await writeFile(project, JSON.stringify({ compilerOptions, files }))
    const { ok, output } = await runToEnd(
      nodeCommand(name, 'node_modules/typescript/bin/tsc', ['-p', project]),
      LONGEST_MS,
    )
    return ok ? [] : [`${name}: ${output.trim().split('\n')[0]}`]
  }
  return (await Promise.all(Object.entries(clients).map(check))).flat()
}

/** The compiler's result for one program. */
export interface CheckResult {
  seconds: number
  /** The number of types it has created, which does not depend on the machine. */
  types: number
  /** The number of errors in generated code. */
  errors: number
}
/** Writes the programs beside the generated clients; returns their names, and a function that checks one. */
export async function checkedPrograms(calls: Call[], { folder }: Workshop) {
  const packed = join(folder, 'paket-packed')
  await mkdir(packed)
  await stage(packed)
  const files = Object.entries(programs(calls)).map(([name, source], nth) => ({ name, source, base: `program-${nth}` }))
  for (const { source, base } of files) {
    await writeFile(join(folder, `${base}.ts`), source)
    await writeFile(join(folder, `${base}.json`), JSON.stringify({ compilerOptions, files: [`${base}.ts`] }))
  }
  const check = async (name: string): Promise<CheckResult> => {
    const base = files.find((file) => file.name === name)?.base
    const project = join(folder, `${base}.json`)
    const compiler = nodeCommand(name, 'node_modules/typescript/bin/tsc', ['-p', project, '--extendedDiagnostics'])
    const { output } = await runToEnd({ ...compiler, cwd: folder }, LONGEST_MS)
    const errors = output.match(/^.*error TS.*$/gm) ?? []
    const seconds = Number(/^Total time:\s+([\d.]+)s$/m.exec(output)?.[1])
    const types = Number(/^Types:\s+(\d+)$/m.exec(output)?.[1])
    const own = errors.find((error) => error.startsWith(`${base}.ts`))
    if (own || Number.isNaN(seconds)) throw new Error(`${name} could not be checked:\n${own ?? output}`)
    return { seconds, types, errors: errors.length }
  }
  return { names: files.map(({ name }) => name), check }
}
