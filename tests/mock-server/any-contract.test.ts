import { mkdtemp, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { anyProduct } from '#mock/any/any.ts'
import { runCommand } from '#mock/engine/commands/command-line.ts'
import { type Mock, type MockOptions, startServer } from '#mock/engine/server.ts'
import { paket } from '#mock/product/paket.ts'
import { freePort } from '../../scripts/ports.ts'
import { folderOfFile } from '#support/folders.ts'
import { startNode } from '#support/processes.ts'
import { ask, TestUser } from './support.ts'

const bookstore = resolve(import.meta.dirname, '../support/bookstore.yaml')
const start = async (file: string, options: MockOptions = {}) =>
  startServer(await anyProduct(file), { port: 0, ...options })
const folder = folderOfFile()
let mock: Mock
beforeAll(async () => {
  mock = await start(bookstore)
})
afterAll(() => mock.close())
/** Starts a mock with a description from this file. */
async function mockOf(name: string, text: string, options?: MockOptions) {
  const started = await start(await folder.file(text, name), options)
  onTestFinished(() => started.close())
  return (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    ask(started.origin, method, path, body, headers)
}
const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  ask(mock.origin, method, path, body, headers)

describe('the mock of a foreign description', () => {
  it('answers with examples below the server’s base path, for any method, with path parameters', async () => {
    expect(await call('GET', '/api/books/7')).toMatchObject({ status: 200, body: { id: 7, title: 'Dead Souls' } })
    expect(await call('POST', '/api/books', { title: 'Emma', price: 1 })).toMatchObject({
      status: 201,
      body: { ok: true, id: 8 },
    })
  })
  it('rejects an invalid parameter, body, method or path', async () => {
    expect(await call('GET', '/api/books/seven')).toMatchObject({
      status: 422,
      body: { operation: 'getBook', detail: expect.stringContaining('path.id') },
    })
    expect(await call('POST', '/api/books', { titel: 'Emma', price: 1 })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('title is required') },
    })
    expect(await call('DELETE', '/api/books/7')).toMatchObject({
      status: 405,
      body: { detail: '/books/7 takes GET, got DELETE' },
    })
    expect(await call('GET', '/api/boks')).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('did you mean "/books"?') },
    })
    expect((await call('GET', '/books/7')).status).toBe(404)
  })
  it('rejects an empty query parameter, unless it may be empty or a list, a text or null', async () => {
    const send = await mockOf(
      'empty.yaml',
      `openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /a:
    parameters: [{ $ref: '#/components/parameters/Limit' }]
    get:
      parameters:
        - { name: sort, in: query, schema: { type: string, enum: [up, down] } }
        - { name: all, in: query, allowEmptyValue: true, schema: { type: boolean } }
        - { name: word, in: query, schema: { type: string } }
        - { name: ids, in: query, schema: { type: array, items: { type: integer } } }
        - { name: least, in: query, schema: { type: number, nullable: true } }
        - { name: of, in: query, required: true, schema: { type: string } }
      responses: { '200': { description: ok, content: { application/json: { example: { ok: true } } } } }
components: { parameters: { Limit: { name: limit, in: query, schema: { type: integer } } } }`,
    )
    expect(await send('GET', '/a?limit=&sort=&of=')).toMatchObject({
      status: 422,
      body: { detail: 'query.limit must not be empty; query.sort must not be empty' },
    })
    expect(await send('GET', '/a?limit=1&sort=up&all=&word=&ids=&least=&of=')).toMatchObject({ status: 200 })
    expect(await send('GET', '/a?limit=1')).toMatchObject({ status: 422 })
  })
  it.each(['constructor', 'toString', '__proto__'])('answers a call whose operationId is %s', async (id) => {
    const answer = '{ description: ok, content: { application/json: { schema: {}, example: { ok: true } } } }'
    const text = `openapi: 3.1.0
info: { title: t, version: '1' }
paths: { /a: { get: { operationId: ${id}, responses: { '200': ${answer} } } } }`
    const send = await mockOf(`${id}.yaml`, text)
    expect(await send('GET', '/a')).toMatchObject({ status: 200, body: { ok: true } })
  })
  it.each([
    ['/tiere/{größe}', '/tiere/5', '/tiere/x', 'path.größe'],
    ['/größe/{id}', '/größe/5', '/größe/x', 'path.id'],
    ['/größe', '/größe', '/größe?n=x', 'query.n'],
    ['/users/{user.id}', '/users/5', '/users/x', 'path.user.id'],
    ['/a b/{$id}', '/a b/5', '/a b/x', 'path.$id'],
  ])(
    'answers at %s, whose names are no ASCII words, and names an invalid parameter',
    async (path, right, wrong, says) => {
      const [, name] = /\{(.+)\}/.exec(path) ?? []
      const own = name ? `{ name: ${name}, in: path, required: true, schema: { type: integer } }, ` : ''
      const send = await mockOf(
        'names.yaml',
        `openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  '${path}':
    get:
      parameters: [${own}{ name: n, in: query, schema: { type: integer } }]
      responses: { '200': { description: ok, content: { application/json: { example: { ok: true } } } } }`,
      )
      expect(await send('GET', right)).toMatchObject({ status: 200, body: { ok: true } })
      expect(await send('GET', wrong)).toMatchObject({ status: 422, body: { detail: expect.stringContaining(says) } })
    },
  )
  it('returns failures set by a user’s fault and writes them to the journal', async () => {
    await call('PUT', '/__mock/users/nora', { scenario: 'user' })
    const nora = new TestUser(mock.origin, 'nora')
    await nora.break({ operation: 'getBook', example: 'withdrawn', times: 1 }, { operation: 'addBook', code: 3 })
    const headers = { authorization: `Bearer ${await nora.token()}` }
    expect(await call('GET', '/api/books/7', undefined, headers)).toMatchObject({
      body: { error: { code: 'withdrawn' } },
    })
    expect(await call('GET', '/api/books/7', undefined, headers)).toMatchObject({ body: { title: 'Dead Souls' } })
    expect(await nora.journal()).toMatchObject([
      { operation: 'getBook', example: 'withdrawn', accepted: false },
      { operation: 'getBook', example: 'book', accepted: true },
    ])
  })
  it('is healthy and titles its panel with the description’s name', async () => {
    expect((await call('GET', '/__mock/health')).body).toEqual({ status: 'ok', calls: 2, scenarios: 2 })
    expect((await call('GET', '/__mock')).body).toContain('<title>Bookstore mock</title>')
    expect((await call('GET', '/__mock/contract')).body).toMatchObject([
      { operation: 'getBook', method: 'GET', path: '/books/{id}' },
      { operation: 'addBook', method: 'POST' },
    ])
  })
  it('answers by its own scenarios', async () => {
    const moreScenariosDir = await mkdtemp(join(folder.path, 'gone-'))
    await writeFile(
      join(moreScenariosDir, 'gone.yaml'),
      `title: Gone
description: One book is not there.
answers:
  getBook: { example: book, when: [{ parameters: { id: 7 }, example: noSuchBook }] }
`,
    )
    const other = await start(bookstore, { moreScenariosDir })
    onTestFinished(() => other.close())
    const authorization = `Bearer ${await new TestUser(other.origin, 'gone').token()}`
    const status = async (path: string) => (await ask(other.origin, 'GET', path, undefined, { authorization })).status
    expect({ book7: await status('/api/books/7'), book8: await status('/api/books/8') }).toEqual({
      book7: 404,
      book8: 200,
    })
  })
  it.each([
    [
      'a change by a call',
      'answers:\n  addBook:\n    example: added\n    moves:\n      - after: P1D\n        answers: { getBook: { set: { price: many } } }',
      'late.yaml:8 getBook, answers.addBook.moves.0: body.price must be a whole number',
    ],
    [
      'a change by a case',
      'answers:\n  addBook:\n    example: added\n    when:\n      - { example: added, moves: [{ answers: { getBook: { example: book, set: { price: many } } } }] }',
      'late.yaml:7 getBook, answers.addBook.when.0.moves.0: body.price must be a whole number',
    ],
    [
      'a change by an event',
      'on:\n  start: [{ after: P1D, answers: { getBook: { set: { price: many } } } }]',
      'late.yaml:4 getBook, on.start.0: body.price must be a whole number',
    ],
    [
      'a change that is no example with an overlay',
      'on:\n  start: [{ answers: { getBook: noSuchBook } }]',
      'late.yaml:4 on.start.0.answers.getBook must be an object',
    ],
  ])('does not start with a wrong value in %s', async (_, text, says) => {
    const moreScenariosDir = await mkdtemp(join(folder.path, 'late-'))
    await writeFile(join(moreScenariosDir, 'late.yaml'), `title: Late\ndescription: It is wrong.\n${text}\n`)
    await expect(start(bookstore, { moreScenariosDir })).rejects.toThrow(says)
  })
  it('falls back to a value made from the schema, or to an empty body, at an empty base path', async () => {
    const ask1 = await mockOf(
      'plain.yaml',
      `openapi: 3.1.0
info: { title: Plain, version: '1' }
paths:
  /things:
    get:
      parameters: [{ name: limit, in: query, required: true, schema: { type: integer } }]
      responses: { default: { description: All., content: { application/hal+json: { schema: { $ref: '#/components/schemas/Things' } } } } }
  /things/{id}/parts/{part}:
    delete:
      security: [{ key: [] }]
      responses: { '204': { description: Gone. } }
  /form:
    post:
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { a: { type: string } } } } } }
      responses: { 2XX: { description: Taken., content: { application/json: { example: { taken: 1 } } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Things: { type: object, required: [things], properties: { things: { type: array, items: { type: object, properties: { count: { type: integer } } } } } }
`,
    )
    expect(await ask1('GET', '/things?limit=3')).toMatchObject({ status: 200, body: { things: [{ count: 0 }] } })
    expect(await ask1('GET', '/things?limit=many')).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('query.limit') },
    })
    expect(await ask1('DELETE', '/things/1/parts/2')).toMatchObject({ status: 204, body: '' })
    const form = await ask1('POST', '/form', undefined, { 'content-type': 'application/x-www-form-urlencoded' })
    expect(form).toMatchObject({ status: 200, body: { taken: 1 } })
    expect((await ask1('GET', '/__mock/health')).status).toBe(200)
    expect((await ask1('GET', '/')).status).toBe(404)
  })
  it('validates the rest of a body when JavaScript cannot read a pattern in it', async () => {
    const described = (schema: string) => `openapi: 3.0.3
info: { title: P, version: '1' }
paths:
  /a:
    post:
      operationId: add
      requestBody: { content: { application/json: { schema: ${schema} } } }
      responses: { '200': { description: x, content: { application/json: { example: { pattern: 'a++' } } } } }
`
    const send = await mockOf(
      'patterns.yaml',
      described(
        "{ type: object, properties: { name: { type: string, pattern: '(?i)^a++$' }, size: { type: integer }, pattern: { type: integer } } }",
      ),
    )
    expect(await send('POST', '/a', { name: 'A', size: 1 })).toMatchObject({ status: 200, body: { pattern: 'a++' } })
    for (const body of [{ size: 'x' }, { pattern: 'x' }])
      expect(await send('POST', '/a', body)).toMatchObject({ status: 422 })
  })
  it('validates patterns with needless escapes, and beside a field called example', async () => {
    const fields = String.raw`code: { type: string, pattern: '^\d\-\d$' }, example: { type: string, pattern: '^a++$' }`
    const send = await mockOf(
      'escapes.yaml',
      `openapi: 3.0.3
info: { title: P, version: '1' }
paths:
  /a:
    post:
      operationId: add
      requestBody: { content: { application/json: { schema: { type: object, properties: { ${fields} } } } } }
      responses: { '204': { description: x } }
`,
    )
    expect(await send('POST', '/a', { code: '1-2', example: 'a' })).toMatchObject({ status: 204 })
    for (const body of [{ code: '12' }, { example: 1 }])
      expect(await send('POST', '/a', body)).toMatchObject({ status: 422 })
  })
  it.each(['3.0.3', '3.1.0'])('validates a body with a field that is nullable without a type: %s', async (version) => {
    const send = await mockOf(
      `nullable-${version}.yaml`,
      `openapi: ${version}
info: { title: P, version: '1' }
paths:
  /a:
    post:
      operationId: add
      requestBody:
        content: { application/json: { schema: { type: object, properties: { nick: { nullable: true, anyOf: [{ type: string }] }, size: { type: integer } } } } }
      responses: { '204': { description: x } }
`,
    )
    for (const body of [{ nick: 'a', size: 1 }, { nick: null }])
      expect(await send('POST', '/a', body)).toMatchObject({ status: 204 })
    for (const body of [{ size: 'x' }, { nick: 1 }])
      expect(await send('POST', '/a', body)).toMatchObject({ status: 422 })
  })
  it('takes an example’s field $id for a field', async () => {
    const schema = '{ type: object, required: [$id], properties: { $id: { type: string } }, example: { $id: a1 } }'
    const send = await mockOf(
      'ids.yaml',
      `openapi: 3.0.3
info: { title: Ids, version: '1' }
paths:
  /one: { put: { requestBody: { content: { application/json: { schema: ${schema} } } }, responses: { '200': { description: One, content: { application/json: { schema: { $ref: '#/components/schemas/Two' } } } } } } }
components: { schemas: { Two: ${schema}, Three: ${schema} } }`,
    )
    expect(await send('PUT', '/one', { $id: 'b2' })).toMatchObject({ status: 200, body: { $id: 'a1' } })
    expect(await send('PUT', '/one', {})).toMatchObject({ status: 422 })
  })
  it('sends an example that violates its own schema, also of a scenario, and notes the violation in the journal', async () => {
    const moreScenariosDir = await mkdtemp(join(folder.path, 'lying-'))
    await writeFile(
      join(moreScenariosDir, 'visitor.yaml'),
      `title: Lied to
description: Its examples are wrong.
group: visitor
answers:
  text: { example: answer200, sequence: [answer200], when: [{ parameters: { a: b }, example: answer200 }] }
`,
    )
    const ask1 = await mockOf(
      'lying.yaml',
      `openapi: 3.0.3
info: { title: Lying, version: '1' }
servers: [{ url: 'https://{region}.example/{version}', variables: { version: { default: v2 }, region: { default: eu } } }]
paths:
  /n:
    get:
      operationId: number
      responses: { '200': { description: One., content: { application/json: { schema: { type: integer, minimum: 1, exclusiveMinimum: true }, example: one } } } }
  /m:
    get:
      operationId: text
      parameters: [{ name: a, in: query, schema: { type: string } }]
      responses: { '200': { description: One., content: { application/json: { schema: { type: integer }, example: one } } } }
`,
      { moreScenariosDir },
    )
    expect(await ask1('GET', '/v2/n')).toMatchObject({ status: 200, body: 'one' })
    expect(await ask1('GET', '/v2/m')).toMatchObject({ status: 200, body: 'one' })
    expect((await ask1('GET', '/__mock/journal')).body).toMatchObject([
      {},
      { note: expect.stringContaining('must be a whole number, got "one"') },
    ])
  })
})

