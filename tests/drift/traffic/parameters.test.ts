import { beforeAll, expect, it, vi } from 'vitest'
import { drift, folderOfFile } from '../support.ts'

const folder = folderOfFile()
vi.setConfig({ testTimeout: 60_000 })

const fields = {
  genre: { enum: ['crime', 'poetry'] },
  limit: { type: 'integer', maximum: 100 },
  after: { type: 'string', format: 'date' },
  tags: { type: 'array', items: { enum: ['new', 'old'] } },
}
const inQuery = Object.entries(fields).map(([name, schema]) => ({ name, in: 'query', schema }))
const contract = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: {
        operationId: 'getBooks',
        parameters: [
          ...inQuery,
          { name: 'shelf', in: 'query', required: true, schema: { type: 'string' } },
          {
            name: 'filter',
            in: 'query',
            style: 'deepObject',
            schema: { type: 'object', properties: { size: { type: 'integer' } } },
          },
          { name: 'X-Region', in: 'header', schema: { type: 'string', pattern: '^[a-z]+$' } },
        ],
        responses: { 200: { description: 'Good.', headers: { 'X-Left': { schema: { type: 'integer' } } } } },
      },
      put: {
        operationId: 'setBook',
        requestBody: { content: { 'application/json': { schema: { type: 'object', properties: fields } } } },
        responses: { 200: { description: 'Good.' } },
      },
    },
    '/books/{id}': {
      get: {
        operationId: 'getBook',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: 'Good.' } },
      },
    },
  },
}
const wrong = { genre: 'ivan', limit: 777, after: '79161234567', tags: ['new', 'ivan@mail.example'] }
const query = `genre=ivan&limit=777&after=79161234567&tags=new&tags=ivan%40mail.example&filter[size]=ivan`
const exchanges = [
  {
    method: 'GET',
    url: `/books?${query}`,
    status: 200,
    requestHeaders: { 'x-region': 'Ivan1' },
    responseHeaders: { 'x-left': 'ivan' },
  },
  { method: 'PUT', url: '/books', status: 200, requestBody: wrong },
  { method: 'GET', url: '/books/ivan', status: 200 },
]
let texts: string[] = []
beforeAll(async () => {
  const recording = await folder.file(exchanges.map((one) => JSON.stringify(one)).join('\n'), 'one.ndjson')
  const { out } = await drift(['traffic', recording, '--contract', await folder.file(contract), '--format', 'json'])
  // The folder's random name may have such digits.
  expect(out.replaceAll(folder.path, '')).not.toMatch(/7916|ivan|777/i)
  texts = (JSON.parse(out) as { findings: { says: string }[] }).findings.map(({ says }) => says)
})

it.each(Object.keys(fields))('says of a query parameter what it says of a field of a body: %s', (name) => {
  const of = (start: string) => texts.find((one) => one.startsWith(`${start}\`${name}`))
  const ofField = of('')
  expect(ofField).toMatch(/ of setBook is not valid: it (violates|is not one of) .* \(came as /)
  expect(of('The query parameter ')).toBe(`The query parameter ${ofField?.replace('setBook', 'getBooks')}`)
})
it.each([
  'The query parameter `filter.size` of getBooks is not valid: it is a string; the contract has integer (came as a text of 4 letters): ',
  'The path parameter `id` of getBook is not valid: it is a string; the contract has integer (came as a text of 4 letters): ',
  'The header `X-Region` of getBooks is not valid: it violates pattern "^[a-z]+$" (came as a text of 5 characters): ',
  'The header `X-Left` of getBooks, answer 200, is not valid: it is a string; the contract has integer (came as a text of 4 letters): ',
  'getBooks was called without the query parameter `shelf`: ',
])('names the parameter, the call and the reason: %s', (text) => {
  expect(texts.filter((one) => one.startsWith(text))).toHaveLength(1)
})
