import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { callsOf, type Code, type Contract, examplesOf, isAnonymous, judge } from '@paket/contract'
import { loadDescription, sourceOf } from '@paket/contract/description'
import { storeText, parseFile } from '../../openapi/src/source-lines.ts'
import { folderOfFile } from '#support/folders.ts'

const bookstore = resolve(import.meta.dirname, '../support/bookstore.yaml')
const folder = folderOfFile()
const written = (name: string, text: string) => folder.file(text, name)
const callOf = (contract: Contract<Code>, id: string) => {
  const call = callsOf<Code>(contract).find((one) => one.id === id)
  if (!call) throw new Error(`no call ${id}`)
  return call
}

describe('a foreign description', () => {
  test('has calls of every method, named by operationId or by method and path', async () => {
    const file = await written(
      'methods.yaml',
      `openapi: 3.1.0
info: { title: Any, version: '1' }
paths:
  /a/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: Yes. } } }
    delete: { operationId: files.remove, responses: { '204': { description: Gone. } } }
`,
    )
    const contract = await loadDescription(file)
    expect(callsOf<Code>(contract).map(({ id, method, path }) => ({ id, method, path }))).toEqual([
      { id: 'getAId', method: 'get', path: '/a/{id}' },
      { id: 'filesRemove', method: 'delete', path: '/a/{id}' },
    ])
    const { operation } = callOf(contract, 'filesRemove')
    expect(operation.parameters).toHaveLength(1)
    expect(isAnonymous(contract, operation as never)).toBe(true)
    expect(judge(contract, operation, { status: 204, body: undefined, isEmpty: true })).toBeNull()
    expect(judge(contract, operation, { status: 404, body: {} })).toMatchObject({ name: 'unexpectedStatus' })
  })

  test('may have a path whose calls are all commented out', async () => {
    const text = `openapi: 3.0.3
info: { title: Any, version: '1' }
paths:
  /a:
  #  get: { responses: {} }
  /b: { get: { responses: {} } }
`
    expect(callsOf(await loadDescription(await written('half.yaml', text))).map(({ id }) => id)).toEqual(['getB'])
  })

  test('gives the named verdict on each of its examples', async () => {
    const contract = await loadDescription(bookstore)
    const names = callsOf<Code>(contract).map(({ id, operation }) => [
      id,
      ...examplesOf(contract, operation).map(
        ({ name, status, value }) => `${status} ${name}: ${judge(contract, operation, { status, body: value })?.name}`,
      ),
    ])
    expect(names).toEqual([
      [
        'getBook',
        '200 book: undefined',
        '200 withdrawn: withdrawn',
        '200 notSoldHereembargoed: notSoldHere',
        '200 notSoldHereregion_locked: notSoldHere',
        '404 noSuchBook: noSuchBook',
      ],
      [
        'addBook',
        '200 titleTaken: titleTaken',
        '200 tooCheap: tooCheap',
        '201 added: undefined',
        '422 unreadable: unreadable',
      ],
    ])
  })

  test.each<[what: string, id: string, status: number, body: unknown, name: string | undefined]>([
    ['has an unknown text for a code', 'getBook', 200, { error: { code: 'burnt' } }, 'unknownCode'],
    ['has a number where codes are texts', 'getBook', 200, { error: { code: 7 } }, 'malformed'],
    ['has a text on the way to its code', 'getBook', 200, { error: 'withdrawn' }, 'malformed'],
    [
      'has null on the way to its code and all that is required',
      'getBook',
      200,
      { title: 'x', error: null },
      undefined,
    ],
    ['lacks a required field', 'getBook', 200, { id: 7 }, 'malformed'],
    ['is a list where an object is documented', 'getBook', 200, [], 'malformed'],
    ['has no verdict where only true is accepted', 'addBook', 200, { id: 7 }, 'unknownCode'],
    ['is refused without a reason', 'addBook', 200, { ok: false }, 'unknownCode'],
    ['is refused with a text for a reason', 'addBook', 200, { ok: false, reason: '3' }, 'malformed'],
    ['says yes by a text', 'addBook', 201, { ok: 'true' }, 'malformed'],
    ['is 401', 'addBook', 401, {}, 'unauthorized'],
  ])('an answer that %s gets the expected verdict', async (_, id, status, body, name) => {
    const contract = await loadDescription(bookstore)
    expect(judge(contract, callOf(contract, id).operation, { status, body })?.name).toBe(name)
  })
})

