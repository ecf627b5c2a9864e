import { describe, expect, it, test, vi } from 'vitest'
import { codeOf, failureOf, isRejected, readContract } from '../contract/contract.ts'
import { callAny, clientOf, failureIn, jsonResponse, validToken, serve, tokenFor, tokenWith } from './support.ts'
import { createClient, type Failure, type OperationId, PaketError, unwrap } from '@paket/sdk'

const { document, calls } = await readContract()
const withAuth = { auth: { getToken: () => validToken } }

describe.each(calls)('$id', (call) => {
  const shown = call.answers.map((answer) => ({
    ...answer,
    failure: failureOf(document, call, answer.status, answer.value),
  }))
  const failures = shown.filter(({ failure }) => failure)

  test.each(shown.filter(({ failure }) => !failure))('the example $name is a success', async ({ value }) => {
    const { client } = clientOf(() => jsonResponse(200, value))
    expect(await callAny(client, call.id)).toEqual({ ok: true, data: value })
  })

  test.each(failures)(
    'the example $name ($status) is the failure that the contract names',
    async ({ status, value, failure }) => {
      const { client } = clientOf(() => jsonResponse(status, value, { 'x-request-id': 'r-1' }))
      expect(failureIn(await callAny(client, call.id))).toMatchObject({
        ...failure,
        operation: call.id,
        requestId: 'r-1',
        docs: `${document.externalDocs.url}#${call.id}.${failure?.name}`,
      })
    },
  )

  it('shows an example of every failure that it lists', () => {
    const listed = call.operation['x-failures'].filter(({ code, http }) => code !== undefined || http !== undefined)
    expect(failures.map(({ failure }) => failure?.name)).toEqual(expect.arrayContaining(listed.map(({ name }) => name)))
  })

  const rejectable = [0, 1, 7777, 123_456].filter((code) => isRejected(call, code) && !listsCode(call.operation, code))
  test.each(rejectable)('the rejected code %i that is not listed is unknownCode, and carries it', async (code) => {
    const { client } = clientOf(() => ({ code }))
    const failure = failureIn(await callAny(client, call.id))
    expect(failure).toMatchObject({ name: 'unknownCode', kind: 'business', code, status: 200 })
  })

  it('answers HTTP 429 with tooManyRequests', async () => {
    const { client, sent } = clientOf(() => jsonResponse(429, {}, { 'retry-after': '5' }))
    const failure = failureIn(await callAny(client, call.id))
    expect(failure).toMatchObject({ name: 'tooManyRequests', kind: 'technical', status: 429 })
    expect(sent).toHaveLength(1)
  })

  it.each([400, 404, 410, 418])('answers HTTP %i, which no call lists, with unexpectedStatus', async (status) => {
    const { client } = clientOf(() => jsonResponse(status, { code: 0 }))
    const failure = failureIn(await callAny(client, call.id))
    expect(failure).toMatchObject({ name: 'unexpectedStatus', kind: 'technical', status, code: 0 })
  })
})

function listsCode(operation: (typeof calls)[number]['operation'], code: number) {
  return operation['x-failures'].some((entry) => [entry.code].flat().includes(code))
}

test('the tables above are not empty', () => {
  expect(calls.length).toBeGreaterThan(0)
})

const page = '<!doctype html><title>502</title>'
const noObject = 'no JSON object: text/plain;charset=UTF-8'
const noOrder = 'result.orderId is missing'
const wrong: [what: string, body: string, why: string | undefined][] = [
  ['empty', '', noObject],
  ['HTML', page, noObject],
  ['cut short', '{"code":0,"result":{"orde', noObject],
  ['an array', '[{"code":0}]', noObject],
  ['null', 'null', noObject],
  ['a number', '0', noObject],
  ['a text', '"ok"', noObject],
  ['with a text as code', '{"code":"0","result":{"orderId":"1"}}', 'code is no number'],
  ['with null as code', '{"code":null,"result":{"orderId":"1"}}', 'code is no number'],
  ['with a text as code, and a message', '{"code":"0","message":"Busy","result":{"orderId":"1"}}', 'Busy'],
  ['without the field that the rule requires', '{"code":0,"result":{}}', noOrder],
  ['with null in the required field', '{"code":0,"result":{"orderId":null}}', noOrder],
  ['with an empty text in the required field', '{"code":0,"result":{"orderId":""}}', noOrder],
  ['without the object around the required field', '{"code":0}', noOrder],
]
test.each(wrong)('a 200 that is %s is malformed, and says why', async (_, body, message) => {
  const { client } = clientOf(() => new Response(body))
  const failure = failureIn(await callAny(client, 'createOrder'))
  expect(failure).toMatchObject({
    name: 'malformed',
    kind: 'technical',
    outcome: 'order-in-doubt',
    status: 200,
    message,
  })
})
test('the message of a too large answer has the limit, that of a wrong media type has no token', async () => {
  const { client } = clientOf(() => jsonResponse(200, { code: 0 }), { maxBytes: 5 })
  expect(failureIn(await callAny(client, 'createOrder')).message).toBe('RangeError: body over 5 bytes')
  const echo = clientOf(() => new Response(page, { headers: { 'content-type': `text/html; ${validToken}` } }))
  expect(failureIn(await callAny(echo.client, 'createOrder')).message).toBe('no JSON object: text/html; (token)')
})

