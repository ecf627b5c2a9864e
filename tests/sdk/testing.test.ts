import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import { describe, expect, expectTypeOf, it, onTestFinished, test, vi } from 'vitest'
import { createClient, type OperationId, pollOrder } from '@paket/sdk'
import * as operations from '@paket/sdk/operations'
import {
  answers,
  cut,
  fails,
  hang,
  mswHandlers,
  type PlaywrightPage,
  type Reply,
  reset,
  stubFetch,
  stubPage,
  type Stubs,
} from '@paket/sdk/testing'
import { root } from '../../scripts/processes.ts'
import { callAny, failureIn, validToken } from './support.ts'

const baseUrl = 'https://paket.test/bff/api'
const address = `${baseUrl}/v1/get_bank_cards`
const clientOn = (stubs: Stubs, timeoutMs = 1000) => {
  const fetch = stubFetch(stubs)
  return { client: createClient({ baseUrl, auth: { getToken: () => validToken }, fetch, timeoutMs }), fetch }
}
const byId: Pick<typeof operations, OperationId> = { ...operations }
type Named = Record<string, (options?: object) => Reply>
const all = Object.keys(answers) as OperationId[]
const successes = all.flatMap((id) => Object.keys(answers[id]).map((name) => ({ id, name })))
const failures = all.flatMap((id) => Object.keys(fails[id]).map((name) => ({ id, name })))

test.each(successes)('the stub of $name of $id is a success', async ({ id, name }) => {
  const reply = (answers[id] as Named)[name]!()
  const { client } = clientOn({ [id]: reply })
  expect(await callAny(client, id)).toEqual({ ok: true, data: reply.body })
})

test.each(failures)('the stub of $name of $id is judged as $name', async ({ id, name }) => {
  const { client } = clientOn({ [id]: (fails[id] as Named)[name]!() }, name === 'timeOut' ? 20 : 5000)
  expect(failureIn(await callAny(client, id))).toMatchObject({ operation: id, name })
})

it('has every call, every listed failure and every common failure', () => {
  const { errorCatalogue: _, ...everyCall } = operations
  expect(new Set(all)).toEqual(new Set(Object.keys(everyCall)))
  for (const id of all) {
    const { failures: listed } = byId[id]
    const names = listed.map(({ name }) => name)
    const common = ['unauthorized', 'tooManyRequests', 'unexpectedStatus', 'malformed', 'noConnection', 'timeOut']
    expect(Object.keys(fails[id])).toEqual(expect.arrayContaining([...names, ...common]))
  }
  expect(successes.length).toBeGreaterThan(90)
})

it('gives a failure each of its codes', async () => {
  const { client } = clientOn({ createOrder: fails.createOrder.tryLater({ code: 2003 }) })
  expect(failureIn(await client.createOrder({} as never))).toMatchObject({ name: 'tryLater', code: 2003 })
  expect(() => fails.createOrder.tryLater({ code: 2004 as never })).toThrow('fails.createOrder.tryLater')
})

it('does not compile with a misspelt name', () => {
  // @ts-expect-error: no such failure of the call
  expect(() => fails.createOrder.alreadyConnectign()).toThrow(TypeError)
  // @ts-expect-error: a failure of another call
  expect(() => fails.getBankCards.alreadyConnecting()).toThrow(TypeError)
  // @ts-expect-error: no such example
  expect(() => answers.getClientData.greec()).toThrow(TypeError)
  // @ts-expect-error: no such call
  expect(() => stubFetch({ createOrdre: hang() })).toThrow('did you mean createOrder?')
  // @ts-expect-error: a code of another failure
  expect(() => fails.createOrder.tryLater({ code: 2004 })).toThrow()
})

