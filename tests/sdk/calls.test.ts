import { describe, expect, it, test, vi } from 'vitest'
import { createOrder, getScoresBalance } from '@paket/sdk/operations'
import {
  createClient,
  createClientOf,
  type Failure,
  isFailure,
  isPaketError,
  type Listeners,
  type OperationId,
  outcomeOf,
  PaketError,
  unwrap,
} from '@paket/sdk'
import { schemas } from '@paket/sdk/schemas'
import { readContract } from '../contract/contract.ts'
import { callAny, clientOf, failureIn, jsonResponse, validToken, serve, stubFetch, tokenFor } from './support.ts'

const order = { source: 'web', bundleId: 'b61e6ba5-3682-4dd6-b804-69b84b2d451c', usingMainCard: true } as const
const created = { code: 0, result: { orderId: 'order-1' } }
const { calls } = await readContract()

describe('a call', () => {
  it.each(calls)('$id is a POST of JSON with a bearer token to its path [C-CALL-04]', async ({ id, path }) => {
    const { client, sent } = clientOf(() => ({ code: 0 }))
    await callAny(client, id, { a: 1 })
    expect(sent).toMatchObject([
      {
        url: `https://paket.test/bff/api${path}`,
        method: 'POST',
        body: { a: 1 },
        token: validToken,
        redirect: 'manual',
      },
    ])
    expect(sent[0]?.headers.get('content-type')).toBe('application/json')
  })

  it('sends an empty object when it is called without a body [C-CALL-03]', async () => {
    const { client, sent } = clientOf(() => ({ code: 0 }))
    await client.getScoresBalance()
    expect(sent[0]?.body).toEqual({})
    expect(sent[0]?.headers.get('content-type')).toBe('application/json')
  })

  it('returns the data of a success', async () => {
    const { client } = clientOf(() => created)
    const result = await client.createOrder(order)
    expect(result.ok && result.data.result.orderId).toBe('order-1')
  })

  it.each([
    ['https://paket.test/bff/api', 'https://paket.test/bff/api/v1/create_order'],
    ['https://paket.test/bff/api/', 'https://paket.test/bff/api/v1/create_order'],
    ['/bff/api', '/bff/api/v1/create_order'],
    ['/bff/api/', '/bff/api/v1/create_order'],
  ])('under %s goes to %s', async (baseUrl, url) => {
    const { client, sent } = clientOf(() => created, { baseUrl })
    await client.createOrder(order)
    expect(sent[0]?.url).toBe(url)
  })

  it('works with the platform’s fetch and a real server', async () => {
    const { baseUrl, requests } = await serve((_, response) => response.end(JSON.stringify(created)))
    const client = createClient({ baseUrl, auth: { getToken: () => validToken } })
    expect(await client.createOrder(order)).toEqual({ ok: true, data: created })
    expect(requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${validToken}`,
      'content-type': 'application/json',
    })
  })

  it.each<[body: string, build: () => object, why: string]>([
    ['a number that JSON has not', () => ({ price: 1n }), 'TypeError: Do not know how to serialize a BigInt'],
    [
      'itself',
      () =>
        Object.assign(Object.create(null) as { self?: object }, {
          get self() {
            return this
          },
        }),
      'TypeError: Converting circular',
    ],
    [
      'a getter that throws',
      () => ({
        get price() {
          throw new Error('a bug')
        },
      }),
      'Error: a bug',
    ],
    [
      'a toJSON that throws',
      () => ({
        toJSON: () => {
          throw new Error('a bug')
        },
      }),
      'Error: a bug',
    ],
  ])('fails, and nothing is sent, when its body has %s', async (_, build, why) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { client, sent } = clientOf(() => created)
    const result = await callAny(client, 'createOrder', build())
    expect(logged).toHaveBeenCalledTimes(1)
    expect(result).toMatchObject({ ok: false, failure: { name: 'notSent', kind: 'technical' } })
    expect(!result.ok && result.failure.message).toContain(why)
    expect(sent).toEqual([])
  })
})

test('createClientOf has only the given calls', async () => {
  const { fetch } = stubFetch(() => created)
  const client = createClientOf(
    { createOrder, getScoresBalance },
    { baseUrl: '/bff/api', auth: { getToken: () => validToken }, fetch },
  )
  expect(Object.keys(client)).toEqual(['createOrder', 'getScoresBalance'])
  expect(await client.createOrder(order)).toEqual({ ok: true, data: created })
})

test('createClient has exactly the calls of the contract', () => {
  const { client } = clientOf(() => created)
  expect(Object.keys(client).toSorted()).toEqual(calls.map(({ id }) => id).toSorted())
})

test.each([{}, { auth: {} }])('a client without getToken is rejected with an explanation: %j', (given) => {
  const options = { baseUrl: 'https://paket.test/bff/api', ...given } as Parameters<typeof createClient>[0]
  expect(() => createClient(options)).toThrow('auth: getToken is missing')
})

describe('a failure', () => {
  const refused = () =>
    clientOf(() => jsonResponse(200, { code: 2004, message: 'busy' }, { 'x-request-id': 'r-7' })).client

  it('has the code, status, request id, message and address in the docs', async () => {
    expect(failureIn(await refused().createOrder(order))).toEqual({
      operation: 'createOrder',
      name: 'alreadyConnecting',
      outcome: 'already-connecting',
      kind: 'business',
      code: 2004,
      status: 200,
      requestId: 'r-7',
      message: 'busy',
      docs: 'https://paket.example/errors.html#createOrder.alreadyConnecting',
    })
  })

  it('links to the error catalogue of the `docs` option', async () => {
    const docs = 'https://docs.example/paket.html'
    const { client } = clientOf(() => jsonResponse(200, { code: 2004 }), { docs })
    expect(failureIn(await client.createOrder(order)).docs).toBe(`${docs}#createOrder.alreadyConnecting`)
  })

  it('is thrown by unwrap as an Error with the failure', async () => {
    const result = await refused().createOrder(order)
    const error = thrownBy(() => unwrap(result))
    expect(error).toBeInstanceOf(Error)
    expect(error).toBeInstanceOf(PaketError)
    expect(isPaketError(error)).toBe(true)
    expect(error).toMatchObject({
      name: 'PaketError',
      failure: failureIn(result),
      message:
        'createOrder: alreadyConnecting (HTTP 200, code 2004). https://paket.example/errors.html#createOrder.alreadyConnecting',
    })
    expect((error as Error).stack).toContain('calls.test.ts')
  })

  it('is thrown with a message without status and code when it has none', () => {
    const failure = { operation: 'createOrder', name: 'timeOut', docs: 'https://docs' }
    expect(new PaketError(failure as Failure<'createOrder'>).message).toBe('createOrder: timeOut. https://docs')
  })

  it('is recognized among other errors by isPaketError', () => {
    const other = Object.assign(new Error('x'), { failure: {} })
    const namesake = Object.assign(new Error('x'), { name: 'PaketError' })
    for (const value of [new Error('x'), other, namesake, null, { name: 'PaketError', failure: {} }])
      expect(isPaketError(value)).toBe(false)
  })

  it('is narrowed to its call and name by isFailure', async () => {
    const result = await refused().createOrder(order)
    expect(isFailure(result, 'createOrder', 'employee')).toBe(false)
    if (!isFailure(result, 'createOrder', 'alreadyConnecting')) throw new Error('not narrowed')
    // A literal type: the assignment would not compile without the narrowing.
    const code: 2004 = result.failure.code
    expect(code).toBe(2004)
    expect(outcomeOf(result.failure)).toBe('already-connecting')
    expect(isFailure<OperationId, 'unauthorized'>(result, 'getBankCards', 'alreadyConnecting' as 'unauthorized')).toBe(
      false,
    )
    expect(isFailure({ ok: true, data: created }, 'createOrder', 'employee')).toBe(false)
    // @ts-expect-error The result is that of another call.
    expect(isFailure(result, 'getScoresBalance', 'unauthorized')).toBe(false)
  })

  it('unwrap returns the data of a success unchanged', () => {
    expect(unwrap<'createOrder'>({ ok: true, data: created })).toBe(created)
  })
})

it('has the network’s error as its cause, also without a token', async () => {
  const thrown = new TypeError('null is not an object')
  const { client } = clientOf(() => Promise.reject(thrown), { auth: { getToken: () => null } })
  const result = await client.sendProductEvent({} as never)
  expect(() => unwrap(result)).toThrow(expect.objectContaining({ cause: thrown }))
})

describe('listeners', () => {
  it('add headers to a request, but replace none of the SDK’s', async () => {
    const { client, sent } = clientOf(() => ({ code: 0, result: { orderId: 'o' } }), {
      on: {
        request: ({ headers, attempt, call }) => {
          headers['Traceparent'] = `00-${call}-${attempt}-01`
          for (const name of ['Authorization', 'Content-Type', 'Idempotency-Key']) headers[name] = 'theirs'
          for (const name of ['Proxy-Authorization', 'Content-Type-Hint']) headers[name] = 'theirs'
        },
      },
    })
    const idempotencyKey = '7a8d9ccd-7582-429f-bac5-26d3d4381551'
    await client.createOrder(order, { idempotencyKey })
    await client.createOrder(order, { idempotencyKey })
    expect(sent.map(({ headers }) => Object.fromEntries(headers))).toEqual(
      ['00-1-1-01', '00-2-1-01'].map((traceparent) => ({
        traceparent,
        authorization: `Bearer ${validToken}`,
        'content-type': 'application/json',
        'content-type-hint': 'theirs',
        'idempotency-key': `"${idempotencyKey}"`,
        'proxy-authorization': 'theirs',
      })),
    )
  })

  it('cannot set headers that no request can have; the other headers are sent', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { client, sent } = clientOf(() => ({ code: 0, result: { orderId: 'o' } }), {
      on: { request: ({ headers }) => void (headers['x-a'] = 'a\nb') },
    })
    expect((await client.createOrder(order)).ok).toBe(true)
    expect(sent[0]?.headers.has('x-a')).toBe(false)
    expect(logged).toHaveBeenCalledOnce()
    logged.mockRestore()
  })

  it('are called for each attempt, its answer and its failure', async () => {
    const heard: unknown[] = []
    let clock = 1_000_000
    const first = tokenFor(3600, clock)
    const { client } = clientOf(
      (_, nth) => {
        clock += 5
        return nth === 1 ? jsonResponse(401, {}, { 'x-request-id': 'a' }) : jsonResponse(200, { code: 2010 })
      },
      {
        now: () => clock,
        auth: { getToken: () => first, refresh: async () => tokenFor(3600, clock) },
        on: {
          request: (event) => heard.push(['request', event]),
          response: (event) => heard.push(['response', event]),
          refresh: (event) => heard.push(['refresh', event]),
          failure: ({ name }) => heard.push(['failure', name]),
        },
      },
    )
    await client.createOrder(order)
    const request = { operation: 'createOrder', call: 1, path: '/v1/create_order', headers: {} }
    const response = { operation: 'createOrder', call: 1, durationMs: 5 }
    expect(heard).toEqual([
      ['request', { ...request, attempt: 1 }],
      ['response', { ...response, attempt: 1, status: 401, requestId: 'a' }],
      ['refresh', { reason: 'refused', ok: true, durationMs: 0 }],
      ['request', { ...request, attempt: 2 }],
      ['response', { ...response, attempt: 2, status: 200, requestId: undefined }],
      ['failure', 'employee'],
    ])
  })

  it.each([{}, { refresh: async () => null }])(
    'are called once for a refusal that remains after the retry: %j',
    async (more) => {
      const heard: number[] = []
      const { client } = clientOf(() => jsonResponse(401, {}), {
        auth: { getToken: () => validToken, ...more },
        on: { response: ({ status }) => void heard.push(status) },
      })
      expect(failureIn(await client.createOrder(order)).name).toBe('unauthorized')
      expect(heard).toEqual([401])
    },
  )

  it('do not fail the call when they throw; the error is logged to the console', async () => {
    const broken = new Error('broken listener')
    const expired = tokenFor(-1)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const fail = () => {
      throw broken
    }
    const { client } = clientOf(
      ({ path }) =>
        path.endsWith('scores_balance') ? { code: 0, result: { scoresBalance: 1 } } : jsonResponse(500, {}),
      {
        auth: { getToken: () => expired, refresh: async () => validToken },
        on: { request: fail, response: fail, failure: fail, refresh: fail, drift: fail },
        schemas: () => ['other'],
      },
    )
    expect((await client.getScoresBalance()).ok).toBe(true)
    expect(failureIn(await client.getBankCards()).name).toBe('cardsUnavailable')
    // For one client: refresh, request, response and drift; for the other: request, response and failure.
    expect(logged.mock.calls).toEqual(Array.from({ length: 7 }, () => [broken]))
    logged.mockRestore()
  })

  it('never get a token, nor do errors', async () => {
    const tokens = { old: tokenFor(-5), first: tokenFor(3600), second: tokenFor(3600), third: tokenFor(3600) }
    const heard: unknown[] = []
    const listen = (event: unknown) => void heard.push(event)
    const supply = [tokens.first, tokens.second, tokens.third]
    const { client } = clientOf(
      ({ token }, nth) => {
        if (nth === 3) throw new TypeError(`invalid header value "Bearer ${token}"`)
        return jsonResponse(401, {})
      },
      {
        auth: { getToken: () => tokens.old, refresh: async () => supply.shift() },
        on: { request: listen, response: listen, failure: listen, refresh: listen, drift: listen },
      },
    )
    const results = [await client.createOrder(order), await client.createOrder(order)]
    const errors = results.map((result) => thrownBy(() => unwrap(result)) as Error)
    const text = JSON.stringify([heard, results, errors, errors.map((error) => `${error.message} ${error.stack}`)])
    expect(heard.length).toBeGreaterThan(8)
    for (const token of Object.values(tokens)) expect(text).not.toContain(token)
    expect(text).toContain('unauthorized')
    expect(text).toContain('Bearer (token)')
  })
})

