// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const address = '/otlp/v1/logs'
const page = { routeOf: () => '/profile', scripts: () => new Set<string>() }
const sent = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()
const beacon = vi.fn<(path: string, body: Blob) => boolean>()

/** Loads fresh copies of both modules, as a new page does. */
async function fresh() {
  vi.resetModules()
  const { collectReports, report } = await import('#web/analytics/reports.ts')
  const { sendReports } = await import('#web/analytics/report-sender.ts')
  const fail = (code: number) =>
    report({
      kind: 'failure',
      failure: {
        operation: 'createOrder',
        name: 'unknownCode',
        outcome: 'error',
        status: 200,
        code,
        requestId: undefined,
      },
    })
  return { collectReports, sendReports, fail }
}
interface Export {
  resourceLogs: {
    resource: { attributes: unknown[] }
    scopeLogs: { logRecords: { eventName: string; attributes: { key: string; value: object }[] }[] }[]
  }[]
}
const codesOf = (body: string) =>
  (JSON.parse(body) as Export).resourceLogs[0]?.scopeLogs[0]?.logRecords.map(
    ({ attributes }) => attributes.find(({ key }) => key === 'paket.code')?.value,
  )
const code = (value: number) => ({ intValue: String(value) })
const bodies = () => sent.mock.calls.map(([, { body }]) => body as string)

beforeEach(() => {
  vi.useFakeTimers()
  document.head.innerHTML = '<meta name="release" content="2026-11-23.0415-1a2b3c4d">'
  sent.mockResolvedValue(new Response('{}'))
  vi.stubGlobal('fetch', sent)
  Object.defineProperty(navigator, 'sendBeacon', { value: beacon.mockReturnValue(true), configurable: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  sent.mockReset()
  beacon.mockReset()
})

it('sends what came before it and after it in one batch, with the release, and without who asks', async () => {
  const { collectReports, sendReports, fail } = await fresh()
  collectReports()
  fail(1)
  sendReports({ address }, page)
  fail(2)
  expect(sent).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toHaveBeenCalledOnce()
  expect(sent.mock.calls[0]).toMatchObject([address, { method: 'POST', credentials: 'omit', keepalive: true }])
  expect(codesOf(bodies()[0] ?? '')).toEqual([code(1), code(2)])
  expect((JSON.parse(bodies()[0] ?? '') as Export).resourceLogs[0]?.resource.attributes).toEqual([
    { key: 'service.name', value: { stringValue: 'paket-web' } },
    { key: 'service.version', value: { stringValue: '2026-11-23.0415-1a2b3c4d' } },
    { key: 'paket.sample', value: { doubleValue: 1 } },
  ])
})

it('sends a full batch at once, and no more than 300 reports of a page', async () => {
  const { collectReports, sendReports, fail } = await fresh()
  collectReports()
  sendReports({ address }, page)
  for (let made = 0; made < 50; made++) fail(made)
  expect(codesOf(bodies()[0] ?? '')).toHaveLength(50)
  for (let made = 0; made < 1000; made++) fail(made)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(bodies().flatMap((body) => codesOf(body))).toHaveLength(300)
})

it('sends the rest by a beacon when the page is hidden, once', async () => {
  const { collectReports, sendReports, fail } = await fresh()
  collectReports()
  sendReports({ address }, page)
  fail(7)
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('pagehide'))
  await vi.advanceTimersByTimeAsync(60_000)
  Reflect.deleteProperty(document, 'visibilityState')
  expect(sent).not.toHaveBeenCalled()
  expect(beacon).toHaveBeenCalledOnce()
  const [to, body] = beacon.mock.calls[0] ?? []
  expect({ to, type: body?.type }).toEqual({ to: address, type: 'application/json' })
  expect(codesOf((await body?.text()) ?? '')).toEqual([code(7)])
})

it('reports what no one catches, an error and a rejection', async () => {
  const { collectReports, sendReports } = await fresh()
  collectReports()
  sendReports({ address }, page)
  window.dispatchEvent(new ErrorEvent('error', { error: new RangeError('x') }))
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new TypeError('y') }))
  // Errors of a cross-origin script have no details.
  window.dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }))
  await vi.advanceTimersByTimeAsync(10_000)
  const records = (JSON.parse(bodies()[0] ?? '') as Export).resourceLogs[0]?.scopeLogs[0]?.logRecords ?? []
  expect(records.map(({ eventName }) => eventName)).toEqual(['paket.error', 'paket.error'])
  expect(JSON.stringify(records)).toMatch(/"script".*RangeError.*"promise".*TypeError/)
})

it('stores and sends nothing without an address, or for a visit that is not sampled', async () => {
  const { sendReports, fail } = await fresh()
  fail(1)
  sendReports({ address, sample: 0.1 }, page, 0.1)
  fail(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).not.toHaveBeenCalled()
})

it('continues when the collector cannot be reached', async () => {
  const { collectReports, sendReports, fail } = await fresh()
  sent.mockRejectedValue(new TypeError('Failed to fetch'))
  collectReports()
  sendReports({ address }, page)
  fail(1)
  await vi.advanceTimersByTimeAsync(10_000)
  fail(2)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(bodies().map(codesOf)).toEqual([[code(1)], [code(2)]])
})
