import { expect, it } from 'vitest'
import { grouped } from '#drift/report/finding.ts'
import { trafficOf } from '#drift/traffic/traffic.ts'
import { folderOfFile } from '../support.ts'

const folder = folderOfFile()
const text = { type: 'string' }
const integer = { type: 'integer' }
const one = (name: string) => ({ type: 'object', required: [name], properties: { [name]: text } })
const properties = {
  list: { type: 'array', prefixItems: [integer, one('a')], items: false },
  rest: { type: 'array', prefixItems: [text], items: integer },
  tags: { type: 'array', items: text, contains: { const: 'main' } },
  parts: { type: 'array', contains: { $ref: '#/components/schemas/Main' } },
  map: { type: 'object', propertyNames: { pattern: '^[a-z]+$' } },
  pet: { oneOf: [one('cat'), one('dog')] },
  payment: {
    type: 'object',
    properties: { kind: text },
    if: { properties: { kind: { const: 'card' } }, required: ['kind'] },
    // oxlint-disable-next-line unicorn/no-thenable
    then: { required: ['number'] },
    else: { required: ['phone'] },
  },
  short: { type: 'string', maxLength: 3 },
}
async function said(body: object): Promise<string[]> {
  const traffic = await trafficOf(
    await folder.file({
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1' },
      servers: [{ url: 'https://shop.example' }],
      components: { schemas: { Main: { type: 'object', properties: { isMain: { const: true } } } } },
      paths: {
        '/cart': {
          get: {
            operationId: 'getCart',
            responses: {
              '200': { description: 'x', content: { 'application/json': { schema: { type: 'object', properties } } } },
            },
          },
        },
      },
    }),
  )
  const responseHeaders = { 'content-type': 'application/json' }
  traffic.add(
    { method: 'GET', url: 'https://shop.example/cart', status: 200, responseHeaders, responseBody: body },
    'a',
    1,
  )
  return grouped(traffic.found).map(({ rule, says }) => `${rule}: ${says.replace(/: [^:]*$/, '')}`)
}

it.each<[what: string, body: object, findings: string[]]>([
  [
    'an item by its place',
    { list: ['x'] },
    ['seen-field-type: `list[0]` of getCart was a string; the contract has integer'],
  ],
  ['a field of an item by its place', { list: [1, {}] }, ['seen-field-missing: `list[1].a` of getCart was missing']],
  [
    'an item after those with a place',
    { rest: ['a', 'x'] },
    ['seen-field-type: `rest[]` of getCart was a string; the contract has integer'],
  ],
  [
    'a list without the item that it must contain, once',
    { tags: ['a', 'b'], parts: [{ isMain: false }] },
    [
      'seen-field-form: `parts` of getCart violates contains (came as a list of 1)',
      'seen-field-form: `tags` of getCart violates contains (came as a list of 2)',
    ],
  ],
  [
    'an item of another type beside a missing one',
    { tags: [1] },
    [
      'seen-field-type: `tags[]` of getCart was an integer; the contract has string',
      'seen-field-form: `tags` of getCart violates contains (came as a list of 1)',
    ],
  ],
  [
    'a wrong name in a map, once',
    { map: { A: 1 } },
    ['seen-field-form: `map` of getCart violates propertyNames (came as an object of 1 field)'],
  ],
  [
    'an object of two alternatives',
    { pet: { cat: 'a', dog: 'b' } },
    ['seen-field-form: `pet` of getCart fits more than one alternative of oneOf (came as an object of 2 fields)'],
  ],
  [
    'a field that is required under a condition',
    { payment: { kind: 'card' } },
    ['seen-field-missing: `payment.number` of getCart was missing'],
  ],
  ['no field that is required under a condition as unknown', { payment: { kind: 'card', number: '1' } }, []],
  [
    'the length of a text as the contract counts it',
    { short: '😀😀😀😀' },
    ['seen-field-form: `short` of getCart violates maxLength 3 (came as a text of 4 characters)'],
  ],
])('names %s', async (_what, body, findings) => {
  expect(await said(body)).toEqual(findings)
})
