import { createClient } from '@paket/sdk'
import { QueryClient } from '@tanstack/react-query'
import { subscribe } from 'valtio/vanilla'
import { interruptFlow, runFlow } from '#flow/run-flow.ts'
import { messageOf } from '#modals/outcome-messages.ts'
import { session as seen } from '#session/session.ts'
import { followInAddress } from './address.ts'
import { paymentPageOpener } from './payment-page.ts'
import { forgetPromocodes } from './promocode-memory.ts'
import { watchReads } from './read-failures.ts'
import type { Account, Services } from './services.ts'
import { tell, tellSessionOver } from './tell.ts'
import { watchActivation } from './watch-activation.ts'

/** The client, the cache and the flows of a signed-in user. */
export function createAccount(services: Services): Account {
  const { settings, session, host } = services
  const api = createClient({
    baseUrl: settings.api,
    auth: { getToken: session.getToken, refresh: () => session.refresh() },
    on: {
      // Where the session ends no feature has a say: it is told once, however many calls fail (OP-04).
      failure({ outcome }) {
        if (outcome === 'authorize-again' || outcome === 'sign-out') tellSessionOver(outcome, services)
      },
    },
  })
  const queryClient = new QueryClient()
  watchReads(queryClient, services)
  watchActivation(queryClient)
  subscribe(seen, () => {
    if (seen.state !== 'leaving') return
    interruptFlow()
    forgetPromocodes()
  })
  const openPayment = paymentPageOpener(host, [window.location.origin, ...settings.paymentOrigins])
  return {
    api,
    queryClient,
    startFlow: (flow) =>
      runFlow(flow, {
        api,
        openPayment,
        follow: followInAddress,
        onCrash(error) {
          // A bug in a flow: whoever watches the console must see it.
          // oxlint-disable-next-line no-console
          console.error(error)
          const message = messageOf({ outcome: 'error' })
          if (message) void tell(message, services)
        },
      }),
  }
}