describe('a stubbed call', () => {
  it('answers in order, and repeats the last answer', async () => {
    const { client, fetch } = clientOn({
      createOrder: [fails.createOrder.timeIsOver(), answers.createOrder.created()],
      getOrderStatus: [reset(), answers.getOrderStatus.deposited()],
    })
    const order = { source: 'web', bundleId: 'b', usingMainCard: true } as const
    expect(failureIn(await client.createOrder(order)).name).toBe('timeIsOver')
    expect((await client.createOrder(order)).ok).toBe(true)
    expect((await client.createOrder(order)).ok).toBe(true)
    const end = await pollOrder(client, { orderId: 'o', payment: 'mainCard', sleep: async () => undefined })
    expect(end).toEqual({ kind: 'paid' })
    expect(fetch.calls.map(({ operation }) => operation)).toEqual([
      ...Array.from({ length: 3 }, () => 'createOrder'),
      ...Array.from({ length: 2 }, () => 'getOrderStatus'),
    ])
    expect(fetch.calls[0]?.body).toEqual(order)
  })

  it('answers with the result of a function of the body and the number of the call', async () => {
    const { client } = clientOn({
      checkPromocode: ({ promocodeValue }, nth) =>
        promocodeValue === 'GOOD' && nth === 2
          ? cut(answers.checkPromocode.free())
          : fails.checkPromocode.tooManyRequests(),
    })
    const check = async () => failureIn(await client.checkPromocode({ promocodeValue: 'GOOD' })).name
    expect([await check(), await check()]).toEqual(['tooManyRequests', 'malformed'])
  })

  it('can be late, and be aborted while it waits', async () => {
    const { client } = clientOn({ getBankCards: fails.getBankCards.cardsUnavailable({ delayMs: 60_000 }) }, 20)
    expect(failureIn(await client.getBankCards()).name).toBe('timeOut')
    const leaving = new AbortController()
    const pending = client.getBankCards({}, { signal: leaving.signal, timeoutMs: 10_000 })
    leaving.abort(new Error('left'))
    await expect(pending).rejects.toThrow('left')
  })

  it('can have its own headers', async () => {
    const { client } = clientOn({
      getBankCards: fails.getBankCards.tooManyRequests({ headers: { 'retry-after': '2', 'x-request-id': 'r' } }),
    })
    expect(failureIn(await client.getBankCards())).toMatchObject({ retryAfterMs: 2000, requestId: 'r' })
    const { headers } = await stubFetch({ getBankCards: answers.getBankCards.none() })(address)
    expect(Object.fromEntries(headers)).toEqual({ 'content-type': 'application/json' })
  })

  it('ends completely, or with an error for a reset', async () => {
    expect(answers.getBankCards.none().end).toBe('whole')
    await expect(stubFetch({ getBankCards: reset() })(address)).rejects.toThrow(
      'fetch failed: the connection was reset',
    )
  })

  it.each([
    { status: 204, body: {} },
    { status: 200, body: undefined },
  ])('has no body: %j', async (reply) => {
    const response = await stubFetch({ getBankCards: { ...answers.getBankCards.none(), ...reply } })(address)
    expect({ status: response.status, body: response.body }).toEqual({ status: reply.status, body: null })
  })

  it('is made by a Request without a body', async () => {
    const fetch = stubFetch({ getBankCards: answers.getBankCards.none() })
    expect((await fetch(new Request(address, { method: 'POST' }))).status).toBe(200)
    expect(fetch.calls).toEqual([{ operation: 'getBankCards', body: undefined }])
  })

  it.each<[by: string, ask: (fetch: typeof globalThis.fetch, signal: AbortSignal) => Promise<unknown>]>([
    ['an init', (fetch, signal) => fetch(address, { signal })],
    ['a Request', (fetch, signal) => fetch(new Request(address, { signal }))],
  ])('rejects with the reason of the signal of %s, and leaves no timer', async (_, ask) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const fetch = stubFetch({ getBankCards: answers.getBankCards.none({ delayMs: 60_000 }) }) as typeof globalThis.fetch
    const leaving = new AbortController()
    const pending = ask(fetch, leaving.signal)
    const reason = new Error('left')
    setTimeout(() => leaving.abort(reason), 1)
    void vi.advanceTimersByTimeAsync(1)
    await expect(pending).rejects.toBe(reason)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('answers at once when the timers of a test are stopped', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    expect((await stubFetch({ getBankCards: answers.getBankCards.none() })(address)).status).toBe(200)
  })

  it('can have its own data, in a copy of the example', async () => {
    const edited = answers.getScoresBalance.rich({ edit: ({ result }) => (result.scoresBalance = 7) })
    const { client } = clientOn({ getScoresBalance: [edited, answers.getScoresBalance.rich()] })
    expect(await client.getScoresBalance()).toMatchObject({ data: { result: { scoresBalance: 7 } } })
    expect(await client.getScoresBalance()).toMatchObject({ data: { result: { scoresBalance: 23_450 } } })
    // @ts-expect-error: no such field of the answer
    answers.getScoresBalance.rich({ edit: ({ result }) => (result.balance = 7) })
  })

  it('can have its own status', async () => {
    const { client } = clientOn({ createOrder: fails.createOrder.orderUnavailable({ status: 503 }) })
    expect(failureIn(await client.createOrder({} as never))).toMatchObject({ name: 'orderUnavailable', status: 503 })
  })

  it('is rejected with the nearest name when no call has its name', () => {
    const misspelt = { createOder: hang() } as Stubs
    expect(() => stubFetch(misspelt)).toThrow('createOder is no call of the contract: did you mean createOrder?')
  })

  it('reports the missing stub, on the console too', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { client } = clientOn({})
    expect(failureIn(await client.createOrder({} as never))).toMatchObject({
      name: 'noConnection',
      message: 'Error: createOrder was called and has no stub: add createOrder to the stubs',
    })
    expect(String(consoleError.mock.calls[0]?.[0])).toContain('createOrder was called and has no stub')
    await expect(stubFetch({})('https://paket.test/other')).rejects.toThrow('https://paket.test/other is no call')
  })
})

