import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyProduct } from '#mock/any/any.ts'
import { type Mock, startServer } from '#mock/engine/server.ts'
import { folderOfFile } from '#support/folders.ts'
import { ask } from './support.ts'

const description = `openapi: 3.0.3
info: { title: Shelf, version: '1' }
servers:
  - { url: 'https://shelf.example/api/{version}', variables: { version: { default: v1, enum: [v1, v2] } } }
  - { url: '//other.example/deep/api/' }
  - { url: /old }
paths:
  /books/{book-id}.{kind}:
    parameters: [{ name: book-id, in: path, required: true, schema: { type: integer } }, { name: kind, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readBook
      parameters: [{ name: X-Shop, in: header, required: true, schema: { type: string, enum: [north, south] } }]
      responses:
        '200':
          description: In the form that is asked for.
          headers: { X-Pages: { schema: { type: integer }, example: 300 } }
          content:
            application/xml: { schema: { $ref: '#/components/schemas/Book' }, examples: { short: { value: { title: 'Law & Order', tags: [a, b] } }, long: { value: '<book/>' } } }
            application/vnd.book+json: { schema: { $ref: '#/components/schemas/Book' }, examples: { short: { value: { title: Short } }, long: { value: { title: Long } } } }
            text/csv: { schema: { type: string }, examples: { short: { externalValue: 'short.csv' } } }
    put: { operationId: replaceBook, requestBody: { $ref: '#/components/requestBodies/Book' }, responses: { '200': { description: Was replaced., content: { application/json: { example: { done: put } } } } } }
    patch: { operationId: changeBook, requestBody: { required: true, content: { application/merge-patch+json: { schema: { type: object, required: [title] } } } }, responses: { '204': { description: Was changed. } } }
    delete: { operationId: removeBook, responses: { '204': { description: Gone. } } }
    head: { operationId: hasBook, responses: { '200': { description: Is there., headers: { X-Copies: { schema: { type: integer }, example: 4 } } } } }
    options: { operationId: waysOfBook, responses: { '200': { description: What can be done., content: { text/plain: { example: 'read, replace' } } } } }
  /books/new.txt:
    get: { operationId: newest, responses: { '200': { description: The newest., content: { text/plain: { example: 'Новая' } } } } }
  /covers:
    post:
      operationId: addCover
      requestBody: { required: true, content: { image/*: { schema: { type: string, format: binary } } } }
      responses: { '200': { description: As it is sent back., content: { image/png: { examples: { cover: { externalValue: ./cover.png } } } } } }
  /orders:
    post:
      operationId: orderBook
      requestBody:
        content:
          application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Order' } }
          multipart/form-data: { schema: { $ref: '#/components/schemas/Order' } }
          text/xml: { schema: { type: string } }
      responses: { '201': { description: Ordered., headers: { Location: { required: true, schema: { type: string }, example: /orders/7 } }, content: { application/json: { example: { order: 7 } } } } }
components:
  requestBodies: { Book: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } }
  schemas:
    Book: { type: object, required: [title], xml: { name: book }, properties: { title: { type: string }, tags: { type: array, items: { type: string } } } }
    Order: { type: object, required: [copies], properties: { copies: { type: integer }, note: { type: string }, scan: { type: string, format: binary }, tags: { type: array, items: { type: string, minLength: 2 } }, for: { type: object, required: [name], properties: { name: { type: string } } } } }
`
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)
const folder = folderOfFile().path
let mock: Mock
beforeAll(async () => {
  await writeFile(join(folder, 'shelf.yaml'), description)
  await writeFile(join(folder, 'short.csv'), 'title\nКоротко\n')
  await writeFile(join(folder, 'cover.png'), png)
  mock = await startServer(await anyProduct(join(folder, 'shelf.yaml')), { port: 0 })
})
afterAll(() => mock.close())
const shop = { 'x-shop': 'north' }
const book = (method: string, body?: unknown, headers: Record<string, string> = shop) =>
  ask(mock.origin, method, '/api/v1/books/7.pdf', body, headers)
const send = (path: string, type: string | null, body: NonNullable<RequestInit['body']>) =>
  fetch(`${mock.origin}/api/v1${path}`, {
    method: 'POST',
    body,
    ...(type !== null && { headers: { 'content-type': type } }),
  })
const lastEntry = async () =>
  ((await ask(mock.origin, 'GET', '/__mock/journal')).body as Record<string, unknown>[]).at(-1)
const typeOf = ({ headers }: { headers: Headers }) => headers.get('content-type')

