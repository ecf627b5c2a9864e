import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ClientOptions, createClient, type RefreshEvent, tokenClaims } from '@paket/sdk'
import { clientOf, failureIn, jsonResponse, never, stubFetch, tokenFor, tokenWith } from './support.ts'

const points = { code: 0, result: { scoresBalance: 100 } }
const start = Date.UTC(2026, 10, 23, 10)

beforeEach(() => void vi.useFakeTimers({ now: start }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Answers with the server's `Date`: the device's clock is `aheadSeconds` ahead of it. */
const answerWithServerDate =
  (aheadSeconds = 0) =>
  () =>
    jsonResponse(200, points, { date: new Date(Date.now() - aheadSeconds * 1000).toUTCString() })
function sessionOf(token: string, next: () => Promise<string>) {
  const state = { token }
  const refresh = vi.fn<() => Promise<string>>(async () => (state.token = await next()))
  return { auth: { getToken: () => state.token, refresh }, refresh }
}

describe('the lifetime of a token', () => {
  test('starts when it is refreshed, not at the next call', async () => {
    const { auth, refresh } = sessionOf(tokenFor(-1), async () => tokenFor(20))
    const { client } = clientOf(() => points, { auth })
    await client.getScoresBalance()
    await vi.advanceTimersByTimeAsync(15_000)
    await client.getScoresBalance()
    expect(refresh).toHaveBeenCalledTimes(2)
  })
  test.each([
    ['fails', () => Promise.reject(new Error('down')), 'notSent'],
    ['hangs', never, 'unauthorized'],
  ])('does not start again when its refresh %s', async (_, next, name) => {
    const { auth, refresh } = sessionOf(tokenFor(15), next)
    const { client } = clientOf(() => points, { auth })
    expect((await client.getScoresBalance()).ok).toBe(true)
    await vi.advanceTimersByTimeAsync(6000)
    for (const nth of [1, 2]) {
      const call = client.getScoresBalance()
      await vi.advanceTimersByTimeAsync(36_000)
      expect(failureIn(await call).name).toBe(name)
      expect(refresh).toHaveBeenCalledTimes(nth)
    }
  })
  test('does not start again with an answer that has the time', async () => {
    const { auth, refresh } = sessionOf(tokenFor(20), async () => tokenFor(3600))
    const { client } = clientOf(answerWithServerDate(), { auth })
    await client.getScoresBalance()
    await vi.advanceTimersByTimeAsync(5000)
    await client.getScoresBalance()
    expect(refresh).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(10_000)
    await client.getScoresBalance()
    expect(refresh).toHaveBeenCalledOnce()
  })
})

describe('a token without its time of issue', () => {
  const endingIn = (seconds: number) => tokenWith({ exp: start / 1000 + seconds })
  test('expires by the device’s clock while no answer has the time', async () => {
    const { auth, refresh } = sessionOf(endingIn(60), async () => tokenFor(3600))
    const { client } = clientOf(() => points, { auth })
    for (let nth = 0; nth < 3; nth++) expect((await client.getScoresBalance()).ok).toBe(true)
    expect(refresh).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(51_000)
    await client.getScoresBalance()
    expect(refresh).toHaveBeenCalledOnce()
  })
  test('expires by the server’s clock when that differs', async () => {
    const { auth, refresh } = sessionOf(endingIn(60), async () => tokenFor(3600))
    // The device's clock is a minute behind, so the token expires now.
    const { client } = clientOf(answerWithServerDate(-60), { auth })
    await client.getScoresBalance()
    expect(refresh).not.toHaveBeenCalled()
    await client.getScoresBalance()
    expect(refresh).toHaveBeenCalledOnce()
  })
  test('expires by the first answer that has the time', async () => {
    const { auth, refresh } = sessionOf(endingIn(60), async () => tokenFor(3600))
    const ahead = [0, -3600]
    const { client } = clientOf(() => answerWithServerDate(ahead.shift() ?? 0)(), { auth })
    for (let nth = 0; nth < 3; nth++) await client.getScoresBalance()
    expect(refresh).not.toHaveBeenCalled()
  })
})

test('the time of an answer to a call without a token is used', async () => {
  const { client } = clientOf(answerWithServerDate(), { auth: { getToken: () => null } })
  const event = { fullUrl: 'http://localhost/', yandexId: null, eventType: 'page', eventName: 'seen' }
  expect((await client.sendProductEvent(event)).ok).toBe(true)
})
test('a getToken that throws synchronously is called once per call', async () => {
  const getToken = vi.fn<() => string>(() => {
    throw new Error('offline')
  })
  const refresh = vi.fn<() => Promise<string>>(async () => tokenFor(3600))
  const { client } = clientOf(() => points, { auth: { getToken, refresh } })
  expect(failureIn(await client.getScoresBalance()).name).toBe('notSent')
  expect({ getTokenCalls: getToken.mock.calls.length, refreshCalls: refresh.mock.calls.length }).toEqual({
    getTokenCalls: 1,
    refreshCalls: 0,
  })
})
test('an answer is timed by the device’s own clock', async () => {
  const durations: number[] = []
  const late = async () => {
    await vi.advanceTimersByTimeAsync(250)
    return points
  }
  const { client } = clientOf(late, { on: { response: ({ durationMs }) => void durations.push(durationMs) } })
  await client.getScoresBalance()
  expect(durations).toEqual([250])
})

describe('with a lock that all tabs share', () => {
  const baseUrl = '/bff/api'
  function tabOf(auth: ClientOptions['auth'], on?: ClientOptions['on']) {
    vi.stubGlobal('document', {})
    const { fetch } = stubFetch(() => points)
    const client = createClient({ baseUrl, auth, fetch, ...(on && { on }) })
    vi.unstubAllGlobals()
    return client
  }
  test('a refresh that throws is not repeated without the lock', async () => {
    const { auth, refresh } = sessionOf(tokenFor(-1), () => Promise.reject(new Error('down')))
    expect(failureIn(await tabOf(auth).getScoresBalance()).name).toBe('notSent')
    expect(refresh).toHaveBeenCalledOnce()
  })
  test('a refresh leaves no timer behind', async () => {
    const { auth } = sessionOf(tokenFor(-1), async () => tokenFor(3600))
    expect((await tabOf(auth).getScoresBalance()).ok).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })
  test('waiting for the lock is a part of the 30 s that a refresh may take', async () => {
    let releaseLock = () => {}
    const holding = navigator.locks.request(`paket:${baseUrl}`, () => new Promise<void>((done) => (releaseLock = done)))
    try {
      const events: RefreshEvent[] = []
      const { auth } = sessionOf(tokenFor(-1), never)
      const call = tabOf(auth, { refresh: (event) => void events.push(event) }).getScoresBalance()
      await vi.advanceTimersByTimeAsync(30_000)
      await call
      expect(events).toMatchObject([{ ok: false, cause: 'timedOut' }])
    } finally {
      releaseLock()
      await holding
    }
  })
})

describe('the claims of a token', () => {
  const claims = Buffer.from(JSON.stringify({ exp: 7 })).toString('base64url')
  test('are decoded without a signature', () => expect(tokenClaims(`h.${claims}`)).toEqual({ exp: 7 }))
  test('are in its second part, whatever the third contains', () => expect(tokenClaims(`h.!.${claims}.s`)).toBeNull())
})
