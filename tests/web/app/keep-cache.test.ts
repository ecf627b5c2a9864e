// @vitest-environment happy-dom
import { query } from '@paket/sdk/react-query'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepCache } from '../../../web/src/app/keep-cache.ts'
import { forgetAtSignOut } from '../../../web/src/app/forget-user.ts'
import { runFlow } from '../../../web/src/flow/run-flow.ts'
import { promocodeMemory } from '../../../web/src/app/promocode-memory.ts'
import { currentVisit, noteVisit } from '../../../web/src/app/visit.ts'
import { session } from '../../../web/src/session/session.ts'
import { anna, clientDataAnswer } from '../../support/client-data.ts'
import { apiThatAnswers, cards } from '../../support/fake-api.ts'
import { onlyTab } from '../../support/fake-locks.ts'
import { placesOutside } from '../../support/places.ts'

const outside = {
  api: apiThatAnswers({}).api,
  openPayment: async () => 'back' as const,
  alone: onlyTab,
  onCrash: () => undefined,
}
const tokenOf = (x5id: string) => `secret.${btoa(JSON.stringify({ x5id }))}.secret`
const delivery = { offers: [], renewalsLeft: 1, offerRenewalDate: '2026-12-02T09:05:00+03:00' }
const read = () => placesOutside().find((text) => text.includes('"version"')) ?? null
const HOUR = 3_600_000
const deliveryKey = ['paket', 'deliveryInfo']

async function visit(user: string | null) {
  const { api } = apiThatAnswers({
    get_delivery_info: [{ body: { code: 0, result: delivery } }],
    get_client_data: [clientDataAnswer()],
    get_user_profile: [anna],
    get_bank_cards: [cards],
  })
  const queryClient = new QueryClient()
  await keepCache(queryClient, {
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
/** Stores what a visit has read, changed by a test. */
async function stored(change: (stored: Record<string, unknown>) => void = () => undefined) {
  const { readAll } = await visit('anna')
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

test('what was read is stored by version 10 and shown in the next visit [C-CACHE-02] [C-CACHE-03]', async () => {
  await stored()
  expect(JSON.parse(read() ?? '{}')).toMatchObject({ version: 10 })
  expect((await visit('anna')).known()).toMatchObject({ result: delivery })
})
/** Stores what was read under a name so many ms ago; says whether the next visit knows it. */
async function knownAfter(name: string, ms: number) {
  await stored((content) => {
    const state = { data: 'kept', dataUpdatedAt: Date.now() - ms, status: 'success', fetchStatus: 'idle' }
    content['state'] = { queries: [{ queryKey: ['paket', name], queryHash: `["paket","${name}"]`, state }] }
  })
  const { queryClient } = await visit('anna')
  return { knows: () => queryClient.getQueryData(['paket', name]) !== undefined }
}
test.each([
  ['myPaketPage', 24 * HOUR, '[O-CACHE-07]'],
  ['allScores', 24 * HOUR, '[O-CACHE-05]'],
  ['userScoreYear', 24 * HOUR, '[O-CACHE-05]'],
  ['deliveryInfo', HOUR / 12, '(OO-08)'],
])('%s is shown again for %i ms, and kept as long where nobody looks at it %s', async (name, ms) => {
  const { knows } = await knownAfter(name, ms - 10_000)
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(knows()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(knows()).toBe(false)
  expect((await knownAfter(name, ms)).knows()).toBe(false)
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
test('what another user has stored is cleared', async () => {
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
  noteVisit('?litres=Y')
  promocodeMemory.keepChecked('MAY')
  window.history.replaceState(null, '', address)
  await visit(user)
  expect(currentVisit().promo).toBe(promo)
  expect(promocodeMemory.checked()?.value ?? null).toEqual(checked)
})
test.each([
  ['/payment_gateway?event=payment&orderId=o2', '/profile'],
  ['/payment_gateway?event=card-binding&result=failed', '/profile'],
  // What is yet to be bought is what the second one came for.
  ['/profile?buy=standard199&from=landing', '/profile?buy=standard199&from=landing'],
])('the order of another user is not gone on with: %s is %s [C-CACHE-03]', async (address, left) => {
  await stored()
  window.history.replaceState(null, '', address)
  const interrupted = vi.fn<() => void>()
  const goesOn = runFlow(async (io) => io.sleep(1e6).catch(interrupted), outside)
  await visit('anna')
  expect([window.location.pathname + window.location.search, interrupted.mock.calls]).toEqual([address, []])
  await visit('boris')
  await goesOn
  expect(window.location.pathname + window.location.search).toBe(left)
  expect(interrupted).toHaveBeenCalledOnce()
})
test('what is no JSON is cleared', async () => {
  await stored()
  window.localStorage.setItem(Object.keys(window.localStorage)[0] ?? '', '{')
  expect((await visit('anna')).known()).toBeUndefined()
})
test('nothing personal is stored: no token, no id, no name, no card, no state of the subscription', async () => {
  await stored()
  const text = placesOutside().join()
  expect(text).toContain('deliveryInfo')
  for (const word of ['secret', 'anna', 'Анна', '7900', 'clientData', 'subscriberId', '220012']) {
    expect(text).not.toContain(word)
  }
})
test('a token that names nobody keeps nothing', async () => {
  const { readAll } = await visit(null)
  await readAll()
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