test('the answer of another call does not compile, and is reported when it is asked for', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  // @ts-expect-error -- an answer of another call
  const stubs: Stubs = { createOrder: cut(answers.getBankCards.none()) }
  // @ts-expect-error -- a failure of another call
  const made: Stubs = { createOrder: () => fails.getBankCards.timeOut() }
  const message = 'createOrder was called, and its stub is an answer of getBankCards'
  for (const wrong of [stubs, made])
    expect(failureIn(await clientOn(wrong).client.createOrder({} as never))).toMatchObject({
      name: 'noConnection',
      message: `Error: ${message}`,
    })
  expect(logged.mock.calls).toEqual([[new Error(message)], [new Error(message)]])
})

test('handlers for MSW answer the stubbed paths; a reset, and a request that is aborted, is its network error', async () => {
  const handlers = new Map<string, (info: { request: Request }) => Promise<Response>>()
  const http = {
    post(path: string, resolver: (info: { request: Request }) => Promise<Response>) {
      handlers.set(path, resolver)
      return path
    },
  }
  const bug = new Error('a bug of the test')
  const replies = [answers.getBankCards.none(), reset(), hang()]
  const stub = (_: unknown, nth: number) => {
    const reply = replies[nth - 1]
    if (!reply) throw bug
    return reply
  }
  expect(mswHandlers(http, { getBankCards: stub })).toEqual(['*/v1/get_bank_cards'])
  const ask = (init?: RequestInit) =>
    handlers.get('*/v1/get_bank_cards')!({
      request: new Request(address, { method: 'POST', body: '{}', ...init }),
    })
  expect(await (await ask()).json()).toEqual(answers.getBankCards.none().body)
  expect((await ask()).type).toBe('error')
  const leaving = new AbortController()
  const hanging = ask({ signal: leaving.signal })
  leaving.abort()
  expect((await hanging).type).toBe('error')
  await expect(ask()).rejects.toBe(bug)
})

test('a cut body fails one turn after its headers, so that a test’s server can send the headers', async () => {
  const response = await stubFetch({ getBankCards: cut(answers.getBankCards.none()) })(address)
  const reader = response.body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  let isBroken = false
  const breaks = reader
    ?.read()
    .catch(String)
    .finally(() => (isBroken = true))
  // Awaits microtasks only, so that no turn passes; a timer or setImmediate could run after the body's own.
  for (let nth = 0; nth < 100; nth++) await Promise.resolve()
  expect(isBroken).toBe(false)
  expect(await breaks).toContain('terminated')
})

const bundled = async (source: string) => {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

test('the entry point is under 60 kB, also for browsers, and no other entry point imports it', async () => {
  const source = await bundled("export * from '@paket/sdk/testing'")
  expect(source.length).toBeLessThan(60_000)
  const paths = ['', '/judge-answers', '/openapi-fetch', '/operations', '/react-query', '/schemas']
  const others = paths.map((path) => `@paket/sdk${path}`)
  const rest = await bundled(others.map((entry, nth) => `export * as e${nth} from '${entry}'`).join('\n'))
  expect(source).toContain('was called and has no stub')
  expect(rest).not.toContain('was called and has no stub')
  expect(rest).not.toContain('Too many requests')
})

test('a page of Playwright is answered, cut, left without an answer or reset', async () => {
  expectTypeOf<Page>().toExtend<PlaywrightPage>()
  type Handler = Parameters<Parameters<typeof stubPage>[0]['route']>[1]
  let matches: (url: URL) => boolean = () => false
  let handle: Handler = async () => undefined
  const page = {
    async route(url: (url: URL) => boolean, handler: Handler) {
      matches = url
      handle = handler
    },
  }
  const empty = { ...answers.getBankCards.none({ headers: { 'x-request-id': 'r' } }), body: undefined }
  const { calls } = await stubPage(page, {
    createOrder: hang(),
    getBankCards: [empty, answers.getBankCards.none(), cut(answers.getBankCards.none()), reset(), hang()],
  })
  expect(matches(new URL(address))).toBe(true)
  expect(matches(new URL('https://paket.test/logo.png'))).toBe(false)
  const seen: unknown[] = []
  const route = {
    request: () => ({ url: () => address, postData: () => '{"a":1}' }),
    fulfill: async (answer: object) => void seen.push(answer),
    abort: async (code: string) => void seen.push(code),
  }
  for (let nth = 0; nth < 5; nth++) await handle(route)
  const text = JSON.stringify(answers.getBankCards.none().body)
  const headers = { 'content-type': 'application/json' }
  expect(seen).toEqual([
    { status: 200, headers: { ...headers, 'x-request-id': 'r' }, body: '' },
    { status: 200, headers, body: text },
    { status: 200, headers, body: text.slice(0, Math.ceil(text.length / 2)) },
    'connectionreset',
  ])
  expect(calls).toEqual(Array.from({ length: 5 }, () => ({ operation: 'getBankCards', body: { a: 1 } })))
})
