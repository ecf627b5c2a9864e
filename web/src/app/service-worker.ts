import { subscribe } from 'valtio/vanilla'
import { switches } from '#config/switches.ts'
import { WORKER_PATH, WORKER_POLICY } from '#domain/service-worker.ts'

/** The used part of the browser's Trusted Types, which TypeScript does not know yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(path: string): string },
  ): { createScriptURL(path: string): unknown }
}
const trustedPath = (): string => {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return WORKER_PATH
  const policy = trustedTypes.createPolicy(WORKER_POLICY, { createScriptURL: () => WORKER_PATH })
  return policy.createScriptURL(WORKER_PATH) as string
}

/** Installs the service worker, or removes it with its caches when the settings switch it off. */
export function followWorkerSwitch(container: ServiceWorkerContainer | undefined): void {
  // Undefined outside of a secure context.
  if (!container) return
  const path = trustedPath()
  let isOn: boolean | undefined
  let watch: PerformanceObserver | undefined
  const change = async () => {
    if (isOn === switches.offline) return
    isOn = switches.offline
    watch?.disconnect()
    if (isOn) watch = await install(container, path)
    else await remove(container)
  }
  // A failure is ignored: the app works without it.
  const follow = () => void change().catch(() => undefined)
  follow()
  subscribe(switches, follow)
}

/** Returns what sees the files that this page loads without the worker, until it controls the page. */
async function install(container: ServiceWorkerContainer, path: string): Promise<PerformanceObserver> {
  await container.register(path)
  const { active } = await container.ready
  const watch = new PerformanceObserver((list) => {
    const loaded = (list.getEntries() as PerformanceResourceTiming[]).filter(({ workerStart }) => workerStart === 0)
    const files = loaded.map(({ name }) => name).filter((name) => name.startsWith(`${window.location.origin}/assets/`))
    if (files.length === 0) return
    // Caches the files; Workbox listens for this message. A worker's `postMessage` takes no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: [...new Set(files)] } })
  })
  watch.observe({ type: 'resource', buffered: true })
  return watch
}

async function remove(container: ServiceWorkerContainer): Promise<void> {
  for (const worker of await container.getRegistrations()) await worker.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}
