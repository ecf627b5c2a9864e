import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { type RefreshEvent, tokenClaims, tokenLifetimeMs } from '@paket/sdk'
import { clientOf, failureIn, jsonResponse, never, stubFetch, tokenFor, tokenWith } from './support.ts'
import { createClient, type Auth, type Token } from '@paket/sdk'

const points = { code: 0, result: { scoresBalance: 100 } }
const hundredTimes = <T>(work: (nth: number) => T) => Promise.all(Array.from({ length: 100 }, (_, nth) => work(nth)))

/** The session of an app: a token, and a refresh that replaces it and is counted. */
function session(first: Token, next: () => Promise<Token> = async () => tokenFor(3600)) {
  const state = { token: first, refreshes: 0 }
  const auth: Auth = {
    getToken: () => state.token,
    refresh: async () => {
      state.refreshes++
      return (state.token = await next())
    },
  }
  return { state, auth }
}
/** A server that accepts one token and refuses all others. */
const acceptsOnly = (good: () => Token) => (sent: { token: string | null }) =>
  sent.token === good() ? jsonResponse(200, points) : jsonResponse(401, {})

describe('before a call', () => {
  const now = 1_700_000_000_000
  it.each([
    [9, 1],
    [10, 0],
    [11, 0],
    [-1, 1],
  ])('a token with %i s left is refreshed %i times [C-AUTH-10]', async (seconds, refreshes) => {
    const { state, auth } = session(tokenFor(seconds, now))
    const { client, sent } = clientOf(() => points, { auth, now: () => now })
    expect((await client.getScoresBalance()).ok).toBe(true)
    expect(state.refreshes).toBe(refreshes)
    expect(sent.map(({ token }) => token)).toEqual([state.token])
  })

  it.each([
    ['at once', () => tokenFor(3600)],
    ['by and by', async () => tokenFor(3600)],
  ])('a token that the app has %s is sent', async (_, getToken) => {
    const { client, sent } = clientOf(() => points, { auth: { getToken } })
    await client.getScoresBalance()
    expect(sent[0]?.token).toMatch(/^ey/)
  })

  it.each(['not-a-jwt', 'a.b.c', `a.${btoa('{"exp":"soon"}')}.c`])(
    'a token whose end cannot be read (%s) is sent as it is',
    async (token) => {
      const { state, auth } = session(token)
      const { client, sent } = clientOf(() => points, { auth })
      expect((await client.getScoresBalance()).ok).toBe(true)
      expect({ refreshes: state.refreshes, token: sent[0]?.token }).toEqual({ refreshes: 0, token })
    },
  )

  const without: [what: string, auth: Auth][] = [
    ['no token and no refresh', { getToken: () => null }],
    ['an empty token', { getToken: () => '' }],
    ['an ended token and no refresh', { getToken: () => tokenFor(-1) }],
  ]
  it.each(without)('the call is unauthorized and not sent with %s', async (_, auth) => {
    const { client, sent } = clientOf(() => points, { auth })
    const failure = failureIn(await client.getScoresBalance())
    expect(failure).toMatchObject({
      name: 'unauthorized',
      outcome: 'authorize-again',
      kind: 'business',
      status: undefined,
    })
    expect(sent).toEqual([])
  })

  it('a visitor’s refresh is retried after the backoff, not for each call', async () => {
    let clock = now
    const { state, auth } = session(null, async () => null)
    const { client } = clientOf(() => points, { auth, now: () => clock })
    for (let nth = 0; nth < 5; nth++) await client.getScoresBalance()
    expect(state.refreshes).toBe(1)
    clock += 5000
    await client.getScoresBalance()
    expect(state.refreshes).toBe(2)
  })

  it.each([
    ['an ended token', tokenFor(1), null],
    ['no token', null, null],
    ['an empty token', '', ''],
  ])('after signing out the token that came for %s is not used any more', async (_, first, none) => {
    const { state, auth } = session(first)
    const { client, sent } = clientOf(() => points, { auth })
    expect((await client.getScoresBalance()).ok).toBe(true)
    auth.refresh = async () => (state.token = none)
    state.token = none
    expect(failureIn(await client.getScoresBalance()).name).toBe('unauthorized')
    expect(sent).toHaveLength(1)
  })
})

