import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { anyProduct } from '#mock/any/any.ts'
import { type Mock, startServer } from '#mock/engine/server.ts'
import { folderOfFile } from '#support/folders.ts'
import { ask } from './support.ts'

const description = `openapi: 3.0.3
info: { title: Shelf, version: '1' }
servers: [{ url: 'https://shelf.example/api/v1' }, { url: 'https://shelf.example/api/v2' }]
paths:
  /books:
    get:
      operationId: listBooks
      parameters: [{ name: page, in: query, schema: { type: integer } }, { name: order, in: query, schema: { type: string, enum: [price, title] } }]
      responses: { '200': { description: A page., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Book' } }, examples: { one: { value: [{ id: 1, title: Emma, price: 100 }] } } } } } }
  /books/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readBook
      responses:
        '200': { description: The book., content: { application/json: { schema: { $ref: '#/components/schemas/Book' }, examples: { book: { value: { id: 1, title: Emma, price: 100 } } } } } }
        '404': { description: None., content: { application/problem+json: { schema: { type: object, properties: { code: { type: integer } } }, examples: { none: { value: { code: 4 } } } } } }
    put: { operationId: replaceBook, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }, responses: { '200': { description: Replaced., content: { application/json: { schema: { $ref: '#/components/schemas/Book' }, examples: { book: { value: { id: 1, title: Emma, price: 100 } } } } } } } }
    delete: { operationId: removeBook, responses: { '204': { description: Gone. }, '404': { description: None. } } }
  /books/{id}/text:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readText, responses: { '200': { description: Its text., content: { text/csv: { examples: { short: { value: 'a,b' }, long: { value: 'c,d' } } } } } } }
  /covers/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readCover, responses: { '200': { description: A picture., content: { image/png: { examples: { cover: { externalValue: ./cover.png } } } } } } }
  /orders:
    post:
      operationId: orderBook
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Order' } }, multipart/form-data: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses:
        '201': { description: Ordered., headers: { Location: { schema: { type: string }, example: /orders/7 } }, content: { application/json: { schema: { type: object, properties: { order: { type: integer } } }, examples: { ordered: { value: { order: 7 } } } } } }
        '409': { description: Not so many., content: { text/plain: { example: too many } } }
components:
  schemas:
    Book: { type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string }, price: { type: integer }, lender: { type: string } } }
    Order: { type: object, required: [copies], properties: { copies: { type: integer }, phone: { type: string } } }
`
const secret = 'Пелагея Непридуманная'
const png = Buffer.from([137, 80, 78, 71, 0, 255, 128])
const folder = folderOfFile().path
let mock: Mock
beforeAll(async () => {
  await writeFile(join(folder, 'shelf.yaml'), description)
  await writeFile(join(folder, 'cover.png'), png)
  mock = await startServer(await anyProduct(join(folder, 'shelf.yaml')), { port: 0 })
})
afterAll(() => mock.close())

