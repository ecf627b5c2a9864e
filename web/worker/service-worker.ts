import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { backendPaths, mockPaths, ruleFor } from '../deploy/rules.ts'
import { ASSET_CACHE, PAGE_CACHE } from '../src/domain/service-worker.ts'

declare const self: ServiceWorkerGlobalScope

/** After this time a stored page is used instead of the server's. */
const PAGE_TIMEOUT_S = 2
/** About three releases; the least recently used files are removed first. */
const MAX_ASSETS = 250
const MAX_AGE_S = 60 * 24 * 3600
const matchOptions = { ignoreVary: true }

const isBackend = (path: string) =>
  [...backendPaths, ...mockPaths].some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
/** Returns the file of the build that is sent for a page's path; undefined when the path is not a page. */
const pageFileOf = (path: string) => (isBackend(path) ? undefined : ruleFor(path)?.file)

/** Whether all files that a stored page names are stored too: the server may not have its release any more. */
async function isWhole(page: Response): Promise<boolean> {
  const named = new Set((await page.clone().text()).match(/\/assets\/[^"'\s)]+/g))
  const assets = await caches.open(ASSET_CACHE)
  const found = await Promise.all([...named].map((path) => assets.match(path, matchOptions)))
  return found.every(Boolean)
}

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && ruleFor(url.pathname)?.from === 'assets',
  new CacheFirst({
    cacheName: ASSET_CACHE,
    matchOptions,
    plugins: [
      { cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null) },
      new ExpirationPlugin({ maxEntries: MAX_ASSETS, maxAgeSeconds: MAX_AGE_S, purgeOnQuotaError: true }),
    ],
  }),
)
registerRoute(
  ({ url, request, sameOrigin }) =>
    sameOrigin &&
    request.mode === 'navigate' &&
    request.destination === 'document' &&
    pageFileOf(url.pathname) !== undefined,
  new NetworkFirst({
    cacheName: PAGE_CACHE,
    networkTimeoutSeconds: PAGE_TIMEOUT_S,
    matchOptions,
    plugins: [
      {
        // The key is the file: pages share one frame, and addresses, which may contain personal data, are not stored.
        cacheKeyWillBeUsed: async ({ request }) => pageFileOf(new URL(request.url).pathname) ?? request,
        cacheWillUpdate: async ({ response }) => (response.status === 200 && !response.redirected ? response : null),
        cachedResponseWillBeUsed: async ({ cachedResponse }) =>
          cachedResponse && (await isWhole(cachedResponse)) ? cachedResponse : null,
      },
    ],
  }),
)

/** Stores the frame of all pages at installation: the page that registered this worker was loaded without it. */
async function storeFrame(): Promise<void> {
  const page = '/profile'
  // Not a call of the contract.
  // oxlint-disable-next-line no-restricted-globals
  const answer = await fetch(page, { credentials: 'omit' })
  const file = pageFileOf(page)
  if (file && answer.status === 200 && !answer.redirected) await (await caches.open(PAGE_CACHE)).put(file, answer)
}
self.addEventListener('install', (event) => event.waitUntil(storeFrame()))
void self.skipWaiting()
// Each page sends a message when it has found the worker. Claiming only at the activation would miss a page whose navigation
// is under way then: its later files would not be stored.
self.addEventListener('message', (event) => event.waitUntil(self.clients.claim()))
