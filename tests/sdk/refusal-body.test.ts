import { expect, test, vi } from 'vitest'
import { createClient } from '@paket/sdk'
import { createFetchClient, settle } from '@paket/sdk/openapi-fetch'
import { createOrder } from '@paket/sdk/operations'
import { jsonResponse, tokenFor } from './support.ts'

const baseUrl = 'https://paket.test/bff/api'
const token = tokenFor(3600)
const body = { source: 'web', bundleId: 'b', usingMainCard: true } as const
const hangingBody = () => new ReadableStream({ pull: () => new Promise(() => {}) })

test('openapi-fetch: refreshes as soon as the status of a refusal arrives, even if its body hangs', async () => {
  const old = tokenFor(3600)
  const fresh = tokenFor(3600)
  const api = createFetchClient({
    baseUrl,
    timeoutMs: 300,
    auth: { getToken: () => old, refresh: async () => fresh },
    fetch: async (_url, init) =>
      new Headers(init?.headers).get('authorization') === `Bearer ${old}`
        ? new Response(hangingBody(), { status: 401 })
        : jsonResponse(200, { code: 0, result: { orderId: 'o' } }),
  })
  const result = await settle(createOrder, api.POST('/v1/create_order', { body }))
  expect(result.ok ? result.data : result.failure.name).toMatchObject({ result: { orderId: 'o' } })
})

test('openapi-fetch: a final refusal whose body hangs is unauthorized', async () => {
  const api = createFetchClient({
    baseUrl,
    timeoutMs: 300,
    auth: { getToken: () => token },
    fetch: async () => new Response(hangingBody(), { status: 401 }),
  })
  const result = await settle(createOrder, api.POST('/v1/create_order', { body }))
  expect(result.ok || result.failure.name).toBe('unauthorized')
})

test.each([
  [
    'throws',
    async () => {
      throw new Error('offline')
    },
    undefined,
  ],
  ['is aborted', () => new Promise<never>(() => {}), 50],
])('the body of a refusal is cancelled when the refresh %s', async (_, refresh, abortAfter) => {
  const cancelled = vi.fn()
  const stop = new AbortController()
  const paket = createClient({
    baseUrl,
    auth: { getToken: () => token, refresh },
    fetch: async () => new Response(new ReadableStream({ cancel: cancelled }), { status: 401 }),
  })
  if (abortAfter) setTimeout(() => stop.abort(), abortAfter)
  await paket.createOrder(body, { signal: stop.signal }).catch(() => undefined)
  expect(cancelled).toHaveBeenCalledTimes(1)
})

test('a refusal without a body is sent again with the new token', async () => {
  const old = tokenFor(3600)
  const fresh = tokenFor(3600)
  const paket = createClient({
    baseUrl,
    auth: { getToken: () => old, refresh: async () => fresh },
    fetch: async (_url, init) =>
      new Headers(init?.headers).get('authorization') === `Bearer ${old}`
        ? new Response(null, { status: 401 })
        : jsonResponse(200, { code: 0, result: { orderId: 'o' } }),
  })
  const result = await paket.createOrder(body)
  expect(result.ok ? result.data : result.failure.name).toMatchObject({ result: { orderId: 'o' } })
})
