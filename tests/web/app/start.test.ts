// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Opening } from '../../../web/src/app/opening.ts'
import { fakeServices } from '../../support/fake-services.ts'

const { render, openPage } = vi.hoisted(() => ({ render: vi.fn(), openPage: vi.fn<() => Promise<Opening>>() }))
vi.mock('react-dom/client', () => ({ createRoot: () => ({ render }), hydrateRoot: vi.fn() }))
vi.mock('../../../web/src/app/app.tsx', () => ({
  App: () => null,
  loadAccount: async () => null,
  loadEntry: async () => null,
}))
// It would render another React root.
vi.mock('../../../web/src/dev/dev-button.tsx', () => ({ mountDevButton: () => undefined }))
vi.mock(import('../../../web/src/app/opening.ts'), async (original) => ({ ...(await original()), openPage }))

const { start } = await import('../../../web/src/app/start.tsx')
const { promise: known, resolve: isKnown } = Promise.withResolvers<void>()

beforeEach(() => {
  vi.useFakeTimers()
  window.history.replaceState(null, '', '/score')
  document.body.innerHTML = '<div id="root"></div>'
})
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
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