describe('an answer in other media types than JSON', () => {
  it('uses the media type of Accept, JSON by default', async () => {
    const usual = await book('GET')
    expect({ type: typeOf(usual), body: usual.body }).toEqual({
      type: 'application/vnd.book+json; charset=utf-8',
      body: { title: 'Short' },
    })
    const xml = await book('GET', undefined, { ...shop, accept: 'text/html, application/xml;q=0.9, */*;q=0.1' })
    expect({ type: typeOf(xml), body: xml.body }).toEqual({
      type: 'application/xml; charset=utf-8',
      body: '<?xml version="1.0" encoding="UTF-8"?>\n<book><title>Law &amp; Order</title><tags>a</tags><tags>b</tags></book>',
    })
    const csv = await book('GET', undefined, { ...shop, accept: 'text/*' })
    expect({ type: typeOf(csv), body: csv.body }).toEqual({ type: 'text/csv; charset=utf-8', body: 'title\nКоротко\n' })
    expect((await book('GET', undefined, { ...shop, accept: 'application/json' })).body).toEqual({ title: 'Short' })
    expect((await book('GET', undefined, { ...shop, accept: 'image/png' })).body).toEqual({ title: 'Short' })
  })
  it('has the described headers', async () => {
    expect((await book('GET')).headers.get('x-pages')).toBe('300')
    expect((await book('HEAD')).headers.get('x-copies')).toBe('4')
  })
  it('follows a fault’s example in the accepted media type, and is cut by a fault', async () => {
    await ask(mock.origin, 'PUT', '/__mock/users/nora', { scenario: 'user' })
    await ask(mock.origin, 'PUT', '/__mock/users/nora/faults', [
      { operation: 'readBook', example: 'long', times: 1 },
      { operation: 'readBook', break: 'truncate', times: 1 },
    ])
    const { accessToken } = (await ask(mock.origin, 'GET', '/__mock/users/nora/token')).body as { accessToken: string }
    const headers = { ...shop, accept: 'application/xml', authorization: `Bearer ${accessToken}` }
    expect((await book('GET', undefined, headers)).body).toBe('<book/>')
    await expect(book('GET', undefined, headers)).rejects.toThrow()
  })
  it('contains every byte of an external file; the journal contains their count', async () => {
    const answer = await send('/covers', 'image/jpeg', new Uint8Array([0, 255, 128]))
    expect(typeOf(answer)).toBe('image/png')
    expect(Buffer.from(await answer.arrayBuffer()).equals(png)).toBe(true)
    expect(await lastEntry()).toMatchObject({
      body: '3 bytes of image/jpeg',
      answer: `${png.length} bytes of image/png`,
    })
  })
  it('fails the start when an external file is missing', async () => {
    const file = join(folder, 'gone.yaml')
    await writeFile(file, description.replace('short.csv', 'gone.csv'))
    await expect(anyProduct(file)).rejects.toThrow(
      /gone\.yaml:20: the externalValue gone\.csv leads to .*gone\.csv, which is no file/,
    )
  })
})

