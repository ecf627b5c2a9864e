// @vitest-environment happy-dom
import { createClient } from '@paket/sdk'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSession, type Identity, session as seen } from '#web/session/session.ts'
import { fakeIdentity } from '#support/fake-services.ts'
import { persistedTexts } from '#support/places.ts'

const TOKEN = 'header.secret.signature'

function sessionOf(own: Partial<Identity> = {}) {
  const identity = fakeIdentity({ silentToken: async () => TOKEN, ...own })
  const load = vi.fn<() => Promise<Identity>>(async () => identity)
  const sleep = vi.fn(async () => undefined)
  return { session: createSession(load, { sleep }), identity, load, sleep }
}
/** Answers from a list; the last one repeats. An error is thrown instead. */
const answersInTurn = (...answers: (string | null | Error)[]) =>
  vi.fn(async () => {
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? null
    if (answer instanceof Error) throw answer
    return answer
  })
const noConnection = new Error('no connection')

beforeEach(() => {
  seen.state = 'checking'
  window.history.replaceState(null, '', '/')
})

describe('looking for an existing session', () => {
  test('signs in with its token', async () => {
    const { session } = sessionOf()
    await session.start()
    expect({ state: seen.state, getToken: session.getToken() }).toEqual({ state: 'signedIn', getToken: TOKEN })
  })
  test('ends signed out when there is none', async () => {
    const { session, identity, sleep } = sessionOf({ silentToken: answersInTurn(null) })
    await session.start()
    expect({ state: seen.state, getToken: session.getToken() }).toEqual({ state: 'signedOut', getToken: null })
    expect(identity.signIn).not.toHaveBeenCalled()
    expect(sleep).not.toHaveBeenCalled()
  })
  test('runs once for many calls', async () => {
    const { session, identity } = sessionOf()
    await Promise.all([session.start(), session.start()])
    await session.start()
    expect(identity.silentToken).toHaveBeenCalledOnce()
  })
  test('is retried five times, 1 s apart, then ends signed out [C-AUTH-09]', async () => {
    const { session, identity, sleep } = sessionOf({ silentToken: answersInTurn(noConnection) })
    await session.start()
    expect(identity.silentToken).toHaveBeenCalledTimes(6)
    expect(sleep.mock.calls).toEqual(Array.from({ length: 5 }, () => [1000]))
    expect({ state: seen.state, getToken: session.getToken() }).toEqual({ state: 'signedOut', getToken: null })
  })
  test('without a network no one is asked until there is one, then at once', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { session, identity, sleep } = sessionOf()
    const started = session.start()
    expect({ state: seen.state, silentTokenCalls: identity.silentToken.mock.calls.length }).toEqual({
      state: 'offline',
      silentTokenCalls: 0,
    })
    online.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await started
    expect({ state: seen.state, getToken: session.getToken(), sleepCalls: sleep.mock.calls.length }).toEqual({
      state: 'signedIn',
      getToken: TOKEN,
      sleepCalls: 0,
    })
    online.mockRestore()
  })
  test('signed out in another tab while there is no network stays signed out', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { session, identity } = sessionOf()
    const started = session.start()
    session.forget()
    online.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await started
    expect({ state: seen.state, silentTokenCalls: identity.silentToken.mock.calls.length }).toEqual({
      state: 'signedOut',
      silentTokenCalls: 0,
    })
    online.mockRestore()
  })
  test('stops trying when it has an answer', async () => {
    const { session, identity } = sessionOf({ silentToken: answersInTurn(noConnection, TOKEN) })
    await session.start()
    expect(identity.silentToken).toHaveBeenCalledTimes(2)
    expect(seen.state).toBe('signedIn')
  })
  test('an identity client that fails to load is loaded again', async () => {
    const { session, load } = sessionOf()
    load.mockRejectedValueOnce(noConnection)
    await session.start()
    expect({ loadCalls: load.mock.calls.length, state: seen.state }).toEqual({ loadCalls: 2, state: 'signedIn' })
  })
})

