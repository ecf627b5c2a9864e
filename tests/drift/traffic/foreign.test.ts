import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { grouped } from '#drift/report/finding.ts'
import { trafficOf, type Traffic } from '#drift/traffic/traffic.ts'
import { drift, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object) => ({ description: 'x', content: { 'application/json': { schema } } })
/** Another project's description: 3.0, several methods, path templates, parameters, statuses, alternatives, a circular reference. */
const description = {
  openapi: '3.0.3',
  info: { title: 'Library', version: '1' },
  servers: [{ url: 'https://library.example/api' }, { url: '/v2' }],
  paths: {
    '/books/{bookId}': {
      parameters: [{ name: 'bookId', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
      get: {
        operationId: 'getBook',
        parameters: [
          {
            name: 'fields',
            in: 'query',
            required: true,
            schema: { type: 'array', items: { type: 'string', enum: ['title', 'pages'] } },
          },
          { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } },
        ],
        responses: {
          '200': { ...json(ref('Book')), headers: { ETag: { required: true, schema: { type: 'string' } } } },
          '4XX': json(ref('Problem')),
        },
      },
      delete: {
        operationId: 'deleteBook',
        responses: { '204': { description: 'gone' }, default: json(ref('Problem')) },
      },
    },
    '/books/new': {
      get: { operationId: 'getNewBooks', responses: { '200': json({ type: 'array', items: ref('Book') }) } },
    },
    '/books': {
      post: {
        operationId: 'addBook',
        requestBody: { required: true, content: { 'application/json': { schema: ref('Book') } } },
        responses: { '201': json(ref('Book')) },
      },
    },
    '/media': {
      get: { operationId: 'getMedia', responses: { '200': json({ oneOf: [ref('Film'), ref('Song'), ref('Book')] }) } },
    },
    '/cover': {
      get: {
        operationId: 'getCover',
        responses: { '200': { description: 'x', content: { 'image/png': { schema: { type: 'string' } } } } },
      },
    },
  },
  components: {
    schemas: {
      Book: {
        type: 'object',
        required: ['id', 'title', 'shelfMark'],
        properties: {
          id: { type: 'integer', readOnly: true },
          title: { type: 'string' },
          subtitle: { type: 'string', nullable: true },
          shelfMark: { type: 'string' },
          pages: { type: 'integer', minimum: 0, exclusiveMinimum: true },
          sequel: ref('Book'),
          copies: { type: 'array', items: { oneOf: [ref('Film'), { anyOf: [ref('Song'), ref('Problem')] }] } },
          scores: { type: 'object', additionalProperties: { type: 'integer' } },
        },
      },
      Problem: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
      Film: {
        type: 'object',
        required: ['kind', 'minutes'],
        properties: { kind: { type: 'string', enum: ['film'] }, minutes: { type: 'integer' } },
      },
      Song: {
        type: 'object',
        required: ['kind', 'seconds'],
        properties: { kind: { type: 'string', enum: ['song'] }, seconds: { type: 'integer' } },
      },
    },
  },
}
const book = {
  id: 1,
  title: 'x',
  subtitle: null,
  shelfMark: 'a',
  pages: 3,
  sequel: { id: 2, title: 'y', shelfMark: 'b' },
  scores: { '79001234567': 5 },
}
interface Seen {
  method?: string
  path: string
  status?: number
  request?: unknown
  answer?: unknown
  headers?: object
  type?: string
}
let traffic: Traffic
let place = ''
beforeEach(async () => {
  place = await folder.file(description)
  traffic = await trafficOf(place)
})
const see = (...all: Seen[]) => {
  for (const [
    index,
    { method = 'GET', path, status = 200, request, answer, headers, type = 'application/json' },
  ] of all.entries())
    traffic.add(
      {
        method,
        url: `https://library.example/api${path}`,
        status,
        requestBody: request,
        responseHeaders: { 'content-type': type, etag: 'x', ...headers },
        responseBody: answer === undefined ? '' : typeof answer === 'string' ? answer : JSON.stringify(answer),
      },
      'a',
      index + 1,
    )
  return grouped(traffic.found).map(({ rule, subject }) => `${rule}: ${subject}`)
}

describe('traffic of a foreign description', () => {
  it('has no findings when it follows it, and the right coverage', () => {
    expect(
      see(
        { path: '/books/1?fields=title', answer: book },
        { path: '/books/1?fields=title&fields=pages', answer: book },
        { path: '/books/999?fields=title', status: 404, answer: { title: 'none' } },
        { path: '/books/1?fields=title', status: 400, answer: { title: 'on loan' } },
        { path: '/books/new', answer: [book] },
        { method: 'POST', path: '/books', status: 201, request: { title: 'x', shelfMark: 'a' }, answer: book },
        { method: 'DELETE', path: '/books/1', status: 204 },
        { method: 'DELETE', path: '/books/1', status: 409, answer: { title: 'lent' } },
        { method: 'DELETE', path: '/books/1', status: 400, answer: { title: 'lent' } },
        { path: '/media', answer: { kind: 'film', minutes: 1 } },
      ),
    ).toEqual([])
    expect(traffic.checked).toBe(10)
    expect(traffic.sections[0]!.lines).toEqual([
      '5 of 6 calls, 7 of 8 codes and statuses, 0 of 0 examples',
      'getBook: agrees: 200 ×2, 4XX ×2',
      'deleteBook: agrees: 204 ×1, DEFAULT ×2',
      'getNewBooks: agrees: 200 ×1',
      'addBook: agrees: 201 ×1',
      'getMedia: agrees: 200 ×1',
      'calls never seen: getCover',
    ])
    expect(traffic.sections.at(-1)).toEqual({
      title: 'Not looked at',
      lines: [
        'security: recordings often leave tokens out',
        'getBook: query parameter filter',
        'getCover 200: body of image/png',
      ],
    })
  })
  it('says in the summary of a status without drift that it is not described, not that it does not agree', () => {
    expect(see({ path: '/books/new', status: 304 })).toEqual([])
    expect(traffic.sections[0]!.short).toContain('getNewBooks: not described: 304 ×1')
  })
  it.each<[string, Seen, string]>([
    [
      'a field of another type',
      { path: '/books/1?fields=title', answer: { ...book, title: 5 } },
      'seen-field-type: getBook answer 200 title an integer',
    ],
    [
      'deep in a circle',
      { path: '/books/1?fields=title', answer: { ...book, sequel: { ...book, sequel: { ...book, pages: 0 } } } },
      'seen-field-form: getBook answer 200 sequel.sequel.pages exclusiveMinimum',
    ],
    [
      'in a map keyed by people',
      { path: '/books/1?fields=title', answer: { ...book, scores: { '79001234567': 'x', '79001234568': 'y' } } },
      'seen-field-type: getBook answer 200 scores.{} a string',
    ],
    [
      'a field that is missing',
      { path: '/books/new', answer: [{ id: 1, title: 'x' }] },
      'seen-field-missing: getNewBooks answer 200 [].shelfMark',
    ],
    [
      'an error in another shape',
      { path: '/books/1?fields=title', status: 404, answer: { text: 'x' } },
      'seen-field-missing: getBook answer 404 title',
    ],
    [
      'a wrong field of the branch that was meant',
      { path: '/media', answer: { kind: 'song', seconds: '5' } },
      'seen-field-type: getMedia answer 200 seconds a string',
    ],
    ['an empty body', { path: '/books/new' }, 'seen-not-json: getNewBooks answer 200 no body'],
    [
      'another success',
      { method: 'POST', path: '/books', status: 202, request: { title: 'x', shelfMark: 'a' } },
      'seen-success-unlisted: addBook answer 202',
    ],
    ['a redirect', { path: '/books/new', status: 302 }, 'seen-redirect: getNewBooks answer 302'],
    ['a call that is not there', { path: '/books/new', status: 404 }, 'seen-call-gone: getNewBooks answer 404'],
    ['another method', { method: 'PUT', path: '/books/1', answer: book }, 'seen-call-other-method: getBook method PUT'],
    [
      'another media type',
      { path: '/cover', type: 'text/html; charset=utf-8', answer: 'x' },
      'seen-media-type: getCover answer 200',
    ],
    [
      'a page',
      { path: '/books/new', type: 'text/html', answer: '<p>' },
      'seen-not-json: getNewBooks answer 200 no JSON',
    ],
    [
      'JSON of another name',
      { path: '/books/new', type: 'text/plain', answer: [book] },
      'seen-media-type: getNewBooks answer 200',
    ],
    [
      'a request without a field',
      { method: 'POST', path: '/books', status: 201, request: { title: 'x' }, answer: book },
      'seen-request-refused: addBook request shelfMark required',
    ],
    ['a query without a parameter', { path: '/books/1', answer: book }, 'seen-parameter-missing: getBook query fields'],
    [
      'a query with a bad one',
      { path: '/books/1?fields=colour', answer: book },
      'seen-parameter-form: getBook query fields',
    ],
    [
      'a query with one more',
      { path: '/books/1?fields=title&colour=red', answer: book },
      'seen-parameter-unknown: calls query a name of 6 letters',
    ],
    [
      'a bad segment of the path',
      { path: '/books/zero?fields=title', answer: book },
      'seen-parameter-form: getBook path bookId',
    ],
    [
      'a header of the answer that is missing',
      { path: '/books/1?fields=title', answer: book, headers: { etag: undefined } },
      'seen-answer-header: getBook answer 200 ETag missing',
    ],
    ['an unknown call', { path: '/readers/79001234567', answer: {} }, 'seen-call-unknown: calls path /{}/{}'],
  ])('%s is found', (_, one, expected) => {
    expect(see(one)).toContain(expected)
  })
  it('a refused request without a header that it must have is no finding', async () => {
    const shop = { name: 'X-Shop', in: 'header', required: true, schema: { enum: ['north'] } }
    const answers = { '200': { description: 'x' }, '400': { description: 'x' } }
    const contract = await folder.file({
      openapi: '3.1.0',
      info: { title: 'a', version: '1' },
      paths: { '/x': { get: { operationId: 'getX', parameters: [shop], responses: answers } } },
    })
    const found = async (status: number, requestHeaders: object) => {
      const one = await trafficOf(contract)
      one.add({ method: 'GET', url: '/x', status, requestHeaders }, 'a', 1)
      return one.found.map(({ rule }) => rule)
    }
    const headers = [{ accept: '*/*' }, { 'x-shop': 'south' }]
    const seen = await Promise.all([400, 200].map((status) => Promise.all(headers.map((each) => found(status, each)))))
    expect(seen).toEqual([
      [[], []],
      [['seen-header-missing'], ['seen-header-form']],
    ])
  })
  it('reports only the problems of the most similar alternative of a field', () => {
    const copies = [{ kind: 'song', seconds: '5', title: 7 }, { kind: 'film' }, { title: 'x' }]
    expect(see({ path: '/books/1?fields=title', answer: { ...book, copies } })).toEqual([
      'seen-field-missing: getBook answer 200 copies[].minutes',
      'seen-field-type: getBook answer 200 copies[].seconds a string',
    ])
  })
  it('a value that no alternative has is one finding', () => {
    expect(see({ path: '/media', answer: { kind: 'play', minutes: 1 } })).toContainEqual(
      expect.stringMatching(/^seen-field-/),
    )
  })
  it('the command fails when too little was covered', async () => {
    const input = JSON.stringify({
      method: 'GET',
      url: 'https://library.example/api/books/new',
      status: 200,
      responseBody: [book],
    })
    const args = ['traffic', '-', '--contract', place]
    expect(await drift(args, { input })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/1 of 6 calls[^]*No drift\.\n$/),
    })
    expect(await drift([...args, '--require-coverage', '90%'], { input })).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /No drift\. Seen were 12\.5% of the codes and statuses of the contract; 90% are required\.\n$/,
      ),
    })
    expect(await drift([...args, '--require-coverage', '12%'], { input })).toMatchObject({ code: 0 })
    expect(await drift([...args, '--require-coverage', '90'], { input })).toMatchObject({
      code: 2,
      err: expect.stringContaining('such as 90%'),
    })
  })
})

