import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { generate } from '../../sdk/codegen/generate.ts'
import { milliseconds, schemaName } from '../../sdk/codegen/contract.ts'
import { root } from '../contract/contract.ts'

const contract = join(root, 'openapi')
const folder = join(root, 'sdk/src/generated')

it('what is committed is what the contract gives, and it gives the same twice', async () => {
  const first = await generate(contract)
  const second = await generate(contract)
  const committed = await Promise.all(
    (await readdir(folder)).toSorted().map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
  )
  expect([...first]).toEqual([...second])
  expect([...first]).toEqual(committed)
}, 30_000)

it.each([
  ['PT1S', 1000],
  ['PT5M', 300_000],
  ['PT1H', 3_600_000],
  ['PT1H2M3S', 3_723_000],
])('the duration %s is %i ms', (text, ms) => {
  expect(milliseconds(text)).toBe(ms)
})
it('a duration or a schema that cannot be read is an error that names it', () => {
  expect(() => milliseconds('5 min')).toThrow('not a duration: 5 min')
  expect(() => schemaName({}, 'getX, request')).toThrow(
    'getX, request: a schema of its own in openapi/schemas/ is needed',
  )
})
