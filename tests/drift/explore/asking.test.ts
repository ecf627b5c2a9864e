import { describe, expect, it } from 'vitest'
import { drift, folderOfFile } from '../support.ts'
import { type Answers, closesServices, json, startService } from './service.ts'

const folder = folderOfFile()
closesServices()

const loan = {
  type: 'object',
  required: ['book', 'days'],
  properties: {
    book: { type: 'string', pattern: '^[a-z]{1,20}$' },
    days: { type: 'integer', minimum: 1, maximum: 30 },
    with: { type: 'array', items: { type: 'string', enum: ['bag', 'card'] } },
  },
  additionalProperties: false,
}
const isText = (value: unknown) => typeof value === 'string'
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
const fine = { description: 'x', ...json({ type: 'object' }) }
const description = {
  openapi: '3.1.0',
  info: { title: 'Loans', version: '1' },
  paths: {
    '/loans': {
      get: { operationId: 'getLoans', responses: { '200': fine } },
      post: {
        operationId: 'lend',
        requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: loan } } },
        responses: { '200': fine, '422': { description: 'x' } },
      },
    },
    '/notes': {
      post: {
        operationId: 'note',
        requestBody: {
          required: true,
          content: { 'text/plain': { schema: { type: 'string', pattern: '^[a-z ]{1,40}$' } } },
        },
        responses: { '200': fine, '422': { description: 'x' } },
      },
    },
    '/scans': {
      post: {
        operationId: 'scan',
        requestBody: { required: true, content: { 'image/png': { schema: {} } } },
        responses: { '200': fine },
      },
    },
  },
}
const explore = async (origin: string, ...more: string[]) =>
  drift(['live', origin, '--contract', await folder.file(description), '--explore', '--seed', '7', ...more])
const few = ['--requests', '300', '--allow-writes']

const isLoan = (body: string) => {
  const form = new URLSearchParams(body)
  const names = [...form.keys()]
  const isEach = names.every((name) => name === 'with' || form.getAll(name).length === 1)
  const isKnown = names.every((name) => ['book', 'days', 'with'].includes(name))
  const isWith = form.getAll('with').every((one) => one === 'bag' || one === 'card')
  const days = form.get('days') ?? ''
  const isDays = /^-?\d+$/.test(days) && Number(days) >= 1 && Number(days) <= 30
  return isEach && isKnown && isWith && isDays && /^[a-z]{1,20}$/.test(form.get('book') ?? '')
}
const right: Answers = ({ method, path, body }) => {
  if (method === 'GET') return [200, {}]
  return (path === '/loans' ? isLoan(body) : /^[a-z ]{1,40}$/.test(body)) ? [200, {}] : [422]
}

