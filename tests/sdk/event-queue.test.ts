import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventQueue } from '@paket/sdk'
import { clientOf, jsonResponse } from './support.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const event = (eventName: string) => ({ fullUrl: 'https://paket.test/', yandexId: null, eventType: 'click', eventName })

test('throttles events to one a second, in order and without loss [C-CALL-08] (OO-58)', async () => {
  const { client, sent } = clientOf(() => ({}))
  const send = eventQueue(client)
  for (const name of ['a', 'b', 'c']) send(event(name))
  const names = () => sent.map(({ body }) => (body as ReturnType<typeof event>).eventName)
  await vi.advanceTimersByTimeAsync(0)
  expect(names()).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(999)
  expect(names()).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(1)
  expect(names()).toEqual(['a', 'b'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(names()).toEqual(['a', 'b', 'c'])
  await vi.advanceTimersByTimeAsync(60_000)
  send(event('d'))
  await vi.advanceTimersByTimeAsync(0)
  expect(names()).toEqual(['a', 'b', 'c', 'd'])
})

test('drops an event that is no longer wanted at its turn and sends the next one at once [C-CALL-08]', async () => {
  const { client, sent } = clientOf(() => ({}))
  const send = eventQueue(client, { isWanted: ({ eventName }) => !eventName.startsWith('old') })
  for (const name of ['old 1', 'a', 'old 2', 'old 3', 'b']) send(event(name))
  await vi.advanceTimersByTimeAsync(0)
  const names = () => sent.map(({ body }) => (body as ReturnType<typeof event>).eventName)
  expect(names()).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(999)
  expect(names()).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(1)
  expect(names()).toEqual(['a', 'b'])
})

test('ignores an event that fails and sends the next one [C-CALL-07]', async () => {
  const { client, sent } = clientOf((_, nth) => {
    if (nth === 1) throw new TypeError('fetch failed')
    return jsonResponse(500, {})
  })
  const send = eventQueue(client)
  send(event('a'))
  send(event('b'))
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent).toHaveLength(2)
})

test('logs an event that cannot be serialized, or whose isWanted throws, and sends the next one [C-CALL-08]', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { client, sent } = clientOf(() => ({}))
  const isWanted = ({ eventName }: { eventName: string }) => {
    if (eventName === 'a') throw new Error('a bug')
    return true
  }
  const send = eventQueue(client, { isWanted })
  const unwritable = { ...event('b'), fullUrl: 1n as unknown as string }
  for (const each of [event('a'), unwritable, event('c')]) send(each)
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent.map(({ body }) => (body as { eventName: string }).eventName)).toEqual(['c'])
  expect(logged).toHaveBeenCalledTimes(2)
  send(event('d'))
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toHaveLength(2)
})
