import { act, cleanup, render } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { App } from '#web/app/app.tsx'
import { sendEvents } from '#web/analytics/event-sender.ts'
import { deliverEvents, pageName, trackEvent } from '#web/analytics/events.ts'
import { utmOf } from '#web/analytics/utm.ts'
import { forgetVisit, readVisit } from '#web/analytics/visit.ts'
import { storedCache } from '#web/cache/stored-cache.ts'
import { interruptFlow } from '#web/flow/run-flow.ts'
import { modalStack } from '#web/modals/modal-stack.ts'
import { snackbars } from '#web/modals/snackbars.ts'
import { session } from '#web/session/session.ts'
import { fakeIdentity, fakeServices, settings } from '#support/fake-services.ts'
import { type CallFault, type MockProcess, type MockUser, startMockProcess } from './mock-process.ts'
import { until } from './screen.ts'

export type Send = (address: string, init: RequestInit) => Promise<Response>
interface Visit {
  /** The scenario of the user, who is new at each visit. */
  as: string
  open: string
  faults?: readonly CallFault[]
  /** Wraps each call of the page, as a network would. */
  through?: (send: Send) => Send
  sendsEvents?: boolean
}

/**
 * The app in this file's document; its backend is a mock in a process of its own. Pauses of seconds are shortened,
 * and everything is cleaned up after each test.
 */
export function appOnMock() {
  const over = new AbortController()
  let mock: MockProcess
  let visits = 0
  /** Calls that are not answered yet. */
  let underWay = 0

  beforeAll(async () => {
    // Loads the pages' chunks before the first visit, so that none waits for them.
    await Promise.all([import('#web/app/account-routes.tsx'), import('#web/app/app-modals.tsx')])
    mock = await startMockProcess(over.signal)
  })
  afterAll(() => over.abort())
  afterEach(leave)

  async function leave(): Promise<void> {
    await act(async () => interruptFlow())
    cleanup()
    // A late answer may end the session, whose message is shown only once: it must be answered before the next visit.
    await until(() => expect(underWay).toBe(0))
    await act(async () => {
      for (const { answer } of modalStack.open) answer('dismissed')
    })
    modalStack.open = []
    modalStack.spinner = null
    snackbars.items = []
    session.state = 'checking'
    forgetVisit()
    vi.unstubAllGlobals()
    deliverEvents(() => undefined)
    // Later calls of this visit reach no backend.
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  }

  /** Opens the app at an address, signed in. */
  async function visit({ as, open, faults = [], through = (send) => send, sendsEvents = false }: Visit) {
    const user: MockUser = mock.user(`walker-${++visits}`)
    await user.become(as)
    await user.fail(...faults)
    const send = through((address, init) => mock.fetch(address, init))
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      underWay += 1
      try {
        return await send(address, init)
      } finally {
        underWay -= 1
      }
    })
    shortenPauses()
    window.sessionStorage.clear()
    window.localStorage.clear()
    // The previous visit may still write to the stored cache.
    vi.spyOn(storedCache, 'read').mockReturnValue(null)
    window.history.replaceState(null, '', open)
    readVisit(window.location.search)
    const services = fakeServices(fakeIdentity({ silentToken: user.token }))
    const { origin } = mock
    services.settings = { ...settings, api: `${origin}/bff/api`, content: `${origin}/cms`, paymentOrigins: [origin] }
    render(<App services={services} />)
    // As the app's start does.
    if (sendsEvents) {
      sendEvents(services, utmOf(''))
      trackEvent({ type: 'page', page: pageName(window.location.pathname) })
    }
    await act(() => services.session.start())
    return { services, user }
  }

  return { visit, leave, underWay: () => underWay }
}

/** Shortens pauses of seconds, but not the deadlines of calls. */
function shortenPauses(): void {
  const { setTimeout: real } = globalThis
  vi.stubGlobal('setTimeout', (work: () => void, ms = 0, ...rest: never[]) =>
    real(work, ms >= 1000 && ms < 20_000 ? ms / 40 : ms, ...rest),
  )
}
