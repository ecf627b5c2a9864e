// @vitest-environment happy-dom
import { query } from '@paket/sdk/react-query'
import { answers } from '@paket/sdk/schemas'
import { QueryClient } from '@tanstack/react-query'
import * as fc from 'fast-check'
import { is } from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { persistQueries } from '#web/cache/persist-queries.ts'
import { forgetAtSignOut } from '#web/cache/forget-user.ts'
import { runFlow } from '#web/flow/run-flow.ts'
import { promocodeMemory } from '#web/cache/promocode-memory.ts'
import { currentVisit, readVisit } from '#web/analytics/visit.ts'
import { session } from '#web/session/session.ts'
import { anna, clientDataAnswer } from '#support/client-data.ts'
import { apiThatAnswers, cards } from '#support/fake-api.ts'
import { persistedTexts } from '#support/places.ts'
import { flowDependencies } from '#support/flow-dependencies.ts'
import { holds } from '#support/property.ts'

const tokenOf = (x5id: string) => `secret.${btoa(JSON.stringify({ x5id }))}.secret`
const delivery = { offers: [], renewalsLeft: 1, offerRenewalDate: '2026-12-02T09:05:00+03:00' }
const read = () => persistedTexts().find((text) => text.includes('"version"')) ?? null
const HOUR = 3_600_000
const isAnswer: Record<string, (data: unknown) => boolean> = {
  myPaketPage: (data) => Array.isArray((data as { offers: unknown }).offers),
  allScores: (data) => is(answers.getAllLoyaltyScores, data),
  userScoreYear: (data) => is(answers.getMonthlyLoyaltyScores, data),
  deliveryInfo: (data) => is(answers.getDeliveryInfo, data),
}
const deliveryKey = ['paket', 'deliveryInfo']

async function visit(user: string | null) {
  const { api } = apiThatAnswers({
    get_delivery_info: [{ body: { code: 0, result: delivery } }],
    get_client_data: [clientDataAnswer()],
    get_user_profile: [anna],
    get_bank_cards: [cards],
  })
  const queryClient = new QueryClient()
  await persistQueries(queryClient, {
    getToken: () => (user === null ? 'opaque' : tokenOf(user)),
    isSignedIn: () => session.state === 'signedIn',
  })
  const readAll = async () => {
    await queryClient.fetchQuery(query(api, 'getDeliveryInfo'))
    await queryClient.fetchQuery(query(api, 'getClientData'))
    await queryClient.fetchQuery(query(api, 'getUserProfile'))
    await queryClient.fetchQuery(query(api, 'getBankCards'))
    await vi.advanceTimersByTimeAsync(1000)
  }
  return { queryClient, readAll, known: () => queryClient.getQueryData(deliveryKey) }
}
/** Stores the queries of a visit, then changes the stored text. */
async function stored(change: (stored: Record<string, unknown>) => void = () => undefined, user = 'anna') {
  const { readAll } = await visit(user)
  await readAll()
  const [key = ''] = Object.keys(window.localStorage)
  const content = JSON.parse(window.localStorage.getItem(key) ?? '{}') as Record<string, unknown>
  change(content)
  window.localStorage.setItem(key, JSON.stringify(content))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  window.localStorage.clear()
  session.state = 'signedIn'
})
afterEach(() => {
  session.state = 'checking'
  vi.useRealTimers()
})

