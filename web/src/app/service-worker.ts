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
  const follow = () => {
    if (isOn === switches.offline) return
    isOn = switches.offline
    // A failure is ignored: the app works without it.
    void (isOn ? install(container, path) : remove(container)).catch(() => undefined)
  }
  follow()
  subscribe(switches, follow)
}

async function install(container: ServiceWorkerContainer, path: string): Promise<void> {
  await container.register(path)
  const { active } = await container.ready
  // Caches the files that were loaded before the worker was active; Workbox listens for this message.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const files = loaded.filter((address) => address.startsWith(`${window.location.origin}/assets/`))
  // A worker's `postMessage` takes no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: [...new Set(files)] } })
}

async function remove(container: ServiceWorkerContainer): Promise<void> {
  for (const worker of await container.getRegistrations()) await worker.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}
