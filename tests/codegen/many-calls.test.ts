import { expect, test } from 'vitest'
import { callsOf, type Code } from '@paket/contract'
import { withDefaults } from '@paket/contract/description'
import { problemsOf } from '@paket/contract/lint'
import { createClientOf, type Descriptor } from '@paket/sdk/runtime'
import { descriptor } from '../../sdk/codegen/descriptor.ts'

// As large as the API of a public chat service: every call answers 200, `ok` says whether it succeeded and `error` why not.

const CALLS = 174
const CODES = 11
const calls = Array.from({ length: CALLS }, (_, nth) => nth)
const codes = Array.from({ length: CODES }, (_, nth) => nth)
const descriptionWith = (schema: object) => ({
  openapi: '3.0.3',
  info: { title: 'Chat', version: '1' },
  paths: Object.fromEntries(
    calls.map((call) => [
      `/chat.call${call}`,
      {
        [call % 3 === 0 ? 'get' : 'post']: {
          operationId: `chat.call${call}`,
          'x-validity': { at: 'ok', codeAt: 'error', reject: { except: [true] } },
          'x-failures': codes.map((code) => ({ code: `not_${call}_${code}`, name: `not${call}N${code}` })),
          responses: {
            '200': { description: 'Any.', content: { 'application/json': { schema } } },
          },
        },
      },
    ]),
  ),
})
const contract = withDefaults(descriptionWith({ type: 'object' }))

test('each code of each of 174 calls is the failure with its name, and a success is not a failure', async () => {
  expect(problemsOf(contract)).toEqual([])
  const all = callsOf<Code>(contract)
  const operations = Object.fromEntries(
    all.map((call) => [call.id, { ...descriptor(contract, call), types: {} } as Descriptor]),
  )
  let answer: object = {}
  const client = createClientOf(operations, {
    baseUrl: 'https://chat.example',
    fetch: async () => new Response(JSON.stringify(answer)),
  })
  const judged: unknown[] = []
  const listed: unknown[] = []
  for (const { id, operation } of all) {
    answer = { ok: true, error: 'not_0_0' }
    expect(await client[id]!()).toEqual({ ok: true, data: answer })
    for (const { code, name } of operation['x-failures']) {
      answer = { ok: false, error: code }
      const result = await client[id]!()
      judged.push(result.ok ? result.data : [id, result.failure.name, result.failure.code])
      listed.push([id, name, code])
    }
  }
  expect(judged).toEqual(listed)
  expect(judged).toHaveLength(1914)
})

test('the calls whose answers do not have what one rule examines are named in one line', () => {
  const found = problemsOf(withDefaults(descriptionWith({ type: 'object', properties: { value: {} } })))
  expect(found.map(({ keys, message }) => [keys.slice(-2), message.replace(/chatCall2, .*,/, '…')])).toEqual([
    [
      ['x-validity', 'at'],
      'chatCall0 (GET /chat.call0) has no schema and no example of an answer with ok, which x-validity examines; the same holds for chatCall1, … 153 more',
    ],
    [
      ['x-validity', 'codeAt'],
      'chatCall0 (GET /chat.call0) has no schema and no example of an answer with error, which x-validity examines; the same holds for chatCall1, … 153 more',
    ],
  ])
})

test('an answer whose schemas lead to each other does not have every path', () => {
  const event = { $ref: '#/components/schemas/Event' }
  const get = {
    operationId: 'getEvent',
    'x-validity': { at: 'of.ok', reject: { codes: [1] }, require: ['id'] },
    responses: { '200': { description: 'Any.', content: { 'application/json': { schema: event } } } },
  }
  const schemas = {
    Event: { oneOf: [{ $ref: '#/components/schemas/Message' }] },
    Message: { allOf: [event, { properties: { of: {} } }] },
  }
  const found = problemsOf(
    withDefaults({ ...descriptionWith({}), components: { schemas }, paths: { '/event': { get } } }),
  )
  expect(found.map(({ message }) => message)).toEqual([
    'getEvent (GET /event) has no schema and no example of an answer with id, which x-validity examines',
  ])
})