describe('what could be many findings', () => {
  it('is one when a map is keyed by ids or a code is a timestamp', async () => {
    for (let at = 0; at < 3000; at += 1) {
      const answer = { ...book, [`id-${at}`]: 1, ['x'.repeat(1 + (at % 60))]: 2, scores: { [at]: 'x' } }
      traffic.add(
        {
          method: 'GET',
          url: `/api/books/1?fields=title&p${'q'.repeat(at % 90)}=1`,
          status: 200,
          responseBody: answer,
        },
        'a',
        at,
      )
      traffic.add({ method: 'GET', url: `/api/x/${'books/'.repeat(at % 12)}${at}`, status: 200 }, 'a', at)
    }
    const findings = grouped(traffic.found)
    expect(findings.map(({ rule, seen }) => [rule, seen?.count])).toEqual(
      expect.arrayContaining([
        ['seen-field-type', 3000],
        ['seen-field-unknown', 6000],
      ]),
    )
    expect(findings.length).toBeLessThan(50)
    expect(JSON.stringify(traffic.state).length).toBeLessThan(200_000)
  })
})

it('finds fields with names such as `constructor`', async () => {
  const names = ['constructor', '__proto__']
  const team = `{"type":"object","properties":{${names.map((name) => `"${name}":{"type":"string"}`).join(',')}}}`
  const races = { get: { operationId: 'getRaces', responses: { '200': json(JSON.parse(team) as object) } } }
  const contract = await folder.file({ openapi: '3.1.0', info: description.info, paths: { '/races': races } })
  const line = (name: string) =>
    JSON.stringify({ method: 'GET', url: `/races?${name}=x`, status: 200, responseBody: {} })
  const recording = await folder.file([...names, ...names].map(line).join('\n'), 'races.ndjson')
  const part = join(folder.path, 'races.part')
  await drift(['traffic', recording, '--contract', contract, '--partial', '--output', part])
  for (const args of [
    ['traffic', recording],
    ['merge', part, part],
  ]) {
    const { code, out, err } = await drift([...args, '--contract', contract, '--notes'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const name of names) expect(out).toContain(`a query parameter that is not in the contract, ${name}:`)
  }
})
it('reads a description whose tags and extensions refer to Markdown', async () => {
  await folder.file('Books: all of them.\n\n- [x] new: yes\n  no: *\n', 'books.md')
  const toText = { $ref: './books.md' }
  const file = await folder.file({
    ...description,
    tags: [{ name: 'books', description: toText }],
    'x-topics': [{ title: 'Books', content: toText }],
  })
  const withTopics = await trafficOf(file)
  withTopics.add(
    { method: 'GET', url: 'https://library.example/api/books/new', status: 200, responseBody: [5] },
    'a',
    1,
  )
  expect(grouped(withTopics.found).map(({ rule }) => rule)).toEqual(['seen-field-type'])
})
it('reads a description of which an extension refers to a text that is missing', async () => {
  const topics = [{ title: 'Books', content: { $ref: './missing.md' } }]
  expect((await trafficOf(await folder.file({ ...description, 'x-topics': topics }))).found).toEqual([])
})