test('refreshes once per expired token, not once per call, when the app never stores the new token', async () => {
  let clock = 1_700_000_000_000
  const old = tokenFor(-1)
  const refresh = vi.fn<() => Promise<Token>>(async () => tokenFor(60))
  const { client } = clientOf(() => points, { auth: { getToken: () => old, refresh }, now: () => clock })
  for (let minute = 1; minute <= 3; minute++, clock += 60_000) {
    for (let nth = 0; nth < 4; nth++) expect((await client.getScoresBalance()).ok).toBe(true)
    expect(refresh).toHaveBeenCalledTimes(minute)
  }
})

test('waits for the backoff after a refresh that fails, though the one before it succeeded', async () => {
  let clock = 1_700_000_000_000
  const supply = [tokenFor(15)]
  const { state, auth } = session(tokenFor(-1), async () => supply.pop() ?? Promise.reject(new Error('down')))
  const { client } = clientOf(() => points, { auth, now: () => clock })
  expect((await client.getScoresBalance()).ok).toBe(true)
  clock += 6000
  for (let nth = 0; nth < 3; nth++) expect(failureIn(await client.getScoresBalance()).name).toBe('notSent')
  expect(state.refreshes).toBe(2)
})

test('does not reuse a refused token when the app never stores the new one', async () => {
  const [first, second, third] = [tokenFor(3600), tokenFor(3600), tokenFor(3600)]
  const supply = [second, third]
  const revoked = new Set([first])
  const { client, sent } = clientOf(({ token }) => (revoked.has(token ?? '') ? jsonResponse(401, {}) : points), {
    auth: { getToken: () => first, refresh: async () => supply.shift() },
  })
  expect((await client.getScoresBalance()).ok).toBe(true)
  revoked.add(second)
  expect((await client.getScoresBalance()).ok).toBe(true)
  expect(sent.map(({ token }) => token)).toEqual([first, second, second, third])
})

describe('a refusal', () => {
  it.each([401, 403])('with HTTP %i causes one refresh and one retry [C-AUTH-11]', async (status) => {
    const { state, auth } = session(tokenFor(3600))
    const old = state.token
    const { client, sent } = clientOf((_, nth) => (nth === 1 ? jsonResponse(status, {}) : points), { auth })
    expect((await client.getScoresBalance()).ok).toBe(true)
    expect(state.refreshes).toBe(1)
    expect(sent.map(({ token }) => token)).toEqual([old, state.token])
  })

  it.each([401, 403])(
    'with HTTP %i of the retry is unauthorized after exactly two requests [C-AUTH-11]',
    async (status) => {
      const { state, auth } = session(tokenFor(3600))
      const { client, sent } = clientOf(() => jsonResponse(status, { message: 'no' }, { 'x-request-id': 'r' }), {
        auth,
      })
      const failure = failureIn(await client.getScoresBalance())
      expect(failure).toMatchObject({ name: 'unauthorized', status, requestId: 'r', message: 'no' })
      expect({ refreshes: state.refreshes, sentCount: sent.length }).toEqual({ refreshes: 1, sentCount: 2 })
    },
  )

  it('with HTTP 422 causes no refresh', async () => {
    const { state, auth } = session(tokenFor(3600))
    const { client, sent } = clientOf(() => jsonResponse(422, {}), { auth })
    await client.getBankCards()
    expect({ refreshes: state.refreshes, sentCount: sent.length }).toEqual({ refreshes: 0, sentCount: 1 })
  })

  it('followed by a retry with a business code is that business failure', async () => {
    const { auth } = session(tokenFor(3600))
    const { client } = clientOf((_, nth) => (nth === 1 ? jsonResponse(401, {}) : { code: 2000 }), { auth })
    expect(failureIn(await client.getScoresBalance()).name).toBe('balanceUnknown')
  })

  it('is not refreshed again until there is another token when the session has ended', async () => {
    const { state, auth } = session(tokenFor(3600), async () => null)
    const old = state.token
    auth.getToken = () => old
    let clock = Date.now()
    const reply = ({ token }: { token: string | null }) => (token === old ? jsonResponse(401, {}) : points)
    const { client, sent } = clientOf(reply, { auth, now: () => clock })
    for (let nth = 0; nth < 3; nth++, clock += 60_000)
      expect(failureIn(await client.getScoresBalance()).name).toBe('unauthorized')
    expect({ refreshes: state.refreshes, sentCount: sent.length }).toEqual({ refreshes: 1, sentCount: 1 })
    auth.getToken = () => tokenFor(3600)
    expect((await client.getScoresBalance()).ok).toBe(true)
  })
})

