import { inspect } from 'node:util'
import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { type Data, type Failure, isPaketError, type Result } from '@paket/sdk'
import { judgeResponses } from '@paket/sdk/judge-answers'
import { createFetchClient, judge, settle, type FetchClientOptions } from '@paket/sdk/openapi-fetch'
import * as operations from '@paket/sdk/operations'
import { clientOf, failureIn, jsonResponse, validToken, never, stubFetch, tokenFor, tokenWith } from './support.ts'

/** hey-api's client in the form in which it is copied into a project: sources that do not compile with our settings. */
const heyApiSources: string = '../../node_modules/@hey-api/openapi-ts/dist/clients/fetch/index.ts'
interface HeyApi {
  createConfig: (config: object) => object
  createClient: (config: object) => {
    interceptors: { response: { use: (interceptor: ReturnType<typeof judgeResponses>) => void } }
    post: (options: { url: string; body: object }) => Promise<{ data?: unknown; error?: unknown }>
  }
}
const { createClient: createHeyApi, createConfig } = (await import(/* @vite-ignore */ heyApiSources)) as HeyApi

const { createOrder, getScoresBalance, sendProductEvent } = operations
const order = { source: 'web', bundleId: 'b61e6ba5-3682-4dd6-b804-69b84b2d451c', usingMainCard: true } as const
type Answer = Parameters<typeof stubFetch>[0]

function fetchClientOf(answer: Answer, options: Partial<FetchClientOptions> = {}) {
  const { fetch, sent } = stubFetch(answer)
  const baseUrl = 'https://paket.test/bff/api'
  const api = createFetchClient({ baseUrl, auth: { getToken: () => validToken }, ...options, fetch })
  return { api, sent, order: () => settle(createOrder, api.POST('/v1/create_order', { body: order })) }
}

const cut = (status = 200) =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"code":0,'))
        controller.error(new TypeError('terminated'))
      },
    }),
    { status },
  )
const answers: [what: string, answer: () => Response | Promise<Response>][] = [
  ['a good answer', () => jsonResponse(200, { code: 0, result: { orderId: 'o' } })],
  ['a listed code', () => jsonResponse(200, { code: 2004, message: 'busy' }, { 'x-request-id': 'r-1' })],
  ['an unknown code', () => jsonResponse(200, { code: 2999 })],
  ['an answer without its order id', () => jsonResponse(200, { code: 0, result: {} })],
  ['401', () => jsonResponse(401, { message: 'no' })],
  ['409', () => jsonResponse(409, {})],
  ['429 without a body', () => new Response(null, { status: 429, headers: { 'retry-after': '3' } })],
  ['502 in HTML', () => new Response('<html>', { status: 502 })],
  ['204', () => new Response(null, { status: 204 })],
  ['an empty 200', () => new Response('')],
  ['a 200 that is no JSON', () => new Response('<html>')],
  ['a cut body', () => cut()],
  ['401 with a cut body', () => cut(401)],
  ['502 with a cut body', () => cut(502)],
  ['a list', () => jsonResponse(200, [])],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: '/x' } })],
  ['a redirect in a browser, which has the status 0', () => Response.error()],
  ['a status that no Response can have', () => Object.defineProperty(new Response('{}'), 'status', { value: 600 })],
  ['no connection', () => Promise.reject(new TypeError('fetch failed'))],
  ['an endless wait', never],
]

