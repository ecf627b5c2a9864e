// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from '#web/app/error-boundary.tsx'
import { tabStore } from '#web/session/browser-store.ts'

const error = new TypeError('Failed to fetch dynamically imported module')
function Broken(): never {
  throw error
}
const script = () => new Response(null, { headers: { 'content-type': 'text/javascript' } })
const page = () => new Response(null, { headers: { 'content-type': 'text/html' } })
const answers = {
  'the script': script,
  'the page of every path': page,
  'HTTP 404': () => new Response(null, { status: 404 }),
  'HTTP 502': () => new Response(null, { status: 502 }),
  nothing: () => {
    throw new TypeError('Failed to fetch')
  },
}
const server = vi.fn<(address: string) => Response>()
const reload = vi.fn<() => void>()
const written = vi.fn<() => void>()

/** A chunk fails to load, and the server gives this answer for the script that is running. */
async function miss(answer: keyof typeof answers) {
  server.mockImplementation(answers[answer])
  const { rerender } = render(<ErrorBoundary>Главная</ErrorBoundary>)
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
  rerender(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  )
  await expectRequests(1)
}
/** Waits until the server was asked this often and has answered. */
async function expectRequests(times: number): Promise<void> {
  await waitFor(() => expect(server).toHaveBeenCalledTimes(times))
  await act(() => new Promise((done) => setTimeout(done)))
}
const button = () => screen.getByRole('button', { name: 'Попробовать ещё раз' })

beforeEach(() => {
  // Also removes the copy in memory that a tab without storage uses.
  tabStore.removeItem('paket.reloaded')
  vi.spyOn(console, 'error').mockImplementation(written)
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  vi.stubGlobal('fetch', async (address: string) => server(address))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const mock of [server, reload, written]) mock.mockReset()
})

test('shows a message when a chunk does not load, without the text of the error', async () => {
  await miss('nothing')
  expect(screen.getByRole('heading', { name: 'Страница не загрузилась' })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).not.toContain('Failed')
  expect(reload).not.toHaveBeenCalled()
})
test('reloads the page when the network is back', async () => {
  await miss('nothing')
  server.mockImplementation(script)
  act(() => void window.dispatchEvent(new Event('online')))
  await expectRequests(2)
  expect(reload).toHaveBeenCalledOnce()
})
test('the button reloads the page once the server answers, and can be pressed again until then', async () => {
  await miss('nothing')
  fireEvent.click(button())
  await expectRequests(2)
  expect({ reloadCalls: reload.mock.calls.length, ariaBusy: button().getAttribute('aria-busy') }).toEqual({
    reloadCalls: 0,
    ariaBusy: null,
  })
  server.mockImplementation(script)
  fireEvent.click(button())
  await expectRequests(3)
  expect(reload).toHaveBeenCalledOnce()
})
test.each(['HTTP 404', 'the page of every path', 'the script'] as const)(
  'reloads the page by itself, once, when the server answers with %s',
  async (answer) => {
    await miss(answer)
    expect(reload).toHaveBeenCalledOnce()
    cleanup()
    server.mockReset()
    await miss(answer)
    expect(reload).toHaveBeenCalledOnce()
    expect(button()).toBeTruthy()
  },
)
test.each(['HTTP 502', 'nothing'] as const)(
  'waits for the button or the network when the server answers with %s',
  async (answer) => {
    await miss(answer)
    expect({ reloadCalls: reload.mock.calls.length, ariaBusy: button().getAttribute('aria-busy') }).toEqual({
      reloadCalls: 0,
      ariaBusy: null,
    })
  },
)
test.each([
  ['nothing', 'Проверьте интернет'],
  ['HTTP 502', 'Это сбой на нашей стороне'],
] as const)('when the server answers with %s, says what to do: %s', async (answer, words) => {
  await miss(answer)
  expect(screen.getByRole('alert').textContent).toContain(words)
})
test.each(['HTTP 404', 'the script'] as const)(
  'a chunk that is still missing after the reload is our fault when the server answers with %s',
  async (answer) => {
    await miss(answer)
    cleanup()
    server.mockReset()
    await miss(answer)
    expect(screen.getByRole('alert').textContent).toContain('Это сбой на нашей стороне')
  },
)
test('downloads the hashed files of the page past all caches before it reloads', async () => {
  const order: string[] = []
  const link = document.createElement('link')
  link.href = '/assets/page.js'
  document.head.append(link)
  vi.stubGlobal('fetch', async (address: string, { cache }: RequestInit) => {
    order.push(`${cache} ${new URL(address, window.location.href).pathname.split('/').at(-1)}`)
    return server(address)
  })
  reload.mockImplementation(() => void order.push('reload'))
  await miss('the script')
  await waitFor(() => expect(order).toEqual(['no-store chunk-not-loaded.tsx', 'reload page.js', 'reload']))
  link.remove()
})
test('never reloads by itself when the tab has no storage', async () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new Error('denied')
  })
  await miss('HTTP 404')
  expect(reload).not.toHaveBeenCalled()
})