test.each(['a', 'or', 'busy'])(
  'a text as short as the token %j is no secret: messages keep their letters',
  async (token) => {
    const answer = () =>
      jsonResponse(200, { code: 2004, message: 'try later or call: busy' }, { 'x-request-id': 'a-or-busy' })
    const { client } = clientOf(answer, { auth: { getToken: () => token } })
    const failure = failureIn(await callAny(client, 'createOrder'))
    expect(failure).toMatchObject({ message: 'try later or call: busy', requestId: 'a-or-busy' })
    const lost = clientOf(() => Promise.reject(new Error('no route to a busy host')), {
      auth: { getToken: () => token },
    })
    const failed = await callAny(lost.client, 'createOrder')
    expect(failureIn(failed).message).toBe('Error: no route to a busy host')
    expect(() => unwrap(failed)).toThrow(expect.objectContaining({ cause: new Error('no route to a busy host') }))
  },
)
test('a token of eight characters is redacted', async () => {
  const { client } = clientOf(() => jsonResponse(200, { code: 2004, message: 'no k7Zq_p1x' }), {
    auth: { getToken: () => 'k7Zq_p1x' },
  })
  expect(failureIn(await callAny(client, 'createOrder')).message).toBe('no (token)')
})

const alsoWrong: [OperationId, body: object][] = [
  ['getClientData', { code: 0 }],
  ['getUserProfile', { code: 0, result: null }],
  ['getBankCards', { code: 0 }],
  ['registerBinding', { code: 0, formUrl: '' }],
  ['getOrderStatus', { code: 0 }],
  ['getAvailableCounterOffers', { code: 1 }],
  ['getScoresBalance', { code: 0, result: {} }],
  ['sendProductEvent', []],
]
test.each(alsoWrong)('%s without what it requires is malformed', async (id, body) => {
  expect(failureIn(await callAny(clientOf(() => body).client, id)).name).toBe('malformed')
})

test('accepts a balance of 0 points', async () => {
  const { client } = clientOf(() => ({ code: 0, result: { scoresBalance: 0 } }))
  expect(await client.getScoresBalance()).toEqual({ ok: true, data: { code: 0, result: { scoresBalance: 0 } } })
})

test.each([500, 502])('names an HTTP %i by its status when the body is not JSON', async (status) => {
  const { client } = clientOf(() => new Response(page, { status }))
  expect(failureIn(await callAny(client, 'createOrder'))).toMatchObject({
    name: 'orderUnavailable',
    status,
    code: undefined,
  })
})

test('accepts an unknown field', async () => {
  const data = { code: 0, result: { orderId: '1', newField: [1] }, another: true }
  expect(await callAny(clientOf(() => data).client, 'createOrder')).toEqual({ ok: true, data })
})

test('uses the text of a problem when there is no message', async () => {
  const messageOf = async (body: object) =>
    failureIn(await callAny(clientOf(() => jsonResponse(422, body)).client, 'createOrder')).message
  const problem = { title: 'The request breaks the contract', detail: 'body.bundleId is required' }
  expect(await messageOf(problem)).toBe('body.bundleId is required')
  expect(await messageOf({ ...problem, message: 'no' })).toBe('no')
  expect(await messageOf({ title: problem.title })).toBe(problem.title)
})

test('a call that is not sent has the reason in its message', async () => {
  const { client } = clientOf(() => ({}), { auth: { getToken: () => Promise.reject(new Error('no network')) } })
  const failure = failureIn(await client.getScoresBalance())
  expect(failure).toMatchObject({ name: 'notSent', message: 'Error: no network' })
})

