import { expect, it } from 'vitest'
import { type Branch, type Branches, branchesOf } from '#drift/compare/branches.ts'
import { child, read, type Reading, textOf } from '#drift/description/reading.ts'
import { folderOfFile } from '../support.ts'

const folder = folderOfFile()
type Rule = Parameters<typeof branchesOf>[2]['validity']
const from2000: Rule = { reject: { from: 2000 } }
async function branches(schema: object, validity: Rule = from2000, like?: { reading: Reading; branches: Branches }) {
  const reading = await read(await folder.file({ schema, components: { schemas } }))
  const given = { validity, failures: [], isCoded: true }
  return { reading, branches: branchesOf(reading, child(reading.root, 'schema')!, given, like) }
}
const object = (properties: object, words: object = {}) => ({ type: 'object', properties, ...words })
const coded = (title: string, code: object, words: object = {}) => object({ code }, { title, ...words })
const schemas = {
  Book: object({ x: {} }),
  Refusal: object({ x: {} }),
  Self: { oneOf: [{ $ref: '#/components/schemas/Self' }, coded('A', { const: 0 })] },
}
const book = { $ref: '#/components/schemas/Book' }
const refusal = { $ref: '#/components/schemas/Refusal' }
const [zero, gone, any] = [
  coded('Zero', { const: 0 }),
  coded('Gone', { const: 2001 }),
  coded('Any', { type: 'integer' }),
]
const bare = object({ x: {} }, { title: 'Bare' })

const titles = (some: readonly Branch[]) =>
  some
    .map(
      ({ all: [first] }) =>
        textOf(child(first!, 'title') ?? child(first!, '$ref')) ??
        Object.keys(child(first!, 'properties')?.value ?? {}).join('+'),
    )
    .join()
const shown = ({ accepted, refused, codes }: Branches) => [titles(accepted), titles(refused), codes]

it.each<[what: string, schema: object, rule: Rule, shown: [string, string, unknown]]>([
  ['one schema', any, from2000, ['Any', '', null]],
  ['one schema, or null', { oneOf: [zero, { type: 'null' }] }, from2000, ['Zero', '', [0]]],
  ['a code of each', { oneOf: [zero, gone] }, from2000, ['Zero', 'Gone', [0, 2001]]],
  ['a code of each, the success last', { anyOf: [gone, zero] }, from2000, ['Zero', 'Gone', [2001, 0]]],
  ['a code of successes alone', { oneOf: [any, zero] }, from2000, ['Zero', 'Any', null]],
  ['a code of refusals alone', { oneOf: [gone, any] }, from2000, ['Any', 'Gone', null]],
  ['codes of both, and any', { oneOf: [gone, any, zero] }, from2000, ['Zero', 'Gone,Any', null]],
  ['no code', { oneOf: [any, coded('Other', {}), coded('Third', {})] }, from2000, ['Any', 'Other,Third', null]],
  [
    'a code of each of which one is accepted',
    { oneOf: [gone, coded('Some', { enum: [2002, 0] })] },
    from2000,
    ['Some', 'Gone', [2001, 2002, 0]],
  ],
  [
    'no place of the code, where none is accepted',
    { oneOf: [gone, bare] },
    { reject: { except: [null, 5] } },
    ['Bare', 'Gone', null],
  ],
  [
    'no place of the code, beside a success',
    { oneOf: [coded('Five', { const: 5 }), bare] },
    { reject: { except: [null, 5] } },
    ['Five,Bare', '', null],
  ],
  [
    'no place of the code, where none is rejected',
    { oneOf: [bare, coded('Five', { const: 5 })] },
    { reject: { except: [5] } },
    ['Five', 'Bare', null],
  ],
  ['no place of the code', { oneOf: [bare, zero] }, from2000, ['Zero', 'Bare', null]],
  [
    'no object, where no code is accepted',
    { oneOf: [{ type: 'string', title: 'Text' }, coded('Five', { const: 5 })] },
    { reject: { except: [null, 5] } },
    ['Five', 'Text', null],
  ],
  [
    'a code that is never',
    { oneOf: [zero, coded('Never', { type: 'integer', allOf: [{ type: 'string' }] })] },
    from2000,
    ['Zero', 'Never', null],
  ],
  ['a code or null', { oneOf: [coded('Zero', { enum: [0, null] }), gone] }, from2000, ['Zero', 'Gone', [0, 2001]]],
  [
    'an object or null',
    { oneOf: [coded('Zero', { const: 0 }, { type: ['object', 'null'] }), gone] },
    from2000,
    ['Zero', 'Gone', [0, 2001]],
  ],
  [
    'a code or any text',
    { oneOf: [coded('Open', { anyOf: [{ const: 0 }, { type: 'string' }] }), gone] },
    from2000,
    ['Open', 'Gone', null],
  ],
  ['a code or a text', { oneOf: [coded('Zero', { enum: [0, 'x'] }), gone] }, from2000, ['Zero', 'Gone', [0, 2001]]],
  [
    'a place of the code in one of two forms',
    { oneOf: [{ title: 'Two', allOf: [{ anyOf: [bare, coded('', { const: 2002 })] }] }, coded('Five', { const: 5 })] },
    { reject: { except: [null, 5] } },
    ['Five', 'Two', null],
  ],
  [
    'a code further down',
    {
      oneOf: [
        { ...object({ error: coded('', { const: 2001 }) }), title: 'Gone' },
        { ...object({ error: bare }), title: 'None' },
      ],
    },
    { at: 'error.code', reject: { from: 2000 } },
    ['None', 'Gone', null],
  ],
  [
    'alternatives of alternatives',
    { anyOf: [{ oneOf: [gone, coded('Lent', { const: 2002 })] }, zero] },
    from2000,
    ['Zero', 'Gone,Lent', [2001, 2002, 0]],
  ],
  ['itself', { oneOf: [{ $ref: '#/components/schemas/Self' }, gone] }, from2000, ['A', 'Gone', [0, 2001]]],
  [
    'a code beside alternatives',
    { oneOf: [bare, any], properties: { code: { const: 0 } } },
    from2000,
    ['Bare,Any', '', [0, 0]],
  ],
  [
    'an allOf beside alternatives',
    { oneOf: [bare, any], allOf: [object({ code: { const: 0 } })] },
    from2000,
    ['Bare,Any', '', [0, 0]],
  ],
])('distinguishes successes and refusals: %s', async (_what, schema, rule, expected) => {
  const { branches: found } = await branches(schema, rule)
  expect(shown(found)).toEqual(expected)
  expect(found.isFlat).toBe(expected[0].split(',').length < 2 && expected[1] === '')
})
it('applies `required` beside alternatives to each of them, and no other keyword', async () => {
  const lengths = async (words: object) =>
    (await branches({ oneOf: [zero, gone], ...words })).branches.accepted.map(({ all }) => all.length)
  expect(await lengths({ required: ['x'] })).toEqual([2])
  expect(await lengths({ description: 'x', discriminator: { propertyName: 'code' } })).toEqual([1])
})

