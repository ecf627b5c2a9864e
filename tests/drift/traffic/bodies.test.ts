import { describe, expect, it } from 'vitest'
import { grouped } from '#drift/report/finding.ts'
import { trafficOf } from '#drift/traffic/traffic.ts'
import { folderOfFile } from '../support.ts'

const folder = folderOfFile()
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const content = (media: Record<string, object>) => ({
  content: Object.fromEntries(Object.entries(media).map(([name, schema]) => [name, { schema }])),
})
const kind = (...names: string[]) => ({ type: 'string', enum: names })
/** Alternatives with fields of the same name, a required field that is not described, and bodies of several media types. */
const description = {
  openapi: '3.1.0',
  info: { title: 'Tools', version: '1' },
  servers: [{ url: 'https://tools.example' }],
  paths: {
    '/tools': {
      get: {
        operationId: 'getTools',
        responses: {
          '200': { description: 'x', ...content({ 'application/json': { type: 'array', items: ref('Tool') } }) },
        },
      },
      post: {
        operationId: 'addTool',
        requestBody: {
          required: true,
          ...content({
            'multipart/form-data': {
              type: 'object',
              required: ['name'],
              properties: {
                name: { type: 'string' },
                size: { type: 'integer' },
                files: { oneOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] },
              },
            },
            'application/x-www-form-urlencoded': { type: 'object', properties: { size: { type: 'integer' } } },
            'application/sdp': { type: 'string' },
          }),
        },
        responses: { '204': { description: 'x' } },
      },
    },
    '/tools/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      put: {
        operationId: 'setTool',
        requestBody: content({
          'application/json': {
            allOf: [ref('Owned'), { required: ['id', 'name'], properties: { name: { type: 'string' } } }],
          },
        }),
        responses: { '204': { description: 'x' } },
      },
    },
    '/events': {
      get: {
        operationId: 'getEvents',
        responses: {
          '200': { description: 'x', ...content({ 'text/event-stream': ref('Search'), 'text/csv': { maxLength: 3 } }) },
        },
      },
    },
    ...Object.fromEntries(
      Object.entries({
        count: { 'text/plain': { type: 'integer' } },
        note: { 'text/plain': { type: 'string' } },
        bill: { 'application/xml': { type: 'object' } },
        file: { 'application/pdf': { type: 'string', format: 'binary' } },
        line: { 'application/x-ndjson': { type: 'object' } },
        either: { 'application/json': { type: 'object' }, 'text/plain': { type: 'string' } },
      }).map(([name, media]) => [
        `/${name}`,
        { get: { operationId: name, responses: { '200': { description: 'x', ...content(media) } } } },
      ]),
    ),
  },
  components: {
    schemas: {
      Tool: { oneOf: [ref('Search'), ref('Shell'), ref('Link')], discriminator: { propertyName: 'type' } },
      Owned: { type: 'object', properties: { id: { type: 'string', readOnly: true } } },
      Search: {
        type: 'object',
        required: ['type', 'owner'],
        properties: {
          type: kind('search'),
          id: { type: 'string', writeOnly: true },
          action: { type: 'object', properties: { query: { type: 'string' } } },
          size: { type: 'integer', enum: [] },
        },
      },
      Shell: {
        type: 'object',
        required: ['type'],
        properties: {
          type: kind('shell'),
          id: { type: 'string' },
          action: { type: 'object', properties: { command: { type: 'string' } } },
        },
      },
      Link: {
        type: 'object',
        required: ['to'],
        properties: { type: { anyOf: [kind('link'), { type: 'null' }] }, to: { type: 'string' } },
      },
    },
  },
}
const json = { 'content-type': 'application/json' }
async function seen(exchange: object) {
  const traffic = await trafficOf(await folder.file(description))
  traffic.add({ method: 'GET', url: '/tools', status: 200, responseHeaders: json, ...exchange }, 'a', 1)
  return { found: grouped(traffic.found).map(({ rule, subject }) => `${rule}: ${subject}`), traffic }
}
const sent = (type: string, requestBody: string) =>
  seen({ method: 'POST', url: '/tools', status: 204, requestHeaders: { 'content-type': type }, requestBody })
const form = 'application/x-www-form-urlencoded'
const forbidden = (field: string) => [`seen-request-refused: addTool request ${field}`]
const answered = async (...tools: object[]) => (await seen({ responseBody: tools })).found