it('generates the value of a schema with thousands of parts', async () => {
  const fields = (type: string) =>
    Array.from({ length: 40 }, (_, nth) => `f${nth}: { $ref: '#/components/schemas/${type}' }`).join(', ')
  const ask1 = await mockOf(
    'large.yaml',
    `openapi: 3.0.3
info: { title: Large, version: '1' }
paths:
  /n: { get: { operationId: n, responses: { '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Message' } } } } } } }
components:
  schemas:
    Message: { type: object, properties: { ${fields('Author')} } }
    Author: { type: object, properties: { ${fields('Name')} } }
    Name: { type: string }
`,
  )
  const { body } = await ask1('GET', '/n')
  expect(body).toMatchObject({ f0: { f0: 'string' }, f39: { f39: 'string' } })
})

it('the journal names the first violations of an example and counts the others', async () => {
  const fields = Array.from({ length: 55 }, (_, nth) => `f${nth}`)
  const ask1 = await mockOf(
    'wrong.yaml',
    `openapi: 3.0.3
info: { title: Wrong, version: '1' }
paths:
  /n: { get: { operationId: n, responses: { '200': { description: One., content: { application/json: { schema: { required: [${fields.join()}] }, example: {} } } } } } }
`,
  )
  await ask1('GET', '/n')
  const note = `the example breaks its own schema: ${fields
    .slice(0, 50)
    .map((field) => `body.${field} is required`)
    .join('; ')}; 5 more`
  expect((await ask1('GET', '/__mock/journal')).body).toMatchObject([{ note }])
})

