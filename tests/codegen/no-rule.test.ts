import { expect, test } from 'vitest'
import { callsOf, type Code, judge } from '@paket/contract'
import { withDefaults } from '@paket/contract/description'
import { problemsOf } from '@paket/contract/lint'
import { createClientOf, type Descriptor } from '@paket/sdk/runtime'
import { descriptor } from '../../sdk/codegen/descriptor.ts'

// Most calls of other descriptions do not say how they fail: then only the status decides.

function contractWith(schema?: object) {
  // Some tools write an example as a string.
  const json = { examples: { one: { value: '{ "code": "RU" }' } }, ...(schema && { schema }) }
  const getCountry = {
    operationId: 'getCountry',
    'x-failures': [{ http: 422, code: 7, name: 'noLongerOne' }],
    responses: {
      '200': { description: 'The country.', content: { 'application/json': json } },
      '422': { description: 'Not served.' },
    },
  }
  const info = { title: 'Countries', version: '1' }
  const contract = withDefaults({ openapi: '3.0.3', info, paths: { '/countries/{code}': { get: getCountry } } })
  const [call] = callsOf<Code>(contract)
  if (!call) throw new Error('the description has no call')
  return { contract, call }
}
const { contract, call } = contractWith()

test('a call without a rule is valid', () => expect(problemsOf(contract)).toEqual([]))

test.each([
  ['404', 404, []],
  ['4XX', 404, []],
  ['4XX', ['4XX', 500], []],
  ['5XX', 404, ['getCountry (GET /countries/{code}): none means HTTP 404, which has no response']],
])('a response %s is one of the failure whose http is %j', (status, http, expected) => {
  const get = {
    ...call.operation,
    'x-failures': [{ http, name: 'none' }],
    responses: { [status]: { description: 'None.' } },
  }
  const found = problemsOf(withDefaults({ ...contract, paths: { '/countries/{code}': { get } } }))
  expect(found.map(({ message }) => message)).toEqual(expected)
})

test.each<[entry: string, failures: object[], before: string | null]>([
  ['a status after its class', [{ http: '4XX' }, { http: 404 }], 'first'],
  ['a class after one of its statuses', [{ http: 404 }, { http: '4XX' }], null],
  ['a status beside another', [{ http: 404 }, { http: [404, 409] }], null],
  ['one code of two', [{ code: [3, 4] }, { code: 4 }], 'first'],
  ['two codes after one', [{ code: 3 }, { code: [3, 4] }], null],
  ['a code under a status of its own', [{ code: 3 }, { code: 3, http: 422 }], null],
  ['a code under a status that is a failure', [{ http: 422 }, { code: 3, http: 422 }], 'first'],
  ['a status after a code of it', [{ code: 3, http: 422 }, { http: 422 }], null],
  ['the status of a refused token', [{ http: 404 }, { http: 401 }], 'unauthorized'],
])('doubts a failure that no answer reaches: %s', (_, [first, second], before) => {
  const failures = [
    { name: 'malformed', outcome: 'retry' },
    { ...first, name: 'first' },
    { ...second, name: 'second' },
  ]
  const get = {
    ...call.operation,
    'x-validity': { reject: { from: 1 } },
    'x-failures': failures,
    responses: { default: { description: 'Any.' } },
  }
  const found = problemsOf(withDefaults({ ...contract, paths: { '/countries/{code}': { get } } }))
  const message = `getCountry (GET /countries/{code}): second is never reached: ${before} has all of its answers and is before it`
  expect(found).toMatchObject(before === null ? [] : [{ keys: expect.arrayContaining([2]), message, isDoubt: true }])
  expect(found).toHaveLength(before === null ? 0 : 1)
})

test('names once the calls that have other servers than the rest', () => {
  const at = (url: string) => ({ servers: [{ url }] })
  const { operationId: _, ...get } = call.operation
  const paths = {
    '/a': { get: { ...get, ...at('https://a.example') } },
    '/b': { get: { ...get, ...at('https://b.example') }, put: get },
    '/c': { get, ...at('https://c.example') },
  }
  const namedIn = (description: object) =>
    problemsOf(withDefaults({ ...contract, paths, ...description })).map(({ message }) => message)
  const advice = 'has servers of its own: make a client for it whose baseUrl is one of them; the same holds for'
  expect(namedIn({})).toEqual([`getB (GET /b) ${advice} putB, getC`])
  expect(namedIn(at('https://b.example'))).toEqual([`getA (GET /a) ${advice} getC`])
  expect(namedIn({ paths: { '/a': paths['/a'] } })).toEqual([])
})

test.each<[title: string, schema: object | undefined, accepts: boolean]>([
  ['no schema', undefined, true],
  ['a schema that says nothing', { description: 'Whatever it is.' }, true],
  ['a list', { type: 'array' }, true],
  ['an object', { type: 'object' }, false],
  ['properties', { properties: { code: { type: 'string' } } }, false],
])('a list is judged where the answer has %s', (_, schema, accepts) => {
  const { operation } = contractWith(schema).call
  expect(judge(contract, operation, { status: 200, body: ['RU'] })?.name).toBe(accepts ? undefined : 'malformed')
})

test.each<[status: number, body: unknown, is: unknown]>([
  [200, { code: 'RU' }, { code: 'RU' }],
  [200, { code: 2004 }, { code: 2004 }],
  [200, { code: null }, { code: null }],
  [200, { code: { iso: 'RU' } }, { code: { iso: 'RU' } }],
  [200, ['RU'], ['RU']],
  [422, { code: 7 }, 'noLongerOne'],
  [422, { code: 'RU' }, 'unexpectedStatus'],
  [500, { code: 7 }, 'unexpectedStatus'],
])('a call without a rule that answers %i with %j', async (status, body, is) => {
  const getCountry = { ...descriptor(contract, call), types: {} } as unknown as Descriptor
  const client = createClientOf(
    { getCountry },
    { baseUrl: 'https://countries.example', fetch: async () => new Response(JSON.stringify(body), { status }) },
  )
  const result = await client.getCountry({ path: { code: 'x' } })
  expect(result.ok ? result.data : result.failure.name).toEqual(is)
  expect(judge(contract, call.operation, { status, body })?.name).toBe(typeof is === 'string' ? is : undefined)
})