describe('bodies in traffic', () => {
  it('have the fields of any alternative, and no others', async () => {
    const command = { type: 'shell', id: 'a', action: { command: 'ls' } }
    expect(await answered({ type: 'search', owner: 1, action: { query: 'x' } }, command)).toEqual([])
    expect(await answered({ type: 'shell', action: { other: 1 } })).toEqual([
      'seen-field-unknown: getTools answer 200 [].action a name of 5 letters',
    ])
  })
  it('are compared when a list of values is empty', async () => {
    expect(await answered({ type: 'search', owner: 1, size: 2 })).toEqual([])
    expect(await answered({ type: 'search', owner: 1, size: 'x' })).toEqual([
      'seen-field-type: getTools answer 200 [].size a string',
    ])
  })
  it('may have a field that is required and not described', async () => {
    expect(await answered({ type: 'search', owner: 1 })).toEqual([])
    expect(await answered({ type: 'search' })).toEqual(['seen-field-missing: getTools answer 200 [].owner'])
  })
  it('are distinguished by a nullable field', async () => {
    expect(await answered({ type: 'link', to: 'a' }, { type: null, to: 'b' }, { to: 'c' })).toEqual([])
    expect(await answered({ type: 'lock', to: 'a' })).toEqual(['seen-field-value: getTools answer 200 [].type'])
  })
  it('are compared with the schema of their own media type, or named', async () => {
    const { found, traffic } = await sent('application/sdp', 'v=0')
    expect(found).toEqual([])
    expect(traffic.sections.at(-1)!.lines).toContain('addTool: request body of application/sdp')
    expect((await sent('multipart/form-data; boundary=a', '--a--')).found).toEqual(forbidden('name required'))
    expect((await sent(form, 'size=1')).found).toEqual([])
    expect((await sent(form, 'size=many')).found).toEqual(forbidden('size type'))
  })
  it('can be forms whose fields are a string or a list of strings', async () => {
    const part = (name: string, text: string) =>
      `--a\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
    const sentParts = async (...all: string[]) =>
      (await sent('multipart/form-data; boundary=a', `${all.join('')}--a--\r\n`)).found
    const [name, file] = [part('name', 'x'), part('files', 'zip')]
    expect(await sentParts(name, file)).toEqual([])
    expect(await sentParts(name, file, file, part('size', '1'))).toEqual([])
    expect(await sentParts(name, file, part('size', 'many'))).toEqual(forbidden('size type'))
  })
  it('can be empty as a form without fields', async () => {
    expect((await sent(form, '')).found).toEqual([])
    expect((await sent('multipart/form-data', '')).found).toEqual(['seen-request-refused: addTool request no body'])
  })
  it('lack read-only fields, wherever they are marked so', async () => {
    const set = (requestBody: object) =>
      seen({ method: 'PUT', url: '/tools/1', status: 204, requestHeaders: json, requestBody })
    expect((await set({ name: 'x' })).found).toEqual([])
    expect((await set({})).found).toEqual(['seen-request-refused: setTool request name required'])
  })
  it('are not missed in a recording where the contract has none', async () => {
    const { traffic } = await seen({ method: 'PUT', url: '/tools/1', status: 204, requestBody: { name: 'x' } })
    expect(traffic.sections[0]!.lines.join('\n')).not.toContain('without a body to compare')
    expect(traffic.sections[0]!.lines[0]).toContain('1 of 10 codes and statuses')
    traffic.add({ method: 'GET', url: '/tools', status: 200 }, 'a', 2)
    expect(traffic.facts).toContainEqual(expect.stringContaining('No answer has a body that could be compared'))
  })
  it('can be event streams, whose schema applies to each event', async () => {
    const got = (type: string, responseBody: string) =>
      seen({ url: '/events', responseHeaders: { 'content-type': type }, responseBody })
    const { found, traffic } = await got('text/event-stream; charset=utf-8', 'data: {}\n\n')
    expect(found).toEqual([])
    expect(traffic.sections.at(-1)!.lines).toContain('getEvents 200: body of text/event-stream')
    expect((await got('text/csv', 'a,b,c')).found).toEqual(['seen-field-form: getEvents answer 200 maxLength'])
  })
  const got = (name: string, type: string | null, responseBody: string, more: object = {}) =>
    seen({
      url: `/${name}`,
      responseHeaders: { date: 'Sat, 28 Nov 2026 10:00:00 GMT', ...(type !== null && { 'content-type': type }) },
      responseBody,
      ...more,
    })
  it.each([
    ['count', 'text/plain', ['seen-body-missing: count answer 200']],
    ['count', null, ['seen-body-missing: count answer 200']],
    ['note', 'text/plain', []],
    ['bill', 'application/xml', ['seen-body-missing: bill answer 200']],
    ['bill', null, ['seen-body-missing: bill answer 200']],
    ['file', 'application/pdf', []],
    ['line', 'application/x-ndjson', []],
    ['either', 'text/plain', []],
    ['either', null, ['seen-not-json: either answer 200 no body']],
    ['events', 'text/event-stream', []],
  ])('are compared with the schema when they are empty: %s as %s', async (name, type, found) => {
    expect((await got(name, type, '')).found).toEqual(found)
    expect((await got(name, type, '', { method: 'HEAD' })).found).toEqual([])
  })
  it.each([
    ['count', '7', []],
    ['count', 'many', ['seen-field-type: count answer 200 a string']],
    ['note', '7', []],
    ['either', '{}', []],
  ])('are compared without a media type, which is reported: %s %s', async (name, text, found) => {
    const { found: all, traffic } = await got(name, null, text)
    expect(all.toSorted()).toEqual([...found, `seen-media-type-missing: ${name} answer 200`])
    expect(traffic.sections.flatMap(({ lines }) => lines).join('\n')).not.toContain('without a body to compare')
  })
  it.each(['', 'x-unknown'])('are only compared when their media type was not recorded: %j', async (mimeType) => {
    const entry = (headers: object[]) => ({
      request: { method: 'GET', url: 'https://tools.example/count', headers: [], httpVersion: 'HTTP/1.1' },
      response: { status: 200, headers, bodySize: 1, content: { mimeType, size: 1, text: 'x' } },
    })
    const all = async (headers: object[]) => {
      const traffic = await trafficOf(await folder.file(description))
      traffic.add(entry(headers), 'a', 1)
      return grouped(traffic.found).map(({ rule }) => rule)
    }
    expect(await all([])).toEqual(['seen-field-type'])
    expect(await all([{ name: 'x-id', value: '1' }])).toEqual(['seen-field-type'])
    for (const name of ['Date', 'Connection', 'Transfer-Encoding'])
      expect(await all([{ name, value: 'x' }])).toEqual(['seen-field-type', 'seen-media-type-missing'])
  })
})
