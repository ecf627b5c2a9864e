import { resolve } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { callsOf, type Code } from '@paket/contract'
import { loadDescription } from '@paket/contract/description'
import { type ClientOf, createClientOf, type Descriptor, type RuntimeOptions } from '@paket/sdk/runtime'
import { descriptor } from '../../sdk/codegen/descriptor.ts'
import { jsonResponse } from './support.ts'

// The runtime with the constants of another contract. For the generated files: tests/codegen.

interface Books extends Record<string, Descriptor> {
  getBook: Descriptor & { types: { request: { path: { id: unknown }; query?: object; headers?: object } } }
  addBook: Descriptor & { types: { request: { body: unknown } } }
}
const contract = await loadDescription(resolve(import.meta.dirname, '../support/bookstore.yaml'))
const operations = Object.fromEntries(
  callsOf<Code>(contract).map((call) => [call.id, descriptor(contract, call)]),
) as unknown as Books

interface Sent {
  url: string
  init: RequestInit
}
function bookClient(answer: () => Response): { books: ClientOf<Books>; sent: Sent[] } {
  const sent: Sent[] = []
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    sent.push({ url: String(url), init })
    return answer()
  }
  const books = createClientOf(operations, {
    baseUrl: 'https://books.example/api',
    fetch: fetch,
  })
  return { books, sent }
}

describe('a bookstore', () => {
  test('is called by its methods, paths, queries, headers and bodies', async () => {
    const { books, sent } = bookClient(() => jsonResponse(200, { title: 'x', ok: true }))
    await books.getBook({
      path: { id: 'a/b c' },
      query: { fields: ['title', 'price'], page: null, since: new Date(0) },
      headers: { 'X-Shop': 'east' },
    })
    await books.addBook({ body: { title: 'Dead Souls' } })
    expect(sent.map(({ url, init: { method, body, headers } }) => ({ url, method, body, headers }))).toEqual([
      {
        url: 'https://books.example/api/books/a%2Fb%20c?fields=title&fields=price&since=1970-01-01T00%3A00%3A00.000Z',
        method: 'GET',
        body: null,
        headers: { 'X-Shop': 'east', Accept: 'application/json, */*;q=0.1' },
      },
      {
        url: 'https://books.example/api/books',
        method: 'POST',
        body: '{"title":"Dead Souls"}',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json, */*;q=0.1' },
      },
    ])
  })

  const throwing = {
    get title() {
      throw new Error('a bug of the caller')
    },
  }
  test.each<[title: string, call: (books: ClientOf<Books>) => Promise<unknown>, message: string]>([
    [
      'lacks a parameter of its path',
      (books) => books.getBook({ path: { id: undefined } }),
      'TypeError: getBook: the parameter id of the path is missing',
    ],
    [
      'has no time in its query',
      (books) => books.getBook({ path: { id: 7 }, query: { since: new Date('x') } }),
      'RangeError: Invalid time value',
    ],
    ['has a body that throws', (books) => books.addBook({ body: throwing }), 'Error: a bug of the caller'],
  ])('fails with the reason when a request %s: nothing is sent', async (_, call, message) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { books, sent } = bookClient(() => jsonResponse(200, {}))
    expect(await call(books)).toMatchObject({ ok: false, failure: { name: 'notSent', message } })
    expect(logged).toHaveBeenCalledTimes(1)
    expect(sent).toEqual([])
  })

  test.each<[status: number, body: unknown, name: string, code: unknown]>([
    [200, { error: { code: 'withdrawn' } }, 'withdrawn', 'withdrawn'],
    [200, { error: { code: 'embargoed' } }, 'notSoldHere', 'embargoed'],
    [200, { error: { code: 'burnt' } }, 'unknownCode', 'burnt'],
    [200, { error: { code: 7 } }, 'malformed', undefined],
    [200, { error: 'withdrawn' }, 'malformed', undefined],
    [200, { id: 7 }, 'malformed', undefined],
    [200, [], 'malformed', undefined],
    [404, { error: { code: 'not_found' } }, 'noSuchBook', 'not_found'],
    [500, {}, 'unexpectedStatus', undefined],
    [403, {}, 'unauthorized', undefined],
    [429, {}, 'tooManyRequests', undefined],
  ])('fails by name when it answers %i with %j', async (status, body, name, code) => {
    const { books } = bookClient(() => jsonResponse(status, body))
    const result = await books.getBook({ path: { id: 7 } })
    expect(result.ok ? result.data : result.failure).toMatchObject({ name, code, docs: `#getBook.${name}` })
  })

  test.each([
    [{ error: 'withdrawn' }, 'error.code cannot be read'],
    [{ id: 7, error: { code: null } }, 'title is missing'],
    [7, 'no JSON object: application/json'],
  ])('says why it is malformed when it answers %j: %s', async (body, message) => {
    const { books } = bookClient(() => jsonResponse(200, body))
    expect(await books.getBook({ path: { id: 7 } })).toMatchObject({ failure: { name: 'malformed', message } })
  })

  test.each<[title: string, options: Partial<RuntimeOptions>, sent: string[], name: string]>([
    ['is asked by a client that was given no tokens', {}, ['none'], 'tooManyRequests'],
    ['is not asked without a token', { auth: { getToken: () => null } }, [], 'unauthorized'],
    ['is asked with a token', { auth: { getToken: () => 'secret' } }, ['Bearer secret'], 'tooManyRequests'],
  ])('wants a token: %s', async (_, options, sent, name) => {
    const tokens: string[] = []
    const { anonymous: _anonymous, ...getBook } = operations.getBook
    const books = createClientOf(
      { getBook },
      {
        baseUrl: 'https://books.example/api',
        fetch: async (_address, init) => {
          tokens.push(new Headers(init?.headers).get('Authorization') ?? 'none')
          return jsonResponse(429, {})
        },
        ...options,
      },
    )
    const result = await books.getBook({ path: { id: 7 } })
    expect(tokens).toEqual(sent)
    expect(result).toMatchObject({ ok: false, failure: { name } })
  })

  test('its events have its own calls and failures', async () => {
    const getBook = operations.getBook as Books['getBook'] & {
      readonly id: 'getBook'
      readonly failures: readonly [{ readonly name: 'noSuchBook'; readonly http: readonly [404] }]
    }
    const heard: string[] = []
    const books = createClientOf(
      { getBook },
      {
        baseUrl: 'https://books.example/api',
        fetch: async () => jsonResponse(404, {}),
        on: {
          request: ({ operation }) => void (operation === 'getBook' && heard.push('sent')),
          failure(event) {
            if (event.name === 'noSuchBook') heard.push(event.name)
            // @ts-expect-error -- no failure of this description
            if (event.name === 'employee') heard.push(event.name)
          },
        },
      },
    )
    await books.getBook({ path: { id: 7 } })
    expect(heard).toEqual(['sent', 'noSuchBook'])
  })

  test('has its code beside it when the verdict is true or false', async () => {
    const answers = [
      { ok: false, reason: 3 },
      { ok: false, reason: 9 },
      { ok: false },
      { reason: 3 },
      { ok: true, id: 8 },
    ]
    const results = await Promise.all(
      answers.map(async (body) => bookClient(() => jsonResponse(201, body)).books.addBook({ body: {} })),
    )
    expect(results.map((result) => (result.ok ? result.data : result.failure.name))).toEqual([
      'titleTaken',
      'unknownCode',
      'unknownCode',
      'titleTaken',
      { ok: true, id: 8 },
    ])
  })
})
