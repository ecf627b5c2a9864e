import { expect, it } from 'vitest'
import { driftOf, folderOfFile } from '../support.ts'

const folder = folderOfFile()
type Headers = Record<string, object>
const integer = { schema: { type: 'integer' } }
const text = { schema: { type: 'string' } }

/** Two calls: each answers a 200 of its own, and both a 429 that they share. */
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
const whole = { own: { 'X-Total': integer, Link: text }, shared: { 'Retry-After': integer } }

async function foundWith(service: Parameters<typeof description>[0]) {
  const findings = await driftOf(await folder.file(description(service)), await folder.file(description(whole)))
  return findings.map(({ rule, calls, says }) => `${rule} of ${calls.join(', ')}: ${says.replace(/:.*/, '')}`)
}

it('finds each header of a 200 that is gone', async () => {
  expect(await foundWith({ ...whole, own: {} })).toEqual([
    'response-header-gone of listAuthors: The header Link of listAuthors 200 is gone',
    'response-header-gone of listAuthors: The header X-Total of listAuthors 200 is gone',
    'response-header-gone of listBooks: The header Link of listBooks 200 is gone',
    'response-header-gone of listBooks: The header X-Total of listBooks 200 is gone',
  ])
})
it('finds a header of an answer that calls share once, with all of them', async () => {
  const place = '#/components/responses/TooMany/headers'
  expect(await foundWith({ ...whole, shared: {} })).toEqual([
    `response-header-gone of listAuthors, listBooks: The header Retry-After of ${place}/Retry-After is gone`,
  ])
  expect(await foundWith({ ...whole, shared: { 'Retry-After': text } })).toHaveLength(1)
  const [more] = await foundWith({ ...whole, shared: { ...whole.shared, 'X-Limit': integer } })
  expect(more).toBe(
    `response-header-new of listAuthors, listBooks: The header X-Limit of ${place}/X-Limit is answered and the contract does not name it`,
  )
})
