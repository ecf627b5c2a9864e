import { expect, it } from 'vitest'
import { inOrder } from '#drift/compare/extensions.ts'
import { driftOf, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const object = (properties: object, required: string[] = ['code']) => ({ type: 'object', required, properties })
const text = { type: 'string' }
const success = (code: object = {}) =>
  object({ code: { type: 'integer', ...code }, book: object({ id: text }, ['id']) }, ['code', 'book'])
const refusal = (code: object = {}) => object({ code: { type: 'integer', ...code }, message: text })
const json = (schema: object, ...codes: unknown[]) => ({
  description: 'x',
  content: {
    'application/json': {
      schema,
      examples: Object.fromEntries(codes.map((code, nth) => [`e${nth}`, { value: { code } }])),
    },
  },
})
const both = { oneOf: [success(), refusal()] }
const failures = [
  { name: 'gone', code: [2010, 2009] },
  { name: 'busy', code: 3000, http: 409 },
]
const described = (responses: object, words: object = { 'x-failures': failures }) => ({
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books/{id}': { get: { operationId: 'getBook', 'x-validity': { reject: { from: 2000 } }, responses, ...words } },
  },
  'x-failures': [
    { name: 'down', http: 503 },
    { name: 'limit', code: 2100 },
  ],
})
const own = { '200': json(both, 0, 'x', undefined), '409': json(refusal(), 2009), '422': json(refusal()) }
const foundIn = async (theirs: object, ours: object) =>
  (await driftOf(await folder.file(theirs), await folder.file(ours))).map(
    ({ rule, subject, says }) => `${rule} ${subject}: ${says.replace(/: .*/, '')}`,
  )
const found = (responses: object) => foundIn(described({ ...own, ...responses }), described(own))

const unknown = 'code-unknown getBook 2999: getBook may return code 2999; the contract lists 0, 2009, 2010, 2100'
const neverReturned = (...codes: number[]) =>
  codes.map((code) => `code-never getBook ${code}: getBook never returns code ${code}`)
const rejected = 'response-never-accepted getBook: getBook returns 2010, 2009 only'
const successesOnly = 'refusal-undescribed getBook: getBook describes successes only'
it.each<[what: string, responses: object, changes: string[]]>([
  ['the same', {}, []],
  [
    'in examples',
    { '200': json(both, 2999, 5, 2100) },
    [unknown, 'code-accepted-unknown getBook 5: getBook may return code 5; the contract lists 0, 2009, 2010, 2100'],
  ],
  [
    'in schemas',
    { '200': json({ oneOf: [success({ const: 0 }), refusal({ enum: [2009, 2999] })] }) },
    [unknown, ...neverReturned(2010, 2100)],
  ],
  [
    'rejected ones alone',
    { '200': json({ oneOf: [success({ const: 2010 }), refusal({ const: 2009 })] }) },
    [
      rejected,
      'response-field-gone getBook refusal.message: `getBook refusal.message` is not returned',
      ...neverReturned(0, 2100),
      'response-field-unknown getBook refusal.book: `getBook refusal.book` is returned, but is not in the contract',
    ],
  ],
  [
    'rejected ones alone, in one schema',
    { '200': json(refusal({ enum: [2010, 2009] })) },
    [
      'response-field-missing getBook answer.book: `getBook answer.book` is not returned',
      rejected,
      ...neverReturned(0, 2100),
    ],
  ],
  [
    'refusals alone',
    { '200': json({ oneOf: [refusal({ const: 2010 }), refusal({ const: 2009 })] }) },
    [rejected, ...neverReturned(0, 2100)],
  ],
  ['a success alone', { '200': json(success()) }, [successesOnly]],
  ['a success alone, and in an example', { '200': json(success(), 0) }, [successesOnly]],
  ['a success, and a refusal in an example', { '200': json(success(), 2009) }, []],
  [
    'one schema with a message',
    { '200': json({ ...success(), properties: { ...success().properties, message: text } }) },
    [],
  ],
  [
    'one schema with a message, or null',
    {
      '200': json({
        ...success(),
        type: ['object', 'null'],
        properties: { ...success().properties, message: text },
      }),
    },
    ['response-null getBook answer: `getBook answer` may be null'],
  ],
  [
    'at other statuses',
    {
      '400': json(refusal({ const: 2010 }), 2009),
      '409': json(refusal(), 2009, 3000),
      '422': json(refusal(), 3000, 2100),
    },
    [
      'code-at-status getBook 2009 400: getBook returns code 2009 with HTTP 400',
      'code-at-status getBook 2010 400: getBook returns code 2010 with HTTP 400',
      'code-at-status getBook 2100 422: getBook returns code 2100 with HTTP 422',
      'response-status-unknown 400: HTTP 400 may be returned',
    ],
  ],
])('finds codes: %s', async (_what, responses, changes) => {
  expect(await found(responses)).toEqual(changes)
})
/** Compares a contract and a service with these schemas of the 200. */
const foundBetween = (ours: object, theirs: object, words?: object) =>
  foundIn(described({ '200': json(theirs) }, words), described({ '200': json(ours, 0) }, words))
