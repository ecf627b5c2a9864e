import { describe, expect, it } from 'vitest'
import { mockOfFile } from '../../mock-server/support.ts'
import { drift, folderOfFile } from '../support.ts'
import { type Answers, closesServices, json, startService } from './service.ts'

const folder = folderOfFile()
const mock = mockOfFile()
closesServices()

const book = {
  type: 'object',
  required: ['title', 'pages'],
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 40 },
    pages: { type: 'integer', minimum: 1, maximum: 5000 },
    kind: { type: 'string', enum: ['novel', 'poems'], nullable: true },
    id: { type: 'string', readOnly: true },
  },
}
const description = {
  openapi: '3.0.3',
  info: { title: 'Library', version: '1' },
  servers: [{ url: '/v2' }],
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
          { name: 'sort', in: 'query', required: true, schema: { type: 'string', enum: ['title', 'pages'] } },
        ],
        responses: {
          '200': { description: 'x', ...json({ type: 'array', items: book }) },
          '400': { description: 'x' },
        },
      },
      post: {
        operationId: 'addBook',
        requestBody: { required: true, ...json(book) },
        responses: { '201': { description: 'x', ...json(book) }, '422': { description: 'x' } },
      },
    },
    '/books/{bookId}': {
      parameters: [{ name: 'bookId', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
      get: { operationId: 'getBook', responses: { '200': { description: 'x', ...json(book) } } },
      delete: { operationId: 'dropBook', responses: { '204': { description: 'x' } } },
    },
  },
}
const owner = 'Ivan Petrov 79001234567'
const isBook = (text: string) => {
  const value = text === '' ? null : (JSON.parse(text) as Record<string, unknown> | null)
  const { title, pages, kind } = value ?? {}
  const isTitled = typeof title === 'string' && /^.{1,40}$/su.test(title)
  const isOfKind = kind === undefined || kind === null || kind === 'novel' || kind === 'poems'
  return isTitled && Number.isInteger(pages) && Number(pages) >= 1 && Number(pages) <= 5000 && isOfKind
}
/** Answers as the description says. */
const right: Answers = ({ method, path, query, body }) => {
  const made = { title: owner, pages: 3 }
  if (path !== '/v2/books')
    return /^\/v2\/books\/[1-9]\d*$/.test(path) ? (method === 'DELETE' ? [204] : [200, made]) : [404]
  if (method === 'POST') return isBook(body) ? [201, made] : [422]
  const limit = query.get('limit')
  const isFine = limit === null || (/^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 100)
  return isFine && ['title', 'pages'].includes(query.get('sort') ?? '') ? [200, [made]] : [400]
}
const explore = async (origin: string, ...more: string[]) => {
  const contract = await folder.file(description)
  return drift(['live', origin, '--contract', contract, '--explore', '--seed', '7', '--requests', '600', ...more])
}

