import { expect, it } from 'vitest'
import { driftOf, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const text = { type: 'string' }
const number = { type: 'integer' }
const when = (given: object, so: object, not?: object) =>
  // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON Schema
  ({ if: given, then: so, ...(not && { else: not }) })
const map = (additionalProperties: object | boolean, properties: object = {}) => ({
  type: 'object',
  properties,
  additionalProperties,
})
const content = (schema: object) => ({ 'application/json': { schema } })
const ways = {
  sent: (schema: object) => ({ requestBody: { content: content(schema) }, responses: { '204': { description: 'x' } } }),
  answered: (schema: object) => ({ responses: { '200': { description: 'x', content: content(schema) } } }),
}
async function findings(way: keyof typeof ways, ours: object, theirs: object, schemas: object[] = []) {
  const [contract, service] = [ours, theirs].map((schema, side) =>
    folder.file({
      openapi: '3.1.0',
      info: { title: 'Books', version: '1' },
      paths: { '/books': { put: { operationId: 'put', ...ways[way](schema) } } },
      components: { schemas: schemas[side] ?? {} },
    }),
  )
  return driftOf(await service!, await contract)
}
const found = async (...given: Parameters<typeof findings>) =>
  (await findings(...given)).map(({ rule, subject, says }) => `${rule} ${subject}: ${says.replace(/: .*/, '')}`)
const looser = (way: keyof typeof ways, word: string) => [
  way === 'sent'
    ? `request-condition-gone put request ${word}: \`put request\` does not have the contract’s \`${word}\``
    : `response-condition-set put answer ${word}: \`put answer\` has \`${word}\`, which the contract does not have`,
]
const condition = (way: keyof typeof ways, word: string) => {
  const [rule, label] = way === 'sent' ? ['request-condition', 'put request'] : ['response-condition', 'put answer']
  return [`${rule} ${label} ${word}: \`${label}\` has another \`${word}\``]
}

it.each<[what: string, way: keyof typeof ways, ours: object, theirs: object, changes: string[]]>([
  [
    'a map of another type',
    'answered',
    map(text),
    map(number),
    ['response-type put answer.* integer: `put answer.*` may be an integer; the contract has a string'],
  ],
  [
    'a map in place of anything',
    'sent',
    map(true),
    map(number),
    ['request-type put request.*: `put request.*` must be an integer; the contract allows anything'],
  ],
  ['a map in place of anything', 'answered', map(true), map(number), []],
  ['a map in place of nothing', 'sent', map(false), map(number), []],
  [
    'no value in place of anything',
    'sent',
    {},
    { allOf: [text, number] },
    ['request-type put request: `put request` allows no value; the contract allows anything'],
  ],
  [
    'anything in place of no value',
    'answered',
    { allOf: [text, number] },
    {},
    ['response-type-open put answer: `put answer` may be anything; the contract allows no value'],
  ],
  ['a map beside fields', 'sent', map(true, { a: text }), map(number, { a: text }), []],
  [
    'a map beside fields',
    'answered',
    map(true, { a: text }),
    map(number, { a: text }),
    ['response-field-unknown put answer.*: `put answer` has fields that are not in the contract'],
  ],
  [
    'named fields in place of a map',
    'answered',
    map(text),
    map(false),
    ['response-closed put answer: `put answer` has no other fields than the listed ones'],
  ],
  [
    'named fields in place of a map',
    'sent',
    map(text),
    map(false),
    ['request-closed put request: `put request` refuses fields that are not listed'],
  ],
  ['named fields as before', 'sent', map(false), map(false), []],
  [
    'anything in place of a map',
    'answered',
    map(text),
    map(true),
    ['response-type-open put answer.*: The values of the map `put answer` are not described'],
  ],
  ['anything in place of a map', 'sent', map(text), map(true), []],
  [
    'anything in place of nothing',
    'answered',
    map(false),
    map(true),
    ['response-open put answer: `put answer` may have fields that are not listed'],
  ],
  ['anything in place of nothing', 'sent', map(false), map(true), []],

  [
    'a list of other items',
    'sent',
    { type: 'array', items: text },
    { type: 'array', items: number },
    ['request-type put request[] string: `put request[]` must be an integer; clients send a string'],
  ],
  ['a list of anything', 'sent', { type: 'array', items: text }, { type: 'array' }, []],
  [
    'a list of anything',
    'answered',
    { type: 'array', items: text },
    { type: 'array' },
    ['response-type-open put answer[]: The items of `put answer` are not described'],
  ],
  ['a list of something', 'answered', { type: 'array' }, { type: 'array', items: text }, []],
  [
    'a list of something',
    'sent',
    { type: 'array' },
    { type: 'array', items: text },
    ['request-type put request[]: `put request[]` must be a string; the contract allows anything'],
  ],
  [
    'a list of one value',
    'answered',
    { type: 'array' },
    { type: 'array', items: { ...text, enum: ['a'] } },
    ['response-enum-set put answer[]: `put answer[]` is one of "a"'],
  ],
  [
    'a list in place of first items',
    'sent',
    { type: 'array', prefixItems: [text] },
    { type: 'array', items: number },
    condition('sent', 'prefixItems'),
  ],
  [
    'a list in place of no items',
    'sent',
    { type: 'array', items: false },
    { type: 'array', items: number },
    condition('sent', 'items'),
  ],
  ['a text with words of lists and objects', 'answered', { ...text, items: number, properties: { a: text } }, text, []],

  ['the same condition', 'answered', { ...text, not: { const: 'a' } }, { ...text, not: { const: 'a' } }, []],
  [
    'conditions in another order',
    'answered',
    { ...text, allOf: [{ not: { const: 'a' } }, { not: { const: 'b' } }] },
    { ...text, allOf: [{ not: { const: 'b' } }, { not: { const: 'a' } }] },
    [],
  ],
  [
    'a condition more',
    'answered',
    { ...text, not: { const: 'a' } },
    { ...text, allOf: [{ not: { const: 'b' } }, { not: { const: 'a' } }] },
    looser('answered', 'not'),
  ],
  [
    'a condition more',
    'sent',
    { ...text, not: { const: 'a' } },
    { ...text, allOf: [{ not: { const: 'b' } }, { not: { const: 'a' } }] },
    condition('sent', 'not'),
  ],
  ['a condition less', 'sent', { ...text, not: { const: 'a' } }, text, looser('sent', 'not')],
  ['a condition less', 'answered', { ...text, not: { const: 'a' } }, text, condition('answered', 'not')],
  [
    'another then',
    'answered',
    { ...text, ...when({ minLength: 2 }, { maxLength: 3 }) },
    { ...text, ...when({ minLength: 2 }, { maxLength: 4 }) },
    condition('answered', 'then'),
  ],
  [
    'another else',
    'answered',
    { ...text, ...when({ minLength: 2 }, {}, { maxLength: 1 }) },
    { ...text, ...when({ minLength: 2 }, {}, { maxLength: 2 }) },
    condition('answered', 'else'),
  ],
  [
    'an if that is new',
    'answered',
    text,
    { ...text, ...when({ minLength: 2 }, { maxLength: 4 }) },
    looser('answered', 'if'),
  ],
  [
    'an if that is gone',
    'answered',
    { ...text, ...when({ minLength: 2 }, { maxLength: 4 }) },
    text,
    condition('answered', 'if'),
  ],
  [
    'one if for two',
    'answered',
    {
      ...text,
      allOf: [when({ minLength: 2 }, { maxLength: 3 }), when({ minLength: 5 }, { maxLength: 6 })],
    },
    { ...text, ...when({ minLength: 2 }, { maxLength: 4 }) },
    condition('answered', 'if'),
  ],
  [
    'two ifs for one',
    'answered',
    { ...text, ...when({ minLength: 2 }, { maxLength: 4 }) },
    {
      ...text,
      allOf: [when({ minLength: 2 }, { maxLength: 3 }), when({ minLength: 5 }, { maxLength: 6 })],
    },
    condition('answered', 'if'),
  ],
  [
    'another first item',
    'answered',
    { type: 'array', prefixItems: [text, text] },
    { type: 'array', prefixItems: [text, number] },
    ['response-type put answer[1] integer: `put answer[1]` may be an integer; the contract has a string'],
  ],
  [
    'a first item more',
    'answered',
    { type: 'array', prefixItems: [text] },
    { type: 'array', prefixItems: [text, text] },
    condition('answered', 'prefixItems'),
  ],
  [
    'a first item less',
    'answered',
    { type: 'array', prefixItems: [text, text] },
    { type: 'array', prefixItems: [text] },
    condition('answered', 'prefixItems'),
  ],
  [
    'no first items',
    'answered',
    { type: 'array', prefixItems: [text] },
    { type: 'array' },
    condition('answered', 'prefixItems'),
  ],
  [
    'another type by a pattern',
    'answered',
    { type: 'object', patternProperties: { '^a': text } },
    { type: 'object', patternProperties: { '^a': number } },
    ['response-type put answer.* integer: `put answer.*` may be an integer; the contract has a string'],
  ],
  [
    'another pattern',
    'answered',
    { type: 'object', patternProperties: { '^a': text } },
    { type: 'object', patternProperties: { '^b': text } },
    condition('answered', 'patternProperties'),
  ],
  [
    'a pattern of two',
    'answered',
    { type: 'object', patternProperties: { '^a': text, '^b': text } },
    { type: 'object', patternProperties: { '^a': text, '^c': text } },
    condition('answered', 'patternProperties'),
  ],
  [
    'a pattern more',
    'answered',
    { type: 'object', patternProperties: { '^a': text } },
    { type: 'object', patternProperties: { '^a': text, '^b': text } },
    condition('answered', 'patternProperties'),
  ],
  [
    'a field that another requires',
    'answered',
    { type: 'object', properties: { a: text, b: text, c: text }, dependentRequired: { a: ['b', 'c'] } },
    { type: 'object', properties: { a: text, b: text, c: text }, dependentRequired: { a: ['b'] } },
    condition('answered', 'dependentRequired'),
  ],
  [
    'a field of a map that another requires',
    'sent',
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: text, dependentRequired: { a: ['b'] } },
    condition('sent', 'dependentRequired'),
  ],
  [
    'a field of any object that another requires',
    'sent',
    { type: 'object' },
    { type: 'object', dependentRequired: { a: ['b'] } },
    condition('sent', 'dependentRequired'),
  ],
  [
    'a field that another requires, or all',
    'sent',
    { type: 'object', properties: { a: text, b: text }, required: ['b'] },
    { type: 'object', properties: { a: text, b: text }, required: ['b'], dependentRequired: { a: ['b'], z: ['y'] } },
    [],
  ],
])('finds %s, where values are %s', async (_what, way, ours, theirs, changes) => {
  expect(await found(way, ours, theirs)).toEqual(changes)
})

