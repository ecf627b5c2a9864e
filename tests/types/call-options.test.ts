import { mkdir, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyOfRepository, type Copy } from '../contract/copy.ts'
import { readContract } from '../contract/contract.ts'

const { calls } = await readContract()
const money = ['createOrder', 'createScoresOrder', 'payOrder']
const others = calls.map(({ id }) => id).filter((id) => !money.includes(id))

let copy: Copy
beforeAll(async () => {
  copy = await copyOfRepository()
  await mkdir(copy.path('types'))
  const settings = { extends: '../tsconfig.json', compilerOptions: { lib: ['ES2022', 'DOM'] }, include: ['.'] }
  await writeFile(copy.path('types/tsconfig.json'), JSON.stringify(settings))
}, 30_000)
afterAll(() => copy.remove())

/** Returns the compiler's output for a program that passes an idempotency key to each call, and to each mutation if asked. */
async function errorsWithKey(ids: string[]): Promise<string> {
  const lines = ids.map((id) => `  void paket.${id}(body as never, { idempotencyKey: key })`)
  const program = `import type { Client } from '@paket/sdk'
export function send(paket: Client, body: unknown, key: string) {
${lines.join('\n')}
}
`
  await writeFile(copy.path('types/options.ts'), program)
  return copy.typeErrors('types')
}

it('the calls that move money take an idempotency key', async () => {
  expect(await errorsWithKey(money)).toBe('')
}, 60_000)

it('no other call takes one', async () => {
  const errors = await errorsWithKey(others)
  expect(errors.match(/'idempotencyKey' does not exist in type 'CallOptions'/g)).toHaveLength(others.length)
}, 60_000)

it('the mutation of a call takes what the call takes', async () => {
  const mutations = (id: string) => `import type { Client } from '@paket/sdk'
import { mutation } from '@paket/sdk/react-query'
import type { QueryClient } from '@tanstack/react-query'
export const options = (paket: Client, queries: QueryClient, idempotencyKey: string) =>
  mutation(paket, '${id}', queries, { idempotencyKey })
`
  await writeFile(copy.path('types/options.ts'), mutations('createOrder'))
  expect(await copy.typeErrors('types')).toBe('')
  await writeFile(copy.path('types/options.ts'), mutations('unbindCard'))
  expect(await copy.typeErrors('types')).toContain("'idempotencyKey' does not exist in type")
}, 60_000)
