import { describe, expect, it } from 'vitest'
import { grouped } from '#drift/report/finding.ts'
import { type Traffic, trafficOf } from '#drift/traffic/traffic.ts'
import { folderOfFile } from '../support.ts'

// Serialization of values, media types and parameters: by the standards, and as services and clients really write them.

const json = (schema: object, more: object = {}) => ({
  description: 'x',
  content: { 'application/json': { schema } },
  ...more,
})
const fields = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const formats = { at: 'date-time', clock: 'time', id: 'uuid', iri: 'iri', fee: 'decimal', amount: 'decimal' }
const numbered = fields({ n: { type: 'integer' } }, { required: ['n'] })
const FORM = 'application/x-www-form-urlencoded'
const get = (id: string, schema: object, more: object = {}) => ({
  get: { operationId: id, responses: { 200: json(schema) }, ...more },
})
const description = {
  openapi: '3.1.0',
  info: { title: 'Wire', version: '1' },
  servers: [{ url: 'https://a.example/api' }],
  paths: {
    '/formats': get(
      'formats',
      fields({
        ...Object.fromEntries(Object.entries(formats).map(([name, format]) => [name, { type: 'string', format }])),
        long: { type: 'integer', format: 'int64' },
        longs: { type: 'array', items: { type: 'integer' } },
        byName: { type: 'object', additionalProperties: { type: 'integer' } },
        most: { type: 'integer', maximum: 2 ** 53, multipleOf: 2, enum: [2 ** 53] },
        size: { type: 'number' },
      }),
    ),
    '/text': {
      get: {
        operationId: 'text',
        responses: { 200: { description: 'x', content: { 'text/plain': { schema: { type: 'integer' } } } } },
      },
      post: {
        operationId: 'note',
        requestBody: { content: { 'text/plain': { schema: { type: 'integer' } } } },
        responses: { 200: json({}) },
      },
    },
    '/words': {
      get: {
        operationId: 'words',
        responses: { 200: { description: 'x', content: { 'text/plain': { schema: { type: 'string' } } } } },
      },
    },
    '/more': get('more', { allOf: [fields({ a: {} })], unevaluatedProperties: { type: 'integer' } }),
    '/form': {
      post: {
        operationId: 'form',
        requestBody: { content: { 'application/json': { schema: numbered }, [FORM]: { schema: numbered } } },
        responses: { 200: json({}) },
      },
    },
    '/query': get(
      'query',
      {},
      {
        parameters: [
          { name: 'f', in: 'query', style: 'deepObject', schema: fields({ day: { type: 'string', format: 'date' } }) },
        ],
      },
    ),
    '/headers': {
      get: {
        operationId: 'headers',
        parameters: [{ name: 'X-Asked', in: 'header', schema: fields({ r: { type: 'integer' } }) }],
        responses: { 200: json({}, { headers: { 'X-Given': { schema: fields({ r: { type: 'integer' } }) } } }) },
      },
    },
    '/a%20b/{id}': get('spaced', fields({ n: { type: 'integer' } }), {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    }),
  },
}
const at = (path: string, body: unknown, type = 'application/json') => ({
  method: 'GET',
  url: `https://a.example/api${path}`,
  status: 200,
  responseHeaders: { 'Content-Type': type },
  responseBody: body,
})
const post = (path: string, type: string, body: string) => ({
  ...at(path, {}),
  method: 'POST',
  requestHeaders: { 'content-type': type },
  requestBody: body,
})
/** A HAR that lists the fields of a form. */
const har = (value: string) => ({
  request: {
    method: 'POST',
    url: 'https://a.example/api/form',
    httpVersion: 'HTTP/1.1',
    headers: [{ name: 'Content-Type', value: FORM }],
    postData: { mimeType: FORM, params: [{ name: 'n', value }] },
  },
  response: { status: 200, headers: [], content: { mimeType: 'application/json', text: '{}' } },
})
const uuid = '6f1c1d8e-6a2b-4f5e-9a3b-1c2d3e4f5a6b'
const inLatin1 = (text: string) => Buffer.from(text, 'latin1').toString('base64')
/** A HAR entry whose body has letters in Latin-1. */
const latin1 = (type: string, path = '/formats') => ({
  request: { method: 'GET', url: `https://a.example/api${path}`, httpVersion: 'HTTP/1.1', headers: [] },
  response: {
    status: 200,
    headers: [{ name: 'Content-Type', value: type }],
    content: { mimeType: type, encoding: 'base64', text: inLatin1('{"byName":{"é":1}}') },
  },
})
const exchanges: [rule: string | null, what: string, exchange: object][] = [
  ['seen-field-form', 'a time with a space before the clock', at('/formats', { at: '2026-11-20 10:00:00Z' })],
  ['seen-field-form', 'a zone without its colon', at('/formats', { at: '2026-11-20T10:00:00+0300' })],
  ['seen-field-form', 'a zone without minutes', at('/formats', { at: '2026-11-20T10:00:00+03' })],
  ['seen-field-form', 'a time without a zone', at('/formats', { at: '2026-11-20T10:00:00' })],
  ['seen-field-form', 'a day that is not in the calendar', at('/formats', { at: '2026-02-30T10:00:00Z' })],
  [null, 'a time in a zone', at('/formats', { at: '2026-11-20T10:00:00.123456789+03:00' })],
  [null, 'a leap second, in small letters', at('/formats', { at: '2016-12-31t23:59:60z' })],
  ['seen-field-form', 'a clock whose zone lacks its colon', at('/formats', { clock: '10:00:00+0300' })],
  [null, 'a clock', at('/formats', { clock: '10:00:00+03:00' })],
  ['seen-field-form', 'a UUID with its URN', at('/formats', { id: `urn:uuid:${uuid}` })],
  [null, 'a UUID in capitals', at('/formats', { id: uuid.toUpperCase() })],
  ['seen-field-form', 'an int64 of 65 bits', at('/formats', '{"long":92233720368547758080}')],
  [null, 'an int64', at('/formats', '{"long":-9007199254740991,"longs":[9007199254740991]}')],
  ['seen-integer-large', 'an int64 that JavaScript rounds', at('/formats', '{"long":-9223372036854775807}')],
  ['seen-integer-large', 'such an integer in a body that was recorded as JSON', at('/formats', { long: 2 ** 53 })],
  ['seen-integer-large', 'such integers in a list', at('/formats', '{"longs":[1,9007199254740993,9007199254740995]}')],
  ['seen-integer-large', 'such an integer in a map', at('/formats', '{"byName":{"a":9007199254740993}}')],
  [
    'seen-integer-large',
    'one that fits its limits only when it is rounded',
    at('/formats', '{"most":9007199254740993}'),
  ],
  ['seen-integer-large', 'an integer beyond all numbers of JavaScript', at('/formats', '{"longs":[1e400]}')],
  ['seen-integer-large', 'a number beyond all numbers of JavaScript', at('/formats', '{"size":-1e400}')],
  [null, 'a large number that is no integer in the contract', at('/formats', '{"size":12345678901234567890}')],
  ['seen-charset', 'JSON in windows-1251', at('/formats', {}, 'application/json; charset=windows-1251')],
  ['seen-charset', 'JSON in UTF-16', at('/formats', {}, 'application/json;charset="utf-16"')],
  ['seen-charset', 'JSON of Latin-1 letters', latin1('application/json; charset=iso-8859-1')],
  ['seen-charset', 'JSON of Latin-1 letters that names no charset', latin1('application/json')],
  [
    'seen-charset',
    'JSON of Latin-1 letters that is sent',
    { ...post('/form', 'application/json', inLatin1('{"n":1,"name":"é"}')), requestBodyEncoding: 'base64' },
  ],
  [null, 'a text of Latin-1 letters', latin1('text/plain; charset=iso-8859-1', '/words')],
  [null, 'JSON in UTF-8', at('/formats', {}, 'application/json; Charset="UTF8"')],
  ['seen-field-type', 'a word for a number in a text', at('/text', 'five', 'text/plain')],
  [null, 'a number in a text', at('/text', '5', 'text/plain; charset=windows-1251')],
  ['seen-request-refused', 'a word sent for a number in a text', post('/text', 'text/plain', 'five')],
  [null, 'a number sent in a text', post('/text', 'text/plain', '5')],
  ['seen-field-type', 'another field of another type', at('/more', { a: 1, b: 'x' })],
  [null, 'another field of the type of unevaluatedProperties', at('/more', { a: 1, b: 2 })],
  ['seen-request-refused', 'JSON that is sent as a form', post('/form', FORM, '{"n":1}')],
  [null, 'a form beside JSON', post('/form', `${FORM}; charset=UTF-8`, 'n=1')],
  ['seen-request-refused', 'a wrong form of which a HAR has the fields', har('x')],
  [null, 'a form of which a HAR has the fields', har('1')],
  ['seen-parameter-unknown', 'an unknown field of an object in the query', at('/query?f[month]=5', {})],
  [null, 'an object in the query', at('/query?f%5Bday%5D=2026-11-20', {})],
  ['seen-field-type', 'a path that the contract writes with a percent sign', at('/a%20b/1', { n: 'x' })],
  ['seen-field-type', 'the same path as it is read', at('/a b/1', { n: 'x' })],
]

const folder = folderOfFile()
let place: Promise<string> | undefined
const newTraffic = async (): Promise<Traffic> => trafficOf(await (place ??= folder.file(description)))

describe('serialized values, media types and parameters', () => {
  it.each(exchanges)('%s: %s', async (rule, _, exchange) => {
    const traffic = await newTraffic()
    traffic.add(exchange, 'a', 1)
    const found = grouped(traffic.found)
    expect({
      rules: found.map((one) => one.rule),
      checked: traffic.checked,
      says: found.map(({ says }) => says),
    }).toEqual({ rules: rule === null ? [] : [rule], checked: 1, says: expect.anything() })
  })
  it('names formats and headers that are not checked', async () => {
    const inFormats = '#/paths/~1formats/get/responses/200/content/application~1json/schema/properties'
    expect((await newTraffic()).sections.at(-1)?.lines).toEqual([
      'security: recordings often leave tokens out',
      `${inFormats}/amount and 1 more: its format decimal`,
      `${inFormats}/iri: its format iri`,
      'headers: header parameter X-Asked',
      'headers 200: header X-Given',
    ])
  })
})
