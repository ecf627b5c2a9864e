import { expect, test, vi } from 'vitest'
import { createClientOf, type Descriptor } from '@paket/sdk/runtime'
import { jsonResponse } from './support.ts'

const base = { path: '/books', reject: {}, require: [], failures: [], common: {}, types: {} }
type Init = RequestInit & { body: string }
/** Returns the request that a call of another contract sends. */
async function sent(descriptor: Partial<Descriptor>, request: object) {
  const all: { path: string; init: Init }[] = []
  const fetch = async (address: string, init: Init) => {
    all.push({ path: decodeURIComponent(address.replace('https://books.example', '')), init })
    return jsonResponse(200, {})
  }
  const call = { id: 'find', ...base, ...descriptor }
  const client = createClientOf(
    { call },
    {
      baseUrl: 'https://books.example',
      fetch: fetch as typeof globalThis.fetch,
    },
  )
  const result = await client.call(request)
  return { ...all[0], message: result.ok ? undefined : result.failure.message }
}

test.each<[query: NonNullable<Descriptor['query']>, values: object, path: string]>([
  [{}, { of: 'Gogol', page: 2, sold: false }, '/books?of=Gogol&page=2&sold=false'],
  [{}, { none: null, missing: undefined }, '/books'],
  [{}, { since: new Date(0) }, '/books?since=1970-01-01T00:00:00.000Z'],
  [{}, { id: [7, 8] }, '/books?id=7&id=8'],
  [{}, { id: [[7, 8], 9] }, '/books?id=7,8&id=9'],
  [{}, { range: { from: 1, to: null, ids: [7, 8], by: undefined } }, '/books?from=1&ids=7,8'],
  [{ id: 'comma' }, { id: [7, 8] }, '/books?id=7,8'],
  [{ id: 'comma' }, { id: { from: 1, to: 2 } }, '/books?id=from,1,to,2'],
  [{ id: 'space' }, { id: [7, 8] }, '/books?id=7+8'],
  [{ id: 'pipe' }, { id: [7, 8], of: [1, 2] }, '/books?id=7|8&of=1&of=2'],
  [{ id: 'json' }, { id: { from: 1, to: null } }, '/books?id={"from":1,"to":null}'],
  [{ id: 'deep' }, { id: { from: 1, to: null, ids: [7, 8] } }, '/books?id[from]=1&id[ids]=7,8'],
  [{ id: 'deep' }, { id: { by: ['Gogol', { born: 1809 }] } }, '/books?id[by][0]=Gogol&id[by][1][born]=1809'],
  [
    { id: 'deep' },
    { id: { by: { name: 'Gogol', born: new Date(0) } } },
    '/books?id[by][name]=Gogol&id[by][born]=1970-01-01T00:00:00.000Z',
  ],
])('a query with the styles %j is written by them: %j', async (query, values, path) => {
  expect(await sent({ query }, { query: values })).toMatchObject({ path })
})

test('a list in a path is separated by commas', async () => {
  expect(await sent({ path: '/books/{ids}/{of}' }, { path: { ids: [7, 8], of: 9 } })).toMatchObject({
    path: '/books/7,8/9',
  })
})

test.each<[id: unknown]>([[null], [undefined], [''], [[]]])(
  'a path without its parameter is not sent: %j',
  async (id) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(await sent({ path: '/books/{id}' }, { path: { id } })).toEqual({
      message: 'TypeError: find: the parameter id of the path is missing',
    })
  },
)

test.each(['.', '..'])('a path is not sent with %s, which leads elsewhere', async (id) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  for (const path of ['/books/{id}', '/books/{id}/pages'])
    expect(await sent({ path }, { path: { id } })).toEqual({
      message: 'TypeError: find: a parameter of the path is . or .., which leads elsewhere',
    })
})
test.each(['a.', '.a', '...', 'a..'])('a path is sent with %s', async (id) => {
  expect(await sent({ path: '/books/{id}/pages' }, { path: { id } })).toMatchObject({ path: `/books/${id}/pages` })
})

test('headers are those of the call that have a value', async () => {
  const { init } = await sent({}, { headers: { 'X-Shop': ['east', 'west'], 'X-None': null } })
  expect(init?.headers).toEqual({ 'X-Shop': 'east,west', Accept: 'application/json, */*;q=0.1' })
})

test('a header that no request can have is not sent', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { find } = createClientOf({ find: { ...base, id: 'find' } }, { baseUrl: 'https://books.example' })
  const call = find as (request: object) => ReturnType<typeof find>
  expect(await call({ headers: { 'X-Shop': 'восток' } })).toMatchObject({ failure: { name: 'notSent' } })
})

test('a form repeats the values of a list and has objects as JSON', async () => {
  const by = [{ name: 'Gogol' }]
  const body = {
    title: 'Dead Souls',
    price: 450,
    tags: ['a', 'b'],
    since: new Date(0),
    by,
    shelf: { row: 1 },
    none: null,
  }
  const { init } = await sent({ form: true }, { body })
  expect(init?.headers).toMatchObject({ 'Content-Type': 'application/x-www-form-urlencoded' })
  expect([...new URLSearchParams(init?.body)]).toEqual([
    ['title', 'Dead Souls'],
    ['price', '450'],
    ['tags', 'a'],
    ['tags', 'b'],
    ['since', '1970-01-01T00:00:00.000Z'],
    ['by', '{"name":"Gogol"}'],
    ['shelf', '{"row":1}'],
  ])
})

test('a field of a form with a style is written by it', async () => {
  const { init } = await sent({ form: { tags: 'pipe' } }, { body: { tags: ['a', 'b'], ids: [7, 8] } })
  expect(decodeURIComponent(init?.body ?? '')).toBe('tags=a|b&ids=7&ids=8')
})

test('a body of another media type is not sent', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await sent({ type: 'text/csv' }, { body: 'a,b' })).toEqual({
    message: 'TypeError: find takes text/csv: only JSON and forms can be sent',
  })
  expect(await sent({ type: 'text/csv' }, {})).toMatchObject({ path: '/books' })
  const { init } = await sent({ type: 'application/merge-patch+JSON' }, { body: {} })
  expect(init).toMatchObject({ body: '{}', headers: { 'Content-Type': 'application/merge-patch+JSON' } })
})

test('the calls of a client are counted together', async () => {
  const events: unknown[] = []
  const client = createClientOf(
    { find: { ...base, id: 'find' }, add: { ...base, id: 'add' } },
    {
      baseUrl: 'https://books.example',
      fetch: async () => jsonResponse(200, {}),
      on: { request: ({ operation, call }) => void events.push([operation, call]) },
    },
  )
  await client.find()
  await client.add()
  expect(events).toEqual([
    ['find', 1],
    ['add', 2],
  ])
})
