import { describe, expect, it, test, vi } from 'vitest'
import { type Auth, createClient, createClientOf, type Token, type TokenRequest, withRefresh } from '@paket/sdk'
import { getScoresBalance, sendProductEvent } from '@paket/sdk/operations'
import { failureIn, jsonResponse, stubFetch, tokenFor } from './support.ts'

const baseUrl = 'https://paket.test/bff/api'
const points = { code: 0, result: { scoresBalance: 100 } }
const [older, newer] = [tokenFor(3600), tokenFor(3600)]
const refuses = (token: string) => (sent: { token: string | null }) =>
  sent.token === token ? jsonResponse(401, { code: 7, message: 'no' }) : points

/** A client with two calls whose `getToken` returns these tokens; the last one repeats. */
function clientWith(tokens: Token[], answer: Parameters<typeof stubFetch>[0]) {
  const tokenRequests: (TokenRequest | undefined)[] = []
  const { fetch, sent } = stubFetch(answer)
  const getToken = (request?: TokenRequest) => {
    tokenRequests.push(request)
    return tokens.length > 1 ? tokens.shift() : tokens[0]
  }
  return {
    client: createClientOf({ getScoresBalance, sendProductEvent }, { baseUrl, fetch, auth: { getToken } }),
    sent,
    tokenRequests,
  }
}

describe('createClientOf with a getToken alone', () => {
  it('sends a token as it is, even an expired one', async () => {
    const expired = tokenFor(-1)
    const { client, sent } = clientWith([expired], () => points)
    expect((await client.getScoresBalance()).ok).toBe(true)
    expect(sent.map(({ token }) => token)).toEqual([expired])
  })

  it('waits for a token that is a promise of another realm', async () => {
    const { fetch, sent } = stubFetch(() => points)
    // oxlint-disable-next-line unicorn/no-thenable -- a promise of another realm is no instance of our Promise
    const foreign = { then: (done: (token: string) => void) => done(newer) } as Promise<string>
    const client = createClientOf({ getScoresBalance }, { baseUrl, fetch, auth: { getToken: () => foreign } })
    expect((await client.getScoresBalance()).ok).toBe(true)
    expect(sent.map(({ token }) => token)).toEqual([newer])
  })

  it('asks for another token after a refusal, and sends the call once more with it', async () => {
    const { client, sent, tokenRequests } = clientWith([older, newer], refuses(older))
    expect((await client.getScoresBalance()).ok).toBe(true)
    expect(sent.map(({ token }) => token)).toEqual([older, newer])
    expect(tokenRequests.map((request) => request?.refused)).toEqual([undefined, older])
  })

  it('is unauthorized with the server’s message when there is no other token', async () => {
    const { client, sent } = clientWith([older], refuses(older))
    expect(failureIn(await client.getScoresBalance())).toMatchObject({ name: 'unauthorized', code: 7, message: 'no' })
    expect(sent).toHaveLength(1)
  })

  it('is unauthorized when the token is gone after a refusal', async () => {
    const { client, sent } = clientWith([older, null], refuses(older))
    expect(failureIn(await client.getScoresBalance()).name).toBe('unauthorized')
    expect(sent).toHaveLength(1)
  })

  it('sends a call that needs no token when getToken throws; any other is notSent', async () => {
    const { fetch, sent } = stubFetch(() => ({}))
    const getToken = () => {
      throw new Error('offline')
    }
    const client = createClientOf({ getScoresBalance, sendProductEvent }, { baseUrl, fetch, auth: { getToken } })
    expect(failureIn(await client.getScoresBalance()).name).toBe('notSent')
    const event = { fullUrl: 'http://localhost/', yandexId: null, eventType: 'page', eventName: 'seen' }
    expect((await client.sendProductEvent(event)).ok).toBe(true)
    expect(sent.map(({ path, token }) => ({ path, token }))).toEqual([{ path: sendProductEvent.path, token: null }])
  })
})

test.each([
  ['a refresh that would never be called', { getToken: () => older, refresh: async () => newer }],
  ['no getToken', {}],
])('createClientOf refuses an auth with %s', (_, auth) => {
  expect(() => createClientOf({ getScoresBalance }, { baseUrl, auth: auth as { getToken(): Token } })).toThrow(
    new TypeError('auth: use getToken or withRefresh'),
  )
})
test('an auth with a refresh does not compile for createClientOf', () => {
  const auth: Auth = { getToken: () => older }
  // @ts-expect-error -- withRefresh takes it
  expect(createClientOf({ getScoresBalance }, { baseUrl, auth })).toBeDefined()
})
test('withRefresh refuses an auth without getToken', () => {
  expect(() => withRefresh({} as Auth)).toThrow(new TypeError('auth: getToken is missing'))
})

describe('withRefresh', () => {
  it('refreshes for createClientOf', async () => {
    const refresh = vi.fn<() => Promise<Token>>(async () => newer)
    const { fetch, sent } = stubFetch(refuses(older))
    const auth = withRefresh({ getToken: () => older, refresh })
    const client = createClientOf({ getScoresBalance }, { baseUrl, fetch, auth })
    expect((await client.getScoresBalance()).ok).toBe(true)
    expect(refresh).toHaveBeenCalledOnce()
    expect(sent.map(({ token }) => token)).toEqual([older, newer])
  })

  it('refreshes once for createClientOf and createClient of one auth', async () => {
    const refresh = vi.fn<() => Promise<Token>>(async () => newer)
    const auth: Auth = { getToken: () => null, refresh }
    const { fetch } = stubFetch(() => points)
    const small = createClientOf({ getScoresBalance }, { baseUrl, fetch, auth: withRefresh(auth) })
    const whole = createClient({ baseUrl, fetch, auth })
    const results = await Promise.all([small.getScoresBalance(), whole.getScoresBalance()])
    expect(results.map(({ ok }) => ok)).toEqual([true, true])
    expect(refresh).toHaveBeenCalledOnce()
  })
})