test.each(['токен', 'two\nlines'])('a token that no request can carry is not sent: %j', async (token) => {
  const client = createClient({
    baseUrl: 'http://localhost:9',
    auth: { getToken: () => token, refresh: () => Promise.resolve(token) },
  })
  const failure = failureIn(await client.getScoresBalance())
  expect(failure).toMatchObject({ name: 'notSent', message: expect.stringMatching(/header|ByteString/i) })
  expect(failure.message).not.toContain(token)
})

test('a token that is no text is not sent, and the message names it', async () => {
  const getToken = () => ({ accessToken: 'abc' }) as unknown as string
  const { client, sent } = clientOf(() => jsonResponse(401, {}), { auth: { getToken } })
  expect(failureIn(await client.getScoresBalance())).toMatchObject({
    name: 'notSent',
    message: expect.stringContaining('token.trim'),
  })
  expect(sent).toEqual([])
})

test('uses the server’s message only when it is text', async () => {
  const messageOf = async (message: unknown) =>
    failureIn(await callAny(clientOf(() => ({ code: 2004, message })).client, 'createOrder')).message
  expect(await messageOf('busy')).toBe('busy')
  expect(await messageOf({ odd: true })).toBeUndefined()
})

test.each(calls)('$id: JSON that is not an object is malformed', async ({ id }) => {
  for (const body of ['7', '"text"', 'null', '[]', 'true']) {
    const { client } = clientOf(() => jsonResponse(200, body))
    expect(failureIn(await callAny(client, id))).toMatchObject({ name: 'malformed', code: undefined })
  }
})
test('an answer that ends within a character is malformed', async () => {
  const bytes = new Uint8Array([...new TextEncoder().encode('{"code":0,"result":{"orderId":"o"}}'), 0xe2])
  const { client } = clientOf(() => new Response(bytes))
  expect(failureIn(await callAny(client, 'createOrder')).name).toBe('malformed')
})
test('a body that cannot be cancelled fails no call', async () => {
  const cancel = () => Promise.reject(new Error('cannot be cancelled'))
  const { client } = clientOf(() => new Response(new ReadableStream({ cancel }), { status: 307 }))
  expect(failureIn(await callAny(client, 'createOrder'))).toMatchObject({ name: 'unexpectedStatus', status: 307 })
})
test('an answer without its result is malformed', async () => {
  for (const body of [{ code: 0 }, { code: 0, result: null }, { code: 0, result: 'order-1' }]) {
    const { client } = clientOf(() => jsonResponse(200, body))
    expect(failureIn(await callAny(client, 'createOrder')).name).toBe('malformed')
  }
})
test('an Error has no cause when nothing was thrown', async () => {
  const { client } = clientOf(() => jsonResponse(404, {}))
  const result = await client.getScoresBalance()
  expect(result.ok || 'cause' in new PaketError(result.failure)).toBe(false)
})
test('ignores a code that is not a number', async () => {
  const { client } = clientOf(() => jsonResponse(404, { code: '5002' }))
  expect(failureIn(await client.getScoresBalance())).toMatchObject({ name: 'unexpectedStatus', code: undefined })
})
test('a refusal has the server’s message when there is no refresh', async () => {
  const { client } = clientOf(() => jsonResponse(401, { code: 7, message: 'no' }))
  expect(failureIn(await client.getScoresBalance())).toMatchObject({ name: 'unauthorized', code: 7, message: 'no' })
})
test('retries with a newer token when the body of the refusal hangs', async () => {
  const older = tokenFor(600)
  const tokens = [older]
  const cancel = vi.fn<() => void>()
  const { client, sent } = clientOf(
    ({ token }) =>
      token === older
        ? new Response(new ReadableStream({ cancel }), { status: 401 })
        : { code: 0, result: { scoresBalance: 1 } },
    { auth: { getToken: () => tokens.pop() ?? validToken } },
  )
  expect((await client.getScoresBalance({}, { timeoutMs: 2000 })).ok).toBe(true)
  expect(cancel).toHaveBeenCalledOnce()
  expect(sent.map(({ token }) => token)).toEqual([older, validToken])
})
test.each([
  ['createOrder', 'order-in-doubt'],
  ['getScoresBalance', 'points-unverified'],
])('%s: an answer that breaks while it is judged is noConnection, since it was sent', async (id, outcome) => {
  const bug = new Error('no headers')
  const headers = {
    get: (name: string) => {
      if (name === 'date') throw bug
      return null
    },
  }
  const exp = Math.floor(Date.now() / 1000) + 3600
  const { client } = clientOf(
    () =>
      Object.create(new Response('{}'), {
        headers: { value: headers },
        body: { value: null },
        text: { value: async () => '{}' },
        status: { value: 200 },
        type: { value: 'default' },
      }),
    { auth: { getToken: () => tokenWith({ exp }) } },
  )
  const failure = failureIn(await callAny(client, id))
  expect(failure).toMatchObject({ name: 'noConnection', outcome, message: 'Error: no headers' })
  expect(new PaketError(failure as Failure).cause).toBe(bug)
})
const redirects: [title: string, properties: { status: number; type: string }][] = [
  ['300', { status: 300, type: 'default' }],
  ['399', { status: 399, type: 'default' }],
  ['0 in a browser', { status: 0, type: 'opaqueredirect' }],
]
test.each(redirects)('does not read the body of a redirect: %s', async (_, properties) => {
  const text = vi.fn<() => Promise<string>>(async () => '{"code":7}')
  const { client } = clientOf(() =>
    Object.create(Response.prototype, {
      headers: { value: new Headers() },
      body: { value: null },
      text: { value: text },
      ...Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, { value }])),
    }),
  )
  expect(failureIn(await client.getScoresBalance())).toMatchObject({
    name: 'unexpectedStatus',
    status: properties.status,
    code: undefined,
  })
  expect(text).not.toHaveBeenCalled()
})
test('reads the code of a body with any status', async () => {
  const { client } = clientOf(() => jsonResponse(500, { code: 5002 }))
  expect(failureIn(await client.getUserProfile())).toMatchObject({ name: 'profileGone', outcome: 'sign-out' })
  expect(codeOf({ code: 5002 })).toBe(5002)
})

