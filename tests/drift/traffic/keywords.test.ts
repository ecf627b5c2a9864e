import { describe, expect, it } from 'vitest'
import { grouped } from '#drift/report/finding.ts'
import { trafficOf } from '#drift/traffic/traffic.ts'
import { keywords } from '../keywords.ts'
import { folderOfFile } from '../support.ts'

const folder = folderOfFile()
let contract: Promise<string> | undefined
const newTraffic = async () => trafficOf(await (contract ??= folder.file(keywords(), 'keywords.json')))

const J = { 'content-type': 'application/json' }
const at = (path: string, body: unknown, more: object = {}) => ({
  method: 'GET',
  url: `https://a.example/api${path}`,
  status: 200,
  responseHeaders: J,
  responseBody: body,
  ...more,
})
/** A multipart form with JSON and a file. */
const upload = (meta: string, file: string, type: string, boundary = '; boundary=b') => {
  const part = (disposition: string, contentType: string, body: string) =>
    `--b\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${contentType}\r\n\r\n${body}\r\n`
  const parts = [part('name="meta"', 'application/json', meta), part(`name="file"; filename="${file}"`, type, 'x')]
  return at(
    '/up',
    {},
    {
      method: 'POST',
      status: 201,
      requestHeaders: { 'content-type': `multipart/form-data${boundary}` },
      requestBody: `${parts.join('')}--b--\r\n`,
    },
  )
}
/** An exchange, and whether it has a finding, none, or is listed as not looked at. */
const exchanges: [is: 'found' | 'named' | 'silent', what: string, exchange: object][] = [
  ['found', 'dynamicRef: text in a kid', at('/tree', { v: 1, kids: [{ v: 'x' }] })],
  ['silent', 'dynamicRef clean', at('/tree', { v: 1, kids: [{ v: 2 }] })],
  ['found', 'unevaluated field', at('/uneval', { a: 1, b: 'x', c: 1 })],
  ['silent', 'uneval clean', at('/uneval', { a: 1, b: 'x' })],
  ['found', 'tuple longer', at('/tuple', { t: [1, 'a', 3] })],
  ['found', 'tuple type', at('/tuple', { t: ['a', 'a'] })],
  ['silent', 'tuple clean', at('/tuple', { t: [1] })],
  ['found', 'unevaluatedItems', at('/uitems', { t: [1, 2] })],
  ['silent', 'uitems clean', at('/uitems', { t: [1] })],
  ['found', 'dependentSchemas missing', at('/depsch', { card: 'x' })],
  ['found', 'dependentSchemas pattern', at('/depsch', { card: 'x', zip: 'abc' })],
  ['silent', 'depsch clean', at('/depsch', { zip: 'abc' })],
  ['found', 'dependentRequired', at('/depreq', { a: 'x' })],
  ['silent', 'depreq clean', at('/depreq', { b: 'x' })],
  ['found', 'then required', at('/cond', { k: 'x' })],
  ['found', 'else maximum', at('/cond', { k: 'y', n: 9 })],
  ['silent', 'cond clean', at('/cond', { k: 'x', n: 9 })],
  ['named', 'contentEncoding not base64', at('/media', { pic: '***не base64***' })],
  ['named', 'contentMediaType json not json', at('/media', { doc: 'not json' })],
  ['named', 'contentSchema broken', at('/media', { doc: '{}' })],
  ['silent', 'media clean', at('/media', { pic: 'aGVsbG8=', doc: '{"x":1}' })],
  ['found', 'const number', at('/const', { v: 2 })],
  ['found', 'const text', at('/const', { w: 'b' })],
  ['found', 'const object', at('/const', { o: { x: 2 } })],
  ['silent', 'const clean', at('/const', { v: 1, w: 'a', o: { x: 1 } })],
  ['found', 'path-level path param', at('/items/abc', {}, { url: 'https://a.example/api/items/abc?lang=ru' })],
  ['found', 'op-level param overrides: bad', at('/items/1?lang=fr', {})],
  ['silent', 'op-level overrides clean', at('/items/1?lang=de', {})],
  ['silent', 'op-level optional', at('/items/1', {})],
  [
    'found',
    'path-level param required in DELETE',
    at('/items/1', undefined, { method: 'DELETE', status: 204, responseBody: '' }),
  ],
  ['found', '204 with a body', at('/items/1?lang=ru', { a: 1 }, { method: 'DELETE', status: 204 })],
  ['silent', '204 clean', at('/items/1?lang=ru', undefined, { method: 'DELETE', status: 204, responseBody: '' })],
  ['found', 'HEAD without header', at('/items/1?lang=ru', undefined, { method: 'HEAD', responseBody: '' })],
  [
    'found',
    'HEAD header bad',
    at('/items/1?lang=ru', undefined, { method: 'HEAD', responseBody: '', responseHeaders: { 'x-total': 'many' } }),
  ],
  [
    'silent',
    'HEAD clean',
    at('/items/1?lang=ru', undefined, { method: 'HEAD', responseBody: '', responseHeaders: { 'x-total': '5' } }),
  ],
  [
    'found',
    'OPTIONS without Allow',
    at('/items/1?lang=ru', undefined, {
      method: 'OPTIONS',
      status: 204,
      responseBody: '',
      responseHeaders: { x: 'y' },
    }),
  ],
  ['found', 'path-level server', { ...at('', { a: 'x' }), url: 'https://b.example/other/own' }],
  ['silent', 'path-level server clean', { ...at('', { a: 1 }), url: 'https://b.example/other/own' }],
  ['found', 'spaceDelimited bad', at('/style?sp=1%20x', {}, { requestHeaders: { cookie: 'sid=0123456789' } })],
  ['silent', 'spaceDelimited ok', at('/style?sp=1%202', {}, { requestHeaders: { cookie: 'sid=0123456789' } })],
  ['silent', 'spaceDelimited plus', at('/style?sp=1+2', {}, { requestHeaders: { cookie: 'sid=0123456789' } })],
  ['found', 'exploded object bad', at('/style?r=x', {}, { requestHeaders: { cookie: 'sid=0123456789' } })],
  ['named', 'flat object bad', at('/style?flat=r,x', {}, { requestHeaders: { cookie: 'sid=0123456789' } })],
  ['named', 'cookie short', at('/style', {}, { requestHeaders: { cookie: 'sid=1' } })],
  ['named', 'matrix bad', at('/mat/;m=x', {})],
  ['silent', 'matrix ok', at('/mat/;m=1', {})],
  ['named', 'label bad', at('/lab/.1.x', {})],
  ['silent', 'label ok', at('/lab/.1.2', {})],
  ['found', 'multipart meta bad', upload('{"n":"x"}', 'a.png', 'image/png')],
  ['named', 'multipart file of another type', upload('{"n":1}', 'a.exe', 'application/x-exe')],
  ['found', 'multipart without its boundary', upload('{"n":1}', 'a.png', 'image/png', '')],
  ['silent', 'multipart clean', upload('{"n":1}', 'a.png', 'image/png')],
  [
    'found',
    'readOnly in request',
    at('/ro', { id: 1 }, { method: 'POST', requestHeaders: J, requestBody: { id: 5, name: 'a' } }),
  ],
  [
    'silent',
    'readOnly left out',
    at('/ro', { id: 1 }, { method: 'POST', requestHeaders: J, requestBody: { name: 'a' } }),
  ],
  [
    'found',
    'writeOnly in answer',
    at('/ro', { id: 1, pw: 'x' }, { method: 'POST', requestHeaders: J, requestBody: { name: 'a' } }),
  ],
  ['found', '4XX body', at('/def', { fatal: true }, { status: 418 })],
  ['silent', '4XX clean', at('/def', { err: 'x' }, { status: 418 })],
  ['found', 'default body', at('/def', { err: 'x' }, { status: 503 })],
  ['silent', 'default clean', at('/def', { fatal: true }, { status: 503 })],
  ['found', 'default for 201', at('/def', {}, { status: 201 })],
  ['silent', 'allOf with closed branch', at('/all', { a: 1, b: 2 })],
  ['found', 'allOf with closed branch, a field of neither', at('/all', { a: 1, c: 2 })],
  ['found', 'not enum', at('/not', { a: 'x' })],
  ['silent', 'not clean', at('/not', { a: 'y' })],
  ['found', 'propertyNames', at('/props', { A: 1 })],
  ['found', 'minProperties', at('/props', {})],
  ['silent', 'props clean', at('/props', { a: 1 })],
  ['found', 'patternProperties type', at('/pat', { n_a: 'x' })],
  ['found', 'pattern closed', at('/pat', { z: 1 })],
  ['silent', 'pat clean', at('/pat', { n_a: 1 })],
  ['found', 'minContains', at('/contains', { l: [1, 2] })],
  ['found', 'maxContains', at('/contains', { l: [1, 1, 1, 1] })],
  ['silent', 'contains clean', at('/contains', { l: [1, 1] })],
  ['found', '$defs ref', at('/anchor', { a: 'x' })],
  ['silent', '$defs clean', at('/anchor', { a: 1 })],
  ['found', 'type list enum', at('/types', { a: 2 })],
  ['silent', 'type list null', at('/types', { a: null })],
  ['found', 'beside $ref', at('/beside', { a: 'long' })],
  ['silent', 'beside ok', at('/beside', { a: 'lon' })],
  ['found', 'format mail', at('/fmt', { mail: 'x' })],
  ['found', 'format uri', at('/fmt', { uri: 'x y' })],
  ['found', 'format ip', at('/fmt', { ip: '999.1.1.1' })],
  ['found', 'format dur', at('/fmt', { dur: '5 days' })],
  ['found', 'format tm', at('/fmt', { tm: '25:00' })],
  ['found', 'format re', at('/fmt', { re: '(' })],
  ['found', 'format b', at('/fmt', { b: '*' })],
  [
    'silent',
    'formats',
    at('/fmt', {
      mail: 'a@b.co',
      uri: 'https://a.b/c',
      ip: '1.2.3.4',
      dur: 'P3D',
      tm: '10:00:00Z',
      re: 'a+',
      f: 1.5,
      b: 'aGk=',
    }),
  ],
  ['found', 'literal beside braces: pattern', at('/range/A1.json', {})],
  ['silent', 'literal beside braces', at('/range/abc.json', {})],
  ['found', 'media with charset in the contract', at('/cs', {})],
  [
    'silent',
    'charset clean',
    at('/cs', { a: 1 }, { responseHeaders: { 'content-type': 'application/json;charset=UTF-8' } }),
  ],
  [
    'found',
    'second JSON media by its own schema',
    at('/multi', { a: 1 }, { responseHeaders: { 'content-type': 'application/vnd.b+json' } }),
  ],
  [
    'silent',
    'second JSON clean',
    at('/multi', { b: 1 }, { responseHeaders: { 'content-type': 'application/vnd.b+json' } }),
  ],
  ['found', 'csv', at('/multi', 'x,y', { responseHeaders: { 'content-type': 'text/csv' } })],
  ['silent', 'csv clean', at('/multi', 'id,y', { responseHeaders: { 'content-type': 'text/csv; charset=utf-8' } })],
  ['named', 'nested deepObject', at('/deep?f[a][b]=x', {})],
  ['silent', 'deep ok', at('/deep?f[a][b]=1', {})],
  ['found', 'false schema', at('/false', { never: 1 })],
  ['silent', 'true schema', at('/false', { any: 1 })],
  ['named', 'ndjson body', at('/ndjson', '{"b":1}\n', { responseHeaders: { 'content-type': 'application/x-ndjson' } })],
]

