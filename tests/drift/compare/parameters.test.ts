import { expect, it } from 'vitest'
import { changesBetween } from '#drift/compare/compare-versions.ts'
import { driftOf, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const text = { type: 'string' }
const list = { type: 'array', items: text }
const object = { type: 'object', properties: { a: text } }
const described = (parameters: object[], path = '/books') =>
  folder.file({
    openapi: '3.1.0',
    info: { title: 'Books', version: '1' },
    paths: { [path]: { get: { operationId: 'get', parameters, responses: { '204': { description: 'x' } } } } },
  })
const found = async (ours: Promise<string>, theirs: Promise<string>) =>
  (await driftOf(await theirs, await ours)).map(
    ({ rule, subject, says }) => `${rule} ${subject}: ${says.replace(/: .*/, '')}`,
  )
const query = (name: string, words: object = {}) => ({ name, in: 'query', schema: text, ...words })
const header = (name: string, words: object = {}) => ({ ...query(name, words), in: 'header' })

it('reports no headers that clients send by themselves', async () => {
  const own = ['Authorization', 'Content-Type', 'Accept'].map((name) => header(name, { required: true }))
  expect(await found(described([]), described(own))).toEqual([])
  expect(await found(described([]), described([query('accept')]))).toEqual([
    'parameter-new query parameter accept: The query parameter accept may be sent',
  ])
})
it('reports no headers that clients send by themselves, which OpenAPI 2.0 describes as parameters', async () => {
  const old = (...parameters: object[]) =>
    folder.file({
      swagger: '2.0',
      info: { title: 'Books', version: '1' },
      paths: { '/books': { get: { operationId: 'get', parameters, responses: { '204': { description: 'x' } } } } },
    })
  const own = ['Authorization', 'Content-Type', 'Accept'].map((name) => ({
    name,
    in: 'header',
    required: true,
    type: 'string',
  }))
  const key = { name: 'Key', in: 'header', required: true, type: 'string' }
  expect(await found(described([]), old(...own, key))).toEqual([
    'parameter-required header parameter key: The header parameter key is required',
  ])
})
it('distinguishes the case of names in queries, but not in headers', async () => {
  expect(await found(described([query('Sort'), header('Key')]), described([query('sort'), header('key')]))).toEqual([
    'parameter-gone query parameter Sort: The query parameter Sort is not read, but the query parameter sort is new',
    'parameter-new query parameter sort: The query parameter sort may be sent',
  ])
})
it.each<[before: string, after: string, isRenamed: boolean]>([
  ['X-Request-Id', 'request_id', true],
  ['REQUEST.ID', 'x-request-id', true],
  ['Request-Id', 'requestid', true],
  ['Box-Id', 'Boid', false],
  ['Key', 'Other', false],
])('takes the header %s for another name of %s: %s', async (before, after, isRenamed) => {
  const [first] = await found(described([header(before)]), described([header(after)]))
  expect(first?.includes('but the header parameter')).toBe(isRenamed)
})
it('reports no path parameters that one side does not describe', async () => {
  const path = [{ name: 'id', in: 'path', required: true, schema: text }]
  expect(await found(described([], '/books/{id}'), described(path, '/books/{id}'))).toEqual([])
  expect(await found(described(path, '/books/{id}'), described([], '/books/{id}'))).toEqual([])
})
it('reports a removed assumed parameter like any other between two versions', async () => {
  const [before, after] = [described([header('Key', { 'x-provenance': { kind: 'assumed' } })]), described([])]
  expect((await found(before, after)).join()).toMatch(/^parameter-assumed-gone /)
  expect((await changesBetween(await before, await after)).found.map(({ rule }) => rule)).toEqual(['parameter-gone'])
})
it('reports that a list of OpenAPI 2.0 is separated by tabs', async () => {
  const old = (collectionFormat: string) =>
    folder.file({
      swagger: '2.0',
      info: { title: 'Books', version: '1' },
      paths: {
        '/books': {
          get: {
            parameters: [{ name: 'p', in: 'query', type: 'array', items: text, collectionFormat }],
            responses: { '204': { description: 'x' } },
          },
        },
      },
    })
  expect(await found(old('csv'), old('tsv'))).toEqual([
    'parameter-style query parameter p: The query parameter p is read as a%09b; clients send it as a,b',
  ])
})
it('pairs path parameters by position', async () => {
  const path = (name: string, type: string) => ({ name, in: 'path', required: true, schema: { type } })
  const ours = described([path('page', 'string'), path('book', 'string')], '/books/{book}/pages/{page}')
  const same = described([path('id', 'string'), path('nr', 'string')], '/books/{id}/pages/{nr}')
  const others = described([path('id', 'string'), path('nr', 'integer')], '/books/{id}/pages/{nr}')
  expect(await found(ours, same)).toEqual([])
  expect(await found(ours, others)).toEqual([
    'request-type path parameter page string: `path parameter page` must be an integer; clients send a string',
  ])
})

it.each<[is: string, words: object]>([
  ['a,b', { explode: false, schema: list }],
  ['a%20b', { style: 'spaceDelimited', explode: false, schema: list }],
  ['a|b', { style: 'pipeDelimited', explode: false, schema: list }],
  ['name[field]=a', { style: 'deepObject', schema: object }],
  ['field=a', { schema: object }],
  ['field,a', { explode: false, schema: object }],
  ['text', {}],
  ['application/json', { content: { 'application/json': { schema: list } }, schema: undefined }],
])('says that a query is read as %s', async (is, words) => {
  const [style] = (await found(described([query('p', { schema: list })]), described([query('p', words)]))).filter(
    (one) => one.startsWith('parameter-style'),
  )
  expect(style).toBe(
    `parameter-style query parameter p: The query parameter p is read as ${is}; clients send it as a&b, one by one`,
  )
})
it.each<[is: string, words: object]>([
  ['with a point before it, one by one', { style: 'label', explode: true, schema: list }],
  ['with a point before it, a,b', { style: 'label', schema: list }],
  ['with its name before it, text', { style: 'matrix', schema: text }],
  ['with its name before it, field=a', { style: 'matrix', explode: true, schema: object }],
])('says that a part of a path is read as %s', async (is, words) => {
  const part = (more: object) =>
    described([{ name: 'p', in: 'path', required: true, schema: list, ...more }], '/books/{p}')
  const [style] = (await found(part({}), part(words))).filter((one) => one.startsWith('parameter-style'))
  expect(style).toBe(`parameter-style path parameter p: The path parameter p is read as ${is}; clients send it as a,b`)
})

it.each<[what: string, ours: object, theirs: object, changes: string[]]>([
  ['required as before', { required: true }, { required: true }, []],
  ['required no more', { required: true }, {}, []],
  ['required', {}, { required: true }, ['parameter-required query parameter p: The query parameter p is required now']],
  ['deprecated as before', { deprecated: true }, { deprecated: true }, []],
  ['deprecated no more', { deprecated: true }, {}, []],
  [
    'deprecated',
    {},
    { deprecated: true },
    ['parameter-deprecated query parameter p: The query parameter p is deprecated'],
  ],
  ['empty as before', { allowEmptyValue: true }, { allowEmptyValue: true }, []],
  ['empty, too', {}, { allowEmptyValue: true }, []],
  [
    'empty no more',
    { allowEmptyValue: true },
    { allowEmptyValue: false },
    ['parameter-empty query parameter p: The query parameter p must have a value'],
  ],
])('says of a parameter that it is %s', async (_what, ours, theirs, changes) => {
  expect(await found(described([query('p', ours)]), described([query('p', theirs)]))).toEqual(changes)
})
it('reports the type of a list that is read as any text, but not of a single value, which is sent as text anyway', async () => {
  const rules = async (schema: object) =>
    (await found(described([query('p', { schema })]), described([query('p')]))).map((one) => one.replace(/ .*/, ''))
  expect(await rules(list)).toEqual(['parameter-style', 'request-type'])
  expect(await rules({ type: 'integer' })).toEqual([])
})
it.each<[what: string, ours: object, theirs: object, rules: string[]]>([
  ['a number, of any text or null', { type: 'integer' }, { type: ['string', 'null'] }, []],
  ['a number, of some texts', { type: 'integer' }, { ...text, enum: ['1'] }, ['request-type']],
  ['a number, of a text of a pattern', { type: 'integer' }, { ...text, pattern: '^a' }, ['request-type']],
  ['null, which cannot be sent', { type: ['string', 'null'] }, text, []],
  ['null, which is never sent', text, { type: ['string', 'null'] }, []],
  ['null in a list', { ...list, items: { type: ['string', 'null'] } }, list, ['request-null-refused']],
])('compares the types of a parameter: %s', async (_what, ours, theirs, rules) => {
  const both = [ours, theirs].map((schema) => described([query('p', { schema })]))
  expect((await found(both[0]!, both[1]!)).map((one) => one.replace(/ .*/, ''))).toEqual(rules)
})
it('reports null in the JSON of a parameter, which can be sent', async () => {
  const inJson = (type: string[]) =>
    described([{ name: 'p', in: 'query', content: { 'application/json': { schema: { type } } } }])
  expect((await found(inJson(['string', 'null']), inJson(['string']))).join()).toMatch(/^request-null-refused /)
})
it('has a finding for each description of a parameter that calls describe apart, and one for those that share it', async () => {
  const limit = (maximum: number) => query('limit', { schema: { type: 'integer', maximum } })
  const calls = (limits: Record<string, number>) =>
    folder.file({
      openapi: '3.1.0',
      info: { title: 'Books', version: '1' },
      paths: Object.fromEntries(
        Object.entries(limits).map(([operationId, maximum]) => [
          `/${operationId}`,
          { get: { operationId, parameters: [limit(maximum)], responses: { '204': { description: 'x' } } } },
        ]),
      ),
    })
  const lowered = async (ours: Record<string, number>, theirs: Record<string, number>) =>
    (await driftOf(await calls(theirs), await calls(ours))).map(({ id, calls: all }) => [id, all] as const)
  const one = await lowered({ books: 100, users: 100 }, { books: 50, users: 50 })
  expect(one.map(([, all]) => all)).toEqual([['books', 'users']])
  const two = await lowered({ books: 100, users: 90, shelves: 90 }, { books: 50, users: 50, shelves: 50 })
  expect(new Set(two.map(([, all]) => all.join()))).toEqual(new Set(['books', 'shelves,users']))
  const alone = await lowered({ books: 100, users: 90, shelves: 90 }, { books: 50, users: 90, shelves: 90 })
  expect(two.map(([id]) => id)).toContain(alone[0]?.[0])
  const withoutShelves = await lowered({ books: 100, users: 90 }, { books: 100, users: 50 })
  expect(withoutShelves.map(([id]) => id)).toEqual(two.flatMap(([id, all]) => (all.includes('users') ? [id] : [])))
})
it('names no description of a parameter in a finding of a named schema, which is the same for all of them', async () => {
  const calls = (maximum: number) =>
    folder.file({
      openapi: '3.1.0',
      info: { title: 'Books', version: '1' },
      components: { schemas: { Limit: { type: 'integer', maximum } } },
      paths: Object.fromEntries(
        [true, false].map((required) => [
          `/${required}`,
          {
            get: {
              operationId: `${required}`,
              parameters: [query('limit', { schema: { $ref: '#/components/schemas/Limit' }, required })],
              responses: { '204': { description: 'x' } },
            },
          },
        ]),
      ),
    })
  expect(await driftOf(await calls(50), await calls(100))).toMatchObject([
    { subject: 'Limit range high 50', calls: ['false', 'true'] },
  ])
})

const fields = { page: text, size: text }
const filter = (words: object = {}, schema: object = {}) =>
  query('filter', { schema: { type: 'object', properties: fields, ...schema }, ...words })
const apart = (words: object = {}) => [query('page', words), query('size')]
const notApart = [
  'parameter-gone query parameter filter',
  'parameter-new query parameter page',
  'parameter-new query parameter size',
]
it.each<[what: string, ours: object[], theirs: object[], changes: string[]]>([
  ['that may be null', [filter({}, { type: ['object', 'null'] })], apart(), []],
  ['of which one field is read', [filter()], [query('page')], ['parameter-gone query parameter size']],
  [
    'that is required, of which a field is required',
    [filter({ required: true }, { required: ['page'] })],
    apart({ required: true }),
    [],
  ],
  [
    'that is required, of which no field is required',
    [filter({ required: true })],
    apart({ required: true }),
    ['parameter-required query parameter page'],
  ],
  [
    'that is optional, of which a field is required',
    [filter({}, { required: ['page'] })],
    apart({ required: true }),
    ['parameter-required query parameter page'],
  ],
  [
    'that both have, beside another parameter',
    [filter(), query('key')],
    [filter({}, { properties: { page: { type: 'integer' } } }), query('key')],
    ['request-type query parameter filter.page string', 'request-field-ignored query parameter filter.size'],
  ],
  ['whose fields are sent in brackets', [filter({ style: 'deepObject', explode: true })], apart(), notApart],
  ['in one text', [filter({ explode: false })], apart(), notApart],
  [
    'as JSON',
    [{ name: 'filter', in: 'query', content: { 'application/json': { schema: filter().schema } } }],
    apart(),
    notApart,
  ],
  [
    'in a header',
    [{ ...filter({ explode: true }), in: 'header' }],
    apart(),
    ['parameter-gone header parameter filter', ...notApart.slice(1)],
  ],
  [
    'of two kinds',
    [
      filter({
        schema: { oneOf: Object.entries(fields).map(([name, a]) => ({ type: 'object', properties: { [name]: a } })) },
      }),
    ],
    apart(),
    notApart,
  ],
  [
    'with two schemas of a field',
    [filter({}, { allOf: [{ properties: { page: { minLength: 2 } } }] })],
    apart(),
    notApart,
  ],
])('compares an object in the query %s with its fields as parameters', async (_what, ours, theirs, changes) => {
  expect((await found(described(ours), described(theirs))).map((one) => one.replace(/: .*/, ''))).toEqual(changes)
})
it('names no call in a finding of a field whose name other calls describe apart', async () => {
  const withParameters = (own: object[]) => {
    const calls = Object.entries({ a: [query('page')], b: [query('page', { required: true })], c: own })
    const paths = calls.map(([operationId, parameters]) => [
      `/${operationId}`,
      { get: { operationId, parameters, responses: { '204': { description: 'x' } } } },
    ])
    return folder.file({ openapi: '3.1.0', info: { title: 'Books', version: '1' }, paths: Object.fromEntries(paths) })
  }
  const service = withParameters([query('page', { schema: { type: 'string', maxLength: 9 } }), query('size')])
  const [finding, ...more] = await driftOf(await service, await withParameters([filter()]))
  expect([finding?.subject, finding?.calls, more]).toEqual(['query parameter page length high 9', ['c'], []])
})
