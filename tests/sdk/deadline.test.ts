import { describe, expect, it, test, vi } from 'vitest'
import { createClient } from '@paket/sdk'
import { callAny, clientOf, failureIn, validToken, never, serve, tokenFor } from './support.ts'

const stalled = {
  'before the answer': () => serve(() => {}),
  'in the body': () => serve((_, response) => void response.writeHead(200).write('{"code":')),
}
const auth = { getToken: () => validToken }

describe.each(Object.entries(stalled))('a server that stalls %s', (_, stall) => {
  it('is the failure timeOut when the deadline expires; the order is in doubt and not retried', async () => {
    const { baseUrl, requests } = await stall()
    const client = createClient({ baseUrl, auth, timeoutMs: 500 })
    const failure = failureIn(await callAny(client, 'createOrder'))
    expect(failure).toMatchObject({ name: 'timeOut', kind: 'technical', outcome: 'order-in-doubt', status: undefined })
    expect(requests).toHaveLength(1)
  })

  it('rejects with the signal’s reason when the caller aborts, and emits no failure event', async () => {
    const { baseUrl } = await stall()
    const failures = vi.fn<() => void>()
    const client = createClient({ baseUrl, auth, on: { failure: failures } })
    const leaving = new AbortController()
    const call = client.getScoresBalance({}, { signal: leaving.signal })
    setTimeout(() => leaving.abort(new Error('left the page')), 40)
    await expect(call).rejects.toThrow('left the page')
    expect(failures).not.toHaveBeenCalled()
  })
})

test('the timeout of a call overrides the client’s', async () => {
  const { baseUrl } = await stalled['before the answer']()
  const client = createClient({ baseUrl, auth, timeoutMs: 60_000 })
  expect(failureIn(await client.getScoresBalance({}, { timeoutMs: 30 })).name).toBe('timeOut')
})