const whole = { type: 'number', multipleOf: 1 }
const labels = { sent: 'put request', answered: 'put answer' }
it.each<[way: keyof typeof ways, ours: object, theirs: object, changes: string[]]>([
  ['answered', number, whole, []],
  ['sent', whole, number, []],
  ['sent', { type: ['integer', 'null'] }, { type: ['number', 'null'], multipleOf: 1 }, []],
  ['sent', { type: ['null', 'number'], multipleOf: 1 }, { type: ['null', 'integer'] }, []],
  ['sent', number, { type: 'number' }, ['request-type-wider number']],
  ['sent', { type: 'number' }, number, ['request-type number']],
  ['sent', { type: 'number' }, whole, ['request-step 1']],
  [
    'sent',
    { ...number, maximum: 10 },
    { type: 'number', maximum: 5 },
    ['request-range-narrower range high 5', 'request-type-wider number'],
  ],
  ['answered', number, { ...text, multipleOf: 1 }, ['response-type string']],
  ['answered', { type: 'null', minLength: 1 }, { type: 'null' }, []],
  ['answered', number, { type: 'number' }, ['response-type number']],
  ['answered', { type: 'number' }, number, ['response-type-narrower number']],
  ['answered', text, { type: 'string', multipleOf: 1 }, []],
  ['sent', { type: ['integer', 'string'] }, { type: ['number', 'string'], multipleOf: 1 }, []],
  ['sent', number, { type: ['integer', 'string'], minLength: 1, pattern: 'a' }, ['request-type-wider string']],
  ['sent', text, { type: ['array', 'string'], uniqueItems: true, minItems: 1 }, ['request-type-wider array']],
  ['sent', text, { type: ['number', 'string'], minimum: 1 }, ['request-type-wider number']],
])('compares types: %s, %j and %j', async (way, ours, theirs, changes) => {
  const all = await found(way, ours, theirs)
  expect(all.map((one) => one.replace(/:.*/, ''))).toEqual(
    changes.map((change) => change.replace(' ', ` ${labels[way]} `)),
  )
})
it('finds a change at the end of a long chain of schemas', async () => {
  const ref = (nth: number) => ({ $ref: `#/components/schemas/S${nth}` })
  const chain = (type: string) =>
    Object.fromEntries(
      Array.from({ length: 150 }, (_, nth) => [
        `S${nth}`,
        { type: 'object', properties: { a: nth === 149 ? { type } : ref(nth + 1) } },
      ]),
    )
  expect(await found('answered', ref(0), ref(0), [chain('string'), chain('integer')])).toEqual([
    'response-type S149.a integer: `S149.a` may be an integer; the contract has a string',
  ])
})
it.each<[what: string, way: keyof typeof ways, ours: object, theirs: object, vague: boolean]>([
  ['an integer that is described as any number', 'answered', number, { type: 'number' }, true],
  ['a code', 'answered', { properties: { code: number } }, { properties: { code: { type: 'number' } } }, true],
  ['a text', 'answered', number, text, false],
  ['a text that is described as a number', 'answered', text, { type: 'number' }, false],
  ['an integer where clients send any number', 'sent', { type: 'number' }, number, false],
])('says how to describe an integer as such, and nothing else: %s', async (_what, way, ours, theirs, vague) => {
  const [contract, service] = [ours, theirs].map((schema) =>
    folder.file({
      openapi: '3.1.0',
      info: { title: 'Books', version: '1' },
      paths: {
        '/books': { put: { operationId: 'put', 'x-validity': { reject: { from: 2000 } }, ...ways[way](schema) } },
      },
    }),
  )
  const [first] = await driftOf(await service!, await contract)
  expect({ severity: first?.severity, isVague: first?.hint.startsWith('Describe it as `integer`') }).toEqual({
    severity: 'breaking',
    isVague: vague,
  })
})
it('names what a limit counts', async () => {
  const most = (word: string, type: string) =>
    [
      { type, [word]: 1 },
      { type, [word]: 2 },
    ] as const
  const changes = [
    most('maxItems', 'array'),
    most('maxProperties', 'object'),
    most('maxLength', 'string'),
    most('maximum', 'number'),
  ]
  const all = await Promise.all(changes.map(([ours, theirs]) => found('answered', ours, theirs)))
  expect(all.flat()).toEqual([
    'response-count-wider put answer items high 2: The maximum number of items of `put answer` is 2; the contract has 1',
    'response-count-wider put answer properties high 2: The maximum number of fields of `put answer` is 2; the contract has 1',
    'response-length-wider put answer length high 2: The maximum length of `put answer` is 2; the contract has 1',
    'response-range-wider put answer range high 2: The maximum of `put answer` is 2; the contract has 1',
  ])
})
it('reports that no value is allowed', async () => {
  const nothing = { type: 'string', allOf: [{ type: 'integer' }] }
  expect(await found('sent', text, nothing)).toEqual([
    'request-type put request string: `put request` allows no value; clients send a string',
  ])
  expect(await found('answered', text, nothing)).toEqual([
    'response-type put answer: `put answer` allows no value; the contract has a string',
  ])
  expect(await found('answered', nothing, text)).toEqual([
    'response-type put answer string: `put answer` may be a string; the contract allows no value',
  ])
  expect(await found('answered', nothing, nothing)).toEqual([])
  expect(await findings('answered', nothing, text)).toMatchObject([
    { hint: 'The schemas of the contract contradict each other, such as two types in one `allOf`: ask its owners.' },
  ])
})

