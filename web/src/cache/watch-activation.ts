import { bundles, isAwaitingActivation, type BundleName, type ClientData } from '@paket/sdk'
import { queryKey } from '@paket/sdk/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { showSnackbar } from '#modals/snackbars.ts'
import { knownSubscriber } from '#analytics/events.ts'

/** Bundles with their own alert (C-POLL-04); for any other it is 'Подписка активна'. */
const alerts: { readonly [Name in BundleName]?: string } = {
  yandex: 'Подписка Яндекс активна',
  ogon: 'Подписка Огонь активна',
  wink: 'Подписка Wink активна',
}

/** Shows a snackbar when a subscription that was being connected becomes active (C-POLL-03). */
export function watchActivation(queryClient: QueryClient): void {
  const [scope, name] = queryKey('clientData')
  let wasWaiting = false
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { queryKey: key, state } = event.query
    if (key[0] !== scope || key[1] !== name) return
    // The cache does not know the type of a key's data.
    const { result } = state.data as { result: ClientData }
    Object.assign(knownSubscriber, { bundleId: result.bundleId, subscriberStatus: result.status })
    const isWaiting = isAwaitingActivation(result)
    if (wasWaiting && !isWaiting && result.status === 'activated') {
      // Does not throw for an unknown bundle, which the page reports (OP-62): an error here would turn the read into a failed one.
      const bundle = bundles.find(({ id }) => id === result.bundleId)?.name
      showSnackbar((bundle && alerts[bundle]) ?? 'Подписка активна', 'success')
    }
    wasWaiting = isWaiting
  })
}