test('sends nothing when the signal is already aborted', async () => {
  const getToken = vi.fn<() => string>(() => validToken)
  const { client, sent } = clientOf(() => ({}), { auth: { getToken } })
  const reason = new Error('too late')
  await expect(client.getScoresBalance({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect(sent).toEqual([])
  expect(getToken).not.toHaveBeenCalled()
})

test('fails, and starts no timer, when the signal is its controller', async () => {
  vi.useFakeTimers()
  try {
    const { client, sent } = clientOf(() => ({}))
    const signal = new AbortController() as unknown as AbortSignal
    expect(failureIn(await client.getScoresBalance({}, { signal })).message).toContain('addEventListener')
    expect([sent, vi.getTimerCount()]).toEqual([[], 0])
  } finally {
    vi.useRealTimers()
  }
})

test('rejects when the caller aborts while the request is sent, even if the network never answers', async () => {
  const leaving = new AbortController()
  const { client } = clientOf(() => {
    leaving.abort(new Error('left'))
    return never()
  })
  await expect(client.getScoresBalance({}, { signal: leaving.signal })).rejects.toThrow('left')
})

test('rejects with the reason when the caller aborts while the body is read', async () => {
  const leaving = new AbortController()
  const { client } = clientOf(() => {
    setTimeout(() => leaving.abort(new Error('left')), 5)
    return new Response(new ReadableStream())
  })
  await expect(client.getScoresBalance({}, { signal: leaving.signal })).rejects.toThrow('left')
})

test('a timeout of 0 expires before any answer', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(1000)
  const { client } = clientOf(() => ({ code: 0, result: { scoresBalance: 1 } }))
  expect(failureIn(await client.getScoresBalance({}, { timeoutMs: 0 })).name).toBe('timeOut')
})

test.each([Infinity, 2 ** 31])('a timeout of %d ms does not expire at once', async (timeoutMs) => {
  const answer = () =>
    new Promise<object>((done) => setTimeout(() => done({ code: 0, result: { scoresBalance: 1 } }), 20))
  const { client } = clientOf(answer)
  expect((await client.getScoresBalance({}, { timeoutMs })).ok).toBe(true)
})

test('reads a body that takes seconds to its end', async () => {
  vi.useFakeTimers()
  try {
    const body = () =>
      new ReadableStream({
        start: (controller) =>
          void setTimeout(() => {
            controller.enqueue(new TextEncoder().encode('{"code":0,"result":{"scoresBalance":1}}'))
            controller.close()
          }, 20_000),
      })
    const { client } = clientOf(() => new Response(body()))
    const call = client.getScoresBalance()
    await vi.advanceTimersByTimeAsync(20_000)
    expect((await call).ok).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

test('rejects with an AbortError when an old runtime’s signal keeps no reason', async () => {
  const { client } = clientOf(() => ({}))
  const signal = { aborted: true, reason: undefined } as AbortSignal
  await expect(client.getScoresBalance({}, { signal })).rejects.toMatchObject({
    name: 'AbortError',
    message: 'aborted',
  })
})

test('the default timeout is 30 s', async () => {
  vi.useFakeTimers()
  try {
    let name = ''
    const untilAborted = (signal: AbortSignal | null | undefined) =>
      new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
    const { client } = clientOf(({ signal }) => untilAborted(signal))
    void client.getScoresBalance().then((result) => (name = failureIn(result).name))
    await vi.advanceTimersByTimeAsync(29_999)
    expect(name).toBe('')
    await vi.advanceTimersByTimeAsync(1)
    expect(name).toBe('timeOut')
  } finally {
    vi.useRealTimers()
  }
})

const waits = {
  'the first token': { getToken: () => never() },
  'a refresh before the call': { getToken: () => tokenFor(5), refresh: never },
  'a refresh after a refusal': { getToken: () => validToken, refresh: never },
}
describe.each(Object.entries(waits))('while the call waits for %s', (_, waiting) => {
  const client = () => clientOf(() => new Response('{}', { status: 401 }), { auth: waiting }).client

  it('the call is unauthorized when the deadline expires: nothing was sent, so no order is in doubt', async () => {
    const failure = failureIn(await callAny(client(), 'createOrder', {}, { timeoutMs: 20 }))
    expect(failure).toMatchObject({ name: 'unauthorized', outcome: 'authorize-again' })
  })

  it('the call rejects with the signal’s reason when the caller aborts', async () => {
    const leaving = new AbortController()
    const call = callAny(client(), 'createOrder', {}, { signal: leaving.signal })
    setTimeout(() => leaving.abort(new Error('left')), 10)
    await expect(call).rejects.toThrow('left')
  })
})

test('does not wait for the refresh when the caller aborts between an answer and the refresh', async () => {
  const leaving = new AbortController()
  const { client } = clientOf(
    () => {
      leaving.abort(new Error('left'))
      return new Response('{}', { status: 401 })
    },
    { auth: { getToken: () => validToken, refresh: never } },
  )
  await expect(client.getScoresBalance({}, { signal: leaving.signal })).rejects.toThrow('left')
})

test('is timeOut when a refusal arrives after the deadline: nothing is known about the order', async () => {
  const late = () => new Promise<Response>((done) => setTimeout(() => done(new Response('{}', { status: 401 })), 40))
  const { client } = clientOf(late, { auth: { getToken: () => validToken, refresh: never } })
  expect(failureIn(await callAny(client, 'createOrder', {}, { timeoutMs: 10 }))).toMatchObject({
    name: 'timeOut',
    outcome: 'order-in-doubt',
  })
})

test.each<[when: string, timeoutMs: number]>([
  ['the deadline', 10],
  ['an abort', 5000],
])('cancels an answer that arrives after %s, though its body has not begun', async (_, timeoutMs) => {
  const cancel = vi.fn<() => void>()
  const { client } = clientOf(async () => {
    await new Promise((done) => setTimeout(done, 40))
    return new Response(new ReadableStream({ cancel }))
  })
  const leaving = new AbortController()
  const call = client.getScoresBalance({}, { timeoutMs, signal: leaving.signal }).catch(() => 'aborted')
  if (timeoutMs > 1000) leaving.abort()
  await call
  await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce())
})

test('rejects with the signal’s reason when the caller aborts while the body of the last refusal hangs', async () => {
  const { client } = clientOf(() => new Response(new ReadableStream({}), { status: 401 }))
  const leaving = new AbortController()
  const call = client.getScoresBalance({}, { signal: leaving.signal })
  setTimeout(() => leaving.abort(new Error('left')), 20)
  await expect(call).rejects.toThrow('left')
})

test('stops reading a body that always has data, which no timer can interrupt', async () => {
  let chunks = 0
  const endless = () =>
    new ReadableStream({
      pull: (controller) => (++chunks < 1_000_000 ? controller.enqueue(new Uint8Array([32])) : controller.close()),
    })
  const { client } = clientOf(() => new Response(endless()))
  expect(failureIn(await client.getScoresBalance({}, { timeoutMs: 5 })).name).toBe('timeOut')
  expect(chunks).toBeLessThan(1_000_000)
})

test('the message of timeOut has the duration', async () => {
  const { client } = clientOf(never)
  expect(failureIn(await client.getScoresBalance({}, { timeoutMs: 20 })).message).toBe('no answer in 20 ms')
})

test.each([-1, Number.NaN])('rejects a timeout of %d ms before anything is sent', async (timeoutMs) => {
  const { client, sent } = clientOf(never)
  await expect(client.getScoresBalance({}, { timeoutMs })).rejects.toThrow(
    new TypeError(`getScoresBalance: timeoutMs ${timeoutMs} is no duration`),
  )
  expect(sent).toEqual([])
})

test('is timeOut when the network gives up after the deadline, which no timer could notice', async () => {
  const { client } = clientOf(() => {
    for (const until = performance.now() + 20; performance.now() < until;);
    throw new TypeError('gone')
  })
  expect(failureIn(await client.getScoresBalance({}, { timeoutMs: 10 })).name).toBe('timeOut')
})

const ends: [how: string, end: (leaving: AbortController) => void][] = [
  ['abort', (leaving) => leaving.abort()],
  ['time-out', () => vi.advanceTimersByTime(30_000)],
]
test.each(ends)('leaves no timer and no listener after %s', async (_, end) => {
  vi.useFakeTimers()
  try {
    const leaving = new AbortController()
    const add = vi.spyOn(leaving.signal, 'addEventListener')
    const remove = vi.spyOn(leaving.signal, 'removeEventListener')
    const untilAborted = (signal: AbortSignal | null | undefined) =>
      new Promise<never>((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true }),
      )
    const { client } = clientOf(({ signal }) => untilAborted(signal))
    const call = client.getScoresBalance({}, { signal: leaving.signal }).catch(() => 'rejected')
    await vi.advanceTimersByTimeAsync(1)
    expect(vi.getTimerCount()).toBe(1)
    end(leaving)
    await call
    expect(vi.getTimerCount()).toBe(0)
    expect(add).toHaveBeenCalledTimes(1)
    expect(remove.mock.calls[0]?.slice(0, 2)).toEqual(add.mock.calls[0]?.slice(0, 2))
  } finally {
    vi.useRealTimers()
  }
})

test('leaves no timer after a success', async () => {
  vi.useFakeTimers()
  try {
    const { client } = clientOf(() => ({ code: 0, result: { scoresBalance: 1 } }))
    expect((await client.getScoresBalance()).ok).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