test('the operation of a failure event narrows its name', async () => {
  const heard: string[] = []
  const failure: Listeners['failure'] = (event) => {
    if (event.operation !== 'createOrder') return
    // @ts-expect-error -- a failure of another call
    if (event.name === 'cardsRefused') return
    if (event.name === 'employee') heard.push(event.outcome satisfies 'employee')
  }
  const { client } = clientOf(() => ({ code: 2010 }), { on: { failure } })
  await client.createOrder(order)
  expect(heard).toEqual(['employee'])
})

test('events have no text of the server when the server echoes the token', async () => {
  const token = tokenFor(3600)
  const heard: unknown[] = []
  const listen = (event: unknown) => void heard.push(event)
  const echo = `you sent Bearer ${token}`
  const { client } = clientOf(
    (_, nth) =>
      nth === 1
        ? jsonResponse(200, { code: 2004, message: echo }, { 'x-request-id': token })
        : jsonResponse(200, { code: 0, result: { scoresBalance: echo } }),
    {
      auth: { getToken: () => token },
      schemas,
      on: { request: listen, response: listen, failure: listen, refresh: listen, drift: listen },
    },
  )
  const failure = failureIn(await client.createOrder(order))
  await client.getScoresBalance()
  expect(heard).toHaveLength(6)
  expect(JSON.stringify(heard)).not.toContain(token)
  expect(JSON.stringify(heard)).not.toContain('you sent')
  // The caller gets the text for their own logs, without the token.
  expect(failure.message).toBe('you sent Bearer (token)')
})

