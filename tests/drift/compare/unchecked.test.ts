import { expect, it } from 'vitest'
import { uncheckedIn } from '#drift/compare/unchecked.ts'
import { describe as read } from '#drift/description/description.ts'
import { folderOfFile } from '../support.ts'

const folder = folderOfFile()
const items = {
  'application/jsonl': { itemSchema: { type: 'string', format: 'uuid', contentMediaType: 'text/plain' } },
}
const described = async (words: object, call: object) =>
  read(
    await folder.file({
      openapi: '3.2.0',
      info: { title: 'Books', version: '1' },
      paths: { '/books': { post: { operationId: 'addBooks', responses: { '204': { description: 'x' } }, ...call } } },
      ...words,
    }),
  )
it('names what is not looked at in bodies and in the whole description', async () => {
  const sent = await described({ jsonSchemaDialect: 'https://odd.example' }, { requestBody: { content: items } })
  const answered = await described({}, { responses: { '200': { description: 'x', content: items } } })
  const bodies = 'addBooks: what application/jsonl is a sequence of'
  expect(uncheckedIn([sent]).lines.slice(1)).toEqual([
    bodies,
    'what the dialect https://odd.example means otherwise than JSON Schema 2020-12',
  ])
  expect(uncheckedIn([answered]).lines.slice(1)).toEqual([bodies])
  expect(uncheckedIn([await described({}, {})]).lines).toHaveLength(1)
})

it('names bodies of statuses that have none', async () => {
  const content = { 'application/json': { schema: { type: 'object' } } }
  const responses = { '200': { description: 'x', content }, '204': { description: 'x', content } }
  expect(uncheckedIn([await described({}, { responses })]).lines.slice(1)).toEqual([
    'addBooks 204: its body, because HTTP allows none with this status',
  ])
})

const taken = { responses: { '204': { description: 'x' } } }
const parameters = [{ name: 'X-Sent', in: 'header', schema: { type: 'string' } }]
it('names parameters and security of webhooks and callbacks', async () => {
  const hooks = (words: object) => ({ post: { ...taken, ...words } })
  const webhooks = { lost: hooks({ parameters }), found: hooks({ security: [] }), plain: hooks({}) }
  const callbacks = { done: { '{$request.body#/url}': hooks({ parameters, security: [{ token: [] }] }) } }
  expect(uncheckedIn([await described({ webhooks }, { callbacks })]).lines.slice(1)).toEqual([
    'addBooks, callback done, POST: parameters',
    'addBooks, callback done, POST: security',
    'webhook found, POST: security',
    'webhook lost, POST: parameters',
  ])
})

it('names links, encodings and reserved characters, in answers, bodies and parameters', async () => {
  const parameter = (name: string, words: object) => ({ name, in: 'query', schema: { type: 'string' }, ...words })
  const call = {
    parameters: [parameter('all', { allowReserved: true }), parameter('some', { allowReserved: false })],
    requestBody: { content: { 'multipart/form-data': { encoding: { cover: {} } }, 'application/json': {} } },
    responses: { '201': { description: 'x', links: { one: {} } }, '200': { description: 'x' } },
  }
  expect(uncheckedIn([await described({}, call)]).lines.slice(1)).toEqual([
    'addBooks 201: links',
    'addBooks: allowReserved of all',
    'addBooks: the encoding of fields in multipart/form-data',
  ])
})

it('names parts of schemas that are not read, once for both sides', async () => {
  const schemas = {
    Tree: { type: 'object', properties: { kids: { $dynamicRef: '#node' } } },
    // Compared: what is in a text, its format, and the schemas that a mapping leads to.
    Text: { type: 'string', contentEncoding: 'base64', format: 'odd' },
    Base: {
      type: 'object',
      properties: { kind: { type: 'string' } },
      discriminator: { propertyName: 'kind', mapping: { tree: '#/components/schemas/Extended' } },
    },
    Extended: { allOf: [{ $ref: '#/components/schemas/Base' }] },
    Alone: { type: 'object', properties: { kind: { type: 'string' } }, discriminator: { propertyName: 'kind' } },
  }
  const side = await described({ components: { schemas } }, {})
  expect(uncheckedIn([side, side])).toEqual({
    title: 'Not looked at',
    lines: [
      'texts, tags, hosts of servers, parameters of media types and examples, but for the codes in examples',
      '#/components/schemas/Tree/properties/kids: what its $dynamicRef leads to',
      'Alone: schemas that extend it, by its discriminator',
    ],
  })
})

it('names the body of a 204 of OpenAPI 2.0', async () => {
  const side = await read(
    await folder.file({
      swagger: '2.0',
      info: { title: 'Books', version: '1' },
      paths: { '/books': { get: { operationId: 'list', responses: { '204': { schema: { type: 'object' } } } } } },
    }),
  )
  expect(uncheckedIn([side]).lines.slice(1)).toEqual(['list 204: its body, because HTTP allows none with this status'])
})
