import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { grouped } from '#drift/report/finding.ts'
import type { RuleId } from '#drift/rules/rules.ts'
import { trafficOf } from '#drift/traffic/traffic.ts'
import { folderOfFile } from '../support.ts'
import { parcels } from '../parcels.ts'

const folder = folderOfFile()
let contract: Promise<string> | undefined
async function seen(exchange: object) {
  contract ??= folder.file(parcels(), 'parcels.json')
  const traffic = await trafficOf(await contract)
  traffic.add(exchange, 'a', 1)
  return { findings: grouped(traffic.found), traffic }
}

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const VENDOR = { 'content-type': 'application/vnd.parcel.v1+json' }
const origin = 'https://eu.api.example'
const parcel = { id: 1, name: 'a' }
type More = Record<string, unknown>
const at = (path: string, body: unknown, more: More = {}) => ({
  method: 'GET',
  url: `${origin}/v2${path}`,
  status: 200,
  responseHeaders: JSON_TYPE,
  responseBody: body,
  ...more,
})
const get = (fields: More = {}, more: More = {}) => at('/parcels/1', { ...parcel, ...fields }, more)
const list = (query: string, more: More = {}) => at(`/parcels${query}`, [parcel], more)
const post = (requestBody: unknown, more: More = {}) =>
  at('/parcels', parcel, {
    method: 'POST',
    status: 201,
    requestHeaders: JSON_TYPE,
    requestBody,
    responseHeaders: VENDOR,
    ...more,
  })
const point = (verb: string, body: object, id: number | string = 5) =>
  at(`/points/${id}:${verb}`, body, { method: 'POST' })
const packed = (pack: (text: string) => Buffer, body: object, encoding: string) =>
  get(
    {},
    {
      responseBody: pack(JSON.stringify(body)).toString('base64'),
      responseBodyEncoding: 'base64',
      responseHeaders: { ...JSON_TYPE, 'content-encoding': encoding },
    },
  )
const gzippedTwice = (text: string) => gzipSync(gzipSync(text))
const headed = at('/points', '', { method: 'HEAD', responseHeaders: { ...JSON_TYPE, 'x-count': '1' } })
const CYRILLIC = { 'content-type': 'application/json; charset=windows-1251' }