describe('openapi-fetch over our tokens', () => {
  it.each(answers)('judges %s as our own client does', async (_, answer) => {
    const timeoutMs = answer === never ? 20 : 5000
    const ours = clientOf(answer, { timeoutMs })
    const theirs = fetchClientOf(answer, { timeoutMs })
    expect(await theirs.order()).toEqual(await ours.client.createOrder(order))
    const requests = [theirs, ours].map(({ sent }) =>
      sent.map(({ url, method, redirect, body, token }) => ({ url, method, redirect, body, token })),
    )
    expect(requests[0]).toEqual(requests[1])
    expect(requests[0]).toHaveLength(1)
  })

  it('has the types of the call', () => {
    const { api, order: ordered } = fetchClientOf(() => ({}))
    expectTypeOf<Awaited<ReturnType<typeof ordered>>>().toEqualTypeOf<Result<'createOrder'>>()
    // @ts-expect-error: no such path
    void (() => api.POST('/v1/create_ordre', { body: order }))
    // @ts-expect-error: no such field
    void (() => api.POST('/v1/create_order', { body: { source: 'web' } }))
    const judged = judge(getScoresBalance, {}, jsonResponse(200, {}))
    if (judged.ok) expectTypeOf(judged.data).toEqualTypeOf<Data<'getScoresBalance'>>()
    else expectTypeOf(judged.failure).toEqualTypeOf<Failure<'getScoresBalance'>>()
  })

  it('sends the token, and the same body again with a new one after a refusal', async () => {
    const renewed = tokenFor(3600)
    const auth = { getToken: () => validToken, refresh: async () => renewed }
    const client = fetchClientOf(
      ({ token }) => (token === renewed ? { code: 0, result: { orderId: 'o' } } : jsonResponse(401, {})),
      { auth },
    )
    expect(await client.order()).toMatchObject({ ok: true })
    expect(client.sent.map(({ token, body }) => ({ token, body }))).toEqual([
      { token: validToken, body: order },
      { token: renewed, body: order },
    ])
  })

  it('refreshes once for twenty calls that are refused late', async () => {
    let current = validToken
    let refreshes = 0
    const auth = {
      getToken: () => current,
      refresh: async () => {
        refreshes++
        return (current = tokenFor(3600))
      },
    }
    const { api } = fetchClientOf(
      async ({ token }, nth) => {
        await new Promise((done) => setTimeout(done, nth))
        return token === validToken ? jsonResponse(401, {}) : { code: 0, result: { scoresBalance: 1 } }
      },
      { auth },
    )
    const calls = Array.from({ length: 20 }, () =>
      settle(getScoresBalance, api.POST('/v1/get_scores_balance', { body: {} })),
    )
    expect((await Promise.all(calls)).filter(({ ok }) => ok)).toHaveLength(20)
    expect(refreshes).toBe(1)
  })

  it('sends nothing without a token, unless the call is anonymous', async () => {
    const auth = { getToken: () => null }
    const anonymous = [getScoresBalance, sendProductEvent]
    const { api, sent, order: ordered } = fetchClientOf(() => ({ code: 0 }), { auth, anonymous })
    expect(failureIn(await ordered()).name).toBe('unauthorized')
    expect(sent).toEqual([])
    await api.POST(sendProductEvent.path, { body: {} as never })
    expect(sent.map(({ token }) => token)).toEqual([null])
  })

  it('sends an anonymous call once, though its token is refused', async () => {
    const refresh = vi.fn<() => Promise<string>>(async () => tokenFor(3600))
    const auth = { getToken: () => validToken, refresh }
    const { api, sent } = fetchClientOf(() => jsonResponse(401, {}), { auth, anonymous: [sendProductEvent] })
    await api.POST(sendProductEvent.path, { body: {} as never })
    expect(sent).toHaveLength(1)
    expect(refresh).not.toHaveBeenCalled()
  })

  it('cancels the body of an answer that comes after the deadline', async () => {
    const cancel = vi.fn<() => void>()
    const late = async () => {
      await new Promise((done) => setTimeout(done, 40))
      return new Response(new ReadableStream({ cancel }))
    }
    expect(failureIn(await fetchClientOf(late, { timeoutMs: 20 }).order()).name).toBe('timeOut')
    await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce())
  })

  it('redacts the token in the network’s error', async () => {
    const { api } = fetchClientOf(() => Promise.reject(new TypeError(`refused: Bearer ${validToken}`)))
    const thrown = await api.POST('/v1/create_order', { body: order }).catch((error: unknown) => error)
    expect(thrown).toMatchObject({ name: 'NoAnswer', reason: 'noConnection' })
    expect(inspect(thrown)).not.toContain(validToken)
  })

  it('rejects with the reason of the caller’s signal while it waits for a token', async () => {
    const { api, sent } = fetchClientOf(never, { auth: { getToken: never } })
    const leaving = new AbortController()
    const pending = settle(createOrder, api.POST('/v1/create_order', { body: order, signal: leaving.signal }))
    const reason = new Error('left')
    setTimeout(() => leaving.abort(reason), 5)
    await expect(pending).rejects.toBe(reason)
    expect(sent).toEqual([])
  })

  it('corrects a wrong clock by the first answer’s date, so that a valid token is not refreshed', async () => {
    const right = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(right + 600_000)
    // Without `iat` only the clock shows how long the token is valid.
    const token = tokenWith({ exp: Math.floor(right / 1000) + 300 })
    const refresh = vi.fn<() => Promise<string>>(async () => token)
    const dated = () =>
      jsonResponse(200, { code: 0, result: { orderId: 'o' } }, { date: new Date(right).toUTCString() })
    const client = fetchClientOf(dated, { auth: { getToken: () => token, refresh } })
    for (let nth = 0; nth < 3; nth++) expect(await client.order()).toMatchObject({ ok: true })
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  it('is notSent when the token cannot be requested', async () => {
    const thrown = new Error('offline')
    const getToken = () => {
      throw thrown
    }
    const { api, order: ordered } = fetchClientOf(() => ({}), { auth: { getToken } })
    expect(failureIn(await ordered()).name).toBe('notSent')
    await expect(api.POST('/v1/create_order', { body: order })).rejects.toMatchObject({
      message: 'no answer: notSent',
      cause: thrown,
    })
  })

  it.each([400, 599])('answers %i as openapi-fetch does, by its error', async (status) => {
    const { api } = fetchClientOf(() => jsonResponse(status, { message: 'no' }))
    expect((await api.POST('/v1/create_order', { body: order })).error).toEqual({ message: 'no' })
  })

  it('has the error that ended the body as the cause', async () => {
    const { api } = fetchClientOf(() => cut())
    await expect(api.POST('/v1/create_order', { body: order })).rejects.toMatchObject({
      message: 'no answer: malformed',
      cause: new TypeError('terminated'),
    })
  })

  it('reports a refresh before a call to its listener', async () => {
    const refresh = vi.fn<() => void>()
    const auth = { getToken: () => tokenFor(5), refresh: async () => tokenFor(3600) }
    const orderWith = (on: NonNullable<FetchClientOptions['on']>) =>
      fetchClientOf(() => ({ code: 0, result: { orderId: 'o' } }), { auth, on }).order()
    await orderWith({ refresh })
    expect(refresh.mock.calls).toMatchObject([[{ reason: 'expiring', ok: true }]])
    expect(await orderWith({})).toMatchObject({ ok: true })
  })

  it('has the headers of an answer, except those of its encoding, because the body is decoded', async () => {
    const encoded = { 'content-encoding': 'gzip', 'content-length': '7', 'x-shard': 'a' }
    const { api } = fetchClientOf(() => jsonResponse(200, { code: 0, result: { orderId: 'o' } }, encoded))
    const { response } = await api.POST('/v1/create_order', { body: order })
    expect(Object.fromEntries(response.headers)).toEqual({ 'content-type': 'application/json', 'x-shard': 'a' })
  })

  it('redacts the token that a server echoes', async () => {
    const echo = () => jsonResponse(200, { code: 2004, message: `no ${validToken}` }, { 'x-request-id': validToken })
    const failure = failureIn(await fetchClientOf(echo).order())
    expect(JSON.stringify(failure)).not.toContain(validToken)
    expect(failure).toMatchObject({ message: 'no (token)', requestId: '(token)' })
  })

  it('rejects with the reason of the caller’s signal', async () => {
    const { api } = fetchClientOf(never)
    const leaving = new AbortController()
    const pending = settle(createOrder, api.POST('/v1/create_order', { body: order, signal: leaving.signal }))
    const reason = new Error('left')
    setTimeout(() => leaving.abort(reason), 5)
    await expect(pending).rejects.toBe(reason)
  })

  it('asks for no token when the caller has aborted before', async () => {
    const getToken = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('offline')))
    const { api } = fetchClientOf(never, { auth: { getToken } })
    const signal = AbortSignal.abort(new Error('left'))
    await expect(api.POST('/v1/create_order', { body: order, signal })).rejects.toThrow('left')
    expect(getToken).not.toHaveBeenCalled()
  })

  it('passes on keepalive and credentials only when they are set', async () => {
    const inits: (RequestInit | undefined)[] = []
    const fetch: typeof globalThis.fetch = async (_, init) => {
      inits.push(init)
      return jsonResponse(200, { code: 0 })
    }
    const api = createFetchClient({
      baseUrl: 'https://paket.test/bff/api',
      auth: { getToken: () => validToken },
      fetch,
    })
    await api.POST('/v1/create_order', { body: order, keepalive: true, credentials: 'include' })
    await api.POST('/v1/create_order', { body: order })
    expect(inits[0]).toMatchObject({ keepalive: true, credentials: 'include' })
    expect(inits[1]).not.toHaveProperty('keepalive')
    expect(inits[1]).not.toHaveProperty('credentials')
  })

  it('does not check answers with `schemas` that options shared with a client have', async () => {
    const shared = { timeoutMs: 5000, schemas: () => ['drifted'], strict: true }
    const { order: ordered } = fetchClientOf(() => ({ code: 0, result: { orderId: 'o' } }), shared)
    expect(await ordered()).toMatchObject({ ok: true })
  })

  it('rejects a base URL that no call could reach', () => {
    expect(() => createFetchClient({ baseUrl: 'shop.example', auth: { getToken: () => null } })).toThrow('baseUrl')
  })
})

describe('the interceptor for hey-api', () => {
  const heyApi = (answer: Answer, url = '/v1/create_order') => {
    const { fetch } = stubFetch(answer)
    const client = createHeyApi(
      createConfig({
        baseUrl: 'https://paket.test',
        fetch: ((request: Request) => fetch(request.url, { method: 'POST', body: '{}' })) as typeof globalThis.fetch,
      }),
    )
    client.interceptors.response.use(judgeResponses(operations))
    return client.post({ url, body: order })
  }

  it('turns a failing code into an error with its name', async () => {
    const { data, error } = await heyApi(() => ({ code: 2004 }))
    expect(data).toBeUndefined()
    expect(isPaketError(error) && error.failure.name).toBe('alreadyConnecting')
  })
  it('leaves a success unchanged', async () => {
    const answer = { code: 0, result: { orderId: 'o' } }
    expect((await heyApi(() => answer)).data).toEqual(answer)
  })
  it('leaves the answer of another path unchanged', async () => {
    expect((await heyApi(() => ({ code: 2004 }), '/v1/other')).data).toEqual({ code: 2004 })
  })
})
