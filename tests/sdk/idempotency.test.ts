import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { describe, expect, it, test } from 'vitest'
import * as operations from '@paket/sdk/operations'
import { bundleNamed, payByPoints } from '@paket/sdk'
import { mutation } from '@paket/sdk/react-query'
import type { Operation } from '#sdk/operation.ts'
import { callAny, clientOf, jsonResponse, validToken, never, tokenFor } from './support.ts'

// One key per intent: the client sends the key that it is given, and never repeats a call because of it.

const { id: bundleId } = bundleNamed('standard199')
const { errorCatalogue: _catalogue, ...descriptors } = operations
const provenanceOf = new Map(
  Object.values<Operation>(descriptors).map(({ id, idempotencyKey }) => [id, idempotencyKey]),
)
const ids = [...provenanceOf.keys()]
const money = ids.filter((id) => provenanceOf.get(id))
/** Calls that must not be repeated automatically: all except those whose key a backend is documented to honour. */
const sentOnce = ids.filter((id) => provenanceOf.get(id) !== 'documented')
const key = '8e03978e-40d5-43dd-bc93-6894a57f9324'
const header = `"${key}"`

test('only the calls that move money take an idempotency key', () => {
  expect(money.toSorted()).toEqual(['createOrder', 'createScoresOrder', 'payOrder'])
})

describe.each(money)('%s', (id) => {
  it('sends its key quoted, as a string of structured fields (RFC 9651)', async () => {
    const { client, sent } = clientOf(() => ({ code: 0 }))
    await callAny(client, id, {}, { idempotencyKey: key })
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([header])
  })

  it('sends a key in upper case as it is', async () => {
    const { client, sent } = clientOf(() => ({}))
    await callAny(client, id, {}, { idempotencyKey: key.toUpperCase() })
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([header.toUpperCase()])
  })

  it('sends no header without a key', async () => {
    const { client, sent } = clientOf(() => ({ code: 0 }))
    await callAny(client, id)
    expect(sent.map(({ headers }) => headers.has('idempotency-key'))).toEqual([false])
  })

  it('retries with the same key after a 401', async () => {
    const { client, sent } = clientOf((_, nth) => (nth === 1 ? jsonResponse(401, {}) : { code: 0 }), {
      auth: { getToken: () => validToken, refresh: async () => tokenFor(3600) },
    })
    await callAny(client, id, {}, { idempotencyKey: key })
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([header, header])
  })

  it.each(['', 'order 1', `${key}"\r\nX-Other: 1`, `${key}0`, `0${key}`])(
    'rejects the key %j before anything is sent',
    async (wrong) => {
      const { client, sent } = clientOf(() => ({ code: 0 }))
      await expect(callAny(client, id, {}, { idempotencyKey: wrong })).rejects.toThrow(
        new TypeError(`${id}: idempotencyKey is no UUID`),
      )
      expect(sent).toEqual([])
    },
  )
})

describe('a call whose idempotency no backend has confirmed is sent once', () => {
  test.each([400, 408, 409, 425, 429, 500, 502, 503, 504])('when HTTP %i answers it', async (status) => {
    for (const id of sentOnce) {
      const { client, sent } = clientOf(() => jsonResponse(status, '<html>'))
      await callAny(client, id, {}, { idempotencyKey: key })
      expect(sent, id).toHaveLength(1)
    }
  })

  test('when the connection fails', async () => {
    for (const id of sentOnce) {
      const { client, sent } = clientOf(() => {
        throw new TypeError('fetch failed')
      })
      await callAny(client, id, {}, { idempotencyKey: key })
      expect(sent, id).toHaveLength(1)
    }
  })

  test('when the deadline expires', async () => {
    const sentOf = async (id: string) => {
      const { client, sent } = clientOf(never)
      await callAny(client, id, {}, { idempotencyKey: key, timeoutMs: 20 })
      return [id, sent.length]
    }
    expect(await Promise.all(sentOnce.map(sentOf))).toEqual(sentOnce.map((id) => [id, 1]))
  })
})

test('a payment by points sends its key with both calls that move money: keys are scoped to the call', async () => {
  const { client, sent } = clientOf(({ path }) =>
    path.endsWith('create_scores_order')
      ? { code: 0, result: { orderId: 'order-7' } }
      : { code: 0, result: { orderStatus: 'deposited' } },
  )
  await payByPoints(client, { bundleId, idempotencyKey: key, sleep: async () => {} })
  expect(sent.map(({ path, headers }) => [path.slice(4), headers.get('idempotency-key')])).toEqual([
    ['create_scores_order', header],
    ['pay_order', header],
    ['get_order_status', null],
  ])
})

test('a mutation sends the key of its intent', async () => {
  const { client, sent } = clientOf(() => ({ code: 0, result: { orderId: 'order-1' } }))
  const queryClient = new QueryClient()
  const options = mutation(client, 'createOrder', queryClient, { idempotencyKey: key })
  await new MutationObserver(queryClient, options).mutate({ source: 'web', bundleId, usingMainCard: true })
  expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([header])
})
