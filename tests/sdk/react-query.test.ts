// Without a document, React Query does not refetch by itself.
// @vitest-environment happy-dom
import { MutationObserver, onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, test, vi } from 'vitest'
import {
  contentQuery,
  invalidate,
  mutation,
  query,
  queryKey,
  staleAfter,
  staleAfterFailure,
  type CacheKey,
  type QueryId,
} from '@paket/sdk/react-query'
import { bundleNamed, isPaketError, type Failure, type PaketError } from '@paket/sdk'
import { cache, cacheKeys } from '#sdk/generated/cache.gen.ts'
import { clientOf, jsonResponse, tokenFor } from './support.ts'

const MINUTE = 60_000
const order = { source: 'web', bundleId: bundleNamed('standard199').id, usingMainCard: true } as const
const state = (status: string, differing: object = {}) => ({
  code: 0,
  result: { status, bundleId: bundleNamed('standard199').id, lastPeriod: null, ...differing },
})
let queryClient: QueryClient
const stops: (() => void)[] = []
/** Keeps a query active, as a mounted component does. */
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
  vi.unstubAllGlobals()
})

describe('a read', () => {
  it.each([
    ['getClientData', 'clientData', 5 * MINUTE],
    ['getUserProfile', 'userProfile', 5 * MINUTE],
    ['getBankCards', 'bankCards', 5 * MINUTE],
    ['getAvailableCounterOffers', 'counterOffers', 5 * MINUTE],
    ['getScoresBalance', 'scoresBalance', 60 * MINUTE],
  ] as const)('%s is cached under %s and fresh for %i ms [C-CACHE-04]', (id, key, staleTime) => {
    expect(query(clientOf(() => ({})).client, id)).toMatchObject({ queryKey: ['paket', key], staleTime })
  })

  it('has its body in the key, unless it is empty', () => {
    const { client } = clientOf(() => ({}))
    expect(query(client, 'getBankCards', {}).queryKey).toEqual(['paket', 'bankCards'])
    expect(query(client, 'getBankCards', { of: 1 } as never).queryKey).toEqual(['paket', 'bankCards', { of: 1 }])
  })

  it('sends its body', async () => {
    const { client, sent } = clientOf(() => ({ code: 0, result: { relations: [] } }))
    await queryClient.fetchQuery(query(client, 'getSubscriberRelations', { optionId: 'o' }))
    expect(sent[0]?.body).toEqual({ optionId: 'o' })
  })

  it('is cached as long as the app says where the contract says nothing', () => {
    const { client } = clientOf(() => ({}))
    expect(query(client, 'getClientData')).not.toHaveProperty('gcTime')
    expect(query(client, 'getLoyaltyCards')).toHaveProperty('gcTime')
  })

  it('is fetched again only when it is stale: client data after 5 min [C-CALL-10]', async () => {
    const { client, sent } = clientOf(() => state('activated'))
    // Kept for ever: a query that was removed from the cache would be fetched again too.
    const read = () => queryClient.fetchQuery({ ...query(client, 'getClientData'), gcTime: Infinity })
    await read()
    await vi.advanceTimersByTimeAsync(5 * MINUTE - 1)
    await read()
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2)
    await read()
    expect(sent).toHaveLength(2)
  })

  it('fails with a PaketError, and is not retried [C-CACHE-05]', async () => {
    const { client, sent } = clientOf(() => jsonResponse(500, {}))
    const observer = observe(query(client, 'getBankCards'))
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    const { error } = observer.getCurrentResult()
    expect(isPaketError(error) && error.failure).toMatchObject({ name: 'cardsUnavailable', outcome: 'try-again' })
    expect(sent).toHaveLength(1)
  })

  it('is aborted when it is cancelled', async () => {
    const { client, sent } = clientOf(() => new Promise<never>(() => {}))
    observe(query(client, 'getBankCards'))
    await vi.advanceTimersByTimeAsync(1)
    for (const stop of stops.splice(0)) stop()
    await queryClient.cancelQueries()
    expect(sent[0]?.signal?.aborted).toBe(true)
  })

  it('has an error type with exactly its failures', () => {
    const options = query(clientOf(() => ({})).client, 'getBankCards')
    expectTypeOf<PaketError<'getBankCards'>['failure']>().toEqualTypeOf<Failure<'getBankCards'>>()
    const observer = new QueryObserver(queryClient, options)
    expectTypeOf(observer.getCurrentResult().error).toEqualTypeOf<PaketError<'getBankCards'> | null>()
  })
})