test('redacts a token that the network echoes in the cause', async () => {
  const token = tokenFor(3600)
  const refused = new TypeError('fetch failed', { cause: new Error(`bad header Bearer ${token}`) })
  const fetch = (() => Promise.reject(refused)) as typeof globalThis.fetch
  const client = createClient({ baseUrl: 'https://paket.test', auth: { getToken: () => token }, fetch })
  const failed = await client.createOrder(order)
  const error = thrownBy(() => unwrap(failed)) as Error
  expect(String((error.cause as Error).stack)).not.toContain(token)
  expect(error.cause).toMatchObject({ message: 'TypeError: fetch failed Error: bad header Bearer (token)' })
  expect((error.cause as Error).cause).toBeUndefined()
})

test.each<[where: string, thrown: (token: string) => Error]>([
  ['twice in its text', (token) => new Error(`${token} or ${token}`)],
  ['in its stack alone', (token) => Object.assign(new Error('refused'), { stack: `at send (${token})` })],
])('an Error has no token when what the network threw has it %s', async (_, thrown) => {
  const token = tokenFor(3600)
  const { client } = clientOf(() => Promise.reject(thrown(token)), { auth: { getToken: () => token } })
  const failed = await client.createOrder(order)
  const { cause } = thrownBy(() => unwrap(failed)) as Error & { cause: Error }
  for (const text of [failureIn(failed).message, cause.message, cause.stack]) expect(text).not.toContain(token)
})

test('an Error can have a cause that is its own cause', async () => {
  const circular: Error = new Error('refused')
  circular.cause = circular
  const failed = await clientOf(() => Promise.reject(circular)).client.createOrder(order)
  expect((thrownBy(() => unwrap(failed)) as Error).cause).toBe(circular)
})

test('a listener that throws fails no call, even if the console throws too', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {
    throw new Error('no console')
  })
  const request = () => {
    throw new Error('no listener')
  }
  const { client } = clientOf(() => ({ code: 0, result: { scoresBalance: 1 } }), { on: { request } })
  expect((await client.getScoresBalance()).ok).toBe(true)
})

function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}
