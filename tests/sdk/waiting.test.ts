// Without a document, React Query does not refetch by itself.
// @vitest-environment happy-dom
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { isPaketError, pollOrder } from '@paket/sdk'
import { mutation, query } from '@paket/sdk/react-query'
import { readFile } from 'node:fs/promises'
import { backoffMs, delayAfter } from '#sdk/waiting.ts'
import { copyOfRepository } from '../contract/copy.ts'
import { clientOf, failureIn, jsonResponse } from './support.ts'

const busy = (retryAfter: string, status = 429, more: Record<string, string> = {}) =>
  jsonResponse(status, {}, { 'retry-after': retryAfter, ...more })

describe('retryAfterMs of a failure', () => {
  const date = 'Mon, 23 Nov 2026 10:00:00 GMT'
  it.each<[why: string, answer: () => Response, ms: number | undefined]>([
    ['the seconds of a 429', () => busy('7'), 7000],
    ['no time at all', () => busy('0'), 0],
    ['the seconds of a 503', () => busy('120', 503), 120_000],
    ['the seconds of a 200 that is rejected', () => busy('3', 200), 3000],
    ['a date, by the clock of the server', () => busy('Mon, 23 Nov 2026 10:00:05 GMT', 429, { date }), 5000],
    ['undefined for a date that is past', () => busy('Mon, 23 Nov 2026 09:59:59 GMT', 429, { date }), undefined],
    ['undefined for a text that is neither', () => busy('soon'), undefined],
    ['undefined for less than nothing', () => busy('-5'), undefined],
    ['undefined for a part of a second, which the header does not know', () => busy('1.5'), undefined],
    ['undefined without the header', () => jsonResponse(429, {}), undefined],
  ])('is %s', async (_, answer, ms) => {
    const events: unknown[] = []
    const { client } = clientOf(answer, { on: { failure: ({ retryAfterMs }) => events.push(retryAfterMs) } })
    expect(failureIn(await client.createOrder({} as never)).retryAfterMs).toBe(ms)
    expect(events).toEqual([ms])
  })

  it('uses the device’s clock when the answer has no Date', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 23, 10) })
    const { client } = clientOf(() => busy('Mon, 23 Nov 2026 10:00:05 GMT'))
    expect(failureIn(await client.getBankCards()).retryAfterMs).toBe(5000)
    vi.useRealTimers()
  })
})

describe('a read of React Query', () => {
  let queryClient: QueryClient
  const stops: (() => void)[] = []
  function observe(options: object) {
    const observer = new QueryObserver(queryClient, options as ConstructorParameters<typeof QueryObserver>[1])
    stops.push(observer.subscribe(() => {}))
    return observer
  }
  beforeEach(() => {
    vi.useFakeTimers()
    queryClient = new QueryClient()
  })
  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
    queryClient.clear()
    vi.useRealTimers()
  })

  it.each([429, 503])(
    'is repeated after the wait that the server asks for when it is answered with %i',
    async (status) => {
      const { client, sent } = clientOf((_, nth) =>
        nth === 1 ? busy('7', status) : { code: 0, result: { scoresBalance: 1 } },
      )
      const observer = observe(query(client, 'getScoresBalance'))
      await vi.advanceTimersByTimeAsync(6999)
      expect(sent).toHaveLength(1)
      await vi.advanceTimersByTimeAsync(2)
      expect({ sentCount: sent.length, status: observer.getCurrentResult().status }).toEqual({
        sentCount: 2,
        status: 'success',
      })
    },
  )

  it('is repeated three times at the most', async () => {
    const { client, sent } = clientOf(() => busy('7'))
    const observer = observe(query(client, 'getBankCards'))
    await vi.advanceTimersByTimeAsync(600_000)
    expect({ sentCount: sent.length, status: observer.getCurrentResult().status }).toEqual({
      sentCount: 4,
      status: 'error',
    })
  })

  it.each([
    ['a longer wait than 10 s', () => busy('11')],
    ['a failure that no wait mends', () => busy('1', 422)],
    ['a business failure', () => jsonResponse(200, { code: 2000 }, { 'retry-after': '1' })],
    ['no word of when', () => jsonResponse(429, {})],
  ])('fails at once after %s', async (_, answer) => {
    const { client, sent } = clientOf(answer)
    const observer = observe(query(client, 'getBankCards'))
    await vi.advanceTimersByTimeAsync(600_000)
    expect({ sentCount: sent.length, status: observer.getCurrentResult().status }).toEqual({
      sentCount: 1,
      status: 'error',
    })
  })

  it('waits for the longer of both when the contract retries it', async () => {
    const { client, sent } = clientOf((_, nth) => busy(nth === 1 ? '60' : '1', 503))
    observe(query(client, 'getClientData'))
    await vi.advanceTimersByTimeAsync(59_999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(4998)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(2)
    expect(sent).toHaveLength(3)
  })

  it.each([
    [500, '10', 2],
    [499, '10', 1],
    [429, '10', 2],
    [429, '11', 1],
  ])('answered with %i and %s s is sent %i times', async (status, retryAfter, times) => {
    const { client, sent } = clientOf(() => busy(retryAfter, status))
    observe(query(client, 'getBankCards'))
    await vi.advanceTimersByTimeAsync(12_000)
    expect(sent).toHaveLength(times)
  })

  it('polls again after the Retry-After', async () => {
    const changing = { code: 0, result: { relations: [{ id: '1', status: 'linking' }] } }
    const { client, sent } = clientOf((_, nth) => (nth === 1 ? changing : busy('100')))
    observe(query(client, 'getSubscriberRelations', { optionId: 'o' }))
    await vi.advanceTimersByTimeAsync(1)
    const before = sent.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent.length).toBe(before + 1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent.length).toBe(before + 2)
  })

  it('a write is never repeated, whatever the server asks for', async () => {
    const { client, sent } = clientOf(() => busy('1'))
    const observer = new MutationObserver(queryClient, mutation(client, 'createOrder', queryClient))
    const order = { source: 'web', bundleId: 'b', usingMainCard: true } as const
    const error: unknown = await observer.mutate(order).catch((thrown: unknown) => thrown)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(isPaketError(error) && error.failure).toMatchObject({ name: 'tooManyRequests', retryAfterMs: 1000 })
    expect(sent).toHaveLength(1)
  })
})