describe('drift live --explore with optional parameters', { timeout: 120_000 }, () => {
  it.each(['1', '2', '3'])('finds one that is accepted beyond its limit, with seed %s', async (seed) => {
    const parameter = (where: string, name: string, schema: object) => ({ name, in: where, schema })
    const parameters = [
      parameter('query', 'page', { type: 'integer' }),
      parameter('query', 'limit', { type: 'integer', maximum: 30, example: 15 }),
      parameter('header', 'X-Copies', { type: 'integer', minimum: 2 }),
    ]
    const contract = await folder.file({
      openapi: '3.1.0',
      info: { title: 'Books', version: '1' },
      paths: { '/books': { get: { operationId: 'getBooks', parameters, responses: { '200': fine, '400': fine } } } },
    })
    const isWhole = (text: string | null) => text === null || /^-?\d+$/.test(text)
    const { origin } = await startService(({ query, headers }) => {
      const given = [query.get('page'), query.get('limit'), headers['x-copies']?.toString() ?? null]
      return [given.every((text) => isWhole(text)) ? 200 : 400, {}]
    })
    const { out } = await drift(['live', origin, '--contract', contract, '--explore', '--seed', seed])
    expect(out).toMatch(/the query parameter `limit` that is not valid: it violates maximum 30 /)
    expect(out).toMatch(/the header `X-Copies` that is not valid: it violates minimum 2 /)
    expect(out).toContain('2 breaking')
  })
})
it.each(['1', '2', '3'])(
  'sends optional fields that no example has, at their limits and beyond, with seed %s',
  async (seed) => {
    const fields = {
      title: { type: 'string' },
      id: { type: 'integer', readOnly: true },
      pages: { type: 'integer', maximum: 5000 },
      cover: { type: 'object', properties: { wide: { type: 'integer', minimum: 10 } }, example: { wide: 20 } },
      price: { type: 'number', multipleOf: 0.01 },
      shelves: { type: 'object', additionalProperties: { enum: ['low', 'high'] }, example: { north: 'low' } },
      added: { type: 'string', format: 'date' },
    }
    const schema = { type: 'object', required: ['title'], properties: fields, additionalProperties: false }
    const content = { 'application/json': { schema, example: { title: 'a' } } }
    const contract = await folder.file({
      openapi: '3.1.0',
      info: { title: 'Books', version: '1' },
      paths: {
        '/books': {
          post: {
            operationId: 'addBook',
            requestBody: { required: true, content },
            responses: { '200': fine, '400': fine },
          },
        },
      },
    })
    const isNumber = (value: unknown) => value === undefined || Number.isInteger(value)
    const { origin, requests } = await startService(({ body }) => {
      const { title, pages, cover, price, shelves, added, ...others } = Object(JSON.parse(body || 'null')) as Record<
        string,
        unknown
      >
      const { wide } = Object(cover ?? {}) as Record<string, unknown>
      const isCover = cover === undefined || (isObject(cover) && isNumber(wide))
      const isPriced = price === undefined || typeof price === 'number'
      const isShelved = shelves === undefined || (isObject(shelves) && Object.values(shelves as object).every(isText))
      const isAdded = added === undefined || /^\d{4}-\d\d-\d\d/.test(isText(added) ? added : '')
      const isFine = [
        isObject(JSON.parse(body || 'null')),
        isText(title),
        isNumber(pages),
        isCover,
        isPriced,
        isShelved,
      ]
      return [[...isFine, isAdded, Object.keys(others).length === 0].every(Boolean) ? 200 : 400, {}]
    })
    const { out } = await drift([
      'live',
      origin,
      '--contract',
      contract,
      '--explore',
      '--allow-writes',
      '--requests',
      '300',
      '--seed',
      seed,
    ])
    expect(out).toMatch(/`pages` of addBook is not valid: it violates maximum 5000 /)
    expect(out).toMatch(/`cover.wide` of addBook is not valid: it violates minimum 10 /)
    expect(out).toMatch(/`price` of addBook is not valid: it violates multipleOf 0.01 /)
    expect(out).toMatch(/`shelves.\{\}` of addBook is not valid: it is not one of "low", "high" /)
    expect(out).toMatch(/`added` of addBook is not valid: it violates format "date" /)
    expect(requests.some(({ body }) => body.includes('"id"'))).toBe(false)
  },
)
it('repeats a call with a token only if it has sent one', async () => {
  const contract = await folder.file({
    openapi: '3.1.0',
    info: { title: 'Books', version: '1' },
    security: [{ token: [] }],
    paths: { '/books': { get: { operationId: 'getBooks', responses: { '200': fine } } } },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  })
  const { origin } = await startService(() => [418, {}])
  for (const options of [[], ['--explore']]) {
    const live = (...more: string[]) => drift(['live', origin, '--contract', contract, ...options, ...more])
    expect((await live()).out).toMatch(/repeat +curl -X GET "\$ORIGIN"'\/books'\n/)
    expect((await live('--token', 't')).out).toMatch(
      /repeat +curl -X GET "\$ORIGIN"'\/books' -H "Authorization: Bearer/,
    )
  }
})
describe('drift live --explore with bodies other than JSON', { timeout: 120_000 }, () => {
  it('sends forms and text, and names what it cannot send', async () => {
    const { origin, requests } = await startService(right)
    const { code, out, err } = await explore(origin, ...few)
    expect({ code, err, out }).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(/Not explored: scan: its body is image\/png/),
    })
    const typed = new Set(
      requests.flatMap(({ path, headers }) => (headers['content-type'] ? [`${path} ${headers['content-type']}`] : [])),
    )
    expect(typed).toEqual(new Set(['/loans application/x-www-form-urlencoded', '/notes text/plain']))
    const accepted = requests.filter(({ path, body }) => path === '/loans' && isLoan(body))
    expect(accepted.length).toBeGreaterThan(10)
    expect(requests.filter(({ path }) => path === '/loans').length - accepted.length).toBeGreaterThan(10)
  })
  it.each<[string, Answers, RegExp]>([
    [
      'a form with a number beyond its border',
      (request) => (/days=31/.test(request.body) ? [200, {}] : right(request)),
      /✗ `days` of lend is not valid: it violates maximum 30 [^]*-H 'Content-Type: application\/x-www-form-urlencoded' --data-raw '[^']*days=31/,
    ],
    [
      'a form without a field',
      (request) => (request.path === '/loans' && !request.body.includes('book=') ? [200, {}] : right(request)),
      /✗ `book` of lend is not valid: it is required/,
    ],
    [
      'any text',
      (request) => (request.path === '/notes' && request.body !== '' ? [200, {}] : right(request)),
      /✗ The body of note is not valid: it violates [^]*-H 'Content-Type: text\/plain' --data-raw/,
    ],
  ])('finds a service that takes %s', async (_, answers, text) => {
    const { origin } = await startService(answers)
    const { code, out } = await explore(origin, ...few)
    expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(text) })
  })
})

