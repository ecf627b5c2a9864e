import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { expect, test, vi } from 'vitest'
import { acceptedAnswers, callsOf, type Code } from '@paket/contract'
import { withDefaults } from '@paket/contract/description'
import { createClientOf, type Descriptor } from '@paket/sdk/runtime'
import { descriptor } from '../../sdk/codegen/descriptor.ts'
import { temporaryFolder } from '#support/folders.ts'

const info = { title: 'Any', version: '1' }
function callOf(operation: object, components: object = {}, path = '/things') {
  const contract = withDefaults({
    openapi: '3.0.3',
    info,
    components,
    paths: { [path]: { post: { operationId: 'call', ...operation } } },
  })
  const [call] = callsOf<Code>(contract)
  if (!call) throw new Error('the description has no call')
  return { contract, call }
}
function clientOf({ contract, call }: ReturnType<typeof callOf>, answer: () => Response) {
  const sent: { url: string; init: RequestInit }[] = []
  const one = { ...descriptor(contract, call), types: {} } as unknown as Descriptor & { types: { request: object } }
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    sent.push({ url: String(url), init })
    return answer()
  }
  return { client: createClientOf({ call: one }, { baseUrl: 'https://any.example/api', fetch }), sent }
}
const good = { '200': { description: 'Good.', content: { 'application/json': { schema: { type: 'object' } } } } }

const cut = () =>
  new Response(
    new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('{"ok":fal'))
        controller.error(new TypeError('terminated'))
      },
    }),
  )
test.each([
  ['is cut', cut, {}],
  ['is over the limit', () => new Response('{"ok":false,"pad":"aaaaaaaaaaaaaaaa"}'), { maxBytes: 10 }],
])('a body that %s is no empty one, where an empty one is an answer', async (_, answer, more) => {
  const { contract, call } = callOf({
    'x-validity': { at: 'ok', codeAt: 'reason', reject: { codes: [false] } },
    responses: { ...good, '204': { description: 'Nothing to say.' } },
  })
  const one = { ...descriptor(contract, call), types: {} } as unknown as Descriptor
  const client = createClientOf({ call: one }, { baseUrl: 'https://any.example', fetch: async () => answer(), ...more })
  expect(await client.call({})).toMatchObject({ ok: false, failure: { name: 'malformed' } })
})

test('a form in a shared requestBody is sent as a form', async () => {
  const type = 'application/x-www-form-urlencoded'
  const made = callOf(
    { requestBody: { $ref: '#/components/requestBodies/Token' }, responses: good },
    { requestBodies: { Token: { content: { [type]: { schema: { type: 'object' } } } } } },
  )
  const { client, sent } = clientOf(made, () => new Response('{}'))
  await client.call({ body: { grant_type: 'x' } })
  expect(sent[0]?.init).toMatchObject({ headers: { 'Content-Type': type }, body: 'grant_type=x' })
})

test('the fields of a form are written by their styles, objects without a style as JSON', async () => {
  const encoding = {
    card: { style: 'deepObject', explode: true },
    items: { style: 'deepObject' },
    tags: { explode: false },
    range: { style: 'form' },
    note: { contentType: 'application/json' },
  }
  const content = { 'application/x-www-form-urlencoded': { schema: { type: 'object' }, encoding } }
  const { client, sent } = clientOf(callOf({ requestBody: { content }, responses: good }), () => new Response('{}'))
  const card = { name: 'A', limits: { day: 5, none: null }, networks: ['a', 'b'] }
  const items = [{ price: 'p1' }, { price: 'p2', of: [{ id: 1 }] }]
  const body = { card, items, tags: ['x', 'y'], range: { from: 1, to: 2 }, note: { a: 1 }, other: { b: [2] } }
  await client.call({ body })
  expect([...new URLSearchParams(sent[0]?.init.body as string)].map((pair) => pair.join('='))).toEqual([
    'card[name]=A',
    'card[limits][day]=5',
    'card[networks]=a,b',
    'items[0][price]=p1',
    'items[1][price]=p2',
    'items[1][of][0][id]=1',
    'tags=x,y',
    'from=1',
    'to=2',
    'note={"a":1}',
    'other={"b":[2]}',
  ])
})

test('JSON is sent under the media type that the call takes', async () => {
  const type = 'application/merge-patch+json'
  const { client, sent } = clientOf(
    callOf({ requestBody: { content: { [type]: { schema: { type: 'object' } } } }, responses: good }),
    () => new Response('{}'),
  )
  await client.call({ body: { a: null } })
  expect(sent[0]?.init.headers).toMatchObject({ 'Content-Type': type })
})

test.each([
  ['JSON', ['application/xml', 'application/json'], 'application/json'],
  ['another JSON', ['application/xml', 'application/hal+json'], 'application/hal+json'],
  ['any type', ['*/*'], 'application/json'],
])('asks for JSON where the answers have %s', async (_, types, asked) => {
  const content = Object.fromEntries(types.map((type) => [type, { schema: { type: 'object' } }]))
  const made = callOf({ responses: { '200': { description: 'Good.', content } } })
  const { client, sent } = clientOf(made, () => new Response('{}'))
  await client.call({})
  expect(sent[0]?.init.headers).toEqual({ Accept: `${asked}, */*;q=0.1` })
})

