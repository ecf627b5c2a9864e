import { expect, it } from 'vitest'
import { changesBetween } from '#drift/compare/compare-versions.ts'
import { grouped } from '#drift/report/finding.ts'
import { driftOf, folderOfFile } from '../support.ts'

const folder = folderOfFile()
type Headers = Record<string, object>
const integer = { schema: { type: 'integer' } }
const text = { schema: { type: 'string' } }

/** Two calls, each with its own 200, and a 429 that they share. */
function description({ own, shared }: { own: Headers; shared: Headers }) {
  const call = (operationId: string) => ({
    get: {
      operationId,
      responses: {
        '200': { description: 'x', headers: own },
        '429': { $ref: '#/components/responses/TooMany' },
      },
    },
  })
  return {
    openapi: '3.0.3',
    info: { title: 'Books', version: '1' },
    paths: { '/books': call('listBooks'), '/authors': call('listAuthors') },
    components: { responses: { TooMany: { description: 'x', headers: shared } } },
  }
}
const whole: Parameters<typeof description>[0] = {
  own: { 'X-Total': integer, Link: text },
  shared: { 'Retry-After': integer },
}

async function foundWith(service: Parameters<typeof description>[0], contract = whole) {
  const findings = await driftOf(await folder.file(description(service)), await folder.file(description(contract)))
  return findings.map(({ rule, calls, says }) => `${rule} of ${calls.join(', ')}: ${says.replace(/:.*/, '')}`)
}

it('finds each missing header of a 200', async () => {
  expect(await foundWith({ ...whole, own: {} })).toEqual([
    'response-header-gone of listAuthors: The header Link of listAuthors 200 is gone',
    'response-header-gone of listAuthors: The header X-Total of listAuthors 200 is gone',
    'response-header-gone of listBooks: The header Link of listBooks 200 is gone',
    'response-header-gone of listBooks: The header X-Total of listBooks 200 is gone',
  ])
})
it('reports a header of a shared response once, with all calls', async () => {
  const place = '#/components/responses/TooMany/headers'
  expect(await foundWith({ ...whole, shared: {} })).toEqual([
    `response-header-gone of listAuthors, listBooks: The header Retry-After of ${place}/Retry-After is gone`,
  ])
  expect(await foundWith({ ...whole, shared: { 'Retry-After': text } })).toHaveLength(1)
  const [more] = await foundWith({ ...whole, shared: { ...whole.shared, 'X-Limit': integer } })
  expect(more).toBe(
    `response-header-new of listAuthors, listBooks: The header X-Limit of ${place}/X-Limit is returned, but is not in the contract`,
  )
})
it('reports no headers that every server sends', async () => {
  const more = { Date: text, Connection: text, 'Content-Length': integer, 'Content-Type': text }
  expect(await foundWith({ ...whole, own: { ...whole.own, ...more } })).toEqual([])
})
it('notes once that an assumed header is not described', async () => {
  const assumed = { 'X-Rate': { ...integer, required: true, 'x-provenance': { kind: 'assumed' } } }
  const contract = { ...whole, own: { ...whole.own, ...assumed } }
  expect(await foundWith(whole, contract)).toEqual([
    'response-header-gone of listAuthors, listBooks: The header X-Rate, which the contract assumes, is not described',
  ])
  const [before, after] = [await folder.file(description(contract)), await folder.file(description(whole))]
  const [first, ...more] = grouped((await changesBetween(before, after)).found)
  expect({ severity: first?.severity, subject: first?.subject, more: more.length }).toEqual({
    severity: 'breaking',
    subject: 'listAuthors 200 header X-Rate',
    more: 1,
  })
  expect((await driftOf(after, before))[0]).toMatchObject({ severity: 'note', subject: 'header X-Rate' })
})
it('finds a required header that may be missing', async () => {
  const required = { ...whole, own: { ...whole.own, Link: { ...text, required: true } } }
  const optional = ['listAuthors', 'listBooks'].map(
    (call) => `response-header-optional of ${call}: The header Link of ${call} 200 may be missing`,
  )
  expect(await foundWith(whole, required)).toEqual(optional)
  expect(await foundWith(required)).toEqual([])
})
it('compares no values when one side describes none', async () => {
  const bare = { ...whole, own: { ...whole.own, Link: {} } }
  expect(await foundWith(bare)).toEqual([])
  expect(await foundWith(whole, bare)).toEqual([])
})
it('names a header of a shared response in OpenAPI 2.0 by its place', async () => {
  const old = (headers: object) => ({
    swagger: '2.0',
    info: { title: 'Books', version: '1' },
    paths: { '/books': { get: { operationId: 'listBooks', responses: { '429': { $ref: '#/responses/TooMany' } } } } },
    responses: { TooMany: { description: 'x', headers } },
  })
  const [gone] = await driftOf(await folder.file(old({})), await folder.file(old({ 'X-Limit': { type: 'integer' } })))
  expect(gone?.subject).toBe('header X-Limit of #/responses/TooMany/headers/X-Limit')
})