it('a format that only the description knows allows any text, and the console says nothing', async () => {
  const schema = '{ type: object, properties: { id: { type: string, format: snowflake } } }'
  const ask1 = await mockOf(
    'formats.yaml',
    `openapi: 3.1.0
info: { title: Formats, version: '1' }
paths:
  /n: { get: { operationId: n, responses: { '200': { description: One., content: { application/json: { schema: ${schema}, example: { id: '7' } } } } } } }
`,
  )
  expect(await ask1('GET', '/n')).toMatchObject({ status: 200, body: { id: '7' } })
})

it('npm run mock -- --contract <file> runs that mock or explains why it cannot', async () => {
  const port = String(await freePort())
  const running = startNode(['scripts/mock.ts', '--port', port, '--contract', bookstore])
  await running.waitForOutput('The mock is at')
  expect((await ask(`http://localhost:${port}`, 'GET', '/api/books/1')).status).toBe(200)
  running.child.kill('SIGTERM')
  await running.exitCode
  const swagger = await folder.file("swagger: '2.0'\ninfo: { title: Old, version: '1' }\npaths: {}\n", 'old.yaml')
  const refused = runCommand(paket, anyProduct, ['--port', '0', '--contract', swagger])
  await expect(refused).rejects.toThrow('it is OpenAPI 2.0; 3.0 or 3.1 is needed')
}, 60_000)