describe('client data', () => {
  it('is retried every 5 s after a time-out [C-CALL-11]', async () => {
    const { client, sent } = clientOf(() => new Promise<never>(() => {}), { timeoutMs: 1000 })
    observe(query(client, 'getClientData'))
    await vi.advanceTimersByTimeAsync(5999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(6002)
    expect(sent).toHaveLength(3)
  })
  it('is not retried on a server, which would render until the backend works again', async () => {
    vi.stubGlobal('window', undefined)
    const { client, sent } = clientOf(() => jsonResponse(503, {}))
    void queryClient.prefetchQuery(query(client, 'getClientData'))
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(sent).toHaveLength(1)
  })
  it('is retried every 5 s until it succeeds [C-CALL-11]', async () => {
    const replies = [500, 503, 200]
    const { client, sent } = clientOf(() => jsonResponse(replies.shift() ?? 200, state('activated')))
    const observer = observe(query(client, 'getClientData'))
    await vi.advanceTimersByTimeAsync(4999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(5001)
    expect({ sentCount: sent.length, status: observer.getCurrentResult().status }).toEqual({
      sentCount: 3,
      status: 'success',
    })
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(sent).toHaveLength(3)
  })

  it.each([
    ['code 2000', () => jsonResponse(200, { code: 2000 })],
    ['an unknown code', () => jsonResponse(200, { code: 7 })],
    ['HTTP 401', () => jsonResponse(401, {})],
    ['HTTP 403', () => jsonResponse(403, {})],
    ['HTTP 422', () => jsonResponse(422, {})],
  ])('is not retried after %s (OP-06)', async (_, reply) => {
    const { client, sent } = clientOf(reply)
    const observer = observe(query(client, 'getClientData'))
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect({ sentCount: sent.length, status: observer.getCurrentResult().status }).toEqual({
      sentCount: 1,
      status: 'error',
    })
  })

  const waiting = { bundleId: bundleNamed('daily').id, lastPeriod: { bundleId: bundleNamed('standard199').id } }
  it.each([
    ['waiting_for_activation [C-POLL-01]', state('waiting_for_activation')],
    ['daily with a last-period bundle [C-POLL-02]', state('activated', waiting)],
  ])('is polled every 15 s while the status is %s, and not after it', async (_, connecting) => {
    const replies = [connecting, connecting, state('activated')]
    const { client, sent } = clientOf(() => replies.shift() ?? state('activated'))
    observe(query(client, 'getClientData'))
    await vi.advanceTimersByTimeAsync(14_999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(sent).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(sent).toHaveLength(3)
  })

  it('is not polled after a business failure until it is read again (OP-13) [C-ERR-21]', async () => {
    const replies = [state('waiting_for_activation'), { code: 1 }, state('waiting_for_activation')]
    const { client, sent } = clientOf(() => replies.shift() ?? state('activated'))
    const observer = observe(query(client, 'getClientData'))
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect({ sentCount: sent.length, status: observer.getCurrentResult().status }).toEqual({
      sentCount: 2,
      status: 'error',
    })
    await observer.refetch()
    await vi.advanceTimersByTimeAsync(15_001)
    expect(sent).toHaveLength(4)
  })

  it('is still polled after a malformed answer', async () => {
    const replies = [state('waiting_for_activation'), '<html>']
    const { client, sent } = clientOf(() => jsonResponse(200, replies.shift() ?? state('activated')))
    observe(query(client, 'getClientData'))
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(sent).toHaveLength(3)
  })

  it('does not break the query with an unknown status, which the page handles', async () => {
    const { client } = clientOf(() => state('frozen'))
    const observer = observe(query(client, 'getClientData'))
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(observer.getCurrentResult().status).toBe('success')
  })
})

test.each(['getClientData', 'getOptions', 'getSubscriberRelations'] as const)(
  '%s does not break the poll with an empty, missing or malformed result',
  async (id) => {
    const bodies = [{}, null, undefined, 'text', [null], { relations: [null] }, { relations: 'none' }]
    for (const result of bodies) {
      const { client } = clientOf(() => ({ code: 0, result }))
      const { refetchInterval } = query(client, id, { bundleId: 'b', optionId: 'o' })
      const read = { state: { status: 'success', error: null, data: { code: 0, result } } }
      expect((refetchInterval as (of: object) => unknown)(read)).toBe(false)
    }
  },
)

test('the balance of points stays fresh for an hour [O-CACHE-03]', () => {
  expect(query(clientOf(() => ({})).client, 'getScoresBalance').staleTime).toBe(60 * MINUTE)
})

describe('invalidation', () => {
  const client = clientOf(() => ({})).client
  const readUnder: Record<string, QueryId> = Object.fromEntries(
    (Object.keys(cache) as QueryId[]).flatMap((id) => ('key' in cache[id] ? [[cache[id].key, id]] : [])),
  )

  it.each([
    ['changeAutopaymentOption', 'options', '[O-OPTION-26]'],
    ['createSubscriberRelation', 'subscriberRelations', '[O-CALL-10]'],
    ['deleteSubscriberRelation', 'subscriberRelations', '[O-CALL-12]'],
    ['disableAutopay', 'clientData', '[O-AUTOPAY-05]'],
    ['disableAutopay', 'deliveryInfo', '(OO-72)'],
    ['enableAutopay', 'clientData', '(OO-72)'],
    ['enableAutopay', 'deliveryInfo', '(OO-72)'],
  ] as const)('%s that succeeds makes %s stale %s', (id, key, _row) => {
    expect(staleAfter(id)).toContain(key)
  })

  it('has the ten keys of the sources first [C-CACHE-01]', () => {
    expect(cacheKeys.slice(0, 10)).toEqual([
      'activeExtSubscription',
      'counterOffers',
      'payments',
      'scoresBalance',
      'clientData',
      'userScoreYear',
      'bankCards',
      'userProfile',
      'options',
      'deliveryInfo',
    ])
  })

  it.each(cacheKeys)('of %s fetches only the active queries of that key again [C-CACHE-01]', async (key) => {
    const refetched: string[] = []
    for (const one of cacheKeys)
      observe({
        queryKey: [...queryKey(one), 'on screen'],
        queryFn: () => refetched.push(queryKey(one)[1]),
        staleTime: MINUTE,
      })
    await vi.advanceTimersByTimeAsync(1)
    refetched.length = 0
    await invalidate(queryClient, key)
    expect(refetched).toEqual([key === 'activeExtSubscription' ? 'clientData' : key])
  })

  it('of the current subscription fetches client data again (OP-32)', async () => {
    const { client: asked, sent } = clientOf(() => state('activated'))
    observe(query(asked, 'getClientData'))
    await vi.advanceTimersByTimeAsync(1)
    await invalidate(queryClient, 'activeExtSubscription', 'clientData')
    expect(sent.map(({ path }) => path)).toEqual(['/v3/get_client_data', '/v3/get_client_data'])
  })

  it('reaches every read of the contract [C-CACHE-01]', () => {
    const read = cacheKeys.filter((key) => key !== 'activeExtSubscription')
    expect(Object.keys(readUnder).toSorted()).toEqual(read.toSorted())
    expect(query(client, 'getScoresBalance').queryKey).toEqual(queryKey('scoresBalance'))
  })
})

describe('a write', () => {
  const write = (reply: () => object) => {
    const { client, sent } = clientOf(reply)
    return { observer: new MutationObserver(queryClient, mutation(client, 'createOrder', queryClient)), sent }
  }
  const stale = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .filter(({ state: { isInvalidated } }) => isInvalidated)
      .map(({ queryKey: [, key] }) => key)

  it('invalidates the keys of the contract when it succeeds', async () => {
    for (const key of cacheKeys) queryClient.setQueryData(queryKey(key), {})
    const { observer } = write(() => ({ code: 0, result: { orderId: '1' } }))
    await observer.mutate(order)
    expect(new Set(stale())).toEqual(new Set(['clientData', 'counterOffers', 'payments', 'options']))
    expect(staleAfter('createOrder')).toEqual<CacheKey[]>([
      'clientData',
      'activeExtSubscription',
      'counterOffers',
      'payments',
      'options',
    ])
  })

  it('invalidates nothing when it is not sent because of a bug in its options', async () => {
    const { client, sent } = clientOf(() => ({ code: 0 }))
    const invalidated = vi.spyOn(queryClient, 'invalidateQueries')
    const observer = new MutationObserver(
      queryClient,
      mutation(client, 'createOrder', queryClient, { idempotencyKey: 'no UUID' }),
    )
    await expect(observer.mutate(order)).rejects.toThrow('createOrder: idempotencyKey is no UUID')
    expect({ sentCount: sent.length, invalidatedCalls: invalidated.mock.calls }).toEqual({
      sentCount: 0,
      invalidatedCalls: [],
    })
  })

  it('invalidates nothing, keeps its failure and is sent once when it fails', async () => {
    for (const key of cacheKeys) queryClient.setQueryData(queryKey(key), {})
    const { observer, sent } = write(() => {
      throw new TypeError('no network')
    })
    const error: unknown = await observer.mutate(order).catch((thrown: unknown) => thrown)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(isPaketError(error) && error.failure).toMatchObject({ name: 'noConnection', outcome: 'order-in-doubt' })
    expect([stale(), sent.length]).toEqual([[], 1])
  })
})

describe('while offline', () => {
  const noNetwork = () => {
    throw new TypeError('no network')
  }
  beforeEach(() => {
    queryClient.mount()
    onlineManager.setOnline(false)
  })
  afterEach(() => {
    onlineManager.setOnline(true)
    queryClient.unmount()
  })

  it('a read fails, and is fetched again on reconnect (OP-47)', async () => {
    let answer: () => object = noNetwork
    const observer = observe(query(clientOf(() => answer()).client, 'getBankCards'))
    await vi.advanceTimersByTimeAsync(1)
    expect(observer.getCurrentResult()).toMatchObject({ status: 'error', fetchStatus: 'idle' })
    answer = () => ({ code: 0, cards: [] })
    onlineManager.setOnline(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(observer.getCurrentResult().status).toBe('success')
  })

  it('client data is retried every 5 s [C-CALL-11]', async () => {
    const { client, sent } = clientOf(noNetwork)
    observe(query(client, 'getClientData'))
    await vi.advanceTimersByTimeAsync(10_001)
    expect(sent).toHaveLength(3)
  })

  it('client data is retried every 5 s until its token can be refreshed [C-CALL-11]', async () => {
    let hasNetwork = false
    const expired = tokenFor(-1)
    const refresh = async () => (hasNetwork ? tokenFor(3600) : noNetwork())
    const { client, sent } = clientOf(() => state('activated'), { auth: { getToken: () => expired, refresh } })
    const observer = observe(query(client, 'getClientData'))
    await vi.advanceTimersByTimeAsync(5001)
    expect({ sentCount: sent.length, failureCount: observer.getCurrentResult().failureCount }).toEqual({
      sentCount: 0,
      failureCount: 2,
    })
    hasNetwork = true
    await vi.advanceTimersByTimeAsync(5000)
    expect({ sentCount: sent.length, status: observer.getCurrentResult().status }).toEqual({
      sentCount: 1,
      status: 'success',
    })
  })

  it('the content fails', async () => {
    const fetch = async () => noNetwork()
    const observer = observe(contentQuery({ baseUrl: '/cms', fetch }))
    await vi.advanceTimersByTimeAsync(1)
    expect(observer.getCurrentResult()).toMatchObject({ status: 'error', fetchStatus: 'idle' })
  })

  it('a write fails, and is not sent later', async () => {
    const { client, sent } = clientOf(noNetwork)
    const options = mutation(client, 'createOrder', queryClient)
    expect(options.networkMode).toBe('always')
    const observer = new MutationObserver(queryClient, options)
    const end = observer.mutate(order).catch(() => 'failed')
    await vi.advanceTimersByTimeAsync(1)
    expect({ status: observer.getCurrentResult().status, isPaused: observer.getCurrentResult().isPaused }).toEqual({
      status: 'error',
      isPaused: false,
    })
    onlineManager.setOnline(true)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect({ end: await end, sentCount: sent.length }).toEqual({ end: 'failed', sentCount: 1 })
  })
})

describe('an optimistic update', () => {
  const seen = { onboardingBundle: null, onboardingCard: false }
  const before = state('activated', { onboardingBundle: true, onboardingCard: true })
  const shown = () => queryClient.getQueryData<typeof before>(queryKey('clientData'))?.result
  const start = (reply: () => object) => {
    const { client, sent } = clientOf(reply)
    queryClient.setQueryData(queryKey('clientData'), before)
    return { observer: new MutationObserver(queryClient, mutation(client, 'changeOnboardingType', queryClient)), sent }
  }
  const isStale = () => queryClient.getQueryState(queryKey('clientData'))?.isInvalidated

  it('shows at once, ignores null, then reads client data again [C-ONBOARD-01] [C-ONBOARD-03] [O-ONBOARD-04] [O-ONBOARD-06]', async () => {
    const { observer } = start(() => ({ code: 0 }))
    const changing = observer.mutate(seen)
    await vi.advanceTimersByTimeAsync(0)
    expect(shown()).toEqual({ ...before.result, onboardingCard: false })
    await changing
    expect(shown()).toMatchObject({ onboardingBundle: true, onboardingCard: false })
    expect(isStale()).toBe(true)
  })

  it('is rolled back when the write fails, and client data is read again [C-ONBOARD-02] [C-ONBOARD-03] [O-ONBOARD-05]', async () => {
    const { observer } = start(() => ({ code: 1 }))
    await expect(observer.mutate(seen)).rejects.toMatchObject({ failure: { outcome: 'roll-back' } })
    expect(shown()).toEqual(before.result)
    expect(isStale()).toBe(true)
  })

  it('leaves the other reads as they are, and does not cancel one that is under way', async () => {
    const { client } = clientOf(() => new Promise<never>(() => {}))
    const options = queryKey('options')
    queryClient.setQueryData(options, { result: { onboardingCard: true } })
    observe(query(client, 'getBankCards'))
    let refuse: (answer: object) => void = () => undefined
    const { observer } = start(() => new Promise<object>((resolve) => (refuse = resolve)))
    const changing = observer.mutate(seen).catch(() => 'failed')
    await vi.advanceTimersByTimeAsync(0)
    expect(queryClient.getQueryData(options)).toEqual({ result: { onboardingCard: true } })
    queryClient.setQueryData(options, 'newer')
    refuse({ code: 1 })
    expect(await changing).toBe('failed')
    expect(queryClient.getQueryData(options)).toBe('newer')
    expect(queryClient.getQueryState(queryKey('bankCards'))?.fetchStatus).toBe('fetching')
  })

  it('is not overwritten by an older answer that arrives during the write', async () => {
    let answerOf: (answer: object) => void = () => undefined
    const { client } = clientOf(({ path }) =>
      path.endsWith('/get_client_data') ? new Promise((resolve) => (answerOf = resolve)) : new Promise<never>(() => {}),
    )
    queryClient.setQueryData(queryKey('clientData'), before)
    void queryClient.fetchQuery({ ...query(client, 'getClientData'), staleTime: 0 }).catch(() => undefined)
    await vi.advanceTimersByTimeAsync(0)
    const observer = new MutationObserver(queryClient, mutation(client, 'changeOnboardingType', queryClient))
    void observer.mutate(seen)
    await vi.advanceTimersByTimeAsync(0)
    answerOf(before)
    await vi.advanceTimersByTimeAsync(0)
    expect(shown()).toMatchObject({ onboardingCard: false })
  })

  it('shows only the fields that the contract names', async () => {
    const { observer } = start(() => ({ code: 0 }))
    await observer.mutate({ ...seen, status: 'deactivated' } as typeof seen)
    expect(shown()?.status).toBe('activated')
  })

  it('does nothing when nothing is cached', async () => {
    const { observer } = start(() => ({ code: 0 }))
    queryClient.clear()
    await observer.mutate(seen)
    expect(shown()).toBeUndefined()
  })
})

const lost = (): never => {
  throw new TypeError('no network')
}

describe('a change of the family that fails', () => {
  const member = { optionId: 'f1', subscriberRelationName: 'Олег', subscriberRelationPhone: '79001234567' }
  it.each<[string, () => object, CacheKey[]]>([
    ['2000: there is no such option [O-ERR-07]', () => ({ code: 2000 }), ['options']],
    ['2005: the option is being connected [O-ERR-12]', () => ({ code: 2005 }), ['options']],
    ['2003: there is no free place [O-ERR-10]', () => ({ code: 2003 }), ['subscriberRelations']],
    ['2002: the member is in another option [O-ERR-09]', () => ({ code: 2002 }), []],
    ['no answer: he may have been added', lost, ['subscriberRelations']],
  ])('adding, %s', async (_, reply, keys) => {
    const end = await clientOf(reply).client.createSubscriberRelation(member)
    expect(end.ok || staleAfterFailure('createSubscriberRelation', end.failure)).toEqual(keys)
  })
  it.each<[string, () => object, CacheKey[]]>([
    ['2000: there is no such option [O-ERR-14]', () => ({ code: 2000 }), ['options']],
    ['2001: not now [O-ERR-15]', () => ({ code: 2001 }), []],
    ['no answer: he may be gone', lost, ['subscriberRelations']],
  ])('removing, %s', async (_, reply, keys) => {
    const end = await clientOf(reply).client.deleteSubscriberRelation({ optionId: 'f1', relationId: 'r1' })
    expect(end.ok || staleAfterFailure('deleteSubscriberRelation', end.failure)).toEqual(keys)
  })
})

describe('the autopayment of an option', () => {
  const optionId = 'e0d8a8f4-0000-4000-8000-000000000001'
  const staleKeys = async (reply: () => object, autopaymentsEnabled: boolean) => {
    for (const key of cacheKeys) queryClient.setQueryData(queryKey(key), {})
    const { client } = clientOf(reply)
    const observer = new MutationObserver(queryClient, mutation(client, 'changeAutopaymentOption', queryClient))
    await observer.mutate({ optionId, autopaymentsEnabled }).catch(() => undefined)
    const queries = queryClient.getQueryCache().getAll()
    return queries.filter((each) => each.state.isInvalidated).map(({ queryKey: [, key] }) => key)
  }
  it('invalidates client data only when it is turned on (OO-19) [O-OPTION-27]', async () => {
    expect(new Set(await staleKeys(() => ({ code: 0 }), true))).toEqual(new Set(['clientData', 'options']))
    queryClient.clear()
    expect(await staleKeys(() => ({ code: 0 }), false)).toEqual(['options'])
  })
  it('invalidates the options when the option does not exist or the answer was lost, nothing after other refusals (OO-19)', async () => {
    expect(await staleKeys(() => ({ code: 2001 }), true)).toEqual(['options'])
    queryClient.clear()
    expect(await staleKeys(lost, true)).toEqual(['options'])
    queryClient.clear()
    expect(await staleKeys(() => ({ code: 2000 }), true)).toEqual([])
  })
})

describe('polling', () => {
  const requestsAfter = async (id: QueryId, reply: object, body: object, ms: number) => {
    const { client, sent } = clientOf(() => reply)
    observe(query(client, id, body as never))
    await vi.advanceTimersByTimeAsync(1 + ms)
    return sent.length
  }
  const relations = (...statuses: string[]) => ({
    code: 0,
    result: { relations: statuses.map((status) => ({ status })) },
  })
  it('of the family: every 15 s while a member is changing, and not otherwise [O-FAMILY-24]', async () => {
    expect(await requestsAfter('getSubscriberRelations', relations('owner', 'new'), { optionId: '0' }, 14_998)).toBe(1)
    expect(await requestsAfter('getSubscriberRelations', relations('owner', 'new'), { optionId: '1' }, 30_000)).toBe(3)
    expect(await requestsAfter('getSubscriberRelations', relations('owner', 'active'), { optionId: '2' }, 60_000)).toBe(
      1,
    )
  })
  it.each([
    ['getSubscriberRelations', { relations: { of: 'another shape' } }],
    ['getOptions', { of: 'another shape' }],
  ] as const)('%s: stops, and does not break the query, when an answer has no list', async (id, result) => {
    const { client, sent } = clientOf(() => ({ code: 0, result }))
    const observer = observe(query(client, id, { optionId: '1', bundleId: '1' }))
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect({ sentCount: sent.length, status: observer.getCurrentResult().status }).toEqual({
      sentCount: 1,
      status: 'success',
    })
  })
  it.each([
    [30 * MINUTE - 2, 1],
    [30 * MINUTE, 2],
  ])('of the loyalty cards every 30 minutes: after %i ms %i requests were sent [O-CACHE-02]', async (ms, times) => {
    expect(await requestsAfter('getLoyaltyCards', { code: 0, result: [] }, {}, ms)).toBe(times)
  })
  it('of the loyalty cards: fresh and cached for 30 minutes [O-CACHE-01]', () => {
    const { client } = clientOf(() => ({}))
    expect(query(client, 'getLoyaltyCards')).toMatchObject({ staleTime: 30 * MINUTE, gcTime: 30 * MINUTE })
  })
  it.each(['getAllLoyaltyScores', 'getMonthlyLoyaltyScores'] as const)(
    '%s is fresh for 1 h, cached for 24 h [O-CACHE-04] [O-CACHE-05]',
    (id) => {
      const { client } = clientOf(() => ({}))
      expect(query(client, id, { periods: [] })).toMatchObject({
        staleTime: 60 * MINUTE,
        gcTime: 24 * 60 * MINUTE,
      })
    },
  )
})

test('the types accept no read in mutation and no write in query', () => {
  const { client } = clientOf(() => ({}))
  // @ts-expect-error a write has no cache key
  expect(query(client, 'createOrder').queryKey).toBeDefined()
  // @ts-expect-error a read makes nothing stale
  expect(mutation(client, 'getBankCards', queryClient).mutationKey).toEqual(['paket', 'getBankCards'])
})
