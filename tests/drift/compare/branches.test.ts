import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { contract, driftOf, folderOfFile, root } from '../support.ts'
import type { Part } from './library.ts'

const folder = folderOfFile()
const order = '/v1/create_order'
const place = join(root, 'tests/support/bookstore.yaml')
const bookstore = (): Part => parse(readFileSync(place, 'utf8'))
const severeFindings = async (document: Part, contractPlace?: string) =>
  (await driftOf(await folder.file(document), contractPlace))
    .filter(({ severity }) => severity !== 'note')
    .map(({ rule, subject }) => `${rule} ${subject}`)

const code = (values: object) => ({ type: 'integer', ...values })
const text = { type: ['string', 'null'] }
const success = (orderId: object) => ({
  type: 'object',
  required: ['code', 'result'],
  properties: {
    code: code({ const: 0 }),
    message: text,
    result: { type: 'object', required: ['orderId'], properties: { orderId } },
  },
})
const refusal = (values: object) => ({
  type: 'object',
  required: ['code'],
  properties: { code: values, message: text },
})
/** Returns the contract with these alternatives of createOrder's 200. */
const withBranches = (...branches: object[]) => {
  const bundle = contract()
  const media: Part = bundle.answer(order)['content']!['application/json']
  const { schema } = media
  media.schema = { oneOf: branches }
  delete media.examples
  return { document: bundle.document, schema }
}
const good = success({ type: 'string' })
const codes = [2, 2001, 2002, 2003].map((one) => refusal(code({ const: one })))

describe('a 200 of the contract with more than two alternatives', { timeout: 60_000 }, () => {
  it.each<[string, object[], RegExp | null]>([
    ['a branch a code, all right', [good, ...codes], null],
    ['a branch a code, the success last', [...codes, good], null],
    [
      'two kinds of success, the second wrong',
      [good, success({ type: 'integer' }), ...codes],
      /response-type .*orderId/,
    ],
    [
      'two kinds of success, the first wrong',
      [success({ type: 'integer' }), good, ...codes],
      /response-type .*orderId/,
    ],
    [
      'two kinds of refusal, the second with a textual code',
      [good, codes[0]!, refusal({ type: 'string' })],
      /code-type/,
    ],
    [
      'the middle one of three refusals with a textual code',
      [good, codes[0]!, refusal({ type: 'string' }), codes[1]!],
      /code-type/,
    ],
    [
      'an unknown code in the last of five',
      [good, ...codes, refusal(code({ const: 2999 }))],
      /code-unknown createOrder 2999/,
    ],
    [
      'a success without its order',
      [good, { ...good, properties: { code: code({ const: 0 }) } }, ...codes],
      /response-field-missing .*result/,
    ],
    [
      'alternatives within alternatives',
      [{ anyOf: [good, success({ type: 'boolean' })] }, { oneOf: codes }],
      /response-type .*orderId/,
    ],
    [
      'an allOf in an alternative',
      [{ allOf: [good, { properties: { code: code({ enum: [0] }) } }] }, success({ type: 'number' }), ...codes],
      /response-type .*orderId/,
    ],
    ['refusals alone', codes, /response-never-accepted/],
  ])('%s', async (_what, branches, expected) => {
    const found = await severeFindings(withBranches(...branches).document)
    if (expected) expect(found.join('\n')).toMatch(expected)
    else expect(found.filter((one) => !/response-(field|enum|value|length|pattern)/.test(one))).toEqual([])
  })
  it('names the codes of one alternative that the others do not list', async () => {
    const found = await severeFindings(withBranches(good, ...codes, refusal(code({ enum: [2998, 2999] }))).document)
    expect(found.filter((one) => one.startsWith('code-unknown'))).toEqual([
      'code-unknown createOrder 2998',
      'code-unknown createOrder 2999',
    ])
  })
})

