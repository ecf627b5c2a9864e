// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { App } from '../../../web/src/app/app.tsx'
import { AdBanner } from '../../../web/src/app/top-strip.tsx'
import { ServicesProvider } from '../../../web/src/app/services.ts'
import { session } from '../../../web/src/session/session.ts'
import { anna, clientDataAnswer } from '../../support/client-data.ts'
import { fetchThatAnswers } from '../../support/fake-api.ts'
import { fakeIdentity, fakeServices } from '../../support/fake-services.ts'

const banner = { script: 'https://ads.example/loader.js', loader: 'showBanners', ids: ['b1', 'b2'] }
const draw = vi.fn<(ids: string[], place: HTMLElement) => void>()

beforeEach(() => {
  // Scripts come: the document fetches none, and would say that it failed.
  Reflect.get(window, 'happyDOM').settings.handleDisabledFileLoadingAsSuccess = true
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
  vi.stubGlobal('showBanners', draw)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  draw.mockReset()
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

test('its loader is called with the fixed ids and its place [C-WIDGET-02]', async () => {
  show('/profile')
  const script = await waitFor(() => {
    const found = document.querySelector<HTMLScriptElement>('script[src="https://ads.example/loader.js"]')
    if (!found) throw new Error('no script yet')
    return found
  })
  script.dispatchEvent(new Event('load'))
  expect(draw).toHaveBeenCalledWith(['b1', 'b2'], screen.getByRole('complementary').querySelector('div div'))
})
test('a place that comes after the script is drawn into as well; one that has left is not [C-WIDGET-02]', () => {
  for (const script of document.querySelectorAll('script')) script.remove()
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
  const mount = () => {
    show('/profile')
    return screen.getByRole('complementary').querySelector('div div')
  }
  const drawn = () => {
    for (const work of idle.splice(0)) work()
    return draw.mock.calls.map(([, place]) => place)
  }
  mount()
  cleanup()
  const first = mount()
  expect(drawn()).toEqual([first])
  cleanup()
  const second = mount()
  expect(drawn()).toEqual([first, second])
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
test('a link with pf is opened by the host, one to an offer by the app [C-WIDGET-07]', () => {
  const { host } = show('/profile', { token: {} })
  const place = screen.getByRole('complementary').querySelector('div div')
  place?.insertAdjacentHTML('beforeend', '<a href="https://shop.example/?pf=1">1</a><a href="/offers/kino?pf=1">2</a>')
  fireEvent.click(screen.getByText('1'))
  expect(host.openOutside).toHaveBeenCalledWith('https://shop.example/?pf=1')
  fireEvent.click(screen.getByText('2'))
  expect(window.location.pathname).toBe('/offers/kino')
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