test('a late refusal of an older token causes no refresh, and no listener is notified', async () => {
  const [older, newer] = [tokenFor(3600), tokenFor(3600)]
  const { state, auth } = session(older)
  const refreshed = vi.fn<(event: RefreshEvent) => void>()
  const { client, sent } = clientOf(
    ({ token }) => {
      state.token = newer
      return token === newer ? points : jsonResponse(401, {})
    },
    { auth, on: { refresh: refreshed } },
  )
  expect((await client.getScoresBalance()).ok).toBe(true)
  expect(sent.map(({ token }) => token)).toEqual([older, newer])
  expect({ refreshes: state.refreshes, refreshedCalls: refreshed.mock.calls }).toEqual({
    refreshes: 0,
    refreshedCalls: [],
  })
})

test('without `refresh` a call after a refused one is sent too', async () => {
  const { client, sent } = clientOf(() => jsonResponse(401, {}), { auth: { getToken: () => tokens[0] } })
  const tokens = [tokenFor(3600)]
  for (let nth = 0; nth < 2; nth++) expect(failureIn(await client.getScoresBalance()).name).toBe('unauthorized')
  expect(sent).toHaveLength(2)
})

test('a token of another session is never replaced by a token of this one', async () => {
  const [firstUser, firstRenewed, secondUser, secondRenewed] = [1, 2, 3, 4].map(() => tokenFor(3600))
  const renewed = new Map([
    [firstUser, firstRenewed],
    [secondUser, secondRenewed],
  ])
  const state: { token: Token } = { token: firstUser }
  const auth: Auth = { getToken: () => state.token, refresh: async () => renewed.get(state.token ?? '') }
  const { client, sent } = clientOf(({ token }) => (renewed.has(token ?? '') ? jsonResponse(401, {}) : points), {
    auth,
  })
  for (const token of [firstUser, secondUser, firstUser]) {
    state.token = token
    await client.getScoresBalance()
  }
  const ofFirst = [firstUser, firstRenewed]
  expect(sent.map(({ token }) => token)).toEqual([...ofFirst, secondUser, secondRenewed, ...ofFirst])
})