/** An exchange with one mistake, and the rule that must report it. */
const planted: [what: string, rule: RuleId, exchange: object][] = [
  ['an int64 as a text', 'seen-field-type', get({ id: '1' })],
  ['a time without a zone', 'seen-field-form', get({ at: '2026-11-20T10:00:00' })],
  ['a time in the place of a day', 'seen-field-form', get({ day: '2026-11-20T10:00:00Z' })],
  ['a day that no month has', 'seen-field-form', get({ day: '2026-02-30' })],
  ['an integer of more than 32 bits', 'seen-field-form', get({ small: 3e9 })],
  ['a text in a map of integers', 'seen-field-type', get({ labels: { a: 'x' } })],
  ['a name that a map forbids', 'seen-field-form', get({ labels: { A1: 1 } })],
  ['a field of a pattern with another value', 'seen-field-value', get({ extra: { 'x-a': 'yd' } })],
  ['a tuple in another order', 'seen-field-type', get({ sizes: ['cm', 1] })],
  ['a tuple that is too long', 'seen-field-form', get({ sizes: [1, 'cm', 2] })],
  ['a field that a condition requires', 'seen-field-missing', get({ when: { kind: 'x', size: 1 } })],
  ['a field where none is left', 'seen-field-form', get({ closed: { a: 1, b: 2 } })],
  ['a part of a cent', 'seen-field-form', get({ price: 1.005 })],
  ['what is forbidden', 'seen-field-form', get({ other: 'cm' })],
  ['a secret that is only sent', 'seen-field-write-only', get({ secret: 's' })],
  ['a value that the discriminator does not have', 'seen-field-value', at('/way', { by: 'sea' })],
  ['a value of the discriminator with the field of another', 'seen-field-type', at('/way', { by: 'road', car: 'x' })],
  ['two alternatives at once', 'seen-field-form', at('/one', { a: 1, b: 2 })],
  ['no alternative', 'seen-field-missing', at('/one', { c: 1 })],
  [
    'a text that is not listed',
    'seen-field-value',
    at('/label', 'c', { responseHeaders: { 'content-type': 'text/plain' } }),
  ],
  ['a parameter twice', 'seen-parameter-form', list('?limit=1&limit=2')],
  ['a list of one text with another item', 'seen-parameter-form', list('?ids=1,x')],
  ['a list item by item that is one text', 'seen-parameter-form', list('?ids=1&ids=2')],
  ['a list in one text that is item by item', 'seen-parameter-form', list('?tags=a,b')],
  ['a list with bars and another item', 'seen-parameter-form', list('?bars=a%7Cc')],
  ['a field of an object in the query', 'seen-parameter-form', list('?wide=x&high=2')],
  ['a field of a deep object', 'seen-parameter-form', list('?near[lat]=north')],
  ['JSON in the query with another item', 'seen-parameter-form', list('?q=%5B%22a%22%5D')],
  ['what should be JSON in the query', 'seen-parameter-form', list('?q=1,2')],
  ['a list in a header', 'seen-header-form', list('', { requestHeaders: { 'x-ids': '1,x' } })],
  [
    'the lines of a header',
    'seen-header-form',
    list('', {
      requestHeaders: [
        { name: 'X-Ids', value: '1' },
        { name: 'X-Ids', value: 'x' },
      ],
    }),
  ],
  ['a header of the answer', 'seen-answer-header', list('', { responseHeaders: { ...JSON_TYPE, 'x-rate': 'many' } })],
  ['the second success', 'seen-field-type', list('', { status: 202 })],
  [
    'a status of a range',
    'seen-field-missing',
    list('', { status: 404, responseHeaders: { 'content-type': 'application/problem+json' }, responseBody: {} }),
  ],
  ['a status that only the rest describes', 'seen-field-missing', list('', { status: 503, responseBody: { x: 1 } })],
  [
    'another version in the media type',
    'seen-media-type',
    post({ name: 'a' }, { responseHeaders: { 'content-type': 'application/vnd.parcel.v2+json' } }),
  ],
  ['a request without its body', 'seen-request-refused', post('')],
  ['a form without a field', 'seen-request-refused', post('n=1', { requestHeaders: FORM })],
  [
    'a request of a media type that is not listed',
    'seen-request-media-type',
    post('<a/>', { requestHeaders: { 'content-type': 'application/xml' } }),
  ],
  ['one of two calls behind a colon', 'seen-field-missing', point('open', { shut: true })],
  ['the other of them', 'seen-field-missing', point('shut', { open: true })],
  ['what is before the colon', 'seen-parameter-form', point('open', { open: true }, 'x')],
  ['a call behind a colon that is not there', 'seen-call-unknown', point('drop', {})],
  [
    'another value of a server’s variable',
    'seen-field-type',
    get({ id: 'x' }, { url: 'https://us.api.example/v1/parcels/1' }),
  ],
  [
    'a call with servers of its own',
    'seen-field-type',
    { ...at('', 'x'), url: `${origin}/archive-api/archive`, responseBody: '"x"' },
  ],
  ['an integer beyond 2^53', 'seen-integer-large', get({ id: 2 ** 60 })],
  ['a body in gzip and base64', 'seen-field-type', packed(gzipSync, { ...parcel, id: 'x' }, 'gzip')],
  ['a body that is packed twice', 'seen-field-type', packed(gzippedTwice, { ...parcel, id: 'x' }, 'gzip, gzip')],
  [
    'a body in gzip, and that in brotli',
    'seen-field-type',
    packed((text) => brotliCompressSync(gzipSync(text)), { ...parcel, id: 'x' }, 'gzip,br'),
  ],
  ['a second slash', 'seen-call-unknown', get({}, { url: `${origin}/v2//parcels/1` })],
  ['a name twice in one object', 'seen-name-twice', get({}, { responseBody: '{"id":1,"name":"a","name":"b"}' })],
  [
    'a name twice, deep in a list',
    'seen-name-twice',
    list('', { responseBody: '[ {"id":1,"name":"a","sender":{"name":"x", "n\\u0061me" : "y"}} ]' }),
  ],
  ['a name twice in a request', 'seen-name-twice', post('{"name":"a","name":"b"}')],
  ['a body after the answer to HEAD', 'seen-body-forbidden', { ...headed, responseBody: '{}' }],
  ['a body of a 204', 'seen-body-forbidden', at('/parcels/1', { a: 1 }, { method: 'DELETE', status: 204 })],
  ['a body of a 304', 'seen-body-forbidden', get({}, { status: 304 })],
  ['a request in another charset', 'seen-charset', post({ name: 'a' }, { requestHeaders: CYRILLIC })],
  [
    'another form of JSON in a header',
    'seen-answer-header',
    list('', { responseHeaders: { ...JSON_TYPE, 'x-page': '{"next":"x"}' } }),
  ],
  ['no JSON in a header', 'seen-answer-header', list('', { responseHeaders: { ...JSON_TYPE, 'x-page': 'x' } })],
  ['a success of a range', 'seen-field-form', at('/one', { a: 1, b: 2 }, { status: 203 })],
  [
    'a field where an answer is closed',
    'seen-field-form',
    list('', { status: 503, responseBody: { title: 'a', b: 1 } }),
  ],
]
const noted: [what: string, rule: RuleId, exchange: object][] = [
  [
    'a byte order mark before JSON',
    'seen-byte-order-mark',
    get({}, { responseBody: `\uFEFF${JSON.stringify(parcel)}` }),
  ],
  ['JSON under its general name', 'seen-media-type-name', post({ name: 'a' }, { responseHeaders: JSON_TYPE })],
  ['a field that only the server writes', 'seen-field-read-only', post({ ...parcel, id: 5 })],
  ['a list as PHP writes it', 'seen-parameter-unknown', list('?tags[]=a')],
  [
    'a body of an answer that has none',
    'seen-body-unlisted',
    post({ name: 'a' }, { status: 202, responseHeaders: JSON_TYPE }),
  ],
  ['a body of a GET', 'seen-body-unlisted', get({}, { requestBody: { a: 1 } })],
  ['a slash at the end', 'seen-end-slash', get({}, { url: `${origin}/v2/parcels/1/` })],
  ['a field that no one names in a map', 'seen-field-unknown', get({ sender: { name: 'a', more: 1 } })],
]
const clean: [what: string, exchange: object][] = [
  ['a parcel', get()],
  ['a name in two objects', get({}, { responseBody: '{"id":1,"name":"a","sender":{"name":"name"}}' })],
  [
    'JSON with spaces, escapes and long numbers',
    get({}, { responseBody: '{ "id" : 1.0, "name" : "\\u0061\\"{,\\"a" }\n' }),
  ],
  ['a schema whose example has ids', at('/points', { moscow: 1 })],
  ['a header of JSON', list('', { responseHeaders: { ...JSON_TYPE, 'x-page': '{"next":1}' } })],
  ['a HEAD', headed],
  [
    'a 304 with what the browser had',
    {
      request: { method: 'GET', url: `${origin}/v2/parcels/1`, httpVersion: 'h2', bodySize: 0, headers: [] },
      response: {
        status: 304,
        headers: [],
        bodySize: 0,
        content: { mimeType: 'application/json', size: 9, text: JSON.stringify(parcel) },
      },
    },
  ],
  ['null where it may be', get({ note: null })],
  ['a parameter without a value', list('?all=')],
  ['a parameter without a sign', list('?all')],
  ['an object in the query', list('?wide=1&high=2')],
  ['a deep object', list('?near[lat]=55.7')],
  ['JSON in the query', list('?q=%5B1%5D')],
  ['a list with bars', list('?bars=a%7Cb')],
  ['a list item by item', list('?tags=a&tags=b')],
  ['a list in one text', list('?ids=1,2')],
  ['a list in a header', list('', { requestHeaders: { 'x-ids': '1, 2' } })],
  [
    'the lines of a header',
    list('', {
      requestHeaders: [
        { name: 'X-Ids', value: '1' },
        { name: 'X-Ids', value: '2' },
      ],
    }),
  ],
  [
    'the charset of a problem',
    list('', {
      status: 404,
      responseHeaders: { 'content-type': 'application/problem+json; charset=utf-8' },
      responseBody: { title: 'x' },
    }),
  ],
  ['capitals in a media type', get({}, { responseHeaders: { 'Content-Type': 'Application/JSON;charset=UTF-8' } })],
  ['a form', post('name=a&n=1', { requestHeaders: FORM })],
  ['a request without what only the server writes', post({ name: 'a' })],
  ['an answer without a body', post({ name: 'a' }, { status: 202, responseBody: '' })],
  ['a mapped value of the discriminator', at('/way', { by: 'air', flight: 'x' })],
  ['another one', at('/way', { by: 'road', car: 1 })],
  ['the name of the schema', at('/way', { by: 'Air' })],
  ['a schema that extends another', at('/pet', { kind: 'Cat', claws: 4 })],
  ['a field of a pattern', get({ extra: { a: 1, 'x-b': 'cm' } })],
  ['a text', at('/label', 'a', { responseHeaders: { 'content-type': 'text/plain' } })],
  ['JSON beside a text', at('/label', 5)],
  ['a body in gzip and base64', packed(gzipSync, parcel, 'gzip')],
  ['a body that is packed twice', packed(gzippedTwice, parcel, 'gzip, GZIP')],
  ['a body in brotli, and that in gzip', packed((text) => gzipSync(brotliCompressSync(text)), parcel, 'br, gzip')],
  ['a body in brotli and base64', packed(brotliCompressSync, parcel, 'br')],
  [
    'packed bytes that were written as a text',
    get(
      {},
      {
        responseBody: gzipSync(JSON.stringify(parcel)).toString('latin1'),
        responseHeaders: { ...JSON_TYPE, 'content-encoding': 'gzip' },
      },
    ),
  ],
  ['a body that was unpacked already', get({}, { responseHeaders: { ...JSON_TYPE, 'content-encoding': 'gzip' } })],
  ['a time before 1970', get({}, { time: -5 })],
  ['another region and version', get({}, { url: 'https://us.api.example/v1/parcels/1' })],
  ['a call with servers of its own', { ...at('', 1), url: `${origin}/archive-api/archive` }],
  ['a call behind a colon', point('open', { open: true })],
  ['a percent sign in the path', get({}, { url: `${origin}/v2/%70arcels/%31` })],
  ['a delete', at('/parcels/1', '', { method: 'DELETE', status: 204 })],
  ['an empty object in the body of a delete', at('/parcels/1', '', { method: 'DELETE', status: 204, requestBody: {} })],
  ['not modified', get({}, { status: 304, responseBody: '' })],
  ...[19.99, 1.1, 0.07].map((price): [string, object] => [`a price of ${price}`, get({ price })]),
  [
    'the pseudo headers of HTTP/2, and a status as a text',
    {
      request: {
        method: 'GET',
        url: `${origin}/v2/parcels/1`,
        httpVersion: 'h2',
        bodySize: 0,
        headers: [{ name: ':authority', value: 'x' }],
      },
      response: {
        status: '200',
        headers: [{ name: ':status', value: '200' }],
        content: { mimeType: 'application/json', text: JSON.stringify(parcel) },
      },
    },
  ],
]

