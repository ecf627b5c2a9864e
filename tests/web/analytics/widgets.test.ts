// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServices } from '#support/fake-services.ts'

const visitor = { isEmployee: false, isActivated: false }
const services = fakeServices()
const withWidgets = (widgets: object) => ({ ...services, settings: { ...services.settings, widgets } })
const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[data-widget]')]

beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  for (const script of scripts()) script.remove()
  vi.unstubAllGlobals()
})

test('one policy makes the addresses of the settings’ scripts, and no other', async () => {
  const createPolicy = vi.fn((_: string, rules: { createScriptURL(src: string): string }) => rules)
  vi.stubGlobal('trustedTypes', { createPolicy })
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
  const { loadChat, loadVisitWidgets } = await import('#web/analytics/widgets.ts')
  const own = withWidgets({ productionHost: window.location.hostname, metrics: '/m.js', chat: { other: '/chat.js' } })
  loadVisitWidgets(own)
  loadChat(own, visitor)
  expect(scripts().map((script) => script.getAttribute('src'))).toEqual(['/m.js', '/chat.js'])
  expect(createPolicy).toHaveBeenCalledOnce()
  const [name, rules] = createPolicy.mock.calls[0]!
  expect(name).toBe('paket-widgets')
  for (const src of ['https://evil.example/x.js', '/x.js', 'data:text/javascript,1', ''])
    expect(() => rules.createScriptURL(src)).toThrow('is no widget of the settings')
})
test('requests a script of another origin without cookies and with its integrity hash, with and without Trusted Types', async () => {
  const { loadChat } = await import('#web/analytics/widgets.ts')
  const other = { src: 'https://chat.example/chat.js', integrity: 'sha256-AAAA' }
  loadChat(withWidgets({ chat: { other } }), visitor)
  expect(scripts().map(({ src, integrity, crossOrigin }) => ({ src, integrity, crossOrigin }))).toEqual([
    { ...other, crossOrigin: 'anonymous' },
  ])
})