describe('signing in', () => {
  test('goes to the provider and comes back to where the user was going', async () => {
    const completeSignIn = vi.fn(async () => ({ token: TOKEN, returnTo: '/profile?buy=standard199&from=landing' }))
    const { session, identity } = sessionOf({ completeSignIn })
    await session.signIn('/profile?buy=standard199&from=landing')
    expect(identity.signIn.mock.calls).toEqual([['/profile?buy=standard199&from=landing', false]])
    expect(await session.completeSignIn()).toBe('/profile?buy=standard199&from=landing')
    expect({ state: seen.state, getToken: session.getToken() }).toEqual({ state: 'signedIn', getToken: TOKEN })
  })
  test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
    'does not come back to %j, which is no path of the app',
    async (returnTo) => {
      const { session } = sessionOf({ completeSignIn: async () => ({ token: TOKEN, returnTo }) })
      expect(await session.completeSignIn()).toBe('/profile')
    },
  )
  test('does not look up the session again', async () => {
    const { session, identity } = sessionOf({ completeSignIn: async () => ({ token: TOKEN, returnTo: '/' }) })
    await session.completeSignIn()
    await session.start()
    expect(identity.silentToken).not.toHaveBeenCalled()
    expect(session.getToken()).toBe(TOKEN)
  })
  test('ends signed out when it fails, and does not fall back to a silent check, which verifies less', async () => {
    const completeSignIn = () => Promise.reject(new Error('the ID token has ended'))
    const { session, identity } = sessionOf({ completeSignIn })
    await expect(session.completeSignIn()).rejects.toThrow('the ID token has ended')
    await session.start()
    expect({ state: seen.state, getToken: session.getToken() }).toEqual({ state: 'signedOut', getToken: null })
    expect(identity.silentToken).not.toHaveBeenCalled()
  })
})

