import { cleanup, render, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, vi } from 'vitest'
import { AccountRoutes } from '#web/app/account-routes.tsx'
import { ErrorBoundary } from '#web/app/error-boundary.tsx'
import { routeAt } from '#web/app/match-path.ts'
import { Modals } from '#web/app/modals.tsx'
import { RouteTone } from '#web/app/route-tone.tsx'
import { ServicesProvider } from '#web/services/services.ts'
import type { Settings } from '#web/config/settings.ts'
import type { HostToken } from '#web/hosts/host.ts'
import { interruptFlow } from '#web/flow/run-flow.ts'
import { modalStack } from '#web/modals/modal-stack.ts'
import { snackbars } from '#web/modals/snackbars.ts'
import { session } from '#web/session/session.ts'
import { type Answers, fetchThatAnswers } from './fake-api.ts'
import { withLocks } from './fake-locks.ts'
import { fakeServices } from './fake-services.ts'

/** Renders a page that needs no sign-in. */
export function renderPublic(
  page: ReactNode,
  state: typeof session.state = 'signedOut',
  token: HostToken | null = null,
) {
  session.state = state
  const fakes = fakeServices()
  const services = { ...fakes, host: { ...fakes.host, token } }
  render(<ServicesProvider value={services}>{page}</ServicesProvider>)
  return services
}

/** Renders the account pages of a signed-in user at the current address, with a backend that answers from a list. Throws when there is no page. */
export async function renderAccount(
  answers: Answers,
  state: typeof session.state = 'signedIn',
  token: HostToken | null = null,
  settings: Partial<Settings> = {},
) {
  const { pathname } = window.location
  // Otherwise each of the test's waits for the page would last to its end.
  if (!routeAt(pathname)) throw new Error(`there is no page at ${pathname}`)
  const { fetch, sent } = fetchThatAnswers(answers)
  vi.stubGlobal('fetch', fetch)
  withLocks()
  const fakes = fakeServices()
  const services = { ...fakes, settings: { ...fakes.settings, ...settings }, host: { ...fakes.host, token } }
  await services.session.start()
  session.state = state
  render(
    <ServicesProvider value={services}>
      <ErrorBoundary>
        <RouteTone>
          <AccountRoutes />
        </RouteTone>
        <Modals />
      </ErrorBoundary>
    </ServicesProvider>,
  )
  return { services, sent, count: (call: string) => sent.filter((one) => one.call === call).length }
}

/** Cleans up after a test: its flow, modals, snackbars and page. */
export async function leavePage(): Promise<void> {
  interruptFlow()
  for (const { answer } of modalStack.open) answer('dismissed')
  await waitFor(() => expect(modalStack).toMatchObject({ open: [], spinner: null }))
  snackbars.items = []
  cleanup()
}