describe('drift live --explore with a foreign description', { timeout: 120_000 }, () => {
  it('finds nothing in a service that follows it', async () => {
    const { origin, requests } = await startService(right)
    const { code, out, err } = await explore(origin, '--allow-writes')
    expect({ code, err, out }).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(/requests made up and sent to 4 calls; --seed 7 makes the same again[^]*No drift/),
    })
    expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET', 'POST', 'DELETE']))
  })
  it('says once that a call gets no answer', async () => {
    const { origin } = await startService(({ path }) => (path === '/v2/books' ? 'closed' : [200, {}]))
    const health = { get: { operationId: 'health', responses: { '200': { description: 'x', ...json({}) } } } }
    const contract = await folder.file({ ...description, paths: { '/health': health, ...description.paths } })
    const { out } = await drift(['live', origin, '--contract', contract, '--explore', '--requests', '50'])
    expect(out.match(/listBooks got no answer/g)).toHaveLength(1)
  })
  it('sends only reads when writing is not allowed', async () => {
    const { origin, requests } = await startService(right)
    await explore(origin)
    expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']))
  })
  it('sends the same requests for the same seed', async () => {
    const [one, other] = [await startService(right), await startService(right)]
    await explore(one.origin, '--allow-writes')
    await explore(other.origin, '--allow-writes')
    expect(one.requests.length).toBeGreaterThan(100)
    expect(other.requests.map(({ body, path }) => [path, body])).toEqual(
      one.requests.map(({ body, path }) => [path, body]),
    )
  })
  it.each<[string, Answers, RegExp]>([
    [
      'takes a number beyond its border',
      (request) =>
        request.method === 'POST' && /"pages":5001/.test(request.body)
          ? [201, { title: 'x', pages: 1 }]
          : right(request),
      /✗ `pages` of addBook is not valid: it violates maximum 5000[^]*curl -X POST "\$ORIGIN"'\/v2\/books'[^\n]*--data-raw '\{"title":".","pages":5001\}'/,
    ],
    [
      'takes a number in quotes',
      (request) =>
        request.method === 'POST' && /"pages":"\d+"/.test(request.body)
          ? [201, { title: 'x', pages: 1 }]
          : right(request),
      /✗ `pages` of addBook is not valid: it is a string; the contract has integer/,
    ],
    [
      'takes a parameter that no one lists',
      (request) => (request.query.get('sort')?.startsWith('title-') ? [200, []] : right(request)),
      /✗ listBooks was accepted with the query parameter `sort` that is not valid: it is not one of "title", "pages" \(came as [^]*curl -X GET "\$ORIGIN"'\/v2\/books\?sort=title-'/,
    ],
    [
      'fails at a border',
      (request) => (request.query.get('limit') === '100' ? [500, {}] : right(request)),
      /✗ listBooks returned HTTP 500 to a request that fits the contract[^]*limit=100/,
    ],
    [
      'fails at what it has to refuse',
      (request) => (request.method === 'POST' && request.body === '' ? [500, {}] : right(request)),
      /✗ addBook returned HTTP 500 to a request that the contract forbids \(without a body\)/,
    ],
    [
      'fails at a field that it has to refuse',
      (request) => (/"pages":5001/.test(request.body) ? [500, {}] : right(request)),
      /✗ addBook returned HTTP 500 to a request that the contract forbids \(`pages`: it violates maximum 5000, came as an integer of 4 digits\)[^]*--data-raw '\{"title":"[^"]+","pages":5001\}'/,
    ],
    [
      'fails at a parameter that it has to refuse',
      (request) => (request.query.get('limit') === '101' ? [500, {}] : right(request)),
      /✗ listBooks returned HTTP 500 to a request that the contract forbids \(the query parameter `limit`: it violates maximum 100, came as an integer of 3 digits\)[^]*'\/v2\/books\?limit=101&sort=\w+'/,
    ],
    [
      'does without a parameter',
      (request) => (request.path === '/v2/books' && !request.query.has('sort') ? [200, []] : right(request)),
      /✗ listBooks was accepted without the query parameter `sort`/,
    ],
    [
      'answers an undescribed status',
      (request) => (request.method === 'DELETE' ? [200, {}] : right(request)),
      /✗ dropBook returned HTTP 200; the contract lists 204/,
    ],
  ])('finds a service that %s', async (_, answer, text) => {
    const { origin } = await startService(answer)
    const { code, out } = await explore(origin, '--allow-writes')
    expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(text) })
    for (const word of owner.split(' ')) expect(out).not.toContain(word)
  })
  it('has the example of a parameter in its curl command, also when the service returns it', async () => {
    const example = '1815e33a-9f0c-4b57-8d1b-0a6d3f0e9c11'
    const bookId = { name: 'bookId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' }, example }
    const getBook = { operationId: 'getBook', responses: { '200': { description: 'x', ...json(book) } } }
    const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } }
    const paths = { '/books/{bookId}': { parameters: [bookId, limit], get: getBook } }
    const contract = await folder.file({ ...description, paths })
    const { origin } = await startService(({ query }) =>
      query.get('limit') === '100' ? [500, {}] : [200, { title: 'Emma', pages: 3, bookId: example }],
    )
    const { out } = await drift(['live', origin, '--contract', contract, '--explore', '--seed', '1'])
    expect(out).toContain(`curl -X GET "$ORIGIN"'/v2/books/${example}?limit=100'`)
  })
})

describe('drift live --explore', { timeout: 120_000 }, () => {
  it('continues in the state that a flow has reached', async () => {
    const user = await mock.user('registered')
    const args = ['--allow-writes', '--flow', 'purchaseByMainCard', '--explore', '--seed', '3', '--requests', '400']
    const token = await user.token()
    const { code, out, err } = await drift(['live', mock.origin, '--token-env', 'T', ...args], { env: { T: token } })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/400 requests made up/)
    // Generated requests also read the order that the flow has created, although the flow does not ask for that.
    const journal = await user.journal()
    const last = journal.findIndex(({ operation }) => operation === 'enableAutopay')
    const requestsIn = (entries: typeof journal) =>
      entries.flatMap(({ operation, body }) => (operation === 'getOrderStatus' ? JSON.stringify(body) : []))
    expect(last).toBeGreaterThan(0)
    expect(requestsIn(journal.slice(last))).toContain(requestsIn(journal.slice(0, last))[0])
    expect(out).not.toContain(token)
  })
  it.each<[string[], RegExp]>([
    [['--explore', '--seed', 'x'], /--seed is a whole number from 0 on, not x/],
    [['--explore', '--seconds', '0'], /--seconds is a whole number from 1 on, not 0/],
    [['--requests', '5'], /--requests goes with --explore/],
  ])('%j is refused with a sentence', async (args, message) => {
    expect(await drift(['live', mock.origin, ...args])).toMatchObject({ code: 2, err: expect.stringMatching(message) })
  })
})