describe('refreshing', () => {
  const signedIn = async (own: Partial<Identity>) => {
    const parts = sessionOf(own)
    await parts.session.start()
    return parts
  }
  test('replaces the token', async () => {
    const { session } = await signedIn({ silentToken: answersInTurn(TOKEN, 'newer') })
    expect(await session.refresh()).toBe('newer')
    expect({ state: seen.state, getToken: session.getToken() }).toEqual({ state: 'signedIn', getToken: 'newer' })
  })
  describe('ahead of its end', () => {
    /** A token issued now by a provider whose clock differs this much from the device's. */
    const jwt = (name: string, livesMs: number, aheadMs = 0) => {
      const iat = (Date.now() + aheadMs) / 1000
      return `${name}.${btoa(JSON.stringify({ iat, exp: iat + livesMs / 1000 }))}.signature`
    }
    beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }))
    afterEach(() => void vi.useRealTimers())
    async function after(ms: number, ...tokens: (string | null | Error)[]) {
      const { session, identity } = await signedIn({ silentToken: answersInTurn(...tokens) })
      vi.advanceTimersByTime(ms)
      return { session, updates: () => identity.silentToken.mock.calls.length - 1 }
    }

    test('the provider’s update runs when under 60 s remain, and no call waits for it [C-AUTH-12]', async () => {
      const [first, second] = [jwt('a', 300_000), jwt('b', 600_000)]
      const { session, updates } = await after(240_000, first, second)
      expect(session.getToken()).toBe(first)
      await vi.advanceTimersByTimeAsync(0)
      expect({ getToken: session.getToken(), updates: updates() }).toEqual({ getToken: first, updates: 0 })
      vi.advanceTimersByTime(1)
      expect(session.getToken()).toBe(first)
      expect(session.getToken()).toBe(first)
      await vi.advanceTimersByTimeAsync(0)
      expect({ getToken: session.getToken(), updates: updates() }).toEqual({ getToken: second, updates: 1 })
    })
    test.each([
      ['ahead of', -600_000],
      ['behind', 600_000],
    ])('a device clock 10 minutes %s the provider’s causes no extra update', async (_, aheadMs) => {
      const [first, second] = [jwt('a', 300_000, aheadMs), jwt('b', 300_000, aheadMs)]
      const { session, updates } = await after(0, first, second)
      for (let call = 0; call < 48; call++, await vi.advanceTimersByTimeAsync(5000)) session.getToken()
      expect({ getToken: session.getToken(), updates: updates() }).toEqual({ getToken: first, updates: 0 })
      await vi.advanceTimersByTimeAsync(1000)
      session.getToken()
      await vi.advanceTimersByTimeAsync(0)
      expect({ getToken: session.getToken(), updates: updates() }).toEqual({ getToken: second, updates: 1 })
    })
    test('is not affected when the device clock is changed', async () => {
      const [first, second] = [jwt('a', 300_000), jwt('b', 300_000)]
      const { session, updates } = await after(0, first, second)
      for (const clock of [3_600_000, -7_200_000]) {
        vi.setSystemTime(Date.now() + clock)
        session.getToken()
        await vi.advanceTimersByTimeAsync(0)
        expect({ getToken: session.getToken(), updates: updates() }).toEqual({ getToken: first, updates: 0 })
      }
      await vi.advanceTimersByTimeAsync(240_001)
      session.getToken()
      await vi.advanceTimersByTimeAsync(0)
      expect({ getToken: session.getToken(), updates: updates() }).toEqual({ getToken: second, updates: 1 })
    })
    test('a call that has to wait joins the running refresh', async () => {
      const [first, second] = [jwt('a', 300_000), jwt('b', 600_000)]
      const { session, updates } = await after(241_000, first, second)
      session.getToken()
      expect({ refresh: await session.refresh(), updates: updates() }).toEqual({ refresh: second, updates: 1 })
    })
    test('a failed refresh keeps the token, and is not repeated by every call', async () => {
      const first = jwt('a', 300_000)
      const { session, updates } = await after(241_000, first, noConnection)
      session.getToken()
      await vi.advanceTimersByTimeAsync(0)
      session.getToken()
      await vi.advanceTimersByTimeAsync(0)
      expect({ getToken: session.getToken(), state: seen.state, updates: updates() }).toEqual({
        getToken: first,
        state: 'signedIn',
        updates: 1,
      })
    })
    test('a token that comes with under 60 s left is updated once; a provider that has no longer one is not asked by every call [C-AUTH-12]', async () => {
      const tokens = [jwt('a', 50_000), jwt('b', 50_000), jwt('c', 50_000)]
      const { session, updates } = await after(1000, ...tokens)
      for (let call = 0; call < 3; call++) {
        session.getToken()
        await vi.advanceTimersByTimeAsync(0)
      }
      expect({ getToken: session.getToken(), updates: updates() }).toEqual({ getToken: tokens[1], updates: 1 })
    })
  })
  test('drops the token and keeps the page when the session is over', async () => {
    const { session } = await signedIn({ silentToken: answersInTurn(TOKEN, null) })
    expect(await session.refresh()).toBeNull()
    expect({ state: seen.state, getToken: session.getToken() }).toEqual({ state: 'lost', getToken: null })
  })
  test('keeps the token without a connection', async () => {
    const { session } = await signedIn({ silentToken: answersInTurn(TOKEN, noConnection) })
    await expect(session.refresh()).rejects.toThrow('no connection')
    expect({ state: seen.state, getToken: session.getToken() }).toEqual({ state: 'signedIn', getToken: TOKEN })
  })
  test('happens in the client that signed in: it holds the refresh token', async () => {
    const { session, load } = await signedIn({})
    await session.refresh()
    await session.refresh()
    expect(load).toHaveBeenCalledOnce()
  })
  test('happens once for as many calls as wait for it', async () => {
    const { session, identity } = await signedIn({ silentToken: answersInTurn('old', 'newer') })
    const tokens: (string | null)[] = []
    const api = createClient({
      baseUrl: 'http://backend/bff/api',
      auth: { getToken: session.getToken, refresh: () => session.refresh() },
      fetch: async (_, init) => {
        const token = new Headers(init?.headers).get('Authorization')
        tokens.push(token)
        return Response.json({ code: 0, cards: [] }, { status: token === 'Bearer newer' ? 200 : 401 })
      },
    })
    const results = await Promise.all(Array.from({ length: 20 }, () => api.getBankCards()))
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect(identity.silentToken).toHaveBeenCalledTimes(2)
    expect(tokens.filter((token) => token === 'Bearer newer')).toHaveLength(20)
  })
})

