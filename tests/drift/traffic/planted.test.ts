import { describe, expect, it } from 'vitest'
import { grouped } from '#drift/report/finding.ts'
import { rules } from '#drift/rules/rules.ts'
import { trafficOf } from '#drift/traffic/traffic.ts'
import { folderOfFile } from '../support.ts'

const folder = folderOfFile()
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const answer = (schema: object, headers?: object) => ({
  description: 'x',
  content: { 'application/json': { schema } },
  ...(headers && { headers }),
})
const text = { type: 'string' }
const description = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: '/v1' }],
  paths: {
    '/orders/{orderId}': {
      parameters: [{ name: 'orderId', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
      get: {
        operationId: 'getOrder',
        parameters: [
          { name: 'lang', in: 'query', required: true, schema: { enum: ['ru', 'en'] } },
          { name: 'with', in: 'query', schema: { type: 'array', items: { enum: ['items', 'payer'] } } },
          { name: 'X-Shop', in: 'header', required: true, schema: { type: 'string', pattern: '^[a-z]{2,8}$' } },
        ],
        responses: {
          '200': answer(ref('Order'), {
            ETag: { required: true, schema: { type: 'string', minLength: 3 } },
            'X-Left': { schema: { type: 'integer' } },
          }),
          '404': answer(ref('Problem')),
        },
      },
      put: {
        operationId: 'keepOrder',
        requestBody: { required: true, content: { 'application/json': { schema: ref('Draft') } } },
        responses: { '204': { description: 'x' }, '409': answer(ref('Problem')) },
      },
    },
    '/payments': {
      post: {
        operationId: 'pay',
        requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: ref('Payment') } } },
        responses: { '201': answer(ref('Means')), '4XX': answer(ref('Problem')) },
      },
    },
  },
  components: {
    schemas: {
      Order: {
        type: 'object',
        required: ['id', 'state', 'items', 'payer', 'means'],
        properties: {
          id: { type: 'integer', minimum: 1 },
          state: { enum: ['new', 'paid', 'gone'] },
          placed: { type: 'string', format: 'date-time' },
          note: { type: ['string', 'null'], maxLength: 20 },
          items: { type: 'array', minItems: 1, maxItems: 3, items: ref('Item') },
          payer: { allOf: [ref('Person'), { type: 'object', required: ['email'], properties: { email: text } }] },
          means: ref('Means'),
          labels: { type: 'object', additionalProperties: { type: 'integer' } },
          gift: { anyOf: [{ type: 'boolean' }, { type: 'object', required: ['to'], properties: { to: text } }] },
        },
      },
      Item: {
        type: 'object',
        required: ['sku', 'count'],
        properties: {
          sku: { type: 'string', pattern: '^[A-Z]{3}$' },
          count: { type: 'integer', minimum: 1, maximum: 9 },
          weight: { type: 'number', exclusiveMinimum: 0 },
          parts: { type: 'array', uniqueItems: true, items: ref('Item') },
        },
      },
      Person: { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } },
      Means: { oneOf: [ref('Card'), ref('Cash'), ref('Points')], discriminator: { propertyName: 'kind' } },
      Card: {
        type: 'object',
        required: ['kind', 'last4'],
        properties: { kind: { const: 'card' }, last4: { type: 'string', pattern: '^\\d{4}$' } },
      },
      Cash: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { const: 'cash' }, change: { type: 'integer' } },
      },
      Points: {
        type: 'object',
        required: ['kind', 'sum'],
        properties: { kind: { const: 'points' }, sum: { type: 'integer', multipleOf: 10 } },
      },
      Problem: { type: 'object', required: ['code'], properties: { code: { type: 'string', enum: ['none', 'busy'] } } },
      Draft: {
        type: 'object',
        required: ['items'],
        additionalProperties: false,
        properties: { items: { type: 'array', items: ref('Item') }, note: text },
      },
      Payment: {
        type: 'object',
        required: ['sum'],
        properties: { sum: { type: 'integer', minimum: 1 }, means: { enum: ['card', 'cash'] } },
      },
    },
  },
}
interface Exchange {
  method: string
  url: string
  status: number
  requestHeaders?: Record<string, string>
  responseHeaders?: Record<string, string>
  requestBody?: unknown
  responseBody?: unknown
}
type Change = Partial<Exchange>
const card = { kind: 'card', last4: '1234' }
const item = { sku: 'ABC', count: 2 }
const order = { id: 7, state: 'new', items: [item], payer: { name: 'A', email: 'a' }, means: card }
const get = (change: Change = {}): Exchange => ({
  method: 'GET',
  url: '/v1/orders/7?lang=ru',
  status: 200,
  requestHeaders: { 'x-shop': 'moscow' },
  responseHeaders: { etag: '"abc"', 'content-type': 'application/json' },
  requestBody: '',
  responseBody: order,
  ...change,
})
const put = (change: Change = {}): Exchange => ({
  method: 'PUT',
  url: '/v1/orders/7',
  status: 204,
  requestBody: { items: [item] },
  responseBody: '',
  ...change,
})
const pay = (change: Change = {}): Exchange => ({
  method: 'POST',
  url: '/v1/payments',
  status: 201,
  requestHeaders: { 'content-type': 'application/x-www-form-urlencoded' },
  requestBody: 'sum=10&means=card',
  responseBody: card,
  ...change,
})
const of = (fields: object) => get({ responseBody: { ...order, ...fields } })
const without = (name: string) => get({ responseBody: { ...order, [name]: undefined } })
const itemOf = (fields: object) => of({ items: [{ ...item, ...fields }] })

