import { type BundleName, bundleNamed } from '@paket/sdk'
import { queryKey } from '@paket/sdk/react-query'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { knownSubscriber } from '#web/analytics/events.ts'
import { watchActivation } from '#web/cache/watch-activation.ts'
import { snackbars } from '#web/modals/snackbars.ts'
import { clientData } from '#support/client-data.ts'

type Own = Parameters<typeof clientData>[0]
const waiting: Own = { status: 'waiting_for_activation' }
const texts = () => snackbars.items.map(({ text }) => text)

/** Reads these client data, one after another. */
function reads(...all: Own[]) {
  const queryClient = new QueryClient()
  watchActivation(queryClient)
  for (const own of all) queryClient.setQueryData([...queryKey('clientData')], { code: 0, result: clientData(own) })
  return queryClient
}

beforeEach(() => {
  vi.useFakeTimers()
  snackbars.items = []
})
afterEach(() => vi.useRealTimers())

test.each<[BundleName, string]>([
  ['yandex', 'Подписка Яндекс активна'],
  ['ogon', 'Подписка Огонь активна'],
  ['wink', 'Подписка Wink активна'],
  ['standard199', 'Подписка активна'],
  ['tbank', 'Подписка активна'],
])('%s that was being connected and is active reads «%s» [C-POLL-03] [C-POLL-04] [C-POLL-05]', (bundle, text) => {
  reads({ ...waiting, bundle }, { ...waiting, bundle }, { bundle })
  expect(snackbars.items).toMatchObject([{ text, tone: 'success' }])
})
test('a daily bundle with a further period was being connected too', () => {
  const lastPeriod = { bundleId: clientData({}).bundleId, startDate: null, endDate: null }
  reads({ bundle: 'daily', lastPeriod }, {})
  expect(texts()).toEqual(['Подписка активна'])
})
test.each<[string, Own[]]>([
  ['active from the start', [{}, {}]],
  ['still being connected', [waiting, waiting]],
  ['not connected after all', [waiting, { status: 'deactivated' }]],
])('shows no snackbar for a subscription that is %s', (_, all) => {
  reads(...all)
  expect(texts()).toEqual([])
})
test('shows the snackbar of an unknown bundle, once [C-POLL-03]', () => {
  const unknown: Own = { bundleId: '9c1b3b1e-0000-4000-8000-000000000000' }
  reads(waiting, unknown, unknown)
  expect(texts()).toEqual(['Подписка активна'])
})
test('shows the snackbar once', () => {
  const queryClient = reads(waiting, {})
  snackbars.items = []
  queryClient.setQueryData([...queryKey('clientData')], { code: 0, result: clientData({}) })
  expect(texts()).toEqual([])
})
test('the events name the subscription that was read last [C-CALL-06]', () => {
  reads({}, { ...waiting, bundle: 'wink' })
  expect(knownSubscriber).toEqual({ bundleId: bundleNamed('wink').id, subscriberStatus: 'waiting_for_activation' })
})
test('ignores other queries', () => {
  const queryClient = reads(waiting)
  queryClient.setQueryData([...queryKey('userProfile')], { code: 0, result: clientData({}) })
  expect(texts()).toEqual([])
})