const schema = (document: Part, name: string): Part => document.components.schemas[name]
describe('the bookstore, whose codes are texts and truth values', { timeout: 60_000 }, () => {
  it.each<[string, (document: Part) => void, RegExp]>([
    [
      'a code that the contract does not know',
      (d) => {
        schema(d, 'Refusal').properties.error.properties.code.enum = [
          'withdrawn',
          'embargoed',
          'region_locked',
          'burnt',
        ]
      },
      /^code-unknown getBook burnt$/m,
    ],
    [
      'a code that is a number',
      (d) => {
        schema(d, 'Refusal').properties.error.properties.code = { type: 'integer' }
      },
      /^code-type .*code integer$/m,
    ],
    [
      'a success without its title',
      (d) => {
        delete schema(d, 'Book').properties.title
      },
      /^response-field-missing Book\.title$/m,
    ],
    [
      'a second kind of success',
      (d) => {
        d.paths['/books/{id}'].get.responses['200'].content['application/json'].schema.oneOf.push({
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'string' } },
        })
      },
      /^response-type Book\.id string$/m,
    ],
    [
      'a refusal that is taken for a success',
      (d) => {
        schema(d, 'NotAdded').properties.ok = { type: 'boolean', enum: [true] }
      },
      /^response-value-unknown .*ok true$/m,
    ],
    [
      'a 404 with another body',
      (d) => {
        d.paths['/books/{id}'].get.responses['404'].content['application/json'].schema = { type: 'array', items: {} }
      },
      /^response-type getBook 404 array|^response-type Refusal array$/m,
    ],
    [
      'a rule that looks elsewhere',
      (d) => {
        d.paths['/books/{id}'].get['x-validity'].at = 'failure.code'
      },
      /^rule-place/m,
    ],
    [
      'a rule that accepts a code more',
      (d) => {
        d.paths['/books/{id}'].get['x-validity'].reject = { except: [null, 'withdrawn'] }
      },
      /^rule-accepts .*withdrawn/m,
    ],
    [
      'a failure more',
      (d) => {
        d.paths['/books/{id}'].get['x-failures'].push({ code: 'burnt', name: 'burnt' })
      },
      /^failure-added/m,
    ],
    [
      'a price that is a text',
      (d) => {
        schema(d, 'Book').properties.price = { type: 'string' }
      },
      /^response-type Book\.price string$/m,
    ],
    [
      'a 201 that is gone',
      (d) => {
        delete d.paths['/books'].post.responses['201']
      },
      /^response-status-never 201$/m,
    ],
    [
      'a parameter that is required',
      (d) => {
        d.paths['/books/{id}'].get.parameters[2].required = true
      },
      /^parameter-required header parameter x-shop$/m,
    ],
  ])('%s', async (_what, change, expected) => {
    const document = bookstore()
    change(document)
    expect((await severeFindings(document, place)).join('\n')).toMatch(expected)
  })
})

