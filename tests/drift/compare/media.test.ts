import { expect, it, test } from 'vitest'
import { jsonNames, jsonOf, kindsOfBoth, labelled } from '#drift/compare/media.ts'
import type { At } from '#drift/description/reading.ts'

const [json, a, b, c] = ['application/json', 'application/a+json', 'application/b+json', 'application/c+json'] as const
const csv = 'text/csv'
const all = '*/*'
/** Bodies by media type; the schema of each contains its name. */
const media = (names: readonly string[]) => new Map(names.map((name) => [name, { value: name } as unknown as At]))
const shown = (kinds: ReadonlyMap<string, At>) =>
  Object.fromEntries([...kinds].map(([kind, { value }]) => [kind, value]))

it.each<[what: string, ours: string[], theirs: string[], kinds: [object, object]]>([
  ['JSON by two names', [a], [b], [{ [json]: a }, { [json]: b }]],
  ['others by their own names', [csv, json], ['text/tsv'], [{ [csv]: csv, [json]: json }, { 'text/tsv': 'text/tsv' }]],
  [
    'several of JSON that both have',
    [a, b],
    [b, a],
    [
      { [b]: b, [json]: a },
      { [b]: b, [json]: a },
    ],
  ],
  [
    'several of JSON, one plain',
    [a, json, b],
    [json, a],
    [
      { [a]: a, [b]: b, [json]: json },
      { [a]: a, [json]: json },
    ],
  ],
  [
    'several of JSON of which the other side has the plain one',
    [json, a],
    [json],
    [{ [a]: a, [json]: json }, { [json]: json }],
  ],
  [
    'several of JSON of which the other side has not the plain one',
    [json, a],
    [a, csv],
    [
      { [json]: json, [a]: a },
      { [a]: a, [csv]: csv },
    ],
  ],
  ['several of JSON that the other side has none of', [json, a], [c], [{ [json]: json }, { [json]: c }]],
  ['several of JSON, none of them plain, beside another', [a, b], [c], [{ [json]: b }, { [json]: c }]],
  ['one of JSON beside several', [a], [b, a], [{ [json]: a }, { [json]: a }]],
  ['anything, and a name', [a, all], [a, all], [{ [json]: a }, { [json]: a }]],
])('belong together: %s', (_what, ours, theirs, kinds) => {
  expect(kindsOfBoth(media(ours), media(theirs)).map(shown)).toEqual(kinds)
})

it.each<[sent: string[], taken: string[], names: ReturnType<typeof jsonNames>]>([
  [[a], [csv], 'same'],
  [[csv], [a], 'same'],
  [[a], [a], 'same'],
  [[a, b], [c, b], 'same'],
  [[all], [a], 'same'],
  [[a], [b, all], 'same'],
  [[a], [json], 'plain'],
  [[json], [a, csv], 'plain'],
  [[a, b], [c], 'other'],
])('JSON as %j is to those who take %j: %s', (...[sent, taken, names]) => {
  expect(jsonNames(media(sent), media(taken))).toBe(names)
})

test('JSON needs no name', () => {
  expect(labelled('getA request', json)).toBe('getA request')
  expect(labelled('getA request', csv)).toBe('getA request text/csv')
  expect(jsonOf(media([csv, a]))?.value).toBe(a)
  expect(jsonOf(media([csv]))).toBeUndefined()
})
