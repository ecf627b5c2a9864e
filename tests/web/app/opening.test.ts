// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isOfAccount } from '#web/app/opening.ts'
import { type RouteRow, routes } from '#web/routes.ts'
import { fakeIdentity, settings } from '#support/fake-services.ts'

const visits = Object.values<RouteRow>(routes).flatMap(({ access, visits: all }) =>
  Array.isArray(all) ? all.map(({ path }: { path: string }) => [path, access === 'account'] as const) : [],
)

test.each([...visits, ['/offers/books/more', false], ['/profiles', false], ['/auth/callback', false]] as const)(
  'whether %s is of the account: %s, as its row says',
  (path, isAccount) => {
    expect(isOfAccount(path)).toBe(isAccount)
  },
)

describe('a page', () => {
  const stored = 'paket.settings'
  const here = () => window.location.pathname + window.location.search
  let last: Promise<{ known: Promise<void> | undefined }>
  /** Opens a page as its start script does; `server` answers for the settings and the API. */
  async function openedAt(address: string, identity = fakeIdentity(), server = async () => Response.json(settings)) {
    window.history.replaceState(null, '', address)
    vi.resetModules()
    vi.doMock('#web/session/identity.ts', () => ({ createIdentity: () => identity }))
    const fetchStub = vi.fn<typeof fetch>(async (input) => {
      const url = input instanceof Request ? input.url : String(input)
      return url.endsWith('/config.json') ? server() : Response.json({ code: 0, result: {} })
    })
    vi.stubGlobal('fetch', fetchStub)
    const { openPage } = await import('#web/app/opening.ts')
    const { session } = await import('#web/session/session.ts')
    last = openPage()
    return {
      opening: openPage(),
      again: openPage,
      session,
      calls: () => fetchStub.mock.calls.map(([input]) => (input instanceof Request ? input.url : String(input))),
    }
  }
  const fromAnotherTab = (change: string) =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'paket.session', newValue: `${change} ${Math.random()}` }))
  const reload = vi.fn<() => void>()
  beforeEach(() => {
    vi.spyOn(window.location, 'reload').mockImplementation(reload)
    window.localStorage.clear()
  })
  afterEach(async () => {
    // Otherwise it would call the next test's server.
    await last.then(({ known }) => known).catch(() => undefined)
    reload.mockReset()
    vi.unstubAllGlobals()
    vi.doUnmock('../../../web/src/session/identity.ts')
  })

  test('is opened once, no matter who asks', async () => {
    const { opening, again, calls } = await openedAt('/score')
    expect(await again()).toBe(await opening)
    expect(calls().filter((url) => url.endsWith('/config.json'))).toHaveLength(1)
  })
  test('continues at the app’s address in a webview', async () => {
    const { opening } = await openedAt('/webview/42/score?a=1')
    await opening
    expect(here()).toBe('/score?a=1')
  })
  test('looks up the session', async () => {
    const { opening, session } = await openedAt('/yandex')
    await opening
    await vi.waitFor(() => expect(session.state).toBe('signedIn'))
  })
  test('requests neither session nor client data on the main page', async () => {
    const identity = fakeIdentity()
    await (
      await openedAt('/', identity)
    ).opening
    await new Promise((done) => setTimeout(done, 20))
    expect(identity.silentToken).not.toHaveBeenCalled()
  })
  test('asks for the client’s data as soon as there is a token when it is of the account', async () => {
    const { opening, calls } = await openedAt('/score')
    await opening
    await vi.waitFor(() => expect(calls().at(-1)).toMatch(/^http:.*\/bff\/api\/.*get_client_data$/))
  })
  test('reports when client data has arrived', async () => {
    const { opening, calls, session } = await openedAt('/score')
    await (
      await opening
    ).known
    expect(session.state).toBe('signedIn')
    expect(calls().at(-1)).toMatch(/get_client_data$/)
  })
  test('does not wait for a network', async () => {
    window.localStorage.setItem(stored, JSON.stringify(settings))
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { opening } = await openedAt('/score', fakeIdentity(), () => Promise.reject(new Error('no network')))
    expect((await opening).known).toBeUndefined()
  })
  test.each([
    ['of the account of a visitor', '/score', null],
    ['of a partner', '/yandex', 'opaque'],
  ])('%s asks for none', async (_, path, token) => {
    const identity = fakeIdentity({ silentToken: async () => token })
    const { opening, session, calls } = await openedAt(path, identity)
    await opening
    await vi.waitFor(() => expect(session.state).not.toBe('checking'))
    await new Promise((done) => setTimeout(done))
    expect(calls().filter((url) => url.includes('/bff/'))).toEqual([])
    expect(identity.silentToken).toHaveBeenCalledOnce()
  })
  test.each([
    ['comes to where the user was going', async () => ({ token: 'opaque', returnTo: '/offers?a=1' }), '/offers?a=1'],
    ['that fails comes to the error', () => Promise.reject(new Error('used twice')), '/error'],
  ])('a sign-in %s', async (_, completeSignIn, end) => {
    const { opening } = await openedAt('/auth/callback?code=1', fakeIdentity({ completeSignIn }))
    await opening
    expect(here()).toBe(end)
  })
  test('without a network has the settings of the last visit', async () => {
    window.localStorage.setItem(stored, JSON.stringify({ ...settings, fridge: 'https://stored.example/' }))
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { opening } = await openedAt('/score', fakeIdentity(), () => Promise.reject(new Error('no network')))
    expect((await opening).settings.fridge).toBe('https://stored.example/')
  })
  test('reads the settings again shortly after the network is back', async () => {
    const server = vi.fn<() => Promise<Response>>(async () => Response.json(settings))
    server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const { opening } = await openedAt('/score', fakeIdentity(), server)
    expect((await opening).settings.fridge).toBe(settings.fridge)
  })
  test('with a network does not open with settings that cannot be read', async () => {
    window.localStorage.setItem(stored, JSON.stringify(settings))
    const { opening } = await openedAt('/score', fakeIdentity(), async () => new Response(null, { status: 503 }))
    await expect(opening).rejects.toThrow('/config.json: HTTP 503')
  })
  test('is loaded again when another tab signs in', async () => {
    await (
      await openedAt('/score')
    ).opening
    fromAnotherTab('login')
    expect(reload).toHaveBeenCalled()
  })
  test('goes to the main page without its session when another tab signs out', async () => {
    const { opening, session } = await openedAt('/score')
    await opening
    await vi.waitFor(() => expect(session.state).toBe('signedIn'))
    fromAnotherTab('logout')
    expect({ state: session.state, here: here(), reloadCalls: reload.mock.calls }).toEqual({
      state: 'signedOut',
      here: '/',
      reloadCalls: [],
    })
  })
})