test('stores answers as version 10 and shows them in the next visit [C-CACHE-02] [C-CACHE-03]', async () => {
  await stored()
  expect(JSON.parse(read() ?? '{}')).toMatchObject({ version: 10 })
  expect((await visit('anna')).known()).toMatchObject({ result: delivery })
})
const answered: Record<string, unknown> = {
  myPaketPage: { offers: [] },
  allScores: { code: 0, result: { scoresPaket: 5 } },
  userScoreYear: { code: 0, result: [{ month: 11, year: 2026, scoresPaket: 5 }] },
  deliveryInfo: { code: 0, result: delivery },
}
/** Stores a query read so many ms ago; returns whether the next visit restores it. */
async function restoredAfter(name: string, ms: number, data = answered[name]) {
  await stored((content) => {
    content['state'] = { queries: [{ queryKey: ['paket', name], data, dataUpdatedAt: Date.now() - ms }] }
  })
  const { queryClient } = await visit('anna')
  return { knows: () => queryClient.getQueryData(['paket', name]) !== undefined }
}
test.each([
  ['myPaketPage', 24 * HOUR, '[O-CACHE-07]'],
  ['allScores', 24 * HOUR, '[O-CACHE-05]'],
  ['userScoreYear', 24 * HOUR, '[O-CACHE-05]'],
  ['deliveryInfo', HOUR / 12, '(OO-08)'],
])('%s is restored for %i ms, and has the same gcTime without observers %s', async (name, ms) => {
  const { knows } = await restoredAfter(name, ms - 10_000)
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(knows()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(knows()).toBe(false)
  expect((await restoredAfter(name, ms)).knows()).toBe(false)
})
test.each<[string, (content: Record<string, unknown>) => void]>([
  ['no list in it', (content) => (content['state'] = { queries: 'none' })],
  ['version 9', (content) => (content['version'] = 9)],
  ['version 11', (content) => (content['version'] = 11)],
  ['no version', (content) => delete content['version']],
  ['nothing in it', (content) => delete content['state']],
])('what was stored by %s is cleared [C-CACHE-03] [O-CACHE-08]', async (_, change) => {
  await stored(change)
  expect((await visit('anna')).known()).toBeUndefined()
  expect(read()).toBeNull()
})
test('clears what another user has stored', async () => {
  await stored()
  expect((await visit('boris')).known()).toBeUndefined()
  expect(read()).toBeNull()
})
test.each([
  ['boris', '/profile', null, null],
  ['boris', '/profile?trial=Y', 'trial', null],
  ['anna', '/profile', 'litres', 'MAY'],
])('%s at %s after anna: the action of the visit is %s, the promocode %j', async (user, address, promo, checked) => {
  await stored()
  readVisit('?litres=Y')
  promocodeMemory.storeChecked('MAY')
  window.history.replaceState(null, '', address)
  await visit(user)
  expect(currentVisit().promo).toBe(promo)
  expect(promocodeMemory.checked()?.value ?? null).toEqual(checked)
})
test.each([
  ['/payment_gateway?event=payment&orderId=o2', '/profile'],
  ['/payment_gateway?event=card-binding&result=failed', '/profile'],
  // The purchase in the address is the reason for the second visit.
  ['/profile?buy=standard199&from=landing', '/profile?buy=standard199&from=landing'],
])('does not continue the order of another user: %s is %s [C-CACHE-03]', async (address, left) => {
  await stored()
  window.history.replaceState(null, '', address)
  const interrupted = vi.fn<() => void>()
  const goesOn = runFlow(async (io) => io.sleep(1e6).catch(interrupted), flowDependencies())
  await visit('anna')
  expect({ address: window.location.pathname + window.location.search, interrupted: interrupted.mock.calls }).toEqual({
    address,
    interrupted: [],
  })
  await visit('boris')
  await goesOn
  expect(window.location.pathname + window.location.search).toBe(left)
  expect(interrupted).toHaveBeenCalledOnce()
})
test.each(Object.keys(answered))('%s of a time that has not come is dropped, and cleared', async (name) => {
  const { knows } = await restoredAfter(name, -1000)
  expect({ knows: knows(), read: read() }).toEqual({ knows: false, read: null })
})
test.each<[string, unknown]>([
  ['myPaketPage', { offers: 'none' }],
  ['myPaketPage', {}],
  ['allScores', { code: 0, result: {} }],
  ['userScoreYear', { code: 0, result: {} }],
  ['deliveryInfo', { code: 0, result: {} }],
  ['deliveryInfo', null],
])('drops a stored %s of %j that does not match its schema', async (name, data) => {
  const { knows } = await restoredAfter(name, 1000, data)
  expect({ knows: knows(), read: read() }).toEqual({ knows: false, read: null })
})
test('restores only the stored fields that match their schema', async () => {
  await stored((content) => {
    const dataUpdatedAt = Date.now() - 1000
    const queries = ['allScores', 'deliveryInfo'].map((name) => ({
      queryKey: ['paket', name],
      data: name === 'allScores' ? answered[name] : { code: 0, result: {} },
      dataUpdatedAt,
    }))
    content['state'] = { queries }
  })
  const { queryClient, known } = await visit('anna')
  expect({ allScores: queryClient.getQueryData(['paket', 'allScores']), known: known() }).toEqual({
    allScores: answered['allScores'],
    known: undefined,
  })
  expect(read()).toContain('allScores')
  expect(read()).not.toContain('deliveryInfo')
})
test('does not store an answer that does not match its schema, nor unknown fields', async () => {
  await stored()
  const { api } = apiThatAnswers({
    get_delivery_info: [{ body: { code: 0, result: {} } }],
    get_all_loyalty_scores: [{ body: { code: 0, result: { scoresPaket: 5, phone: '79001234567' }, name: 'Анна' } }],
  })
  const { queryClient } = await visit('anna')
  queryClient.removeQueries()
  await queryClient.fetchQuery(query(api, 'getDeliveryInfo'))
  await queryClient.fetchQuery(query(api, 'getAllLoyaltyScores'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(JSON.parse(read() ?? '{}').state.queries).toMatchObject([
    { queryKey: ['paket', 'allScores'], data: { code: 0, result: { scoresPaket: 5 } } },
  ])
  expect(read()).not.toMatch(/phone|Анна/)
})
test.each([
  '{',
  '[]',
  'null',
  '5',
  '"text"',
  '{"queries":[null]}',
  '{"state":{"queries":[null]}}',
  '{"state":[]}',
  '{"user":{}}',
])('clears a cache stored as %s, without an error', async (text) => {
  await stored()
  window.localStorage.setItem(Object.keys(window.localStorage)[0] ?? '', text)
  expect((await visit('anna')).known()).toBeUndefined()
  expect(read()).toBeNull()
})
test.each(['[null]', '[5]', '[{}]', '[{"queryKey":null}]', '[{"queryKey":["paket","allScores"]}]', '{}', 'null'])(
  'what is stored as %s in the place of the reads is cleared, without a word',
  async (text) => {
    await stored((content) => (content['state'] = { queries: JSON.parse(text) as unknown }))
    expect((await visit('anna')).known()).toBeUndefined()
    expect(read()).toBeNull()
  },
)
test('never throws and never restores what does not match its schema, whatever is stored', async () => {
  await stored()
  const [key = ''] = Object.keys(window.localStorage)
  const { user } = JSON.parse(window.localStorage.getItem(key) ?? '{}') as { user: string }
  /** Usually the valid value. */
  const mostly = <T>(value: fc.Arbitrary<T>) =>
    fc.oneof({ arbitrary: value, weight: 4 }, { arbitrary: fc.jsonValue(), weight: 1 })
  const entry = fc.constantFrom(...Object.keys(answered)).chain((name) =>
    fc.record({
      queryKey: mostly(fc.constant(['paket', name])),
      data: fc.oneof(
        fc.constant(answered[name]),
        fc.jsonValue(),
        fc.record({ code: fc.integer(), result: fc.jsonValue() }),
        fc.record({ offers: fc.jsonValue() }),
      ),
      dataUpdatedAt: mostly(fc.constant(Date.now())),
    }),
  )
  const anything = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({
        version: mostly(fc.constant(10)),
        user: mostly(fc.constant(user)),
        state: mostly(fc.record({ queries: mostly(fc.array(mostly(entry))) })),
      })
      .map((content) => JSON.stringify(content)),
  )
  let shown = 0
  await holds(
    fc.asyncProperty(anything, async (text) => {
      window.localStorage.setItem(key, text)
      const { queryClient } = await visit('anna')
      for (const { queryKey, state } of queryClient.getQueryCache().getAll()) {
        shown += 1
        expect([queryKey[1], isAnswer[String(queryKey[1])]?.(state.data)]).toEqual([queryKey[1], true])
      }
    }),
    500,
  )
  expect(shown).toBeGreaterThan(0)
})
test('stores no token, id, name or card; of the subscription only the texts of its status', async () => {
  await stored()
  const text = persistedTexts().join()
  expect(text).toContain('deliveryInfo')
  for (const word of ['secret', 'anna', 'Анна', '7900', 'clientData', 'subscriberId', '220012']) {
    expect(text).not.toContain(word)
  }
})
test('stores nothing for a token without a subject', async () => {
  const { readAll } = await visit(null)
  await readAll()
  expect(read()).toBeNull()
})
test('clears everything when the session had ended before the subscription to it', async () => {
  await stored()
  session.state = 'signedOut'
  forgetAtSignOut()
  expect(read()).toBeNull()
})
test.each(['leaving', 'signedOut'] as const)(
  'who is %s leaves nothing behind, nor does an answer that comes late',
  async (state) => {
    forgetAtSignOut()
    await stored()
    const { readAll } = await visit('anna')
    session.state = state
    await readAll()
    expect(read()).toBeNull()
  },
)

test.each([
  ['another tab has cleared the cache of the user before', async () => window.localStorage.clear()],
  ['another tab has stored the cache of the next user', () => stored(undefined, 'boris')],
])('nothing of the user before is left in this tab when %s', async (_, happens) => {
  promocodeMemory.forgetChecked()
  await visit('anna')
  promocodeMemory.storeChecked('ANNAS')
  // Without a sign-out, which this tab would receive: the session was lost, and another user has signed in in another tab.
  await happens()
  await visit('boris')
  expect(promocodeMemory.checked()).toBeNull()
})
