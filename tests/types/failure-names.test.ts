import { mkdir, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyOfRepository, type Copy } from '../contract/copy.ts'
import { readContract } from '../contract/contract.ts'

const { document, calls } = await readContract()
const common = document['x-failures'].map(({ name }) => name)
const union = (names: string[]) => names.map((name) => `'${name}'`).join(' | ')

/** One assertion per call, derived from the contract: exactly the names and outcomes of its failures. */
const assertions = calls.map(({ id, operation }) => {
  const own = operation['x-failures']
  const rows = [...own, ...document['x-failures'].filter(({ name }) => !own.some((entry) => entry.name === name))]
  return [
    `export const names_${id}: Same<Failure<'${id}'>['name'], ${union([...new Set([...own.map(({ name }) => name), ...common])])}> = true`,
    ...rows.map(
      ({ name, outcome }) =>
        `export const outcome_${id}_${name}: Same<Extract<Failure<'${id}'>, { name: '${name}' }>['outcome'], '${outcome}'> = true`,
    ),
  ].join('\n')
})
const source = (lines: string[]) => `import type { Failure } from '@paket/sdk'
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
${lines.join('\n')}
`
const settings = JSON.stringify({
  extends: '../tsconfig.json',
  compilerOptions: { lib: ['ES2022', 'DOM'] },
  include: ['.'],
})

let copy: Copy
beforeAll(async () => {
  copy = await copyOfRepository()
  await mkdir(copy.path('types'))
  await writeFile(copy.path('types/tsconfig.json'), settings)
}, 30_000)
afterAll(() => copy.remove())
async function typeErrors(lines: string[]): Promise<string> {
  await writeFile(copy.path('types/failures.ts'), source(lines))
  return copy.typeErrors('types')
}

it('has exactly the contract’s failures of each call, by name and outcome', async () => {
  expect(assertions).toHaveLength(33)
  expect(await typeErrors(assertions)).toBe('')
}, 60_000)

it.each([
  ["Same<Failure<'createOrder'>['name'], 'employee'>", 'a name too few'],
  ["Same<Extract<Failure<'createOrder'>, { name: 'employee' }>['outcome'], 'error'>", 'another outcome'],
])(
  '%s would not compile: %s',
  async (type) => {
    expect(await typeErrors([`export const wrong: ${type} = true`])).toContain(
      "Type 'true' is not assignable to type 'false'",
    )
  },
  60_000,
)
