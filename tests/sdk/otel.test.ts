import { context, diag, DiagLogLevel, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { TracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { type ClientOptions, contractHash, contractVersion, createClient } from '@paket/sdk'
import { withSpans } from '@paket/sdk/otel'
import manifest from '../../sdk/package.json' with { type: 'json' }
import { failureIn, jsonResponse, validToken, never, stubFetch, tokenFor } from './support.ts'

const { version } = manifest
const exporter = new InMemorySpanExporter()
beforeEach(() => {
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }))
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
})
afterEach(() => {
  exporter.reset()
  for (const api of [trace, propagation, context]) api.disable()
})

function tracedClient(answer: Parameters<typeof stubFetch>[0], options: Partial<ClientOptions> = {}) {
  const { fetch, sent } = stubFetch(answer)
  const baseUrl = 'https://paket.test:8443/bff/api'
  return { client: withSpans(createClient, { baseUrl, auth: { getToken: () => validToken }, ...options, fetch }), sent }
}
const spans = () =>
  exporter.getFinishedSpans().map((span) => ({
    name: span.name,
    kind: span.kind,
    attributes: span.attributes,
    status: span.status.code,
    parent: span.parentSpanContext?.spanId,
    id: span.spanContext().spanId,
  }))
const order = { source: 'web', bundleId: 'b', usingMainCard: true } as const

it('a call is a span, each of its requests a client span below it whose context is sent', async () => {
  const renewed = tokenFor(3600)
  const { client, sent } = tracedClient(
    ({ token }) => (token === renewed ? { code: 2004, message: 'secret text' } : jsonResponse(401, {})),
    { auth: { getToken: () => validToken, refresh: async () => renewed } },
  )
  await client.createOrder(order)
  const [first, second, call] = spans()
  const request = {
    'http.request.method': 'POST',
    'server.address': 'paket.test',
    'server.port': 8443,
    'url.full': 'https://paket.test:8443/bff/api/v1/create_order',
    'url.template': '/v1/create_order',
  }
  const ofCall = { name: 'POST /v1/create_order', kind: SpanKind.CLIENT, parent: call?.id }
  expect(first).toMatchObject({ ...ofCall, status: SpanStatusCode.ERROR })
  expect(first?.attributes).toEqual({ ...request, 'http.response.status_code': 401, 'error.type': '401' })
  expect(second).toMatchObject({ ...ofCall, status: SpanStatusCode.UNSET })
  expect(second?.attributes).toEqual({ ...request, 'http.response.status_code': 200, 'http.request.resend_count': 1 })
  expect(call).toMatchObject({ name: 'createOrder', kind: SpanKind.INTERNAL, status: SpanStatusCode.UNSET })
  expect(call?.attributes).toEqual({
    'paket.operation': 'createOrder',
    'paket.contract.version': contractVersion,
    'paket.contract.hash': contractHash,
    'paket.failure.code': 2004,
    'http.response.status_code': 200,
    'error.type': 'alreadyConnecting',
  })
  const parents = sent.map(({ headers }) => headers.get('traceparent')?.split('-')[2])
  expect(parents).toEqual([first?.id, second?.id])
  const all = JSON.stringify(spans())
  for (const secret of [validToken, renewed, 'secret text', 'usingMainCard']) expect(all).not.toContain(secret)
})

it.each([
  ['https://paket.test/api', 443],
  ['http://paket.test/api/', 80],
])('a request to %s has the port %i', async (baseUrl, port) => {
  await tracedClient(() => ({}), { baseUrl }).client.getScoresBalance()
  expect(spans()[0]?.attributes).toMatchObject({
    'server.address': 'paket.test',
    'server.port': port,
    'url.full': `${baseUrl.replace(/\/$/, '')}/v1/get_scores_balance`,
  })
})

it('a request to a path has no server: only the `fetch` of the app knows it', async () => {
  await tracedClient(() => ({}), { baseUrl: '/bff/api' }).client.getScoresBalance()
  const { 'url.full': url, 'server.address': server } = spans()[0]?.attributes ?? {}
  expect({ url, server }).toEqual({ url: '/bff/api/v1/get_scores_balance', server: undefined })
})

it('a request that is refused as wrong is an error', async () => {
  await tracedClient(() => jsonResponse(400, {})).client.getScoresBalance()
  expect(spans()[0]).toMatchObject({ status: SpanStatusCode.ERROR, attributes: { 'error.type': '400' } })
})