const kind = (tags: Record<string, unknown>, more: object = {}) => ({
  type: 'object',
  required: Object.keys(tags),
  properties: { ...Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, { const: value }])), ...more },
})
it('names a new alternative by the first tag that distinguishes it', async () => {
  const two = [kind({ same: 1, kind: 'a', sort: 'x' }), kind({ same: 1, kind: 'b', sort: 'y' })]
  const three = [...two, kind({ same: 1, kind: 'c', sort: 'z' }, { same: { enum: [1, 2] }, more: text })]
  expect(await found('answered', { oneOf: two }, { oneOf: three })).toEqual([
    'response-value-unknown put answer.kind "c": `put answer.kind` may be "c", which the contract does not list',
  ])
  const halves = [kind({ kind: 1.5 }), kind({ kind: 2.5 })]
  expect(await found('answered', { oneOf: halves }, { oneOf: [...halves, kind({ kind: 3 })] })).toEqual([
    'response-value-unknown put answer.kind 3: `put answer.kind` may be 3, which the contract does not list',
  ])
})
it('compares a single alternative, whatever its tags', async () => {
  expect(await found('answered', kind({ kind: 'a' }, { a: text }), kind({ kind: 'b' }, { a: number }))).toEqual([
    'response-type put answer.a integer: `put answer.a` may be an integer; the contract has a string',
    'response-value-unknown put answer.kind "b": `put answer.kind` may be "b", which the contract does not list',
    'response-value-never put answer.kind "a": `put answer.kind` is never "a"',
  ])
})
it('compares alternatives without tags with the most similar', async () => {
  const [a, b] = [
    { type: 'object', required: ['a'], properties: { a: text } },
    { type: 'object', required: ['b'], properties: { b: text } },
  ]
  expect(await found('answered', { oneOf: [a, b] }, { oneOf: [b, a] })).toEqual([])
  expect(await found('sent', { oneOf: [a, b] }, { oneOf: [b, a] })).toEqual([])
})
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const required = (...names: string[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, text])),
})
it('compares alternatives with those of the same name, and others with the most similar', async () => {
  const named = { oneOf: [ref('A'), ref('B')] }
  expect(
    await found('answered', named, named, [
      { A: required('x', 'y'), B: required('x') },
      { A: required('x'), B: required('x') },
    ]),
  ).toEqual(['response-field-missing A.y: `A.y` is not returned'])
  const [ours, theirs] = [{ oneOf: [ref('A'), required('b')] }, { oneOf: [required('b'), required('a')] }]
  expect(await found('answered', ours, theirs, [{ A: required('a') }])).toEqual([])
})
it('compares alternatives with those of the same tags, however much they differ', async () => {
  const ours = { oneOf: [kind({ kind: 'a', p: 1, q: 1, r: 1 }), kind({ kind: 'b' })] }
  const theirs = { oneOf: [kind({ kind: 'a' }), kind({ kind: 'b' })] }
  expect((await found('answered', ours, theirs)).map((one) => one.replace(/:.*/, ''))).toEqual(
    ['p', 'q', 'r'].map((name) => `response-field-missing put answer.${name}`),
  )
})
it('names a value by its place when several schemas apply, otherwise by its schema', async () => {
  const both = (a: object) => ({
    allOf: [{ type: 'object', properties: { a } }, { properties: { a: { minLength: 1 } } }],
  })
  const rules = async (...[ours, theirs, schemas]: [object, object, object[]]) =>
    (await found('answered', ours, theirs, schemas)).map((one) => one.replace(/:.*/, ''))
  expect(await rules(both(ref('A')), both(ref('A')), [{ A: text }, { A: { ...text, format: 'uuid' } }])).toEqual([
    'response-format-set put answer.a uuid',
  ])
  const three = { oneOf: [ref('A'), ref('B'), ref('Text')] }
  const schemas = (most: number) => ({ A: required('x'), B: required('y'), Text: { ...text, maxLength: most } })
  expect(await rules(three, three, [schemas(1), schemas(2)])).toEqual(['response-length-wider Text length high 2'])
})
it('names a difference of a schema once, whatever the schema is a part of, unless the service has it inline', async () => {
  const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] })
  const withSelf = (schema: object) => ({ allOf: [schema, { type: 'object', properties: { self: text } }] })
  const all = (book: object, color: object) => ({
    type: 'object',
    properties: { a: withSelf(book), b: withSelf(book), c: orNull(book), d: orNull(color), e: { allOf: [color] } },
  })
  const book = (title: object, more: object = {}) => ({ type: 'object', properties: { title, ...more } })
  const [old, later] = [{ enum: ['red'] }, { enum: ['red', 'blue'] }]
  const shared = all(ref('Book'), ref('Color'))
  const before = { Book: book(text, { pages: number }), Color: old }
  const subjects = async (...given: [ours: object, theirs: object, schemas: [object, object]]) =>
    (await findings('answered', ...given)).map(({ subject }) => subject).toSorted()
  const rules = (theirs: object, after: object) => subjects(shared, theirs, [before, after])
  expect(await rules(shared, { Book: book(number), Color: later })).toEqual([
    'Book.pages',
    'Book.title integer',
    'Color "blue"',
  ])
  expect(await rules(all(book(number, { pages: number }), later), {})).toEqual([
    'put answer.a.title integer',
    'put answer.b.title integer',
    'put answer.c.title integer',
    'put answer.d "blue"',
    'put answer.e "blue"',
  ])
  // Named beside null on one side only, with values of two types.
  const color = (schema: object) => ({ type: 'object', properties: { a: schema, b: schema } })
  const two = (...more: string[]) => ({ Color: { enum: ['red', 1, ...more] } })
  const ours = color(orNull(ref('Color')))
  const never = ['put answer.a', 'put answer.b']
  expect(await subjects(ours, color(ref('Color')), [two(), two('blue')])).toEqual(['Color "blue"', ...never])
  expect(await subjects(ours, ours, [two(), two('blue')])).toEqual(['Color "blue"'])
  // Declared by two parts.
  const both = { allOf: [ref('Book'), ref('Other')] }
  const declared = (title: object) => ({ Book: book(title), Other: book(title) })
  expect(await subjects(both, both, [declared(text), declared(number)])).toEqual(['put answer.title integer'])
})
it('names schemas of a file that has only schemas, and no part of a schema that is a file', async () => {
  const rules = async (part: string, before: object, after: object) => {
    await Promise.all([folder.file(before, 'before.json'), folder.file(after, 'after.json')])
    const two = (file: string) => {
      const $ref = `${file}.json#/${part}`
      return { type: 'object', properties: { a: { $ref }, b: { $ref } } }
    }
    return (await findings('answered', two('before'), two('after'))).map(({ subject }) => subject)
  }
  expect(await rules('Color', { Color: { enum: ['red'] } }, { Color: { enum: ['red', 'blue'] } })).toEqual([
    'Color "blue"',
  ])
  expect(await rules('items', { type: 'array', items: text }, { type: 'array', items: number })).toEqual([
    'put answer.a integer',
  ])
  for (const part of ['items', 'schema', 'additionalProperties', 'not'])
    expect(await rules(part, { [part]: text }, { [part]: number })).toEqual(['put answer.a integer'])
  expect(await rules('contains', { type: 'array', contains: text }, { type: 'array', contains: number })).toEqual([
    'put answer.a integer',
  ])
})
it('names null by the field, unless the named schema itself may be null', async () => {
  const two = (schema: object) => ({ type: 'object', properties: { a: schema, b: schema } })
  const orNull = { anyOf: [ref('A'), { type: 'null' }] }
  const rules = async (theirs: object, after: object) =>
    (await findings('answered', two(ref('A')), theirs, [{ A: text }, { A: after }])).map(({ subject }) => subject)
  expect(await rules(two(orNull), text)).toEqual(['put answer.a', 'put answer.b'])
  expect(await rules(two(ref('A')), { type: ['string', 'null'] })).toEqual(['A'])
})
it('does not compare a discriminator with a missing one', async () => {
  const two = { oneOf: [kind({ kind: 'a' }), kind({ kind: 'b' })] }
  const named = { ...two, discriminator: { propertyName: 'kind' } }
  expect(await found('answered', named, two)).toEqual([])
  expect(await found('answered', two, named)).toEqual([])
})
it('names fields by their schema in OpenAPI 2.0 too', async () => {
  const old = (type: string) =>
    folder.file({
      swagger: '2.0',
      info: { title: 'Books', version: '1' },
      paths: {
        '/books': { get: { responses: { '200': { description: 'x', schema: { $ref: '#/definitions/Book' } } } } },
      },
      definitions: { Book: { type: 'object', properties: { id: { type } } } },
    })
  const [first] = await driftOf(await old('integer'), await old('string'))
  expect(first?.subject).toBe('Book.id integer')
})