const optionalBook = (...more: string[]) => [
  `response-field-optional getBook answer.book: \`getBook answer.book\` may be missing; the contract requires it`,
  ...more,
]
it('compares refusals with the same codes, and others with the most similar', async () => {
  const until = { ...refusal({ enum: [2010, 2100] }), required: ['code', 'until'] }
  const ours = {
    oneOf: [
      success({ const: 0 }),
      { ...until, properties: { ...until.properties, until: text } },
      refusal({ const: 2009 }),
    ],
  }
  const same = [success({ const: 0 }), refusal({ const: 2009 })]
  expect(await foundBetween(ours, { oneOf: [...same, refusal()] })).toEqual([])
  expect(await foundBetween(ours, { oneOf: [...same, refusal({ const: 2010 })] })).toEqual([
    'response-field-missing getBook refusal.until: `getBook refusal.until` is not returned',
    ...neverReturned(2100),
  ])
})
it('compares a schema that several calls share with the refusals of each', async () => {
  const named = {
    Success: success(),
    Apology: refusal(),
    Note: object({ code: { type: 'integer' }, note: text }),
    Flat: { ...success(), properties: { ...success().properties, message: text } },
  }
  const of = (name: keyof typeof named) => ({ $ref: `#/components/schemas/${name}` })
  const twoCalls = (books: object, shelves: object) => {
    const call = (operationId: string, schema: object) => ({
      get: { operationId, 'x-validity': { reject: { from: 2000 } }, responses: { '200': json(schema, 0) } },
    })
    const paths = { '/books': call('getBooks', books), '/shelves': call('getShelves', shelves) }
    return { ...described({}), paths, components: { schemas: named } }
  }
  const ours = twoCalls({ oneOf: [of('Success'), of('Apology')] }, { oneOf: [of('Success'), of('Note')] })
  expect(await foundIn(twoCalls(of('Flat'), of('Flat')), ours)).toEqual([
    'response-field-unknown Success.message: `Success.message` is returned, but is not in the contract',
  ])
})
it('recognizes a refusal in place of the contract’s success', async () => {
  expect(await foundBetween(both, { oneOf: [refusal(), success()] })).toEqual([])
})
it('compares no refusals when the contract has none', async () => {
  const ours = { oneOf: [success({ const: 0 }), success({ const: 1 })] }
  expect(await foundBetween(ours, { oneOf: [success({ const: 0 }), refusal({ const: 2009 })] })).toEqual(
    neverReturned(2010, 2100),
  )
})
it('requires the fields of a success when refusals have their own schema, or none', async () => {
  const optional = { ...success(), required: ['code'] }
  expect(await foundBetween(both, { oneOf: [optional, refusal()] })).toEqual(optionalBook())
  expect(await foundBetween(success(), optional, {})).toEqual(
    optionalBook('refusal-undescribed getBook: getBook describes successes only'),
  )
})
it('also compares a schema on its own when a call without codes uses it', async () => {
  const version = (code: object) => {
    const one = described({ '200': json({ $ref: '#/components/schemas/Refusal' }, 0) })
    const other = {
      '/films': {
        get: { operationId: 'getFilm', responses: { '200': json({ $ref: '#/components/schemas/Refusal' }) } },
      },
    }
    return { ...one, paths: { ...one.paths, ...other }, components: { schemas: { Refusal: refusal(code) } } }
  }
  const changes = await foundIn(version({ type: 'string' }), version({}))
  expect(changes.map((one) => one.replace(/:.*/, ''))).toEqual([
    'code-type Refusal.code string',
    'response-type Refusal.code string',
  ])
})
it('ignores values that are not codes', async () => {
  const kind =
    'code-type getBook answer.code string: `getBook answer.code` may be a string; the contract has an integer'
  expect(await foundBetween(refusal(), object({ code: { enum: ['x'] }, message: text }))).toEqual([
    kind,
    ...neverReturned(0, 2009, 2010, 2100),
  ])
})
it('finds that the rule’s field accepts no answer', async () => {
  const words = { 'x-validity': { at: 'ok', codeAt: 'code', reject: { except: [true] } }, 'x-failures': failures }
  const refused = (code: object) => object({ ok: { const: false }, code }, ['ok', 'code'])
  const ours = { oneOf: [object({ ok: { const: true } }), refused({ type: 'integer' })] }
  const rule = async (...codes: unknown[]) =>
    (await foundBetween(ours, { oneOf: codes.map((code) => refused({ const: code })) }, words)).filter((one) =>
      one.startsWith('response-never'),
    )
  expect(await rule(2009, 2010)).toEqual(['response-never-accepted getBook: getBook returns 2009, 2010 only'])
  expect(await rule('x', 'y')).toEqual(['response-never-accepted getBook: getBook returns refusals only'])
})
it('finds a code that the contract does not have', async () => {
  const bare = (...codes: number[]) => ({ ...described({ '200': json(both, ...codes) }, {}), 'x-failures': [] })
  expect(await foundIn(bare(7), bare())).toEqual([
    'code-accepted-unknown getBook 7: getBook may return code 7; the contract lists none',
  ])
})
it('does not treat a code as a refusal when the rule reads another field', async () => {
  const schema = (code: object) => object({ ok: { type: 'boolean' }, code: { type: 'integer', ...code } })
  const words = { 'x-validity': { at: 'ok', codeAt: 'code', reject: { except: [true] } }, 'x-failures': failures }
  const version = (code: object) => described({ '200': json(schema(code)) }, words)
  expect(await foundIn(version({ enum: [2009, 2010] }), version({}))).toEqual(neverReturned(2100))
})
it('treats a call that only has failures as a call with codes', async () => {
  const version = (...codes: number[]) =>
    described({ '200': json(both, ...codes) }, { 'x-failures': failures, 'x-validity': undefined })
  expect((await foundIn(version(2999), version())).join()).toMatch(/^code-accepted-unknown getBook 2999: /)
})
it('sorts codes numerically, and text codes alphabetically', () => {
  expect([10, 9].toSorted(inOrder)).toEqual([9, 10])
  expect(['b', 'a'].toSorted(inOrder)).toEqual(['a', 'b'])
  expect([10, '9'].toSorted(inOrder)).toEqual([10, '9'])
  expect(['9', 10].toSorted(inOrder)).toEqual([10, '9'])
})