it('an answer after the end of its call is reported to the app’s listener only', async () => {
  const response = vi.fn<() => void>()
  const late = async () => {
    await new Promise((done) => setTimeout(done, 40))
    return jsonResponse(500, {})
  }
  const { client } = tracedClient(late, { timeoutMs: 10, on: { response } })
  expect(failureIn(await client.createOrder(order)).name).toBe('timeOut')
  await vi.waitFor(() => expect(response).toHaveBeenCalledOnce())
  expect(spans().map(({ attributes }) => attributes['error.type'])).toEqual(['timeOut', 'timeOut'])
})

it('ends no span twice, which OpenTelemetry would log', async () => {
  const log = vi.fn<() => void>()
  diag.setLogger({ error: log, warn: log, info: log, debug: log, verbose: log }, DiagLogLevel.WARN)
  onTestFinished(() => diag.disable())
  await tracedClient(() => ({ code: 2004 })).client.createOrder(order)
  expect(log).not.toHaveBeenCalled()
})

it('is made by a tracer that has the version of the package', async () => {
  await tracedClient(() => ({})).client.getScoresBalance()
  const versions = exporter.getFinishedSpans().map(({ instrumentationScope }) => instrumentationScope)
  expect(versions).toMatchObject([{ name: '@paket/sdk', version }, { version }])
})

it('belongs to the span that is active when the call is made', async () => {
  const { client } = tracedClient(() => ({ code: 0, result: { scoresBalance: 1 } }), {
    auth: { getToken: async () => validToken },
  })
  const ids = await Promise.all(
    ['a', 'b'].map((name) =>
      trace.getTracer('app').startActiveSpan(name, async (span) => {
        await client.getScoresBalance()
        span.end()
        return span.spanContext().spanId
      }),
    ),
  )
  const calls = spans().filter(({ name }) => name === 'getScoresBalance')
  expect(calls.map(({ parent }) => parent)).toEqual(ids)
  const requests = spans().filter(({ kind }) => kind === SpanKind.CLIENT)
  expect(requests.map(({ parent }) => parent)).toEqual(calls.map(({ id }) => id))
})

it('a request without an answer ends with the failure’s name, and so does its call', async () => {
  const { client } = tracedClient(never, { timeoutMs: 10 })
  expect(failureIn(await client.createOrder(order)).name).toBe('timeOut')
  const error = { status: SpanStatusCode.ERROR, attributes: { 'error.type': 'timeOut' } }
  expect(spans()).toMatchObject([error, error])
})

it('a call that sends nothing has no request span, and an aborted one has the error type aborted', async () => {
  await tracedClient(() => ({}), { auth: { getToken: () => null } }).client.createOrder(order)
  expect(spans()).toMatchObject([{ name: 'createOrder', attributes: { 'error.type': 'unauthorized' } }])
  exporter.reset()
  const leaving = new AbortController()
  const pending = tracedClient(never).client.createOrder(order, { signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(pending).rejects.toThrow('left')
  expect(spans().map(({ attributes }) => attributes['error.type'])).toEqual(['aborted', 'aborted'])
})

it('calls the app’s listeners too', async () => {
  const heard: string[] = []
  const { client, sent } = tracedClient(() => ({ code: 0, result: { scoresBalance: 1 } }), {
    on: {
      request: ({ headers }) => {
        heard.push('request')
        headers['x-app'] = '1'
      },
      response: () => void heard.push('response'),
    },
  })
  await client.getScoresBalance()
  expect(heard).toEqual(['request', 'response'])
  expect(sent[0]?.headers.get('x-app')).toBe('1')
  expect(sent[0]?.headers.has('traceparent')).toBe(true)
})

it('a call that rejects because of its options does not affect the spans of later calls', async () => {
  await expect(tracedClient(() => ({}), { timeoutMs: -1 }).client.getScoresBalance()).rejects.toThrow(
    'timeoutMs -1 is no duration',
  )
  exporter.reset()
  const { client } = tracedClient(() => ({ code: 0 }))
  await expect(client.getScoresBalance({}, { timeoutMs: -1 })).rejects.toThrow(TypeError)
  await client.getScoresBalance()
  expect(spans().map(({ name, attributes }) => [name, attributes['error.type']])).toEqual([
    ['getScoresBalance', 'TypeError'],
    ['POST /v1/get_scores_balance', undefined],
    ['getScoresBalance', 'malformed'],
  ])
})