it('an order is polled again after its Retry-After, after 30 s at the latest', async () => {
  const answers = [busy('9'), busy('86400'), { code: 0, result: { orderStatus: 'new' } }]
  const { client } = clientOf(() => answers.shift() ?? { code: 0, result: { orderStatus: 'deposited' } })
  const pauses: number[] = []
  const sleep = async (ms: number) => void pauses.push(ms)
  expect(await pollOrder(client, { orderId: 'o', payment: 'mainCard', sleep })).toEqual({ kind: 'paid' })
  expect(pauses).toEqual([9000, 30_000, 2000])
})

describe('a pause', () => {
  const drawn = (random: number, upToMs?: number) =>
    [0, 1, 2, 3, 60].map((failures) => backoffMs({ everyMs: 1000, ...(upToMs && { upToMs }) }, failures, () => random))

  test('without backoff is always the same', () => expect(drawn(0.5)).toEqual([1000, 1000, 1000, 1000, 1000]))
  test('with backoff is drawn below a limit that doubles up to the longest', () => {
    expect(drawn(1, 5000)).toEqual([1000, 2000, 4000, 5000, 5000])
    expect(drawn(0.5, 5000)).toEqual([500, 1000, 2000, 2500, 2500])
    expect(drawn(0, 5000)).toEqual([0, 0, 0, 0, 0])
  })
  test('is random unless configured otherwise', () => {
    const pauses = Array.from({ length: 50 }, () => backoffMs({ everyMs: 1000, upToMs: 8000 }, 3))
    expect(new Set(pauses).size).toBeGreaterThan(40)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(8000)
  })
  test('is never longer than an hour, which a timer can keep', () => {
    expect(delayAfter({ retryAfterMs: 10 ** 15 }, 5)).toBe(3_600_000)
    expect(delayAfter({ retryAfterMs: undefined }, 5)).toBe(5)
  })
})

it('the contract has the maximum delay of a retry', async () => {
  const copy = await copyOfRepository()
  onTestFinished(copy.remove)
  await copy.change('openapi/paths/subscription/get-client-data.yaml', 'every: PT5S,', 'every: PT5S, upTo: PT1M,')
  await copy.generate()
  const generated = await readFile(copy.path('sdk/src/generated/cache.gen.ts'), 'utf8')
  expect(generated).toMatch(/everyMs: 5000,\s+upToMs: 60000,/)
}, 60_000)
