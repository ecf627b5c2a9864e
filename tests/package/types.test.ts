import { readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callsOf, failuresOf, loadContract } from '@paket/contract'
import { installOwnPackages } from '../../scripts/own-packages.ts'
import { root } from '../../scripts/processes.ts'
import { partnerProject, type Project } from './support.ts'

const SLOW_MS = 300_000
const compilers = {
  7: join(root, 'node_modules/@typescript/native/bin/tsc'),
  5.4: join(import.meta.dirname, 'node_modules/oldest-typescript/bin/tsc'),
}
interface Settings {
  strict: boolean
  resolution: 'bundler' | 'nodenext'
  compiler?: keyof typeof compilers
  /** Default: the types of a page. */
  types?: 'page' | 'node'
}

let project: Project
let shop: string
let everyFailure: string
let unitTests: string
beforeAll(async () => {
  project = await partnerProject({ peers: true })
  const program = (name: string) => readFile(join(import.meta.dirname, 'partner', name), 'utf8')
  shop = await program('shop.ts')
  everyFailure = await exhaustiveSwitch('createOrder')
  unitTests = await program('unit-tests.ts')
}, SLOW_MS)
afterAll(() => project?.remove())

/** A program that handles every failure of a call by name, and reads the code, the status or the page, whichever the failure has. */
async function exhaustiveSwitch(call: string): Promise<string> {
  const contract = await loadContract(join(root, 'openapi'))
  const { operation } = callsOf(contract).find(({ id }) => id === call)!
  const arms = failuresOf(contract, operation).map(({ name, code, http }) => {
    const isCode = code !== undefined || name === 'unknownCode'
    const isStatus = http !== undefined || name === 'unexpectedStatus'
    return `case '${name}': return \`\${failure.${isCode ? 'code' : isStatus ? 'status' : 'docs'}}\``
  })
  return `import type { Failure } from '@paket/sdk'
export function words(failure: Failure<'${call}'>): string {
  switch (failure.name) {
    ${arms.join('\n    ')}
  }
}`
}

/** Compiles programs in the partner's project, and the package's declarations too. Returns the compiler's output. */
async function errorsIn(
  texts: readonly string[],
  { strict, resolution, compiler = 7, types = 'page' }: Settings,
): Promise<string> {
  const module = resolution === 'bundler' ? 'esnext' : 'nodenext'
  const checked = { skipLibCheck: false, skipDefaultLibCheck: true }
  const platform =
    types === 'page'
      ? { lib: ['es2021', 'dom'], types: [] }
      : { lib: ['es2022'], types: [join(root, 'node_modules/@types/node')] }
  const fixed = { ...checked, noEmit: true, target: 'es2022', ...platform }
  const compilerOptions = { ...fixed, strict, exactOptionalPropertyTypes: strict, module, moduleResolution: resolution }
  const files = texts.map((_, nth) => `program${nth}.ts`)
  await project.write('tsconfig.json', JSON.stringify({ compilerOptions, files }))
  for (const [nth, file] of files.entries()) await project.write(file, texts[nth] ?? '')
  // Each thread would check the same declarations again.
  const alone = compiler === 7 ? ['--singleThreaded'] : []
  const { ok, output } = await project.node(compilers[compiler], '-p', project.path(), ...alone)
  return ok ? '' : output
}

describe.each(['bundler', 'nodenext'] as const)('with resolution %s a partner’s program compiles', (resolution) => {
  it(
    'with strict',
    async () => {
      expect(await errorsIn([shop, everyFailure, unitTests], { strict: true, resolution })).toBe('')
    },
    SLOW_MS,
  )
  it(
    'without strict, noConnection and timeOut among its failures',
    async () => {
      expect(await errorsIn([shop, everyFailure], { strict: false, resolution })).toBe('')
    },
    SLOW_MS,
  )
})

it(
  'compiles with the oldest TypeScript that the README names',
  async () => {
    await installOwnPackages(import.meta.dirname)
    const readme = await readFile(project.path('node_modules/@paket/sdk/README.md'), 'utf8')
    expect([...readme.matchAll(/TypeScript ([\d.]+) or newer/g)].map(([, version]) => version)).toEqual(['5.4'])
    const [, example = ''] = /```ts\n([^`]*sdk\/openapi-fetch[^`]*)```/.exec(readme) ?? []
    expect(await errorsIn([shop, example], { strict: true, resolution: 'nodenext', compiler: 5.4 })).toBe('')
  },
  SLOW_MS,
)

it(
  'does not compile without the case of a failure, or with a stub of a failure that the call does not have',
  async () => {
    const without = ['employee', 'noConnection', 'unknownCode'].map((name) =>
      everyFailure.replace(new RegExp(`case '${name}':.*`), ''),
    )
    expect(without).not.toContain(everyFailure)
    const misspelt = unitTests.replace('fails.createOrder.timeIsOver', 'fails.createOrder.timeIsOvre')
    const errors = await errorsIn([...without, misspelt], { strict: true, resolution: 'bundler' })
    expect(
      [...errors.matchAll(/^(\S+)\(\d+,\d+\): error (TS\d+)/gm)].map(([, file, error]) => ({ file, error })),
    ).toEqual([
      { file: 'program0.ts', error: 'TS2366' },
      { file: 'program1.ts', error: 'TS2366' },
      { file: 'program2.ts', error: 'TS2366' },
      { file: 'program3.ts', error: 'TS2551' },
    ])
  },
  SLOW_MS,
)

it(
  'the README’s first call compiles with the types of Node alone',
  async () => {
    const readme = await readFile(project.path('node_modules/@paket/sdk/README.md'), 'utf8')
    const [, firstCall = ''] = /```ts\n([^`]*createClient[^]*?)```/.exec(readme) ?? []
    expect(await errorsIn([firstCall], { strict: true, resolution: 'nodenext', types: 'node' })).toBe('')
  },
  SLOW_MS,
)

it(
  'the README’s example for MSW compiles and runs unchanged',
  async () => {
    await installOwnPackages(import.meta.dirname)
    await symlink(join(import.meta.dirname, 'node_modules/msw'), project.path('node_modules/msw'))
    const readme = await readFile(project.path('node_modules/@paket/sdk/README.md'), 'utf8')
    const [, example = ''] = /```ts\n([^`]*from 'msw'[^`]*)```/.exec(readme) ?? []
    expect(await errorsIn([example], { strict: true, resolution: 'nodenext' })).toBe('')
    expect(await project.node('program0.ts')).toEqual({ ok: true, output: 'timeIsOver' })
  },
  SLOW_MS,
)