const old = (paths: Part): Part => ({
  swagger: '2.0',
  info: { title: 'x', version: '1' },
  host: 'x.example',
  basePath: '/v1',
  consumes: ['application/json'],
  produces: ['application/json'],
  securityDefinitions: { key: { type: 'apiKey', in: 'header', name: 'X-Key' }, basic: { type: 'basic' } },
  security: [{ key: [] }],
  definitions: {
    Book: { type: 'object', required: ['id'], properties: { id: { type: 'string', 'x-nullable': true } } },
  },
  paths,
})
describe('OpenAPI 2.0 beside 3.0', { timeout: 60_000 }, () => {
  const book = { type: 'object', required: ['id'], properties: { id: { type: 'string', nullable: true } } }
  const newer = {
    openapi: '3.0.3',
    info: { title: 'x', version: '1' },
    servers: [{ url: 'https://x.example/v1' }],
    security: [{ key: [] }],
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        basic: { type: 'http', scheme: 'basic' },
      },
    },
    paths: {
      '/books': {
        get: {
          parameters: [
            { name: 'tags', in: 'query', explode: false, schema: { type: 'array', items: { type: 'string' } } },
            { name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'integer' } } },
          ],
          responses: {
            200: {
              description: '',
              headers: { 'X-Total': { schema: { type: 'integer' } } },
              content: { 'application/json': { schema: { type: 'array', items: book } } },
            },
          },
        },
        post: {
          security: [{ basic: [] }],
          requestBody: { required: true, content: { 'application/json': { schema: book } } },
          responses: { 201: { description: '' } },
        },
      },
      '/covers': {
        post: {
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  required: ['file'],
                  properties: { file: { type: 'string', format: 'binary' }, note: { type: 'string', maxLength: 9 } },
                },
              },
            },
          },
          responses: { 204: { description: '' } },
        },
      },
    },
  }
  const older = () =>
    old({
      '/books': {
        get: {
          parameters: [
            { name: 'tags', in: 'query', type: 'array', items: { type: 'string' } },
            { name: 'ids', in: 'query', type: 'array', collectionFormat: 'multi', items: { type: 'integer' } },
          ],
          responses: {
            200: {
              description: '',
              headers: { 'X-Total': { type: 'integer' } },
              schema: { type: 'array', items: { $ref: '#/definitions/Book' } },
            },
          },
        },
        post: {
          security: [{ basic: [] }],
          parameters: [{ name: 'book', in: 'body', required: true, schema: { $ref: '#/definitions/Book' } }],
          responses: { 201: { description: '' } },
        },
      },
      '/covers': {
        post: {
          consumes: ['multipart/form-data'],
          parameters: [
            { name: 'file', in: 'formData', type: 'file', required: true },
            { name: 'note', in: 'formData', type: 'string', maxLength: 9 },
          ],
          responses: { 204: { description: '' } },
        },
      },
    })
  const reported = async (ours: Part, theirs: Part) =>
    (await driftOf(await folder.file(theirs), await folder.file(ours))).map(({ rule, subject }) => `${rule} ${subject}`)

  it('finds nothing between equivalent descriptions, in both directions', async () => {
    expect(await reported(newer, older())).toEqual([])
    expect(await reported(older(), newer)).toEqual([])
  })
  it.each<[string, (document: Part) => void, string]>([
    [
      'a list written otherwise',
      (d) => {
        d.paths['/books'].get.parameters[0].collectionFormat = 'pipes'
      },
      'parameter-style query parameter tags',
    ],
    [
      'a field of a form that is required',
      (d) => {
        d.paths['/covers'].post.parameters[1].required = true
      },
      'request-field-required POST /covers request multipart/form-data.note',
    ],
    [
      'a field of a form that is shorter',
      (d) => {
        d.paths['/covers'].post.parameters[1].maxLength = 5
      },
      'request-length-narrower POST /covers request multipart/form-data.note length high 5',
    ],
    [
      'a header of another type',
      (d) => {
        d.paths['/books'].get.responses['200'].headers['X-Total'].type = 'string'
      },
      'response-type GET /books 200 header X-Total string',
    ],
    [
      'a key in place of a password',
      (d) => {
        d.paths['/books'].post.security = [{ key: [] }]
      },
      'security-other the key of the header x-key for HTTP basic',
    ],
    [
      'a body of another type',
      (d) => {
        d.definitions.Book.properties.id.type = 'integer'
      },
      'response-type GET /books answer[].id integer',
    ],
  ])('finds %s', async (_what, change, expected) => {
    const document = older()
    change(document)
    expect(await reported(newer, document)).toContain(expected)
  })
})

describe('the same values, written differently', () => {
  const described = (book: object) => ({
    openapi: '3.1.0',
    info: { title: 'Shelf', version: '1' },
    paths: {
      '/books': {
        post: {
          operationId: 'addBook',
          requestBody: { content: { 'application/json': { schema: book } } },
          responses: { 200: { description: 'x', content: { 'application/json': { schema: book } } } },
        },
      },
    },
  })
  const rulesOf = async (theirs: object, ours: object) =>
    (await driftOf(await folder.file(described(theirs)), await folder.file(described(ours)))).map(({ rule }) => rule)
  const many = Array.from({ length: 200 }, (_, at) => at)
  const one = { oneOf: many.map((value) => ({ title: `T${value}`, const: value })) }
  const file = { type: 'string', contentEncoding: 'base64' }
  it.each<[string, object, object]>([
    ['200 constants in another order', { type: 'integer', oneOf: one.oneOf.toReversed() }, { type: 'integer', ...one }],
    ['200 constants as a list', { type: 'integer', enum: many }, { type: 'integer', ...one }],
    [
      'a list that is also one of 200 constants',
      { type: 'integer', oneOf: [{ const: 3 }, { const: 150 }], allOf: [one] },
      { type: 'integer', enum: [150, 3], allOf: [one] },
    ],
    [
      'a file in the words of 3.0',
      { type: 'string', format: 'binary' },
      { type: 'string', contentMediaType: 'application/octet-stream' },
    ],
    ['an encoded file in the words of 3.0', { type: 'string', format: 'byte' }, file],
    ['an encoded text or null', { oneOf: [{ type: 'null' }, file] }, { ...file, type: ['string', 'null'] }],
  ])('%s is no drift', async (_what, theirs, ours) => {
    expect(await rulesOf(theirs, ours)).toEqual([])
    expect(await rulesOf(ours, theirs)).toEqual([])
  })
  it('one of 200 constants fewer is drift', async () => {
    const less = { type: 'integer', oneOf: one.oneOf.slice(0, -1) }
    expect(await rulesOf(less, { type: 'integer', ...one })).toContain('request-value-refused')
  })
})
