// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { followWorkerSwitch } from '../../../web/src/app/service-worker.ts'
import { applySwitches } from '../../../web/src/config/switches.ts'

const settled = () => new Promise((done) => setTimeout(done))
function browser() {
  const worker = { unregister: vi.fn(async () => true) }
  const active = { postMessage: vi.fn<(message: unknown) => void>() }
  const container = {
    register: vi.fn(async () => undefined),
    ready: Promise.resolve({ active }),
    getRegistrations: async () => [worker],
  }
  const stored = new Set(['paket-assets', 'paket-pages'])
  vi.stubGlobal('caches', { keys: async () => [...stored], delete: async (name: string) => stored.delete(name) })
  return { worker, active, container, stored, open: () => followWorkerSwitch(container as never) }
}
afterEach(() => {
  applySwitches({})
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('is registered, and gets the list of which hashed files were loaded before it', async () => {
  const loaded = ['/assets/a.js', '/assets/a.js', '/bff/api/x', '/config.json'].map(
    (path) => window.location.origin + path,
  )
  const entries = [...loaded, 'https://elsewhere.example/assets/b.js'].map((name) => ({ name }))
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(entries as never)
  const { open, container, active } = browser()
  open()
  await settled()
  expect(container.register.mock.calls).toEqual([['/sw.js']])
  expect(active.postMessage.mock.calls).toEqual([
    [{ type: 'CACHE_URLS', payload: { urlsToCache: [`${window.location.origin}/assets/a.js`] } }],
  ])
})
test('is never registered when switched off; an existing one is removed with its caches', async () => {
  const { open, container, worker, stored } = browser()
  applySwitches({ offline: false })
  open()
  await settled()
  expect({
    registerCalls: container.register.mock.calls.length,
    unregisterCalls: worker.unregister.mock.calls.length,
    stored: stored.size,
  }).toEqual({ registerCalls: 0, unregisterCalls: 1, stored: 0 })
})
test('is unregistered when it is switched off while the page is open', async () => {
  const { open, worker, stored } = browser()
  open()
  await settled()
  expect(stored.size).toBe(2)
  applySwitches({ offline: false })
  await settled()
  expect({ unregisterCalls: worker.unregister.mock.calls.length, stored: stored.size }).toEqual({
    unregisterCalls: 1,
    stored: 0,
  })
})
test('does nothing in a browser without service workers', () => {
  expect(() => followWorkerSwitch(undefined)).not.toThrow()
})
