import { bundles, isAwaitingActivation, type BundleName, type ClientData } from '@paket/sdk'
import { queryKey } from '@paket/sdk/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { showSnackbar } from '#modals/snackbars.ts'
import { knownSubscriber } from '#analytics/events.ts'

/** Bundles with an alert of their own (C-POLL-04); any other reads 'Подписка активна'. */
const alerts: { readonly [Name in BundleName]?: string } = {
  yandex: 'Подписка Яндекс активна',
  ogon: 'Подписка Огонь активна',
  wink: 'Подписка Wink активна',
}

/** Says when a subscription that was being connected has become active (C-POLL-03). */
export function watchActivation(queryClient: QueryClient): void {
  const [scope, name] = queryKey('clientData')
  let wasWaiting = false
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { queryKey: key, state } = event.query
    if (key[0] !== scope || key[1] !== name) return
    // What is cached under client data's key is its answer.
    const { result } = state.data as { result: ClientData }
    Object.assign(knownSubscriber, { bundleId: result.bundleId, subscriberStatus: result.status })
    const isWaiting = isAwaitingActivation(result)
    if (wasWaiting && !isWaiting && result.status === 'activated') {
      // A bundle that no one knows is reported by the page (OP-62): the cache must hear no error.
      const bundle = bundles.find(({ id }) => id === result.bundleId)?.name
      showSnackbar((bundle && alerts[bundle]) ?? 'Подписка активна', 'success')
    }
    wasWaiting = isWaiting
  })
}
