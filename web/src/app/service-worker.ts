import { subscribe } from 'valtio/vanilla'
import { switches } from '#config/switches.ts'
import { WORKER_PATH, WORKER_POLICY } from '#domain/service-worker.ts'

/** What of the browser's Trusted Types is used; TypeScript does not know them yet. */
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

/** Keeps the service worker as long as the settings do not switch it off; a worker that was there goes then, with all that it has stored. */
export function followWorkerSwitch(container: ServiceWorkerContainer | undefined): void {
  // Not on a page that is not secure.
  if (!container) return
  const path = trustedPath()
  let isOn: boolean | undefined
  const follow = () => {
    if (isOn === switches.offline) return
    isOn = switches.offline
    // The app is whole without it.
    void (isOn ? install(container, path) : remove(container)).catch(() => undefined)
  }
  follow()
  subscribe(switches, follow)
}

async function install(container: ServiceWorkerContainer, path: string): Promise<void> {
  await container.register(path)
  const { active } = await container.ready
  // They were loaded before the worker was there. Workbox has a listener for this.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const files = loaded.filter((address) => address.startsWith(`${window.location.origin}/assets/`))
  // A worker, which has no origin to be named.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: [...new Set(files)] } })
}

async function remove(container: ServiceWorkerContainer): Promise<void> {
  for (const worker of await container.getRegistrations()) await worker.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}