describe('a hundred calls', () => {
  it('in parallel with an expired token cause one refresh', async () => {
    const { state, auth } = session(tokenFor(-1))
    const { client, sent } = clientOf(
      acceptsOnly(() => state.token),
      { auth },
    )
    const results = await hundredTimes(() => client.getScoresBalance())
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect({ refreshes: state.refreshes, sentCount: sent.length }).toEqual({ refreshes: 1, sentCount: 100 })
  })

  it('in parallel with a token that the server refuses cause one refresh', async () => {
    const { state, auth } = session(tokenFor(3600))
    const old = state.token
    const { client, sent } = clientOf(
      acceptsOnly(() => (state.token === old ? null : state.token)),
      { auth },
    )
    const results = await hundredTimes(() => client.getScoresBalance())
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect({ refreshes: state.refreshes, sentCount: sent.length }).toEqual({ refreshes: 1, sentCount: 200 })
  })

  const down = () => Promise.reject(new Error('provider is down'))
  const failing: [how: string, refresh: () => Promise<Token>, name: string][] = [
    ['throws', down, 'notSent'],
    ['answers null', async () => null, 'unauthorized'],
    ['answers an empty text', async () => '', 'unauthorized'],
  ]
  it.each(failing)('all fail alike after one refresh when the refresh %s [C-AUTH-10]', async (_, next, name) => {
    const { state, auth } = session(tokenFor(-1), next)
    const { client, sent } = clientOf(() => points, { auth })
    const results = await hundredTimes(() => client.getScoresBalance())
    expect(new Set(results.map((result) => failureIn(result).name))).toEqual(new Set([name]))
    expect({ refreshes: state.refreshes, sentCount: sent.length }).toEqual({ refreshes: 1, sentCount: 0 })
  })

  it.each([
    ['before the call', tokenFor(-1), 0],
    ['after a refusal', tokenFor(3600), 1],
  ])(
    'whose refresh fails on the way %s leave no order in doubt and end no session [C-AUTH-11]',
    async (_, token, tries) => {
      const { state, auth } = session(token, down)
      const { client, sent } = clientOf(() => jsonResponse(401, {}), { auth })
      const results = await hundredTimes(() =>
        client.createOrder({ source: 'web', bundleId: 'b', usingMainCard: true }),
      )
      for (const result of results)
        expect(failureIn(result)).toMatchObject({ name: 'notSent', kind: 'technical', outcome: 'check-connection' })
      // The next call gets the same failure; the provider is not asked again at once.
      expect(failureIn(await client.getScoresBalance()).name).toBe('notSent')
      expect({ refreshes: state.refreshes, sentCount: sent.length }).toEqual({ refreshes: 1, sentCount: 100 * tries })
    },
  )
})