describe('a request body other than JSON', () => {
  it('can be a form: fields are validated, written to the journal, and matched by faults', async () => {
    const form = await send('/orders', null, new URLSearchParams({ copies: '3', note: 'a b' }))
    expect({ status: form.status, location: form.headers.get('location'), body: await form.json() }).toEqual({
      status: 201,
      location: '/orders/7',
      body: { order: 7 },
    })
    expect(await lastEntry()).toMatchObject({ body: { copies: '3', note: 'a b' } })
    const wrong = await send('/orders', null, new URLSearchParams({ copies: 'many' }))
    expect({ status: wrong.status, body: await wrong.json() }).toEqual({
      status: 422,
      body: expect.objectContaining({ detail: expect.stringContaining('body.copies') }),
    })
    await ask(mock.origin, 'PUT', '/__mock/users/visitor/faults', [
      { operation: 'orderBook', body: { copies: '5' }, status: 503, times: 1 },
    ])
    expect((await send('/orders', null, new URLSearchParams({ copies: '3' }))).status).toBe(201)
    expect((await send('/orders', null, new URLSearchParams({ copies: '5' }))).status).toBe(503)
  })
  it('can be a form with a file', async () => {
    const form = new FormData()
    form.set('copies', '3')
    form.set('scan', new Blob([png], { type: 'image/png' }), 'scan.png')
    expect((await send('/orders', null, form)).status).toBe(201)
    expect(await lastEntry()).toMatchObject({
      body: { copies: '3', scan: { file: 'scan.png', type: 'image/png', size: png.length } },
    })
    const broken = await send('/orders', 'multipart/form-data', 'no boundary')
    expect({ status: broken.status, body: await broken.json() }).toEqual({
      status: 400,
      body: expect.objectContaining({ title: 'Invalid form' }),
    })
  })
  it('can be a form with repeated fields, and with an object as JSON', async () => {
    const url = await send('/orders', null, new URLSearchParams('copies=3&tags=one&tags=two'))
    expect(url.status).toBe(201)
    expect((await send('/orders', null, new URLSearchParams('copies=3&tags=http://a.example/'))).status).toBe(201)
    const form = new FormData()
    for (const [name, value] of Object.entries({ copies: '3', tags: 'one', for: '{"name":"Nora"}' }))
      form.set(name, value)
    form.append('tags', 'two')
    expect((await send('/orders', null, form)).status).toBe(201)
    const wrong = await send('/orders', null, new URLSearchParams('copies=3&tags=t'))
    expect(await wrong.json()).toMatchObject({ detail: expect.stringContaining('body.tags') })
  })
  it('can be text', async () => {
    expect((await send('/orders', 'text/xml; charset=utf-8', '<order/>')).status).toBe(201)
    expect(await lastEntry()).toMatchObject({ body: '<order/>' })
  })
  it('returns 415 when the call does not take its media type', async () => {
    const refused = await send('/orders', 'text/plain', 'three')
    expect({ status: refused.status, body: await refused.json() }).toEqual({
      status: 415,
      body: expect.objectContaining({
        detail: 'The body must be application/x-www-form-urlencoded or multipart/form-data or text/xml, got text/plain',
      }),
    })
    expect((await send('/covers', 'text/plain', 'cover')).status).toBe(415)
    expect((await ask(mock.origin, 'POST', '/api/v1/covers')).status).toBe(422)
  })
})

describe('a call of another description', () => {
  it('answers every method', async () => {
    expect(await book('PUT', { title: 'T' })).toMatchObject({ status: 200, body: { done: 'put' } })
    expect(await book('PUT', { titel: 'T' })).toMatchObject({ status: 422 })
    const patch = (body: unknown) => book('PATCH', body, { 'content-type': 'application/merge-patch+json' })
    expect((await patch({ title: 'T' })).status).toBe(204)
    expect((await patch({})).status).toBe(422)
    expect((await book('DELETE')).status).toBe(204)
    expect(await book('HEAD', undefined, {})).toMatchObject({ status: 200, body: '' })
    expect(await lastEntry()).toMatchObject({ operation: 'hasBook', method: 'HEAD' })
    expect(await book('OPTIONS')).toMatchObject({ status: 200, body: 'read, replace' })
    expect((await book('POST')).headers.get('allow')).toBe('GET, PUT, DELETE, OPTIONS, HEAD, PATCH')
  })
  it('allows a page its headers in a CORS preflight', async () => {
    const preflight = await book('OPTIONS', undefined, {
      origin: 'http://localhost:5173',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-shop',
    })
    expect({
      status: preflight.status,
      accessControlAllowHeaders: preflight.headers.get('access-control-allow-headers'),
    }).toEqual({ status: 204, accessControlAllowHeaders: 'x-shop' })
  })
  it('answers HEAD as GET unless the call defines HEAD', async () => {
    expect(await ask(mock.origin, 'HEAD', '/api/v1/books/new.txt')).toMatchObject({ status: 200, body: '' })
    expect(await lastEntry()).toMatchObject({ operation: 'newest', method: 'HEAD' })
  })
  it('validates path and header parameters', async () => {
    expect(await book('GET', undefined, {})).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/x-shop/i) },
    })
    expect((await book('GET', undefined, { 'x-shop': 'west' })).status).toBe(422)
    expect(await ask(mock.origin, 'GET', '/api/v1/books/seven.pdf', undefined, shop)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('book-id') },
    })
  })
  it('prefers the path with the fewest parameters', async () =>
    expect((await ask(mock.origin, 'GET', '/api/v1/books/new.txt')).body).toBe('Новая'))
  it('answers below the base path of each server', async () => {
    for (const base of ['/api/v1', '/api/v2', '/deep/api', '/old'])
      expect((await ask(mock.origin, 'GET', `${base}/books/new.txt`)).status, base).toBe(200)
    for (const base of ['/api/v3', '/api', ''])
      expect((await ask(mock.origin, 'GET', `${base}/books/new.txt`)).status, base).toBe(404)
  })
})
