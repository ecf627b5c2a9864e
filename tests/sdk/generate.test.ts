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