interface Posted {
  mimeType: string
  text?: string
  params?: { name: string; value: string }[]
}
/** A recorded exchange: `GET /books/7` below a base path. JSON is an object, text a string, bytes are a Buffer. */
function entry(requestLine: string, answer: { status?: number; type?: string; body?: unknown }, postData?: Posted) {
  const [method, path] = requestLine.split(' ')
  const { status = 200, body } = answer
  const content = Buffer.isBuffer(body)
    ? { mimeType: answer.type, encoding: 'base64', text: body.toString('base64'), size: body.length }
    : typeof body === 'string'
      ? { mimeType: answer.type, text: body, size: body.length }
      : body === undefined
        ? { size: 0 }
        : { mimeType: answer.type ?? 'application/json', text: JSON.stringify(body) }
  return {
    startedDateTime: '2026-03-10T12:00:00.000Z',
    request: { method, url: `https://shelf.example/api/v1${path}`, ...(postData && { postData }) },
    response: { status, content },
  }
}
const urlencoded = 'application/x-www-form-urlencoded'
let count = 0
/** Converts a session to a scenario, and calls as its user. */
async function replay(...entries: object[]) {
  const name = `session-${(count += 1)}`
  const session = JSON.stringify({ log: { entries } })
  const made = await fetch(`${mock.origin}/__mock/scenarios/${name}`, { method: 'PUT', body: session })
  const { text, notes, detail } = (await made.json()) as { text: string; notes: string[]; detail?: string }
  if (!made.ok) throw new Error(detail)
  const { accessToken } = (await ask(mock.origin, 'GET', `/__mock/users/${name}/token`)).body as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}` }
  const call = (requestLine: string, body?: unknown, base = '/api/v1') => {
    const [method = '', path = ''] = requestLine.split(' ')
    return ask(mock.origin, method, `${base}${path}`, body, headers)
  }
  const form = (fields: Record<string, string>) =>
    fetch(`${mock.origin}/api/v1/orders`, { method: 'POST', headers, body: new URLSearchParams(fields) })
  return { text, notes: notes.join('\n'), call, form }
}
const book = (id: number, more: object = {}) => ({ id, title: 'Emma', price: 100, ...more })

describe('a recorded session of another contract', () => {
  it('replays answers by path and query, each in order', async () => {
    const { call } = await replay(
      entry('GET /books/7', { body: book(7) }),
      entry('GET /books/8', { status: 404, type: 'application/problem+json', body: { code: 4 } }),
      entry('GET /books/7', { body: book(7, { price: 120 }) }),
      entry('GET /books?page=1&order=price', { body: [book(7), book(9)] }),
      entry('GET /books?page=2&order=price', { body: [] }),
    )
    const price = async () => ((await call('GET /books/7')).body as { price: number }).price
    expect([await price(), await price(), await price()]).toEqual([100, 120, 120])
    expect(await call('GET /books/8')).toMatchObject({ status: 404, body: { code: 4 } })
    expect((await call('GET /books?page=2&order=price')).body).toEqual([])
    expect((await call('GET /books?order=price&page=1')).body).toEqual([book(7), book(9)])
    // The same call below the other server.
    expect((await call('GET /books?page=2', undefined, '/api/v2')).body).toEqual([])
  })
  it('supports every method and answers without a body', async () => {
    const { call, notes } = await replay(
      entry('DELETE /books/7', { status: 204 }),
      entry('DELETE /books/7', { status: 404 }),
      entry('PUT /books/7', { body: book(7, { price: 5 }) }, { mimeType: 'application/json', text: '{"id":7}' }),
      entry('HEAD /books/7', {}),
      entry('OPTIONS /books/7', { status: 204 }),
    )
    expect([(await call('DELETE /books/7')).status, (await call('DELETE /books/7')).status]).toEqual([204, 404])
    expect(await call('PUT /books/7', { id: 7, title: 'Emma' })).toMatchObject({ body: { id: 7, price: 5 } })
    expect(notes.split('\n')).toHaveLength(2)
  })
  it('reads form fields in each of their recorded forms', async () => {
    const ordered = (order: number) => ({ status: 201, body: { order } })
    const multipart = '--x\r\ncontent-disposition: form-data; name="copies"\r\n\r\n3\r\n--x--\r\n'
    const { form, text } = await replay(
      entry('POST /orders', ordered(1), { mimeType: urlencoded, text: 'copies=1&phone=79161234567' }),
      entry('POST /orders', ordered(2), { mimeType: urlencoded, params: [{ name: 'copies', value: '2' }] }),
      entry('POST /orders', ordered(3), { mimeType: 'multipart/form-data; boundary=x', text: multipart }),
      entry(
        'POST /orders',
        { status: 409, type: 'text/plain', body: secret },
        { mimeType: urlencoded, text: 'copies=4' },
      ),
    )
    expect(text).not.toMatch(/79161234567|Пелагея/)
    const order = async (copies: string) => (await form({ copies })).json()
    expect([await order('3'), await order('2')]).toEqual([{ order: 3 }, { order: 2 }])
    const refused = await form({ copies: '4' })
    expect({ status: refused.status, text: await refused.text() }).toEqual({ status: 409, text: 'too many' })
  })
  it('replaces recorded texts and pictures by the contract’s examples', async () => {
    const { call, text, notes } = await replay(
      entry('GET /books/7/text', { type: 'text/csv; charset=utf-8', body: 'c,d' }),
      entry('GET /books/8/text', { type: 'text/csv', body: secret }),
      entry('GET /covers/7', { type: 'image/png', body: Buffer.from(secret) }),
    )
    expect(text).not.toContain('Пелагея')
    expect(notes).toContain('text and bytes are replaced by the contract’s example')
    expect({ text7: (await call('GET /books/7/text')).body, text8: (await call('GET /books/8/text')).body }).toEqual({
      text7: 'c,d',
      text8: 'a,b',
    })
    const cover = await fetch(`${mock.origin}/api/v1/covers/7`)
    expect(Buffer.from(await cover.arrayBuffer()).equals(png)).toBe(true)
  })
  it('replaces personal data in JSON, also inside lists', async () => {
    const { call, text } = await replay(
      entry('GET /books', { body: [book(7, { title: secret, lender: secret })] }),
      entry('GET /books/7', { body: book(7, { title: secret, lender: secret }) }),
    )
    expect(text).not.toContain('Пелагея')
    expect((await call('GET /books')).body).toMatchObject([{ id: 7, title: 'Emma' }])
    expect((await call('GET /books/7')).body).toEqual(book(7))
  })
  it('replays answers that violate the contract: a status, a media type, an unexpected body', async () => {
    const { call, notes } = await replay(
      entry('GET /books/7', { status: 502, type: 'text/html', body: `<p>${secret}` }),
      entry('GET /books/7', { body: { id: 'seven', title: 'Emma' } }),
      entry('GET /books/7', { body: undefined }),
      entry('GET /books/7/text', { body: { a: 1 } }),
      entry('DELETE /books/7', { status: 204, body: { gone: true } }),
    )
    const html = await call('GET /books/7')
    expect({ status: html.status, contentType: html.headers.get('content-type'), body: html.body }).toEqual({
      status: 502,
      contentType: 'text/html; charset=utf-8',
      body: 'Пример',
    })
    expect((await call('GET /books/7')).body).toEqual({ id: 'Пример', title: 'Emma' })
    expect(await call('GET /books/7')).toMatchObject({ status: 200, body: '' })
    expect((await call('GET /books/7/text')).body).toEqual({ a: 1 })
    expect(notes).toMatch(
      /readBook: 3 answers in order; outside of the contract: HTTP 502.+; body\.id .+; HTTP 200 without a body/,
    )
    expect(notes).toContain('readText: a violation; outside of the contract: HTTP 200, application/json')
    expect(notes).toContain('removeBook: a violation; outside of the contract: HTTP 204 with a body')
  })
  it('finds calls below an unknown base path', async () => {
    const { call } = await replay({
      url: 'https://gateway.example/shelf/books/7?debug=1',
      method: 'GET',
      status: 200,
      responseBody: book(7, { price: 31 }),
    })
    expect((await call('GET /books/7')).body).toMatchObject({ price: 31 })
  })
})

describe('a live backend of another contract', () => {
  async function backend() {
    const requests: { line: string; headers: IncomingMessage['headers']; body: string }[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString('latin1')))
      request.on('end', () => {
        requests.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
        if (request.url?.startsWith('/api/v1/covers'))
          return void response.writeHead(200, { 'content-type': 'image/png' }).end(png)
        if (request.method === 'DELETE') return void response.writeHead(204).end()
        if (request.method === 'POST')
          return void response
            .writeHead(201, {
              'content-type': 'application/json',
              location: '/orders/9',
              'set-cookie': 'a=1',
              etag: '"1"',
            })
            .end('{"order":9}')
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(book(7, { price: requests.length })))
      })
    })
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return { requests, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }
  it('receives each call unchanged, and its answers become a test user', async () => {
    const live = await backend()
    const recording = await startServer(await anyProduct(join(folder, 'shelf.yaml')), {
      port: 0,
      recordFrom: live.origin,
    })
    onTestFinished(() => recording.close())
    const call = (method: string, path: string, init: RequestInit = {}) =>
      fetch(`${recording.origin}${path}`, { method, ...init })
    const cover = await call('GET', '/api/v1/covers/7')
    expect(Buffer.from(await cover.arrayBuffer()).equals(png)).toBe(true)
    await call('GET', '/api/v2/books/7?debug=1', {
      headers: { 'x-api-key': 'k', cookie: 'secret=1', accept: 'application/json' },
    })
    await call('GET', '/api/v2/books/7?debug=1')
    expect((await call('DELETE', '/api/v1/books/7')).status).toBe(204)
    const form = new FormData()
    form.set('copies', '3')
    const ordered = await call('POST', '/api/v1/orders', { body: form })
    expect({
      location: ordered.headers.get('location'),
      etag: ordered.headers.get('etag'),
      setCookie: ordered.headers.get('set-cookie'),
    }).toEqual({ location: '/orders/9', etag: '"1"', setCookie: null })
    expect(live.requests.map(({ line }) => line)).toEqual([
      'GET /api/v1/covers/7',
      'GET /api/v2/books/7?debug=1',
      'GET /api/v2/books/7?debug=1',
      'DELETE /api/v1/books/7',
      'POST /api/v1/orders',
    ])
    expect(live.requests[1]?.headers).toMatchObject({ 'x-api-key': 'k', accept: 'application/json' })
    expect(live.requests[1]?.headers).not.toHaveProperty('cookie')
    expect(live.requests[4]?.body).toMatch(/name="copies"\r\n\r\n3\r\n/)

    const made = await ask(recording.origin, 'PUT', '/__mock/scenarios/live')
    expect((made.body as { notes: string[] }).notes).toEqual([
      'readCover: cover; text and bytes are replaced by the contract’s example',
      'readBook: 2 answers in order',
      'removeBook: empty204',
      'orderBook: ordered',
    ])
  })
})

describe('a fault of another contract', () => {
  it('matches requests by path and query', async () => {
    await ask(mock.origin, 'PUT', '/__mock/users/nora', { scenario: 'user' })
    const faults = (list: object[]) => ask(mock.origin, 'PUT', '/__mock/users/visitor/faults', list)
    await faults([{ operation: 'readBook', parameters: { id: '8' }, status: 404 }])
    const status = async (path: string) => (await ask(mock.origin, 'GET', `/api/v1${path}`)).status
    expect({ book7: await status('/books/7'), book8: await status('/books/8') }).toEqual({ book7: 200, book8: 404 })
    await faults([{ operation: 'listBooks', parameters: { page: '2' }, status: 503 }])
    expect({ page1: await status('/books?page=1'), page2: await status('/books?page=2') }).toEqual({
      page1: 200,
      page2: 503,
    })
    await faults([{ operation: 'listBooks', parameters: { page: 2 }, status: 503 }])
    expect({ page1: await status('/books?page=1'), page2: await status('/books?page=2') }).toEqual({
      page1: 200,
      page2: 503,
    })
    expect(await faults([{ operation: 'listBooks', parameters: { pages: '2' }, status: 503 }])).toMatchObject({
      status: 400,
      body: { detail: 'unknown parameter of listBooks "pages"; did you mean "page"?' },
    })
    await faults([])
  })
})
