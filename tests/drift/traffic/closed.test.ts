import { expect, it } from 'vitest'
import { drift, folderOfFile } from '../support.ts'

const folder = folderOfFile()
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const closed = (...fields: string[]) => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(fields.map((field) => [field, { type: 'integer' }])),
})
const { additionalProperties: _, ...open } = closed('size')
const place = (Parcel: object) =>
  folder.file({
    openapi: '3.1.1',
    info: { title: 'Parcels', version: '1' },
    paths: {
      '/parcel': {
        get: {
          operationId: 'getParcel',
          responses: { '200': { description: 'x', content: { 'application/json': { schema: ref('Parcel') } } } },
        },
      },
    },
    components: { schemas: { Parcel, Base: closed('id'), Sized: closed('size'), Round: closed('radius') } },
  })
const report = async (...args: string[]) => {
  const { out } = await drift([...args, '--format', 'json'])
  const { findings, sections } = JSON.parse(out) as {
    findings: { rule: string }[]
    sections: { title: string; lines: string[] }[]
  }
  return {
    rules: findings.map(({ rule }) => rule),
    words: sections.flatMap(({ title, lines }) => (title === 'Not looked at' ? lines : [])).join('\n'),
  }
}
const seen = async (contract: string, responseBody: object) => {
  const headers = { 'content-type': 'application/json' }
  const line = { method: 'GET', url: '/parcel', status: 200, responseHeaders: headers, responseBody }
  return report('traffic', await folder.file(JSON.stringify(line), 'a.ndjson'), '--contract', contract)
}
const why = 'Parcel: that a closed part of it refuses fields of another part'

it.each([
  ['two closed objects', { allOf: [ref('Base'), ref('Sized')] }],
  ['two closed objects, written in it', { allOf: [closed('id'), closed('size')] }],
  ['a closed object and its extension', { allOf: [ref('Base'), open] }],
  ['a closed extension', { allOf: [{ ...ref('Base') }], ...closed('size') }],
  ['closed objects inside the parts', { allOf: [{ allOf: [ref('Base')] }, { allOf: [ref('Sized')] }] }],
  [
    'closed alternatives beside a field',
    { properties: { id: { type: 'integer' } }, oneOf: [ref('Sized'), ref('Round')] },
  ],
  ['closed alternatives in an allOf', { allOf: [ref('Base'), { oneOf: [ref('Sized'), ref('Round')] }] }],
])('%s are closed together, in traffic and between versions', async (_name, schema) => {
  const contract = await place(schema)
  const right = await seen(contract, { id: 1, size: 2 })
  expect(right.rules).toEqual([])
  expect(right.words).toContain(why)
  expect((await seen(contract, { id: 1, size: 2, weight: 3 })).rules).toContain('seen-field-form')
  const same = await report('changes', contract, await place({ ...closed('id', 'size') }))
  expect(same.words).toContain(why)
})
it.each([
  ['an open base', { allOf: [open], ...closed('size', 'id') }],
  ['closed alternatives alone', { oneOf: [ref('Sized'), ref('Round')] }],
  ['fields closed around both', { allOf: [open], properties: { id: {} }, unevaluatedProperties: false }],
])('nothing is said of %s', async (_name, schema) => {
  const { rules, words } = await seen(await place(schema), { size: 2 })
  expect(rules).toEqual([])
  expect(words).not.toContain('closed part')
})

it('reports why no alternative of a closed object is valid, not each field as forbidden', async () => {
  const paid = (kind: string, fields: object) => ({
    type: 'object',
    required: ['kind', 'name'],
    properties: { kind: { const: kind }, name: { type: 'string' }, ...fields },
  })
  const contract = await place({
    oneOf: [paid('card', { month: { type: 'integer' } }), paid('bank', { code: { type: 'string' } })],
    unevaluatedProperties: false,
  })
  const rules = async (body: object) => (await seen(contract, body)).rules
  expect(await rules({ kind: 'card', name: 'x', month: '12' })).toEqual(['seen-field-type'])
  expect(await rules({ kind: 'wallet', name: 'x' })).toEqual(['seen-field-value'])
  expect(await rules({ kind: 'card', name: 'x', code: 'y' })).toEqual(['seen-field-form'])
})
