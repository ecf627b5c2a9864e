// @vitest-environment happy-dom
import { query } from '@paket/sdk/react-query'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetAtSignOut } from '#web/cache/forget-user.ts'
import { readKnownStatus } from '#web/cache/known-status.ts'
import { persistQueries, restoreOffline } from '#web/cache/persist-queries.ts'
import { storedSettings } from '#web/cache/stored-settings.ts'
import { SettingsError } from '#web/config/settings.ts'
import { session } from '#web/session/session.ts'
import { clientDataAnswer } from '#support/client-data.ts'
import { apiThatAnswers } from '#support/fake-api.ts'
import { settings } from '#support/fake-services.ts'
import { persistedTexts } from '#support/places.ts'

const tokenOf = (x5id: string) => `secret.${btoa(JSON.stringify({ x5id }))}.secret`
const NOW = new Date('2026-11-10T11:05:00Z')
const HOUR = 3_600_000

/** A visit with a network, which reads these client data one after another. */
async function visit(user: string, ...states: Parameters<typeof clientDataAnswer>[0][]) {
  const { api } = apiThatAnswers({
    get_client_data: states.map((own) => clientDataAnswer(own)),
    get_all_loyalty_scores: [{ body: { code: 0, result: { scoresPaket: 5 } } }],
  })
  const queryClient = new QueryClient()
  await persistQueries(queryClient, { getToken: () => tokenOf(user), isSignedIn: () => session.state === 'signedIn' })
  await queryClient.fetchQuery(query(api, 'getAllLoyaltyScores'))
  for (const _ of states) await queryClient.fetchQuery({ ...query(api, 'getClientData'), staleTime: 0 })
  await vi.advanceTimersByTimeAsync(1000)
}
function offline() {
  const queryClient = new QueryClient()
  restoreOffline(queryClient)
  return {
    title: readKnownStatus(queryClient)?.title.replaceAll('\u00a0', ' '),
    has: (name: string) => queryClient.getQueryData(['paket', name]) !== undefined,
    at: queryClient.getQueryState(['paket', 'status'])?.dataUpdatedAt,
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: NOW })
  window.localStorage.clear()
  session.state = 'signedIn'
})
afterEach(() => {
  session.state = 'checking'
  vi.useRealTimers()
})

test.each([
  [{}, '199 ₽ спишется 2 декабря'],
  [{ autopaymentsEnabled: false }, 'Активен до 2 декабря'],
  [{ isGracePeriod: true }, 'Оплатите Пакет'],
  [{ status: 'registered', bundle: null } as const, 'Пакет не подключён'],
])('shows where the subscription stood when it was read: %j is %s', async (own, title) => {
  await visit('anna', own)
  vi.setSystemTime(NOW.getTime() + HOUR)
  expect(offline()).toMatchObject({ title, at: NOW.getTime() })
  expect(offline().has('allScores')).toBe(true)
})
test('stores the words of the status, no client data', async () => {
  await visit('anna', {})
  const text = persistedTexts().join()
  expect(text).toContain('спишется')
  expect(text).not.toMatch(/bundleId|subscriberId|standard199|activationDate|clientData/)
})
test('stores answers that came before it began to follow', async () => {
  const { api } = apiThatAnswers({ get_client_data: [clientDataAnswer({})] })
  const queryClient = new QueryClient()
  await queryClient.fetchQuery(query(api, 'getClientData'))
  await persistQueries(queryClient, { getToken: () => tokenOf('anna'), isSignedIn: () => true })
  await vi.advanceTimersByTimeAsync(1000)
  expect(offline().title).toBe('199 ₽ спишется 2 декабря')
})
test('shows the answers that were read last', async () => {
  await visit('anna', {}, { autopaymentsEnabled: false })
  expect(offline().title).toBe('Активен до 2 декабря')
})
test.each([
  ['is being connected', { status: 'waiting_for_activation' }],
  ['is not understood', { status: 'frozen' }],
])('a subscription that %s leaves nothing of what was known before', async (_, own) => {
  await visit('anna', {}, own as Parameters<typeof clientDataAnswer>[0])
  expect(offline().title).toBeUndefined()
})
test('hides a charge once its day has come, and everything after 24 hours', async () => {
  await visit('anna', { lastChainEndDate: new Date(NOW.getTime() + HOUR).toISOString() })
  expect(offline().title).toBe('199 ₽ спишется 10 ноября')
  vi.setSystemTime(NOW.getTime() + HOUR)
  expect(offline().title).toBeUndefined()
  await visit('anna', { status: 'registered', bundle: null })
  vi.setSystemTime(NOW.getTime() + 24.9 * HOUR)
  expect(offline().title).toBe('Пакет не подключён')
  vi.setSystemTime(NOW.getTime() + 25.1 * HOUR)
  expect(offline().title).toBeUndefined()
})
test('ignores a malformed stored status', async () => {
  await visit('anna', {})
  const [key = ''] = Object.keys(window.localStorage)
  const text = window.localStorage.getItem(key) ?? ''
  window.localStorage.setItem(key, text.replace('"title":"', '"title":5,"of":"'))
  expect(offline().title).toBeUndefined()
  expect(offline().has('allScores')).toBe(true)
})
test('shows only the status of the user who signed in last, and none after a sign-out', async () => {
  await visit('anna', {})
  await visit('boris')
  expect(offline().title).toBeUndefined()
  await visit('anna', {})
  forgetAtSignOut()
  session.state = 'signedOut'
  await vi.advanceTimersByTimeAsync(0)
  expect({ title: offline().title, hasPoints: offline().has('allScores') }).toEqual({
    title: undefined,
    hasPoints: false,
  })
})

test('the settings of the last visit are read as they were, and forgotten at a sign-out', async () => {
  storedSettings.write(settings)
  expect(storedSettings.read()).toEqual(settings)
  forgetAtSignOut()
  session.state = 'leaving'
  await vi.advanceTimersByTimeAsync(0)
  expect(() => storedSettings.read()).toThrow()
})
test.each([
  ['that are empty', ''],
  ['that are cut', '{'],
  ['without fields', '{}'],
  ['with a wrong field', '{"api":5}'],
  ['of a release that had one field less', JSON.stringify({ ...settings, fridge: undefined })],
])('stored settings %s are no settings, and none of their fields is shown as wrong', (_, text) => {
  storedSettings.write(settings)
  for (const key of Object.keys(window.localStorage)) window.localStorage.setItem(key, text)
  let thrown: unknown
  try {
    storedSettings.read()
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(Error)
  expect(thrown).not.toBeInstanceOf(SettingsError)
})