describe('in traffic of a description that was not used to write the rules', { timeout: 60_000 }, () => {
  it.each([...planted, ...noted])('it finds: %s', async (_, rule, exchange) => {
    expect((await seen(exchange)).findings.map((finding) => finding.rule)).toContain(rule)
  })
  it.each(clean)('it reports nothing for %s', async (_, exchange) => {
    const { findings, traffic } = await seen(exchange)
    expect({ says: findings.map(({ says }) => says), checked: traffic.checked }).toEqual({ says: [], checked: 1 })
  })
  it.each([
    ['where none is left', get({ closed: { a: 1, b: 2 } })],
    ['where an answer is closed', list('', { status: 503, responseBody: { title: 'a', b: 1 } })],
  ])('a field that a closed object refuses is one finding, with its name: %s', async (_, exchange) => {
    const { findings } = await seen(exchange)
    expect(findings.map(({ says }) => says)).toEqual([
      expect.stringContaining('has a field that the contract does not allow, b'),
    ])
  })
  it('ignores informational responses before the final one', async () => {
    const { traffic } = await seen(get({}, { status: 103, responseBody: '' }))
    expect(traffic.state.skipped).toEqual({ 'without an answer': 1 })
  })
  it('names the parts of schemas that it does not read', async () => {
    const { traffic } = await seen(get())
    expect(traffic.sections.at(-1)!.lines).toContain('Pet: schemas that extend it, by its discriminator')
  })
})