describe('over time', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const after = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

  it.each([30_000, 300_000])(
    'a hundred calls of %i ms whose refresh hangs are all unauthorized after 30 s, after one refresh [C-HOST-09]',
    async (timeoutMs) => {
      const { state, auth } = session(tokenFor(-1), never)
      const { client } = clientOf(() => points, { auth, timeoutMs })
      let settled = 0
      const all = hundredTimes(() => client.getScoresBalance().finally(() => settled++))
      await vi.advanceTimersByTimeAsync(29_999)
      expect(settled).toBe(0)
      await vi.advanceTimersByTimeAsync(1)
      expect(settled).toBe(100)
      expect(new Set((await all).map((result) => failureIn(result).name))).toEqual(new Set(['unauthorized']))
      expect(state.refreshes).toBe(1)
    },
  )

  it('a call of 5 min is unauthorized after 30 s when getToken hangs [C-HOST-09]', async () => {
    const { client, sent } = clientOf(() => points, { auth: { getToken: () => never() }, timeoutMs: 300_000 })
    const onSettled = vi.fn()
    const call = client.getScoresBalance().finally(onSettled)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(onSettled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(onSettled).toHaveBeenCalled()
    expect(failureIn(await call).name).toBe('unauthorized')
    expect(sent).toEqual([])
  })

  it.each([
    ['expired', tokenFor(-1), 0],
    ['been refused', tokenFor(3600), 1],
  ])(
    'a request has its full timeout when its token comes after 28 s because the old one has %s [C-HOST-09]',
    async (_, old, refusals) => {
      const { auth } = session(old, () => after(28_000).then(() => tokenFor(3600)))
      const { client } = clientOf(
        async ({ signal }, nth) => {
          await after(5000)
          signal?.throwIfAborted()
          return nth > refusals ? { code: 0, result: { orderId: 'o1' } } : jsonResponse(401, {})
        },
        { auth },
      )
      const order = client.createOrder({ source: 'web', bundleId: 'b', usingMainCard: true })
      await vi.advanceTimersByTimeAsync(40_000)
      expect((await order).ok).toBe(true)
      expect(vi.getTimerCount()).toBe(0)
    },
  )

  it('a hundred late refusals of the old token, spread over 9 s, cause one refresh and discard no newer token', async () => {
    const { state, auth } = session(tokenFor(3600))
    const old = state.token
    const { client, sent } = clientOf(
      async ({ token }) => {
        if (token !== old) return points
        await after(sent.length * 90)
        return jsonResponse(401, {})
      },
      { auth },
    )
    const all = hundredTimes(() => client.getScoresBalance())
    await vi.advanceTimersByTimeAsync(20_000)
    expect((await all).every(({ ok }) => ok)).toBe(true)
    expect(state.refreshes).toBe(1)
    expect(new Set(sent.slice(100).map(({ token }) => token))).toEqual(new Set([state.token]))
  })

  it('a late refusal of an older token waits for the running refresh instead of retrying with the last token', async () => {
    const [first, second, third] = [tokenFor(3600), tokenFor(3600), tokenFor(3600)]
    const { state, auth } = session(first, () => after(1000).then(() => third))
    const delays: Record<string, number> = { [first]: 500, [second]: 100 }
    const { client } = clientOf(
      async ({ token }) => {
        await after(delays[token ?? ''] ?? 1)
        return token === third ? points : jsonResponse(401, {})
      },
      { auth },
    )
    const slow = client.getScoresBalance()
    state.token = second
    const quick = client.getScoresBalance()
    await vi.advanceTimersByTimeAsync(5000)
    expect({ slow: (await slow).ok, quick: (await quick).ok, refreshes: state.refreshes }).toEqual({
      slow: true,
      quick: true,
      refreshes: 1,
    })
  })

  it('late refusals cause one refresh when the app stores the new token late', async () => {
    const old = tokenFor(3600)
    const refresh = vi.fn<() => Promise<Token>>(async () => tokenFor(3600))
    const { client, sent } = clientOf(
      async ({ token }) => {
        await after(token === old ? sent.length * 50 : 1)
        return token === old ? jsonResponse(401, {}) : points
      },
      { auth: { getToken: () => old, refresh } },
    )
    const all = hundredTimes(() => client.getScoresBalance())
    await vi.advanceTimersByTimeAsync(20_000)
    expect((await all).every(({ ok }) => ok)).toBe(true)
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  it('late refusals after a failed refresh wait for the backoff of 5 s, then one refreshes', async () => {
    const { state, auth } = session(tokenFor(3600), () => Promise.reject(new Error('down')))
    const { client } = clientOf(
      async (_, nth) => {
        await after((nth % 100) * 30)
        return jsonResponse(401, {})
      },
      { auth },
    )
    const all = hundredTimes(() => client.getScoresBalance())
    await vi.advanceTimersByTimeAsync(4000)
    expect((await all).map((result) => failureIn(result).name)).toEqual(Array(100).fill('notSent'))
    expect(state.refreshes).toBe(1)
    await vi.advanceTimersByTimeAsync(2000)
    const later = client.getScoresBalance()
    await vi.advanceTimersByTimeAsync(4000)
    await later
    expect(state.refreshes).toBe(2)
  })
})

describe('in two tabs', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  /** One client per tab, each with its own auth; storage, provider and Web Locks are shared. Node has Web Locks; a document makes it a page. */
  function tabs(auth: Auth) {
    vi.stubGlobal('document', {})
    const network = stubFetch(({ token }) => (token?.startsWith('ey') ? points : jsonResponse(401, {})))
    const tab = () => createClient({ baseUrl: '/bff/api', auth: { ...auth }, fetch: network.fetch })
    const both = [tab(), tab()]
    vi.unstubAllGlobals()
    return { both, sent: network.sent }
  }

  it('an expired token is refreshed once', async () => {
    const { state, auth } = session(tokenFor(1))
    const { both, sent } = tabs(auth)
    const results = await Promise.all(both.flatMap((client) => [client.getScoresBalance(), client.getScoresBalance()]))
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect(state.refreshes).toBe(1)
    expect(new Set(sent.map(({ token }) => token))).toEqual(new Set([state.token]))
  })

  it('a refresh that hangs blocks the other tabs no longer than its timeout', async () => {
    vi.useFakeTimers()
    const { state, auth } = session(tokenFor(-1), never)
    const { both } = tabs(auth)
    const [one, other] = both
    const first = Promise.all([one?.getScoresBalance(), other?.getScoresBalance()])
    await vi.advanceTimersByTimeAsync(60_000)
    expect((await first).map((result) => result && failureIn(result).name)).toEqual(['unauthorized', 'unauthorized'])
    const before = state.refreshes
    const later = one?.getScoresBalance()
    await vi.advanceTimersByTimeAsync(31_000)
    await later
    expect(state.refreshes).toBe(before + 1)
  })

  it('refreshes without the lock after 10 s when another tab never releases it', async () => {
    vi.useFakeTimers()
    let releaseLock = () => {}
    const holding = navigator.locks.request('paket:/bff/api', () => new Promise<void>((done) => (releaseLock = done)))
    try {
      const { state, auth } = session(tokenFor(-1))
      const [tab] = tabs(auth).both
      const call = tab?.getScoresBalance()
      await vi.advanceTimersByTimeAsync(9999)
      expect(state.refreshes).toBe(0)
      await vi.advanceTimersByTimeAsync(1)
      expect((await call)?.ok).toBe(true)
      expect(state.refreshes).toBe(1)
    } finally {
      releaseLock()
      await holding
    }
  })

  it('refreshes without a lock when the browser denies Web Locks', async () => {
    const denied = () => Promise.reject(new DOMException('denied', 'SecurityError'))
    vi.stubGlobal('document', {})
    vi.stubGlobal('navigator', { locks: { request: denied } })
    const { state, auth } = session(tokenFor(1))
    const { client } = clientOf(() => points, { auth })
    vi.unstubAllGlobals()
    expect((await client.getScoresBalance()).ok).toBe(true)
    expect(state.refreshes).toBe(1)
  })

  it('each tab refreshes without Web Locks, so the test above can fail', async () => {
    const { state, auth } = session(tokenFor(1), async () => tokenFor(3600))
    const { client: one } = clientOf(() => points, { auth })
    const { client: other } = clientOf(() => points, { auth: { ...auth } })
    await Promise.all([one.getScoresBalance(), other.getScoresBalance()])
    expect(state.refreshes).toBe(2)
  })
})

describe('sendProductEvent', () => {
  const event = { fullUrl: 'http://localhost/', yandexId: null, eventType: 'page', eventName: 'seen' }

  it('is sent without a header and without a refresh when there is no token', async () => {
    const { state, auth } = session(null)
    const { client, sent } = clientOf(() => ({}), { auth })
    expect((await client.sendProductEvent(event)).ok).toBe(true)
    expect(sent[0]?.headers.has('authorization')).toBe(false)
    expect(state.refreshes).toBe(0)
  })

  it('sends the current token, even one that is about to expire', async () => {
    const { state, auth } = session(tokenFor(3))
    const { client, sent } = clientOf(() => ({}), { auth })
    await client.sendProductEvent(event)
    expect({ token: sent[0]?.token, refreshes: state.refreshes }).toEqual({ token: state.token, refreshes: 0 })
  })

  it.each([401, 403, 500])(
    'refused with HTTP %i is not repeated, refreshes nothing and is to be ignored [C-CALL-07]',
    async (status) => {
      const { state, auth } = session(tokenFor(3600))
      const { client, sent } = clientOf(() => jsonResponse(status, {}), { auth })
      expect(failureIn(await client.sendProductEvent(event)).outcome).toBe('ignore')
      expect({ sentCount: sent.length, refreshes: state.refreshes }).toEqual({ sentCount: 1, refreshes: 0 })
    },
  )
})

/** Makes twenty calls, one after another; returns which of them succeeded. */
async function twenty({ getScoresBalance }: { getScoresBalance: () => Promise<{ ok: boolean }> }) {
  const oks = new Set<boolean>()
  for (let nth = 0; nth < 20; nth++) oks.add((await getScoresBalance()).ok)
  return [...oks]
}

describe('where the clock of the device is wrong', () => {
  const right = Date.now()
  const shiftClock = (seconds: number) => vi.spyOn(Date, 'now').mockImplementation(() => right + seconds * 1000)
  const issued = (seconds: number) => tokenFor(seconds, right)

  it.each([291, 600, -291, -600, 1e9])('by %i s, 20 calls with a token of 300 s cause no refresh', async (seconds) => {
    shiftClock(seconds)
    const { state, auth } = session(issued(300))
    const { client } = clientOf(() => points, { auth })
    expect({ results: await twenty(client), refreshes: state.refreshes }).toEqual({ results: [true], refreshes: 0 })
  })

  it.each([291, 600])(
    'by %i s, a token that is about to expire causes one refresh, not one per call',
    async (seconds) => {
      shiftClock(seconds)
      const { state, auth } = session(issued(5), async () => issued(300))
      const { client } = clientOf(() => points, { auth })
      expect({ results: await twenty(client), refreshes: state.refreshes }).toEqual({ results: [true], refreshes: 1 })
    },
  )

  it('and is set back after a failed refresh, the backoff does not grow', async () => {
    vi.useFakeTimers({ now: right })
    try {
      const { state, auth } = session(tokenFor(-1, right), () => Promise.reject(new Error('down')))
      const { client } = clientOf(() => points, { auth })
      expect(failureIn(await client.getScoresBalance()).name).toBe('notSent')
      vi.setSystemTime(right - 3_600_000)
      await vi.advanceTimersByTimeAsync(5000)
      await client.getScoresBalance()
      expect(state.refreshes).toBe(2)
    } finally {
      vi.useRealTimers()
    }
  })

  it('and is set during a token’s lifetime, the lifetime stays the same and the token is refreshed once at its end', async () => {
    vi.useFakeTimers({ now: right })
    try {
      const { state, auth } = session(issued(300))
      const { client } = clientOf(() => points, { auth })
      await client.getScoresBalance()
      vi.setSystemTime(right + 3_600_000)
      expect({ results: await twenty(client), refreshes: state.refreshes }).toEqual({ results: [true], refreshes: 0 })
      vi.setSystemTime(right - 3_600_000)
      await vi.advanceTimersByTimeAsync(290_001)
      expect({ results: await twenty(client), refreshes: state.refreshes }).toEqual({ results: [true], refreshes: 1 })
    } finally {
      vi.useRealTimers()
    }
  })

  it.each([600, -600])(
    'by %i s, and tokens have no time of issue: the first answer gives the time',
    async (seconds) => {
      shiftClock(seconds)
      const tokenWithoutIat = () => tokenWith({ exp: Math.floor(right / 1000) + 300 })
      const { state, auth } = session(tokenWithoutIat(), async () => tokenWithoutIat())
      const { client } = clientOf(() => jsonResponse(200, points, { date: new Date(right).toUTCString() }), { auth })
      expect(await twenty(client)).toEqual([true])
      expect(state.refreshes).toBe(seconds > 0 ? 1 : 0)
    },
  )

  it('a 401 refreshes a token that expired while a laptop slept and its clocks stood still', async () => {
    const { state, auth } = session(issued(300))
    const old = state.token
    const { client } = clientOf(({ token }) => (token === old ? jsonResponse(401, {}) : points), { auth })
    expect({ results: await twenty(client), refreshes: state.refreshes }).toEqual({ results: [true], refreshes: 1 })
  })
})

describe('two clients with one auth', () => {
  it('refresh once, and each calls its own listeners', async () => {
    const { state, auth } = session(tokenFor(-1))
    const notified: string[] = []
    const listening = (name: string) => ({ refresh: () => void notified.push(name) })
    const one = clientOf(() => points, { auth, on: listening('one') })
    const other = clientOf(() => points, { auth, on: listening('other') })
    const results = await Promise.all([one.client.getScoresBalance(), other.client.getScoresBalance()])
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect({ refreshes: state.refreshes, notified }).toEqual({ refreshes: 1, notified: ['one'] })
    expect([...one.sent, ...other.sent].map(({ token }) => token)).toEqual([state.token, state.token])
  })

  it('share refusals: a token that one client has replaced is not refreshed again by the other', async () => {
    const [first, second] = [tokenFor(3600), tokenFor(3600)]
    const refresh = vi.fn<() => Promise<Token>>(async () => second)
    const auth = { getToken: () => first, refresh }
    const answer = ({ token }: { token: string | null }) => (token === second ? points : jsonResponse(401, {}))
    for (let nth = 0; nth < 3; nth++) expect((await clientOf(answer, { auth }).client.getScoresBalance()).ok).toBe(true)
    expect(refresh).toHaveBeenCalledTimes(1)
  })
})

describe('the refresh event', () => {
  const secret = new Error('what refresh threw')
  const ends: [how: string, auth: Auth, event: Partial<RefreshEvent>][] = [
    ['a success', { getToken: () => null, refresh: async () => tokenFor(3600) }, { ok: true }],
    [
      'a refresh that returned none',
      { getToken: () => null, refresh: async () => null },
      { ok: false, cause: 'noToken' },
    ],
    [
      'a refresh that threw',
      { getToken: () => null, refresh: () => Promise.reject(secret) },
      { ok: false, cause: 'threw' },
    ],
    ['a refresh that timed out', { getToken: () => null, refresh: never }, { ok: false, cause: 'timedOut' }],
    ['a missing refresh', { getToken: () => null }, { ok: false, cause: 'noRefresh' }],
  ]
  it.each(ends)('describes %s without a token and without what was thrown', async (_, auth, event) => {
    vi.useFakeTimers()
    try {
      const events: RefreshEvent[] = []
      const { client } = clientOf(() => points, { auth, on: { refresh: (heard) => events.push(heard) } })
      const call = client.getScoresBalance()
      await vi.advanceTimersByTimeAsync(30_000)
      await call
      expect(events).toEqual([{ reason: 'expiring', durationMs: expect.any(Number) as number, ...event }])
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the claims of a token', () => {
  const token = (claims: unknown) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
  it('are decoded, including letters beyond ASCII [C-ENTITY-16] [C-ENTITY-17]', () => {
    expect(tokenClaims(token({ exp: 7, iat: 5, x5id: 'Ё-?>', subscription: { a: 1 } }))).toEqual({
      exp: 7,
      iat: 5,
      x5id: 'Ё-?>',
      subscription: { a: 1 },
    })
  })
  it('are decoded from plain base64, too', () => {
    const claims = { x5id: '>>>???~~~' }
    const plain = Buffer.from(JSON.stringify(claims)).toString('base64')
    expect(plain).toMatch(/\+.*\//)
    expect(tokenClaims(`h.${plain}.s`)).toEqual(claims)
  })
  it.each(['', 'one', 'a.b', token(5), token(null)])('are null for %j', (text) => {
    expect(tokenClaims(text)).toBeNull()
  })
})

describe('the lifetime of a token', () => {
  const token = (claims: unknown) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
  it.each<[what: string, claims: object, ms: number]>([
    ['runs from its receipt, whatever the clock says', { iat: 5, exp: 305 }, 300_000],
    ['without iat runs to its end by the clock', { exp: 1060 }, 60_000],
    ['with an iat that cannot be runs to its end by the clock', { iat: 5000, exp: 1060 }, 60_000],
    ['with an iat that is its end runs to that by the clock', { iat: 1060, exp: 1060 }, 60_000],
    ['with an iat that is no number runs to its end by the clock', { iat: '5', exp: 1060 }, 60_000],
    ['without an end has none', { iat: 5 }, Infinity],
  ])('%s', (_, claims, ms) => expect(tokenLifetimeMs(token(claims), 1_000_000)).toBe(ms))
  it('is infinite when the token cannot be decoded', () => expect(tokenLifetimeMs('opaque')).toBe(Infinity))
})

test.each([{}, { on: {} }])('refreshes without a listener for it: %j', async (options) => {
  const auth = { getToken: () => tokenFor(5), refresh: async () => tokenFor(3600) }
  const { client } = clientOf(() => ({ code: 0, result: { scoresBalance: 1 } }), { auth, ...options })
  expect((await client.getScoresBalance()).ok).toBe(true)
})
