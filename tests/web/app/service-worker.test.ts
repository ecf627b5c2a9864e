// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { followWorkerSwitch } from '#web/app/service-worker.ts'
import { applySwitches } from '#web/config/switches.ts'

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

/** Lets the test choose the files that the page loads. */
function watched() {
  let report: (entries: object[]) => void = () => undefined
  const disconnect = vi.fn<() => void>()
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(callback: (list: { getEntries: () => object[] }) => void) {
        report = (entries) => callback({ getEntries: () => entries })
      }
      observe = vi.fn<(options: object) => void>()
      disconnect = disconnect
    },
  )
  const file = (path: string, workerStart = 0) => ({ name: new URL(path, window.location.origin).href, workerStart })
  return { file, load: (...files: object[]) => report(files), disconnect }
}

test('is registered, and gets the list of which hashed files the page loads without it', async () => {
  const { file, load } = watched()
  const { open, container, active } = browser()
  open()
  await settled()
  const others = ['/bff/api/x', '/config.json', 'https://elsewhere.example/assets/b.js'].map((path) => file(path))
  load(file('/assets/a.js'), file('/assets/a.js'), ...others)
  load(...others)
  load(file('/assets/late.js'), file('/assets/by-the-worker.js', 12))
  expect(container.register.mock.calls).toEqual([['/sw.js']])
  expect(active.postMessage.mock.calls).toEqual(
    ['/assets/a.js', '/assets/late.js'].map((path) => [
      { type: 'CACHE_URLS', payload: { urlsToCache: [file(path).name] } },
    ]),
  )
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
test('is unregistered when it is switched off while the page is open, and hears of no more files', async () => {
  const { disconnect } = watched()
  const { open, worker, stored } = browser()
  open()
  await settled()
  expect(stored.size).toBe(2)
  applySwitches({ offline: false })
  await settled()
  expect({
    disconnectCalls: disconnect.mock.calls.length,
    unregisterCalls: worker.unregister.mock.calls.length,
    stored: stored.size,
  }).toEqual({ disconnectCalls: 1, unregisterCalls: 1, stored: 0 })
})
test('does nothing in a browser without service workers', () => {
  expect(() => followWorkerSwitch(undefined)).not.toThrow()
})