test('a parameter of the query whose content is JSON is sent as JSON', async () => {
  const parameters = [{ name: 'filter', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } }]
  const { client, sent } = clientOf(callOf({ responses: good, parameters }), () => new Response('{}'))
  await client.call({ query: { filter: { limit: 5 } } })
  expect(new URL(sent[0]?.url ?? '').searchParams.get('filter')).toBe('{"limit":5}')
})

test('a parameter of the call overrides that of its path', async () => {
  const ids = { name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'string' } } }
  const contract = withDefaults({
    openapi: '3.0.3',
    info,
    components: { parameters: { Ids: { ...ids, explode: false } } },
    paths: {
      '/things': {
        parameters: [{ $ref: '#/components/parameters/Ids' }],
        get: { operationId: 'call', parameters: [ids], responses: good },
      },
    },
  })
  const [call] = callsOf<Code>(contract)
  const { client, sent } = clientOf({ contract, call: call as NonNullable<typeof call> }, () => new Response('{}'))
  await client.call({ query: { ids: ['a', 'b'] } })
  expect(new URL(sent[0]?.url ?? '').search).toBe('?ids=a&ids=b')
})

test('a file is not sent as the JSON {}', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { client, sent } = clientOf(
    callOf({ requestBody: { content: { 'application/octet-stream': {} } }, responses: good }),
    () => new Response('{}'),
  )
  const result = await client.call({ body: new Blob(['abc']) })
  expect(sent).toEqual([])
  expect(result).toMatchObject({ ok: false, failure: { name: 'notSent' } })
})

test.each(['..', '.'])('%s as a path parameter does not change the path', async (id) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const made = callOf(
    { responses: good, parameters: [{ name: 'id', in: 'path', required: true }] },
    {},
    '/users/{id}/cards',
  )
  const { client, sent } = clientOf(made, () => new Response('{}'))
  await client.call({ path: { id } })
  expect(sent.map(({ url }) => new URL(url).pathname)).toEqual([])
})

const schemas = {
  Base: { type: 'object', properties: { ok: { type: 'boolean' } } },
  No: { allOf: [{ $ref: '#/components/schemas/Base' }, { required: ['ok'], properties: { ok: { enum: [false] } } }] },
  Yes: { allOf: [{ $ref: '#/components/schemas/Base' }, { required: ['ok'], properties: { ok: { enum: [true] } } }] },
  Either: { oneOf: [{ $ref: '#/components/schemas/No' }, { $ref: '#/components/schemas/Yes' }] },
  List: { type: 'array', items: {} },
}
const answering = (schema: object, type = 'application/json') => ({
  'x-validity': { at: 'ok', reject: { codes: [false] } },
  responses: { '200': { description: 'One or the other.', content: { [type]: { schema } } } },
})
test.each([
  ['its branches', schemas.Either],
  ['a name', { $ref: '#/components/schemas/Either' }],
])('the refusal is no data, by %s', (_, schema) => {
  const { contract, call } = callOf(answering(schema), { schemas })
  expect(acceptedAnswers(contract, call.operation)).toEqual([
    { status: '200', schema: { $ref: '#/components/schemas/Yes' } },
  ])
})

test('JSON under */* is an answer like any other', async () => {
  const { contract, call } = callOf(answering({ $ref: '#/components/schemas/List' }, '*/*'), { schemas })
  expect(acceptedAnswers(contract, call.operation)).toEqual([
    { status: '200', schema: { $ref: '#/components/schemas/List' } },
  ])
  const { client } = clientOf({ contract, call }, () => new Response('[1]'))
  expect(await client.call({})).toEqual({ ok: true, data: [1] })
})

test('a list that is referred to by allOf is a list', async () => {
  const { client } = clientOf(
    callOf({ responses: answering({ allOf: [{ $ref: '#/components/schemas/List' }] }).responses }, { schemas }),
    () => new Response('[1]'),
  )
  expect(await client.call({})).toEqual({ ok: true, data: [1] })
})

test.each<[what: string, responses: object, accepted: (object | null)[]]>([
  ['no success', { default: good['200'] }, []],
  // NestJS writes this for every call without a known return type.
  ['a success without content', { '201': { description: '' } }, [{}]],
])('any JSON is a success where the description has %s', async (_, responses, accepted) => {
  const made = callOf({ responses })
  expect(acceptedAnswers(made.contract, made.call.operation).map(({ schema }) => schema)).toEqual(accepted)
  for (const data of [[1], {}, null]) {
    const { client } = clientOf(made, () => new Response(data && JSON.stringify(data)))
    expect(await client.call({})).toEqual({ ok: true, data })
  }
})

test('an answer without content is null, also beside one with content', () => {
  const none = { description: 'Nothing.' }
  for (const responses of [{ '204': none }, { ...good, '202': none }]) {
    const { contract, call } = callOf({ responses })
    expect(acceptedAnswers(contract, call.operation).at(-1)?.schema).toBeNull()
  }
})

