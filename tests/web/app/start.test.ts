// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contentStatus, currentVisit, forgetVisit } from '#web/analytics/visit.ts'
import type { Opening } from '#web/app/opening.ts'
import { storedCache } from '#web/cache/stored-cache.ts'
import { session } from '#web/session/session.ts'
import { fakeServices, settings } from '#support/fake-services.ts'

const { render, openPage } = vi.hoisted(() => ({ render: vi.fn(), openPage: vi.fn<() => Promise<Opening>>() }))
vi.mock('react-dom/client', () => ({ createRoot: () => ({ render }), hydrateRoot: vi.fn() }))
vi.mock('#web/app/app.tsx', () => ({
  App: () => null,
  loadAccount: async () => null,
  loadEntry: async () => null,
}))
// It would render another React root.
vi.mock('#web/dev/dev-button.tsx', () => ({ mountDevButton: () => undefined }))
vi.mock(import('#web/app/opening.ts'), async (original) => ({ ...(await original()), openPage }))

const { start } = await import('#web/app/start.tsx')
const { promise: known, resolve: isKnown } = Promise.withResolvers<void>()

beforeEach(() => {
  vi.useFakeTimers()
  window.history.replaceState(null, '', '/score')
  document.body.innerHTML = '<div id="root"></div>'
})
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
  forgetVisit()
  session.state = 'checking'
})
function started(opening: Partial<Opening>) {
  openPage.mockResolvedValue({ ...fakeServices(), known: undefined, ...opening })
  void start()
}

test('renders a page of the account once the session and client data are known', async () => {
  started({ known })
  await vi.advanceTimersByTimeAsync(1400)
  expect(render).not.toHaveBeenCalled()
  isKnown()
  await vi.advanceTimersByTimeAsync(1)
  expect(render).toHaveBeenCalledOnce()
})
test('renders it without them after 1.5 s', async () => {
  started({ known: new Promise(() => undefined) })
  await vi.advanceTimersByTimeAsync(1490)
  expect(render).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20)
  expect(render).toHaveBeenCalledOnce()
})
test('renders it at once when nothing reports when they are known', async () => {
  started({ known: undefined })
  await vi.advanceTimersByTimeAsync(1)
  expect(render).toHaveBeenCalledOnce()
})
test('moves the UTM cookies into the address [C-WIDGET-08] [O-WIDGET-07]', async () => {
  document.cookie = 'utm_source=app; path=/'
  started({})
  await vi.advanceTimersByTimeAsync(1)
  expect({ search: window.location.search, cookies: document.cookie }).toEqual({
    search: '?utm_source=app',
    cookies: '',
  })
})
test('reads from the address how the visit started [O-ENTITY-39] [O-OFFERS-12]', async () => {
  window.history.replaceState(null, '', '/score?trial=Y&draft=Y')
  started({})
  await vi.advanceTimersByTimeAsync(1)
  expect({ promo: currentVisit().promo, content: contentStatus() }).toEqual({ promo: 'trial', content: 'draft' })
})
test('loads the analytics of a partner’s app [C-WIDGET-06] [O-WIDGET-05]', async () => {
  const token = { first: async () => 'opaque', refresh: async () => 'opaque' }
  const widgets = { analytics: '/analytics.js' }
  started({ settings: { ...settings, widgets }, host: { ...fakeServices().host, token } })
  await vi.advanceTimersByTimeAsync(2000)
  expect([...document.scripts].map((script) => script.getAttribute('src'))).toEqual(['/analytics.js'])
})
test('clears what is stored when the user has signed out [O-CACHE-08]', async () => {
  storedCache.write('anna’s')
  started({})
  await vi.advanceTimersByTimeAsync(1)
  expect(storedCache.read()).toBe('anna’s')
  session.state = 'leaving'
  await vi.advanceTimersByTimeAsync(1)
  expect(storedCache.read()).toBeNull()
})
