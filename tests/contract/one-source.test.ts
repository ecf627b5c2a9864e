import { pathToFileURL } from 'node:url'
import type * as Sdk from '@paket/sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startMock } from '#mock/server.ts'
import { type Copy, copyOfRepository } from './copy.ts'
import { failureOf, readContract } from './contract.ts'

// Changes only the contract in a copy of the repository, and verifies that everything else follows.

const order = 'openapi/paths/orders/create-order.yaml'
let copy: Copy
beforeEach(async () => {
  copy = await copyOfRepository()
}, 30_000)
afterEach(() => copy.remove())

describe('new rows', () => {
  it('of a code break the app’s type check until their own outcome has a message; with a shared outcome they compile: it determines the message, and nothing is ordered again unless the app names it', async () => {
    const rows = [
      '    - { code: 2011, name: letUsDance, description: Dance. }',
      '    - { code: 2013, name: somethingNew, outcome: error, description: New. }',
      '    - { http: [422, 5XX], name: orderUnavailable',
    ]
    await copy.change(order, '    - { http: [422, 5XX], name: orderUnavailable', rows.join('\n'))
    // One more code for an existing failure.
    await copy.change(order, 'code: [2002, 2003], name: tryLater', 'code: [2002, 2003, 2012], name: tryLater')
    await copy.generate()
    // An error continues on indented lines.
    const errors = (await copy.typeErrors('web')).split(/^(?=\S)/m)
    expect(errors).not.toEqual([])
    for (const error of errors) {
      expect(error).toMatch(/web\/src\/(features|messages|modals)\/.*error TS/)
      expect(error).toMatch(/let-us-dance|letUsDance/)
    }
  }, 180_000)
})

describe('a changed rule', () => {
  /** Orders with an SDK generated from the same contract; the mock answers with code 2004. */
  async function orderWith2004() {
    const mock = await startMock({ port: 0, contractDir: copy.path('openapi') })
    const call = async (method: string, path: string, body?: object) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${mock.origin}/__mock/users/somebody${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      return (await answer.json()) as unknown
    }
    try {
      await call('PUT', '', { scenario: 'registered' })
      await call('PUT', '/faults', [{ operation: 'createOrder', code: 2004 }])
      const { accessToken } = (await call('GET', '/token')) as { accessToken: string }
      const { createClient } = (await import(
        /* @vite-ignore */ pathToFileURL(copy.path('sdk/src/index.ts')).href
      )) as typeof Sdk
      const paket = createClient({ baseUrl: `${mock.origin}/bff/api`, auth: { getToken: () => accessToken } })
      const result = await paket.createOrder({
        source: 'web',
        bundleId: 'b61e6ba5-3682-4dd6-b804-69b84b2d451c',
        usingMainCard: true,
      })
      const journal = (await call('GET', '/journal')) as { operation: string; accepted: boolean; code: number }[]
      const { document, call: callOf } = await readContract(copy.path('openapi'))
      return {
        sdk: result.ok ? 'accepted' : result.failure.name,
        mock: journal.map(({ operation, code, accepted }) => ({ operation, code, accepted })),
        tests: failureOf(document, callOf('createOrder'), 200, { code: 2004 })?.name ?? 'accepted',
      }
    } finally {
      await mock.close()
    }
  }
  const entry = { operation: 'createOrder', code: 2004 }

  it('applies unchanged to the SDK, the mock and the tests before the change', async () => {
    expect(await orderWith2004()).toEqual({
      sdk: 'alreadyConnecting',
      mock: [{ ...entry, accepted: false }],
      tests: 'alreadyConnecting',
    })
  }, 180_000)

  it('changes the SDK, the mock and the tests without another edit', async () => {
    await copy.change(order, 'codes: [2], from: 2000', 'codes: [2], from: 2005')
    // A code that the rule accepts now is not a failure: its entries are removed, its examples are successes.
    await copy.change(order, 'code: [2, 2000, 2001, 2008]', 'code: [2, 2008]')
    await copy.change(order, /( {4}- \{ code: (\[2002|2004).*\n)+/, '')
    const accepted = {
      orderRejected2000: 2000,
      orderRejected2001: 2001,
      tryLater2002: 2002,
      tryLater2003: 2003,
      alreadyConnecting: 2004,
    }
    const created = '            created: {'
    const examples = Object.entries(accepted).map(
      ([name, code]) =>
        `            ${name}: { summary: Created., x-scenario: other, value: { code: ${code}, result: { orderId: o1 } } }\n`,
    )
    await copy.change(order, created, `${examples.join('')}${created}`)
    await copy.generate()
    expect(await orderWith2004()).toEqual({ sdk: 'accepted', mock: [{ ...entry, accepted: true }], tests: 'accepted' })
  }, 180_000)
})
