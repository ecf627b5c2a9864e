import { type Client, type ClientOptions, createClient } from '@paket/sdk'
import { queryKey } from '@paket/sdk/react-query'
import { QueryClient } from '@tanstack/react-query'
import { subscribe } from 'valtio/vanilla'
import { type Flow, interruptFlow, runFlow } from '#flow/run-flow.ts'
import { featureClosed } from '#messages/feature-closed.ts'
import { noNetwork } from '#messages/no-network.ts'
import { messageOf } from '#messages/outcome-messages.ts'
import { switches } from '#config/switches.ts'
import { session as seen } from '#session/session.ts'
import { trackEvent } from '#analytics/events.ts'
import { report } from '#analytics/reports.ts'
import { persistQueries, restoreOffline } from '#cache/persist-queries.ts'
import { storedSettings } from '#cache/stored-settings.ts'
import { onPageChange } from '#navigation/page-change.ts'
import { paymentPageOpener } from '#flow/payment-page.ts'
import { createPurchases } from '#checkout/purchases.ts'
import { watchReads } from '#cache/read-failures.ts'
import { refreshPaid } from '#cache/refresh-paid.ts'
import { AccountCache } from '#cache/section-reads.ts'
import { prefetchedData, takePrefetched } from './prefetch-client-data.ts'
import type { Account, Services } from '#services/services.ts'
import { showMessageOutsideFlow, showSessionOver } from '#services/show-message.ts'
import { userDigest } from '#session/user-digest.ts'
import { watchActivation } from '#cache/watch-activation.ts'

/** The client, the cache and the flows of a signed-in user. */
export function createAccount(services: Services): Account {
  const { settings, session, host } = services
  const isOffline = seen.state === 'offline'
  const on: NonNullable<ClientOptions['on']> = {
    request({ operation, attempt }) {
      if (attempt === 1 && !operation.startsWith('get')) trackEvent({ type: 'write', operation })
    },
    refresh: (refresh) => report({ kind: 'refresh', refresh }),
    failure(failure) {
      const { operation, name, outcome } = failure
      report({ kind: 'failure', failure })
      trackEvent({ type: 'failure', operation, failure: name })
      // Not during a sign-out.
      if (seen.state === 'leaving' || seen.state === 'signedOut') return
      // The end of the session is shown once, for all failing calls (OP-04).
      if (outcome === 'authorize-again' || outcome === 'sign-out') showSessionOver(outcome, services)
    },
  }
  const client = createClient({
    baseUrl: settings.api,
    // Offline the user is unknown, so no call is sent.
    ...(isOffline && { fetch: () => Promise.reject(new TypeError('no network')) }),
    auth: { getToken: session.getToken, refresh: () => session.refresh() },
    on,
  })
  const api = withAhead(withReportedOrders(client), on)
  const queryClient = new QueryClient({ queryCache: new AccountCache() })
  watchActivation(queryClient)
  const prefetched = prefetchedData()
  if (prefetched) queryClient.setQueryData(queryKey('clientData'), prefetched)
  if (isOffline) restoreOffline(queryClient)
  else {
    void persistQueries(queryClient, { getToken: session.currentToken, isSignedIn: () => seen.state === 'signedIn' })
    if (!host.token) storedSettings.write(settings)
  }
  const purchases = createPurchases({ user: userDigest(session.currentToken()) })
  const openPayment = paymentPageOpener(
    host,
    [window.location.origin, ...settings.paymentOrigins],
    () => void refreshPaid(queryClient),
  )
  return {
    api,
    queryClient,
    lastPurchase: purchases.last,
    watch() {
      // Discards the prefetched answer, so that the next read of client data is a new request.
      if (prefetched) void takePrefetched(on)
      // Offline every read fails; one notice on top of the page says so.
      const stopReads = isOffline ? () => undefined : watchReads(queryClient, services)
      const stopSession = subscribe(seen, () => {
        if (seen.state === 'leaving') interruptFlow()
        if (seen.state === 'leaving' || seen.state === 'signedOut') queryClient.clear()
      })
      return () => {
        stopReads()
        stopSession()
      }
    },
    startFlow: async (flow, feature) => {
      if (feature && !navigator.onLine)
        return void (await showMessageOutsideFlow(noNetwork, services).catch(() => undefined))
      const here: Flow = (io, calls) => {
        if (feature) io.needs(feature)
        // Leaving the page interrupts the flow; a redirect, which replaces the history entry, does not.
        const stop = onPageChange((_, isReplaced) => {
          if (!isReplaced) interruptFlow()
        })
        return flow(io, calls).finally(stop)
      }
      return runFlow(here, {
        api,
        openPayment,
        isOnline: () => navigator.onLine,
        exclusively: purchases.exclusively,
        closed: (each) => switches.closed[each],
        onClosed: (words) => void showMessageOutsideFlow(featureClosed(words), services).catch(() => undefined),
        onCrash(error) {
          // A bug in a flow is logged to the console.
          // oxlint-disable-next-line no-console
          console.error(error)
          report({ kind: 'error', error, where: 'flow' })
          showCrash(services)
        },
      })
    },
  }
}

/** Reports which order was created for which intent, so that a duplicate order would be noticed. */
function withReportedOrders(client: Client): Client {
  const createOrder: Client['createOrder'] = async (body, options) => {
    const result = await client.createOrder(body, options)
    const intent = options?.idempotencyKey
    if (result.ok && intent !== undefined) report({ kind: 'order', intent, order: result.data.result.orderId })
    return result
  }
  return { ...client, createOrder }
}

/** Answers the first read of client data with the prefetched one. */
const withAhead = (client: Client, on: NonNullable<ClientOptions['on']>): Client => ({
  ...client,
  getClientData: (body, options) => takePrefetched(on) ?? client.getClientData(body, options),
})

/** Shows the generic error. If rendering it fails too, the console already has that error. */
function showCrash(services: Services): void {
  const message = messageOf({ outcome: 'error' })
  if (message) showMessageOutsideFlow(message, services).catch(() => undefined)
}
