// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { App } from '#web/app/app.tsx'
import { AdBanner } from '#web/layout/top-strip.tsx'
import { ServicesProvider } from '#web/services/services.ts'
import { session } from '#web/session/session.ts'
import { anna, clientDataAnswer } from '#support/client-data.ts'
import { fetchThatAnswers } from '#support/fake-api.ts'
import { fakeIdentity, fakeServices } from '#support/fake-services.ts'

const banner = { script: 'https://ads.example/loader.js', loader: 'showBanners', ids: ['b1', 'b2'] }

beforeEach(() => {
  // The page in the frame is not loaded; browser tests cover it.
  Reflect.get(window, 'happyDOM').settings.disableIframePageLoading = true
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
function show(path: string, own: object = {}) {
  window.history.replaceState(null, '', path)
  const services = fakeServices()
  const settings = { ...services.settings, widgets: { banner } }
  render(
    <ServicesProvider value={{ ...services, settings, host: { ...services.host, ...own } }}>
      <AdBanner />
    </ServicesProvider>,
  )
  return services
}

const frame = () => screen.getByTitle<HTMLIFrameElement>('Реклама')
/** A message from the frame, or from another source. */
const say = (data: unknown, source: unknown = frame().contentWindow) =>
  act(() => void window.dispatchEvent(Object.assign(new Event('message'), { data, source })))

test.each([
  ['the website', {}, false],
  ['a partner’s app', { token: {} }, true],
])(
  'of %s runs in a frame without this origin, which gets the loader and the fixed ids [C-WIDGET-02]',
  (_, own, hears) => {
    show('/profile', own)
    expect(frame().getAttribute('sandbox')?.split(' ')).not.toContain('allow-same-origin')
    expect(frame().getAttribute('src')).toBe('/strip/frame.html')
    const posted = vi.fn()
    Object.defineProperty(frame(), 'contentWindow', { value: { postMessage: posted } })
    fireEvent.load(frame())
    expect(posted.mock.calls).toEqual([[{ ...banner, hears }, '*']])
  },
)
test('loads when the browser is idle, and not at all when it has unmounted by then', () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
  show('/profile')
  expect(screen.queryByTitle('Реклама')).toBeNull()
  act(() => idle.splice(0).forEach((work) => work()))
  expect(frame()).toBeTruthy()
  cleanup()
  show('/profile')
  cleanup()
  act(() => idle.splice(0).forEach((work) => work()))
  expect(screen.queryByTitle('Реклама')).toBeNull()
})
test.each([
  [{ height: 120 }, '120'],
  [{ height: 100_000 }, '600'],
  [{ height: '120' }, '0'],
  [null, '0'],
])('is as high as its frame says (%j), within its bounds', (message, height) => {
  show('/profile')
  say(message)
  expect(frame().getAttribute('height')).toBe(height)
  say({ height: 33 }, window)
  expect(frame().getAttribute('height')).toBe(height)
})
test.each([
  ['/profile', true],
  ['/', false],
  ['/payment_methods', false],
])('on a narrow screen %s shows it: %s; a wide one always does [C-LAYOUT-01] [C-LAYOUT-02]', (path, shown) => {
  show(path)
  const classes = screen.getByRole('complementary', { hidden: true }).className.split(' ')
  expect(classes.includes('hidden')).toBe(!shown)
  if (!shown) expect(classes).toContain('lg:block')
})
test('a link with pf is opened by the host, one to an offer by the app, any other as usual [C-WIDGET-07]', () => {
  const { host } = show('/profile', { token: {} })
  const gone = vi.spyOn(window.location, 'assign').mockReturnValue()
  say({ href: 'https://shop.example/?pf=1' })
  expect(host.openOutside).toHaveBeenCalledWith('https://shop.example/?pf=1')
  say({ href: 'https://shop.example/' })
  expect(gone.mock.calls).toEqual([['https://shop.example/']])
  say({ href: 'javascript:alert(1)' })
  say({ href: 'https://shop.example/?pf=2' }, window)
  say({ href: `${window.location.origin}/offers/kino?pf=1` })
  expect(window.location.pathname).toBe('/offers/kino')
  expect({ gone: gone.mock.calls.length, openOutside: vi.mocked(host.openOutside).mock.calls.length }).toEqual({
    gone: 1,
    openOutside: 1,
  })
})
test('ignores a frame’s message about a link without a press', () => {
  vi.stubGlobal('navigator', { userActivation: { isActive: false } })
  const { host } = show('/profile', { token: {} })
  say({ href: 'https://shop.example/?pf=1' })
  expect(host.openOutside).not.toHaveBeenCalled()
})
test('on the website the browser follows its links', () => {
  const { host } = show('/profile')
  say({ href: 'https://shop.example/?pf=1' })
  expect(host.openOutside).not.toHaveBeenCalled()
})
test.each([
  ['/', 'Больше кешбэка за каждую покупку'],
  ['/profile', 'Главная'],
  ['/error', 'Что-то пошло не так'],
])('%s has it beside its own content [C-LAYOUT-01] [C-LAYOUT-02]', async (path, title) => {
  session.state = 'checking'
  window.history.replaceState(null, '', path)
  const answers = { get_client_data: [clientDataAnswer()], get_user_profile: [anna] }
  vi.stubGlobal('fetch', fetchThatAnswers(answers).fetch)
  const services = fakeServices(fakeIdentity({ silentToken: async () => (path === '/profile' ? 'opaque' : null) }))
  render(<App services={{ ...services, settings: { ...services.settings, widgets: { banner } } }} />)
  await act(() => services.session.start())
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  expect(await screen.findByRole('complementary', { name: 'Реклама', hidden: true })).toBeTruthy()
})