describe('an overlay', () => {
  test('adds extensions to a description without editing it', async () => {
    const foreign = `openapi: 3.0.0
info: { title: Chat, version: '1' }
paths:
  /post: { post: { operationId: chat.post, responses: { '200': { description: Any., content: { application/json: { schema: { type: object } } } } } } }
  /list: { get: { operationId: chat.list, tags: [a, b], responses: { '200': { description: Any. } } } }
`
    const file = await written('chat.yaml', foreign)
    const overlay = await written(
      'words.yaml',
      `overlay: 1.0.0
info: { title: Words, version: '1' }
actions:
  - target: $
    update: { externalDocs: { url: 'https://chat.example/errors' } }
  - target: $.paths.*[?@.operationId]
    update: { x-validity: { at: ok, codeAt: error, reject: { except: [true] } }, tags: [c] }
  - target: $.paths['/post'].post
    update: { x-failures: [{ name: muted, code: is_muted }] }
  - target: $.paths['/list'].get.tags[?@ != 'c']
    remove: true
`,
    )
    const contract = await loadDescription(file, [overlay])
    const { operation } = callOf(contract, 'chatPost')
    expect(judge(contract, operation, { status: 200, body: { ok: false, error: 'is_muted' } })).toMatchObject({
      name: 'muted',
    })
    expect(judge(contract, operation, { status: 200, body: { ok: true } })).toBeNull()
    expect(callOf(contract, 'chatList').operation).toMatchObject({ tags: ['c'] })
    expect(contract.externalDocs.url).toBe('https://chat.example/errors')
  })

  test('appends to each list a value of its own', async () => {
    const overlay = await written(
      'lists.yaml',
      `overlay: 1.0.0
info: { title: Lists, version: '1' }
actions:
  - target: $.paths.*.*.parameters
    update: [{ name: lang, in: query, schema: { type: string } }]
  - target: $.paths['/a'].get.parameters[0].schema
    update: { enum: [ru] }
`,
    )
    const call = '{ parameters: [], responses: {} }'
    const file = await written(
      'lists-of.yaml',
      `openapi: 3.0.0\ninfo: { title: T, version: '1' }\npaths: { /a: { get: ${call}, put: ${call} } }`,
    )
    const contract = await loadDescription(file, [overlay])
    expect(callOf(contract, 'getA').operation.parameters).toMatchObject([{ schema: { enum: ['ru'] } }])
    expect(callOf(contract, 'putA').operation.parameters).toEqual([
      { name: 'lang', in: 'query', schema: { type: 'string' } },
    ])
  })

  test.each([
    ['is not one', 'openapi: 3.0.0', /is not an OpenAPI Overlay/],
    [
      'has a target that is not a JSONPath',
      "overlay: 1.0.0\nactions: [{ target: 'paths[', update: {} }]",
      /action 1, paths\[, is not a JSONPath/,
    ],
    [
      'has a target that matches nothing',
      'overlay: 1.0.0\nactions: [{ target: $.nothing.here, update: {} }]',
      /\$\.nothing\.here, matches nothing/,
    ],
    [
      'has an action that does nothing',
      'overlay: 1.0.0\nactions: [{ target: $.paths, udpate: {} }]',
      /bad\.yaml:2: action 1 has neither update nor remove: true/,
    ],
    [
      'has a target that selects objects and other parts',
      'overlay: 1.0.0\nactions: [{ target: $.paths.*.get.*, update: { x-validity: {} } }]',
      /\$\.paths\.\*\.get\.\*, selects objects and also \$\["paths"\]\["\/books\/\{id\}"\]\["get"\]\["operationId"\], which is none/,
    ],
  ])('is rejected with the reason when it %s', async (_, text, message) => {
    await expect(loadDescription(bookstore, [await written('bad.yaml', text)])).rejects.toThrow(message)
  })
})

test.each([
  [
    'of OpenAPI 2.0',
    'swagger: "2.0"\ninfo: { title: Old, version: "1" }\npaths: {}',
    /it is OpenAPI 2\.0; 3\.0 or 3\.1 is needed/,
  ],
  [
    'that names two calls alike',
    'openapi: 3.0.0\ninfo: { title: T, version: "1" }\npaths: { /a: { get: { operationId: x, responses: {} }, put: { operationId: x, responses: {} } } }',
    /two calls are named x/,
  ],
  [
    'whose two paths lead to one call',
    'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: { /a: { $ref: "#/components/pathItems/x" }, /b: { $ref: "#/components/pathItems/x" } }\ncomponents: { pathItems: { x: { get: { operationId: x, responses: {} } } } }',
    /two calls are named x/,
  ],
])('a description %s is rejected with the reason', async (_, text, message) => {
  await expect(loadDescription(await written('wrong.yaml', text))).rejects.toThrow(message)
})

test('a file is parsed once, until it is read with another text', () => {
  const file = 'long.yaml'
  storeText(file, 'openapi: 3.0.0')
  const first = parseFile(file)
  storeText(file, 'openapi: 3.0.0')
  expect(parseFile(file)).toBe(first)
  storeText(file, 'openapi: 3.1.0')
  expect(parseFile(file).value).toEqual({ openapi: '3.1.0' })
})

test('a call named __proto__ is named otherwise, because an object cannot have it', async () => {
  const text =
    'openapi: 3.0.0\ninfo: { title: T, version: "1" }\npaths: { /a: { get: { operationId: __proto__, responses: {} } } }'
  const { paths } = await loadDescription(await written('proto.yaml', text))
  expect(paths['/a']?.get?.operationId).toBe('proto')
})

describe('aliases of YAML', () => {
  const described = (parts: string[], calls: string[]) =>
    ['openapi: 3.1.0', 'info: { title: T, version: "1" }', ...parts, 'paths:', ...calls].join('\n')
  const ten = (name: string) => Array.from({ length: 10 }, (_, nth) => `p${nth}: *${name}`).join(', ')
  const levels = (first: string) => [
    first,
    ...Array.from({ length: 9 }, (_, nth) => `x-${nth + 1}: &a${nth + 1} { properties: { ${ten(`a${nth}`)} } }`),
  ]
  const call = '  /a: { get: { operationId: a, responses: { 200: { description: Good. } } } }'

  test('may name one part from as many calls as there are', async () => {
    const calls = Array.from(
      { length: 200 },
      (_, nth) => `  /a${nth}: { get: { operationId: a${nth}, responses: { 400: *bad } } }`,
    )
    const file = await written('honest.yaml', described(['x-bad: &bad { description: Bad. }'], calls))
    const contract = await loadDescription(file)
    expect(callsOf(contract)).toHaveLength(200)
    expect(sourceOf(contract, file, [], ['paths', '/a7', 'get'])).toMatch(/honest\.yaml:12$/)
  })
  test.each([
    ['ten times what names ten', levels('x-0: &a0 { type: string }')],
    ['what they stand in', ['x-0: &a0 { properties: { again: *a0 } }']],
  ])('are rejected with the reason when they name %s', async (_, parts) => {
    const message = /bomb\.yaml: its aliases name .* \$ref/
    const file = await written('bomb.yaml', described(parts, [call]))
    await expect(loadDescription(file)).rejects.toThrow(message)
    const other = await written(
      'refers.yaml',
      described(
        [],
        [call.replace('{ description', "{ content: { a/b: { schema: { $ref: './bomb.yaml' } } }, description")],
      ),
    )
    await expect(loadDescription(other)).rejects.toThrow(message)
    const overlay = `overlay: 1.0.0\nactions: [{ target: $, update: { ${parts.join(', ')} } }]`
    await written('bomb.yaml', overlay)
    await expect(loadDescription(bookstore, [file])).rejects.toThrow(message)
  })
})

test('a $ref to another host is rejected without asking it', async () => {
  const asked: (string | undefined)[] = []
  const server = createServer(({ url }, response) => {
    asked.push(url)
    response.end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/book.json`
  const text = (await readFile(bookstore, 'utf8')).replace('#/components/schemas/Book', address)
  await expect(loadDescription(await written('remote.yaml', text))).rejects.toThrow(
    `remote.yaml:28: the $ref ${address} leads to another host, which is not asked: save its file first`,
  )
  expect(asked).toEqual([])
})
