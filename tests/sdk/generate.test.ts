import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { generate } from '../../sdk/codegen/generate.ts'
import { root } from '../contract/contract.ts'

const contract = join(root, 'openapi')
const folder = join(root, 'sdk/src/generated')

it('the committed files are what the contract generates, and generation is deterministic', async () => {
  const first = await generate(contract)
  const second = await generate(contract)
  const committed = await Promise.all(
    (await readdir(folder)).toSorted().map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
  )
  expect([...first]).toEqual([...second])
  expect([...first]).toEqual(committed)
}, 30_000)

it('shows partners no id of a requirement or a decision', async () => {
  const sources = join(root, 'sdk/src')
  const names = (await readdir(sources, { recursive: true })).filter((name) => name.endsWith('.ts'))
  const found = names.map(async (name) => {
    const text = await readFile(join(sources, name), 'utf8')
    const ofExports = text.match(/\/\*\*(?:(?!\*\/)[^])*\*\/\s*export/g)?.join('\n') ?? ''
    return (name.startsWith('generated') ? text : ofExports).match(/\b(?:OP|OO|D|[CO]-[A-Z]+)-\d+|\bT\d\b/g) ?? []
  })
  expect(names.length).toBeGreaterThan(40)
  expect((await Promise.all(found)).flat()).toEqual([])
})