describe('over a real connection', () => {
  test('is noConnection with the network’s message when there is no server', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1/bff/api', ...withAuth })
    const failure = failureIn(await client.getScoresBalance())
    expect(failure).toMatchObject({ name: 'noConnection', kind: 'technical', status: undefined, code: undefined })
    expect(failure.message).toContain('fetch failed')
  })

  test.each([
    ['no one listens', 'http://127.0.0.1:4699', /^TypeError: fetch failed ECONNREFUSED$/],
    ['fetch refuses the port', 'http://127.0.0.1:6000', /^TypeError: fetch failed Error: bad port$/],
    ['the name of the host is unknown', 'http://shop.invalid', /^TypeError: fetch failed (ENOTFOUND|EAI_AGAIN)$/],
  ])('says why when %s, without the address', async (_, origin, message) => {
    const client = createClient({ baseUrl: `${origin}/bff/api`, ...withAuth })
    expect(failureIn(await client.getScoresBalance()).message).toMatch(message)
  })

  test('is noConnection when the connection breaks before the answer; the order is not retried', async () => {
    const { baseUrl, requests } = await serve((_, response) => response.destroy())
    const client = createClient({ baseUrl, ...withAuth })
    const result = await callAny(client, 'createOrder')
    expect(failureIn(result)).toMatchObject({ name: 'noConnection', outcome: 'order-in-doubt' })
    expect(requests).toHaveLength(1)
  })

  test('is malformed when the connection breaks in the body', async () => {
    const { baseUrl, requests } = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"code":0,', () => response.destroy())
    })
    const client = createClient({ baseUrl, ...withAuth })
    expect(failureIn(await callAny(client, 'createOrder'))).toMatchObject({ name: 'malformed', status: 200 })
    expect(requests).toHaveLength(1)
  })

  test.each([301, 302, 303, 307, 308])(
    'does not follow a redirect with HTTP %i: an order reaches only the contract’s address',
    async (status) => {
      const { baseUrl, requests } = await serve((_, response) =>
        response.writeHead(status, { location: '/elsewhere' }).end(),
      )
      const client = createClient({ baseUrl, ...withAuth })
      expect(failureIn(await callAny(client, 'createOrder'))).toMatchObject({ name: 'unexpectedStatus', status })
      expect(requests.map(({ url }) => url)).toEqual(['/bff/api/v1/create_order'])
    },
  )
})

test('an error without a text is described as such', async () => {
  const unwritable = {
    toString() {
      throw new Error('no text')
    },
  }
  const { client } = clientOf(() => Promise.reject(unwritable))
  const failure = failureIn(await client.getBankCards())
  expect(failure).toMatchObject({ name: 'noConnection', message: '(no text)' })
})
