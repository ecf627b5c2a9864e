import { describe, expect, it } from 'vitest'
import { driftOf, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const text = { type: 'string' }
const number = { type: 'integer' }
const nothing = { allOf: [{ type: 'array' }, text] }
const object = (properties: Record<string, object | boolean>, required: string[] = [], words: object = {}) => ({
  type: 'object',
  properties,
  required,
  ...words,
})
const content = (schema: object) => ({ 'application/json': { schema } })
const sent = (schema: object) => ({
  requestBody: { content: content(schema) },
  responses: { '204': { description: 'x' } },
})
const answered = (schema: object) => ({ responses: { '200': { description: 'x', content: content(schema) } } })
async function found(ours: object, theirs: object) {
  const [contract, service] = [ours, theirs].map((call) =>
    folder.file({
      openapi: '3.1.0',
      info: { title: 'Books', version: '1' },
      paths: { '/books': { put: { operationId: 'put', ...call } } },
    }),
  )
  return driftOf(await service!, await contract)
}
const shown = (findings: Awaited<ReturnType<typeof found>>) => findings.map(({ rule, subject }) => `${rule} ${subject}`)

describe('a field of a request', () => {
  it.each<[what: string, ours: object, theirs: object, changes: string[]]>([
    [
      'is required and nowhere described',
      object({ a: text }),
      object({}, ['a']),
      ['request-field-required put request.a'],
    ],
    ['is one of a map', object({ a: text }), object({}, [], { additionalProperties: text }), []],
    [
      'is a value of a map, of another type',
      object({ a: text }),
      object({}, [], { additionalProperties: number }),
      ['request-type put request.a string'],
    ],
    [
      'is read-only by the contract',
      object({ a: { ...text, readOnly: true } }, [], { additionalProperties: false }),
      object({}, [], { additionalProperties: false }),
      [],
    ],
    ['is read-only by the contract alone', object({ a: { ...text, readOnly: true } }), object({ a: number }), []],
    [
      'is read-only by the contract and required',
      object({ a: { ...text, readOnly: true } }, ['a']),
      object({ a: text }, ['a']),
      ['request-field-required-new put request.a'],
    ],
    ['is only sent', object({ a: { ...text, writeOnly: true } }), object({ a: text }), []],
    [
      'has another default, and is required',
      object({ a: { ...text, default: 'x' } }),
      object({ a: { ...text, default: 'y' } }, ['a']),
      ['request-field-required put request.a'],
    ],
    [
      'has a default no more, and is required',
      object({ a: { ...text, default: 'x' } }),
      object({ a: text }, ['a']),
      ['request-field-required put request.a'],
    ],
    ['has the same default', object({ a: { default: ['x'] } }), object({ a: { default: ['x'] } }), []],
    ['has no default on either side', object({ a: text }, ['a']), object({ a: text }, ['a']), []],
  ])('%s', async (_what, ours, theirs, changes) => {
    expect(shown(await found(sent(ours), sent(theirs)))).toEqual(changes)
  })
})

describe('a field of an answer', () => {
  it.each<[what: string, ours: object, theirs: object, changes: string[]]>([
    ['is required and nowhere described', object({ a: text }), object({}, ['a']), ['response-field-gone put answer.a']],
    ['is required and nowhere described, on both sides', object({}, ['a']), object({}, ['a']), []],
    ['is only sent', object({ a: { ...text, writeOnly: true } }), object({}), []],
    [
      'is only sent by the contract',
      object({ a: { ...text, writeOnly: true } }),
      object({ a: number }, ['a']),
      ['response-field-write-only-gone put answer.a'],
    ],
    ['is only answered', object({ a: { ...text, readOnly: true } }), object({ a: text }), []],
    ['has another default', object({ a: { ...text, default: 'x' } }), object({ a: { ...text, default: 'y' } }), []],
    ['has a default no more', object({ a: { ...text, default: 'x' } }), object({ a: text }), []],
    ['allows no value', object({ a: text }), object({ a: nothing }), ['response-field-gone put answer.a']],
    [
      'is required and allows no value',
      object({ a: text }, ['a']),
      object({ a: nothing }, ['a']),
      ['response-field-missing put answer.a'],
    ],
    ['allows no value on either side', object({ a: nothing }), object({ a: nothing }), []],
    ['is forbidden', object({ a: text }), object({ a: false }), ['response-field-gone put answer.a']],
  ])('%s', async (_what, ours, theirs, changes) => {
    expect(shown(await found(answered(ours), answered(theirs)))).toEqual(changes)
  })
})

it('says which schemas to change when they allow no value', async () => {
  expect(await found(answered(object({ a: text })), answered(object({ a: nothing })))).toMatchObject([
    {
      says: '`put answer.a` allows no value: clients that show it have no value.',
      hint: 'Change the schemas that contradict each other, such as two types in one `allOf`.',
    },
  ])
  expect(await found(sent(object({ a: text })), sent(object({ a: nothing })))).toMatchObject([
    {
      rule: 'request-type',
      hint: 'Change the schemas that contradict each other, such as two types in one `allOf`.',
    },
  ])
  expect(await found(answered(object({ a: text })), answered(object({ a: false })))).toMatchObject([
    { says: '`put answer.a` is not returned: clients that show it have no value.' },
  ])
})
it('names no schemas to change, nor a new name, for a field that is forbidden or may be missing', async () => {
  const [before, optional] = [answered(object({ a: text }, ['a'])), answered(object({ a: text }))]
  for (const after of [answered(object({ a: false, b: text })), optional]) {
    const [first] = await found(before, after)
    expect(first).toMatchObject({
      subject: 'put answer.a',
      hint: expect.not.stringMatching(/Rename|contradict/) as string,
    })
  }
})
it('is renamed back when another field is new', async () => {
  const [before, after] = [object({ a: text }), object({ b: text })]
  expect(await found(sent(before), sent(after))).toMatchObject([
    { rule: 'request-field-ignored', hint: 'Rename `b` back to `a`, or accept both.' },
    { rule: 'request-field-new' },
  ])
  expect(await found(answered(before), answered(after))).toMatchObject([
    { rule: 'response-field-gone', hint: 'Rename `b` back to `a`, or return both.' },
    { rule: 'response-field-unknown' },
  ])
  const [snake, camel] = [object({ has_a: text, has_b: text }), object({ hasA: text, hasB: number })]
  expect(await found(answered(snake), answered(camel))).toMatchObject([
    { subject: 'put answer.has_a', hint: 'Rename `hasA` back to `has_a`, or return both.' },
    { subject: 'put answer.has_b', hint: 'Rename `hasB` back to `has_b`, or return both.' },
    { rule: 'response-field-unknown' },
    { rule: 'response-field-unknown' },
  ])
  const two = object({ a: text, c: text })
  expect((await found(answered(two), answered(after))).map(({ says }) => says.includes('is new'))).not.toContain(true)
  for (const other of [object({}), object({ b: number }), object({ b: text, c: text })]) {
    const [first] = await found(answered(before), answered(other))
    expect(first).toMatchObject({ rule: 'response-field-gone', hint: expect.not.stringContaining('Rename') as string })
  }
})
