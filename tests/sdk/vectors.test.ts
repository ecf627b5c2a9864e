import { expect, test } from 'vitest'
import { callsOf, type Code } from '@paket/contract'
import { createClientOf, type Descriptor } from '@paket/sdk/runtime'
import { descriptor } from '../../sdk/codegen/descriptor.ts'
import { contract, rules, type Vector, vectors } from './vectors.ts'
import stored from '../../openapi/vocabulary/vectors.json' with { type: 'json' }

const all = vectors()

test('the stored vectors agree with the contract’s reader: more than 2,000, without duplicates', async () => {
  const lines = all.map((vector) => JSON.stringify(vector)).join(',\n')
  const text = `{\n"rules": ${JSON.stringify(rules, undefined, 1)},\n"vectors": [\n${lines}\n]\n}\n`
  await expect(text).toMatchFileSnapshot('../../openapi/vocabulary/vectors.json')
  expect(new Set(all.map(([rule, status, body]) => JSON.stringify([rule, status, body]))).size).toBe(all.length)
  expect(all.length).toBeGreaterThanOrEqual(2000)
})

test('every failure of every rule, and a success of each, is among them', () => {
  for (const { id, operation } of callsOf<Code>(contract)) {
    const names = new Set(all.flatMap(([rule, , , name]) => (rule === id ? [name] : [])))
    for (const { name } of operation['x-failures']) expect(names, id).toContain(name)
    expect(names, id).toContain(null)
  }
})

test('the SDK’s runtime judges each of them likewise', async () => {
  const operations = Object.fromEntries(
    callsOf<Code>(contract).map((call) => [call.id, { ...descriptor(contract, call), types: {} } as Descriptor]),
  )
  let answer = new Response()
  const client = createClientOf(operations, { baseUrl: 'https://vectors.example', fetch: async () => answer })
  const wrong: unknown[] = []
  for (const [rule, status, text, name, outcome] of stored.vectors as Vector[]) {
    answer = new Response(status === 204 ? null : text, { status })
    const result = await client[rule]!({ body: {} })
    const judged = result.ok ? [null, null] : [result.failure.name, result.failure.outcome ?? null]
    if (judged[0] !== name || judged[1] !== outcome) wrong.push({ rule, status, text, name, outcome, judged })
  }
  expect(wrong).toEqual([])
})