describe('drift live --explore --dry-run', () => {
  it('lists every request that it would generate, and sends nothing', async () => {
    const { origin, requests } = await startService(right)
    const listed = await explore(origin, ...few, '--dry-run')
    expect({ code: listed.code, requests }).toEqual({ code: 0, requests: [] })
    expect(listed.out).toMatch(/nothing was\.\n[^]*Made up would be, with --seed 7, \d+ requests/)
    expect(listed.out).toMatch(/^not: scan: its body is image\/png$/m)
    await explore(origin, ...few)
    const lines = new Set(listed.out.split('\n'))
    const sent = requests
      .filter(({ path, body }) => path === '/loans' && body !== '' && body.length < 250)
      .map(({ body }) => `POST /loans ${body}`)
    expect(sent.length).toBeGreaterThan(50)
    expect(sent.filter((line) => !lines.has(line))).toEqual([])
  })
  it('lists only reads when writing is not allowed', async () => {
    const { origin } = await startService(right)
    const { out } = await explore(origin, '--dry-run')
    expect(out).toMatch(/^GET \/loans$/m)
    expect(out).not.toContain('POST /loans')
  })
})

describe('drift live --explore against a service that is slow or asks to wait', { timeout: 60_000 }, () => {
  const tooMany = (wait: string): ReturnType<Answers> => [429, {}, { 'retry-after': wait }]

  it('repeats a request after a 429, when its Retry-After says so', async () => {
    const begun = new Map<string, number>()
    let refused = 0
    const { origin } = await startService((request) => {
      const key = request.method + request.path + request.body
      if (begun.size > 3 || begun.has(key)) return right(request)
      begun.set(key, (refused += 1))
      return tooMany('0')
    })
    const { code, out } = await explore(origin, ...few)
    expect({ refused, code, out }).toEqual({ refused: 4, code: 0, out: expect.stringMatching(/No drift/) })
  })
  it.each([
    ['beyond what may be waited', '3600'],
    ['again and again', '0'],
  ])('ends when it is to wait %s', async (_, wait) => {
    const { origin, requests } = await startService((one) => (one.method === 'GET' ? right(one) : tooMany(wait)))
    const { code, out } = await explore(origin, ...few)
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/It ended early: the service refused requests as too many/),
    })
    expect(requests.length).toBeLessThan(20)
  })
  it('aborts a hanging request at its deadline, and reports nothing for that', async () => {
    const { origin } = await startService((one) => (one.method === 'GET' ? right(one) : null))
    const { code, out } = await explore(origin, ...few, '--seconds', '1')
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/No drift/) })
  })
  it('stops reading an endless answer', async () => {
    const { origin } = await startService((one) => [
      200,
      { pages: one.method === 'GET' ? 'x'.repeat(6 * 2 ** 20) : '' },
    ])
    const { code, out } = await explore(origin)
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/getLoans: [^\n]*\d without a body to compare/),
    })
  })
  it('rejects a URL with a password, and does not show it', async () => {
    const { code, err } = await drift(['live', 'http://anna:secret@127.0.0.1:9', '--explore'])
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/has a name, a password or a query in it/) })
    expect(err).not.toMatch(/secret|anna/)
  })
})