describe('traffic of a description with rare keywords', () => {
  it.each(exchanges)('%s: %s', async (is, _, exchange) => {
    const traffic = await newTraffic()
    traffic.add(exchange, 'a', 1)
    const found = grouped(traffic.found).map(({ says }) => says)
    expect({ is: found.length > 0 ? 'found' : 'silent', checked: traffic.checked, found }).toEqual({
      is: is === 'found' ? 'found' : 'silent',
      checked: 1,
      found: expect.anything(),
    })
  })
  it('names what is not looked at', async () => {
    expect((await newTraffic()).sections.at(-1)?.lines).toEqual([
      'security: recordings often leave tokens out',
      '#/components/schemas/Tree/properties/kids/items: what its $dynamicRef leads to',
      expect.stringMatching(
        /^#\/paths\/~1all\/get\/responses\/200\/content\/application~1json\/schema: that a closed part of it refuses fields of another part: /,
      ),
      '#/paths/~1media/get/responses/200/content/application~1json/schema/properties/doc and 1 more: what is in its texts (contentEncoding, contentMediaType, contentSchema)',
      'style: query parameter flat',
      'style: cookie parameter sid',
      'mat: path parameter m',
      'lab: path parameter l',
      'up: the encoding of fields in its body',
      'deep: query parameter f',
      'nd 200: body of application/x-ndjson',
    ])
  })
})