/** Exchanges with one mistake each. */
const planted: Record<string, Exchange> = {
  'a field is missing: id': without('id'),
  'a field is missing: state': without('state'),
  'a field is missing: items': without('items'),
  'a field is missing: payer': without('payer'),
  'a field is missing: means': without('means'),
  'a number is a text': of({ id: '7' }),
  'a number has a fraction': of({ id: 7.5 }),
  'a number is below its border': of({ id: 0 }),
  'a value is not listed': of({ state: 'lost' }),
  'a listed text in capitals': of({ state: 'NEW' }),
  'a value is null': of({ state: null }),
  'a time has no day': of({ placed: '10:00' }),
  'a time is a number': of({ placed: 1_700_000_000 }),
  'a text is too long': of({ note: 'x'.repeat(21) }),
  'a text or null is a truth': of({ note: true }),
  'a list is an object': of({ items: { 0: item } }),
  'a list is empty': of({ items: [] }),
  'a list is too long': of({ items: [item, item, item, item] }),
  'an item is a text': of({ items: ['ABC'] }),
  'an item lacks a field': of({ items: [{ sku: 'ABC' }] }),
  'the second item is wrong': of({ items: [item, { ...item, count: 'two' }] }),
  'a text breaks its pattern': itemOf({ sku: 'abc' }),
  'a count is above its border': itemOf({ count: 10 }),
  'a count is below its border': itemOf({ count: 0 }),
  'a weight is at its excluded border': itemOf({ weight: 0 }),
  'a weight is a text': itemOf({ weight: '1 kg' }),
  'deep in a circle a type is wrong': itemOf({ parts: [{ ...item, parts: [{ sku: 'ABC', count: '1' }] }] }),
  'a set has an item twice': itemOf({ parts: [item, item] }),
  'a part of allOf lacks a field': of({ payer: { name: 'A' } }),
  'the other part of allOf lacks a field': of({ payer: { email: 'a' } }),
  'a field of allOf is empty': of({ payer: { name: '', email: 'a' } }),
  'a branch lacks a field': of({ means: { kind: 'card' } }),
  'a branch has a wrong form': of({ means: { kind: 'card', last4: '12' } }),
  'another branch has a wrong type': of({ means: { kind: 'cash', change: 'none' } }),
  'a branch has a wrong step': of({ means: { kind: 'points', sum: 15 } }),
  'a branch that no one knows': of({ means: { kind: 'crypto' } }),
  'no branch is named': of({ means: { last4: '1234' } }),
  'a branch is null': of({ means: null }),
  'a value of a map has a wrong type': of({ labels: { red: 'x' } }),
  'a map is a list': of({ labels: [1] }),
  'neither branch of anyOf': of({ gift: 'yes' }),
  'a branch of anyOf lacks a field': of({ gift: {} }),
  'the whole is a list': get({ responseBody: [order] }),
  'the whole is empty': get({ responseBody: '' }),
  'the whole is a page': get({ responseBody: '<html>' }),
  'another media type': get({ responseHeaders: { etag: '"abc"', 'content-type': 'text/html' } }),
  'another success': get({ status: 206 }),
  'a redirect': get({ status: 302, responseBody: '' }),
  'an error that is not listed': get({ status: 410, responseBody: { code: 'none' } }),
  'an error of the server that is not listed': get({ status: 500, responseBody: '<html>' }),
  'an error in another shape': get({ status: 404, responseBody: { error: 'none' } }),
  'an error with a code that is not listed': get({ status: 404, responseBody: { code: 'gone' } }),
  'an error of a range in another shape': pay({ status: 422, responseBody: { code: 5 } }),
  'a header of the answer is missing': get({ responseHeaders: { 'content-type': 'application/json' } }),
  'a header of the answer is too short': get({ responseHeaders: { etag: 'a' } }),
  'a header of the answer is no number': get({ responseHeaders: { etag: '"abc"', 'x-left': 'many' } }),
  'a header of the request is missing': get({ requestHeaders: { accept: '*/*' } }),
  'a header of the request has another form': get({ requestHeaders: { 'x-shop': 'MOSCOW-1' } }),
  // The recorded URL has a query, so a missing parameter is certain; a URL without any query may have been shortened.
  'a parameter is missing': get({ url: '/v1/orders/7?with=items' }),
  'a parameter is not listed': get({ url: '/v1/orders/7?lang=de' }),
  'an item of a parameter is not listed': get({ url: '/v1/orders/7?lang=ru&with=items,all' }),
  'items of a parameter in one text, though each has its name': get({ url: '/v1/orders/7?lang=ru&with=items,payer' }),
  'a part of the path is no number': get({ url: '/v1/orders/seven?lang=ru' }),
  'a part of the path is below its border': get({ url: '/v1/orders/0?lang=ru' }),
  'a request lacks a field': put({ requestBody: {} }),
  'a request has one field more': put({ requestBody: { items: [], colour: 'red' } }),
  'a request has a wrong type': put({ requestBody: { items: [{ ...item, count: '2' }] } }),
  'a request that fits is refused': put({ status: 400 }),
  'another method': put({ method: 'PATCH' }),
  'a form lacks a field': pay({ requestBody: 'means=card' }),
  'a form has a value below its border': pay({ requestBody: 'sum=0' }),
  'a form has a value that is not listed': pay({ requestBody: 'sum=1&means=gold' }),
  'an answer to a form has a wrong branch': pay({ responseBody: { kind: 'card', last4: 1234 } }),
}
const clean: Exchange[] = [
  get(),
  put(),
  pay(),
  ...['new', 'paid', 'gone'].map((state) => of({ state })),
  ...[1, 2 ** 40].map((id) => of({ id })),
  ...['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.123+03:00'].map((placed) => of({ placed })),
  ...[null, '', 'x'.repeat(20), 'Ёж'].map((note) => of({ note })),
  of({ items: [item, item, item] }),
  ...[1, 9].map((count) => itemOf({ count })),
  ...[0.001, 5].map((weight) => itemOf({ weight })),
  itemOf({ parts: [] }),
  itemOf({ parts: [{ ...item, parts: [{ ...item, count: 1 }] }] }),
  of({ payer: { email: '', name: 'Б' } }),
  ...[{ kind: 'cash' }, { kind: 'cash', change: 0 }, { kind: 'points', sum: 20 }, { last4: '0000', kind: 'card' }].map(
    (means) => of({ means }),
  ),
  ...[{}, { red: 1, blue: 2 }].map((labels) => of({ labels })),
  ...[true, false, { to: 'x' }].map((gift) => of({ gift })),
  get({ url: '/v1/orders/1?lang=en&with=items' }),
  get({ url: '/v1/orders/1?with=payer&lang=ru' }),
  get({ url: '/v1/orders/1?with=items&with=payer&lang=ru' }),
  get({ responseHeaders: { ETag: '"abc"', 'X-Left': '3', 'content-type': 'application/json; charset=utf-8' } }),
  get({ status: 404, responseBody: { code: 'none' } }),
  put({ status: 409, responseBody: { code: 'busy' } }),
  put({ requestBody: { items: [], note: 'x' } }),
  put({ requestBody: { colour: 'red' }, status: 400 }),
  pay({ requestBody: 'sum=1' }),
  pay({ requestBody: 'sum=2&means=cash', responseBody: { kind: 'cash' } }),
  pay({ status: 422, responseBody: { code: 'busy' } }),
]
async function foundIn(exchange: Exchange): Promise<string[]> {
  const traffic = await trafficOf(await place)
  traffic.add(exchange, 'a', 1)
  return grouped(traffic.found)
    .filter(({ rule }) => rules[rule].severity !== 'note')
    .map(({ rule }) => rule)
}
let place: Promise<string>

describe('drift traffic of a foreign description', { timeout: 120_000 }, () => {
  it('finds each of more than 60 mistakes on its own', async () => {
    place = folder.file(description)
    const missed: string[] = []
    for (const [name, exchange] of Object.entries(planted))
      if ((await foundIn(exchange)).length === 0) missed.push(name)
    expect(missed).toEqual([])
    expect(Object.keys(planted).length).toBeGreaterThanOrEqual(60)
  })
  it('reports nothing for each of more than 40 valid exchanges', async () => {
    place = folder.file(description)
    const reported: unknown[] = []
    for (const exchange of clean) {
      const found = await foundIn(exchange)
      if (found.length > 0) reported.push([found, exchange])
    }
    expect(reported).toEqual([])
    expect(clean.length).toBeGreaterThanOrEqual(40)
  })
})