test('an answer that is text is malformed, not null', async () => {
  const made = callOf({ responses: { '200': { description: 'A table.', content: { 'text/csv': {} } } } })
  expect(acceptedAnswers(made.contract, made.call.operation)).toEqual([])
  const { client } = clientOf(made, () => new Response('a,b'))
  expect(await client.call({})).toMatchObject({ ok: false, failure: { name: 'malformed' } })
})

test('an empty path item adds no call', () => {
  const contract = withDefaults({
    openapi: '3.0.3',
    info,
    paths: { '/later': null, '/now': { get: { responses: good } } },
  })
  expect(callsOf<Code>(contract).map(({ id }) => id)).toEqual(['getNow'])
})

test(
  'text that ends a comment, a reference in an extension, a path that is a reference, a schema `true`: the calls compile',
  { timeout: 60_000 },
  async () => {
    const folder = await temporaryFolder()
    const get = {
      summary: 'Runs at */5 * * * *, answers */*',
      'x-failures': [{ http: 404, name: 'gone', description: '*/ gone' }],
    }
    const anything = { 200: { description: 'Anything.', content: { 'application/json': { schema: true } } } }
    const document = {
      openapi: '3.1.0',
      info,
      // Bump and others write such references: they are not bundled and not needed.
      'x-topics': [{ content: { $ref: './getting-started.md' } }],
      paths: {
        '/jobs': { $ref: '#/components/pathItems/Jobs' },
        '/any': { get: { operationId: 'getAny', responses: anything } },
      },
      components: {
        'x-note': 'Some words.',
        // hey-api writes `*` for each `*/`, which leaves `**/`.
        schemas: {
          Job: { type: 'object', title: '**//throw 1;/*', description: '**//throw 2;/*' },
          Omit: { type: 'object', properties: { jobs: { $ref: '#/components/schemas/Array' } } },
          Array: { type: 'array', items: {} },
        },
        pathItems: {
          Jobs: { get: { operationId: 'getJobs', ...get, responses: { ...good, '404': { description: 'Gone.' } } } },
        },
      },
    }
    await writeFile(join(folder, 'jobs.json'), JSON.stringify(document))
    const bin = join(resolve(import.meta.dirname, '../..'), 'sdk/codegen/bin.ts')
    await promisify(execFile)(process.execPath, [bin, 'generate', join(folder, 'jobs.json'), '--out', folder])
    const text = await readFile(join(folder, 'operations.gen.ts'), 'utf8')
    expect(text).toContain('export const getJobs')
    expect(text).toContain('export const getAny')
    const types = await readFile(join(folder, 'types.gen.ts'), 'utf8')
    for (const written of [text, types])
      expect(
        ts.transpileModule(written, { reportDiagnostics: true }).diagnostics?.map(({ messageText }) => messageText),
      ).toEqual([])
    expect(ts.transpileModule(types, {}).outputText).not.toContain('throw')
    // They would shadow `Omit<…>` and `Array<…>` in these files.
    expect(types).toContain('export type OmitSchema = {\n    jobs?: ArraySchema;')
  },
)

test(
  'alternatives with other discriminator values than their names have these values in their types',
  { timeout: 60_000 },
  async () => {
    const folder = await temporaryFolder()
    const one = (...values: string[]) => ({
      type: 'object',
      required: ['role'],
      properties: { role: { type: 'string', enum: values } },
    })
    const discriminator = { propertyName: 'role' }
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    const named = {
      User: one('user'),
      System: one('system'),
      Sent: { oneOf: [ref('User'), ref('System')], discriminator },
      Base: { type: 'object', required: ['role'], properties: { role: { type: 'string' } }, discriminator },
      Guest: { allOf: [ref('Base'), one('guest')] },
      Square: { type: 'object', required: ['role'], properties: { role: { type: 'string' } } },
      Circle: one('Circle', 'Ellipse'),
      Shape: { oneOf: [ref('Square'), ref('Circle')], discriminator },
    }
    const document = { openapi: '3.0.3', info, paths: {}, components: { schemas: named } }
    await writeFile(join(folder, 'api.json'), JSON.stringify(document))
    const bin = join(resolve(import.meta.dirname, '../..'), 'sdk/codegen/bin.ts')
    await promisify(execFile)(process.execPath, [bin, 'generate', join(folder, 'api.json'), '--out', folder])
    const program = join(folder, 'program.ts')
    await writeFile(
      program,
      `import type { Guest, Sent, Shape } from './types.gen.ts'
export const given: [Sent, Guest] = [{ role: 'user' }, { role: 'guest' }]
export const square: Shape = { role: 'Square' }
// @ts-expect-error: the name is not a value of the discriminator
export const name: Sent = { role: 'User' }
// @ts-expect-error: nor here, where the names of schemas select
export const other: Shape = { role: 'square' }`,
    )
    const options = { strict: true, noEmit: true, allowImportingTsExtensions: true, types: [] }
    expect(
      ts
        .getPreEmitDiagnostics(ts.createProgram([program], options))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    ).toEqual([])
  },
)