/** When codes do not distinguish the alternatives, their similarity to the contract's alternatives decides. */
it.each<[what: string, ours: object[], theirs: object[], accepted: string, refused: string]>([
  [
    'by their fields',
    [object({ a: {}, b: {} }), object({ m: {} })],
    [object({ m: {} }, { title: 'M' }), object({ a: {} }, { title: 'A' })],
    'A',
    'M',
  ],
  [
    'by most of their fields',
    [object({ a: {}, b: {}, c: {} }), object({ a: {}, m: {} })],
    [object({ a: {}, m: {}, n: {} }, { title: 'M' }), object({ a: {}, b: {} }, { title: 'A' })],
    'A',
    'M',
  ],
  [
    'by the part that they share',
    [object({ a: {}, b: {}, c: {}, d: {} }), object({ a: {} })],
    [object({ a: {}, b: {} }, { title: 'B' }), object({ a: {}, b: {}, c: {} }, { title: 'C' })],
    'C',
    'B',
  ],
  ['by their names', [book, refusal], [refusal, book], '#/components/schemas/Book', '#/components/schemas/Refusal'],
  [
    'by their titles',
    [object({ x: {} }, { title: 'A' }), object({ x: {} }, { title: 'B' })],
    [object({ x: {} }, { title: 'B' }), object({ x: {} }, { title: 'A' })],
    'A',
    'B',
  ],
  [
    'by their order, where they are alike',
    [object({ x: {} }), object({ x: {} })],
    [object({ x: {} }, { title: 'A' }), object({ x: {} }, { title: 'B' })],
    'A',
    'B',
  ],
  [
    'by their order, where nothing is alike',
    [object({ x: {} }), object({ y: {} })],
    [object({}, { title: 'A' }), object({}, { title: 'B' })],
    'A',
    'B',
  ],
  [
    'two successes',
    [object({ a: {}, b: {} }), object({ m: {} })],
    [object({ m: {} }, { title: 'M' }), object({ a: {} }, { title: 'A' }), object({ b: {} }, { title: 'B' })],
    'A,B',
    'M',
  ],
  [
    'at least one refusal',
    [object({ a: {}, b: {} }), object({ m: {} })],
    [
      object({ a: {} }, { title: 'A' }),
      object({ a: {}, c: {}, d: {} }, { title: 'C' }),
      object({ a: {}, b: {} }, { title: 'B' }),
    ],
    'A,B',
    'C',
  ],
  [
    'at least one success',
    [object({ a: {} }), object({ m: {}, n: {} })],
    [object({ m: {}, n: {} }, { title: 'M' }), object({ m: {} }, { title: 'N' })],
    'N',
    'M',
  ],
  [
    'by most of many fields',
    [object({ a: {}, b: {}, c: {}, d: {}, e: {}, f: {} }), object({ a: {}, b: {} })],
    [
      object({ a: {}, b: {} }, { title: 'R' }),
      object({ a: {}, b: {}, c: {}, d: {}, e: {}, f: {} }, { title: 'S' }),
      object({ a: {}, b: {}, c: {} }, { title: 'T' }),
    ],
    'S',
    'R,T',
  ],
  [
    'by what has a name',
    [book, object({ m: {} })],
    [object({ x: {} }), object({ x: {}, y: {} }), object({ m: {} })],
    'x,x+y',
    'm',
  ],
  [
    'beside one whose code says it',
    [object({ a: {} }), object({ m: {} })],
    [zero, object({ a: {} }, { title: 'A' })],
    'Zero,A',
    '',
  ],
  [
    'beside one whose code says it, alike neither',
    [object({ a: {} }), object({ m: {} })],
    [zero, object({ z: {} }, { title: 'Z' })],
    'Zero',
    'Z',
  ],
])('knows successes from refusals %s', async (_what, ours, theirs, accepted, refused) => {
  const like = await branches({ oneOf: ours })
  const { branches: found } = await branches({ oneOf: theirs }, from2000, like)
  expect(shown(found)).toEqual([accepted, refused, null])
})