describe('signing out', () => {
  test('forgets the token before it goes to the provider', async () => {
    const atTheProvider: unknown[] = []
    const { session } = sessionOf({ signOut: async () => void atTheProvider.push(session.getToken(), seen.state) })
    await session.start()
    await session.signOut()
    expect(atTheProvider).toEqual([null, 'leaving'])
  })
  test('a refresh that was under way does not sign in again', async () => {
    const late = Promise.withResolvers<string>()
    const silentToken = vi.fn<Identity['silentToken']>().mockResolvedValueOnce(TOKEN).mockReturnValueOnce(late.promise)
    const { session } = sessionOf({ silentToken })
    await session.start()
    const refreshing = session.refresh()
    await session.signOut()
    late.resolve('newer')
    expect(await refreshing).toBeNull()
    expect({ state: seen.state, getToken: session.getToken() }).toEqual({ state: 'leaving', getToken: null })
  })
})

describe('a session that another tab has ended', () => {
  const sessionWithPendingToken = (first: (string | null)[] = []) => {
    const late = Promise.withResolvers<string>()
    const silentToken = vi.fn<Identity['silentToken']>().mockReturnValue(late.promise)
    for (const token of first) silentToken.mockResolvedValueOnce(token)
    return { ...sessionOf({ silentToken }), silentToken, late }
  }
  test('is not restored by a refresh that was under way [C-AUTH-08]', async () => {
    const { session, identity, late } = sessionWithPendingToken([TOKEN])
    await session.start()
    const refreshing = session.refresh()
    session.forget()
    late.resolve('newer')
    expect({ refreshing: await refreshing, getToken: session.getToken(), state: seen.state }).toEqual({
      refreshing: null,
      getToken: null,
      state: 'signedOut',
    })
    // Once at the call of `forget`, and once when the late refresh has ended.
    expect(identity.forget).toHaveBeenCalledTimes(2)
  })
  test('is forgotten by the identity client too, which is not loaded for that [C-AUTH-08]', async () => {
    const { session, identity, load } = sessionOf()
    session.forget()
    await Promise.resolve()
    expect(load).not.toHaveBeenCalled()
    await session.start()
    session.forget()
    await vi.waitFor(() => expect(identity.forget).toHaveBeenCalledOnce())
  })
  test('is not restored by a look-up that was under way [C-AUTH-08]', async () => {
    const { session, identity, late } = sessionWithPendingToken()
    const started = session.start()
    await Promise.resolve()
    session.forget()
    late.resolve(TOKEN)
    await started
    expect({ getToken: session.getToken(), state: seen.state }).toEqual({ getToken: null, state: 'signedOut' })
    expect(identity.forget).toHaveBeenCalledTimes(2)
  })
  test('is not asked for by a call that comes back refused [C-AUTH-08]', async () => {
    const { session, silentToken } = sessionWithPendingToken([TOKEN])
    await session.start()
    session.forget()
    expect({ refresh: await session.refresh(), silentTokenCalls: silentToken.mock.calls.length }).toEqual({
      refresh: null,
      silentTokenCalls: 1,
    })
  })
})

test.each([
  ['anna', 'anna', 'signedIn', 0],
  ['anna', undefined, 'signedIn', 0],
  ['anna', 'boris', 'leaving', 1],
] as const)('a refresh of %s that brings the token of %s leaves the page %s', async (first, next, state, times) => {
  const reload = vi.spyOn(window.location, 'reload').mockReset().mockReturnValue()
  const jwt = (x5id?: string) => `e30.${btoa(JSON.stringify({ x5id }))}.${x5id}`
  const { session } = sessionOf({ silentToken: answersInTurn(jwt(first), jwt(next)) })
  await session.start()
  const token = state === 'signedIn' ? jwt(next) : null
  expect({ refresh: await session.refresh(), getToken: session.getToken(), state: seen.state }).toEqual({
    refresh: token,
    getToken: token,
    state,
  })
  expect(reload).toHaveBeenCalledTimes(times)
})

test('no token gets into a storage, the address or what pages may know', async () => {
  const { session } = sessionOf({ completeSignIn: async () => ({ token: TOKEN, returnTo: '/profile' }) })
  await session.signIn('/profile')
  await session.completeSignIn()
  await session.refresh()
  expect(session.getToken()).toBe(TOKEN)
  const places = [...persistedTexts(), JSON.stringify(seen)]
  expect(places.filter((place) => place.includes('secret'))).toEqual([])
})
