import { clientsClaim } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { backendPaths, mockPaths, ruleFor } from '../deploy/rules.ts'
import { ASSET_CACHE, PAGE_CACHE } from '../src/domain/service-worker.ts'

declare const self: ServiceWorkerGlobalScope

/** So long a page of the server is waited for while a stored one is there. */
const PAGE_LIMIT_S = 2
/** About three releases. What was used longest ago goes first. */
const MAX_ASSETS = 250
const MAX_AGE_S = 60 * 24 * 3600
const matchOptions = { ignoreVary: true }

const isBackend = (path: string) =>
  [...backendPaths, ...mockPaths].some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
/** The file that answers for a page; none for what is no page of the app. */
const pageFileOf = (path: string) => (isBackend(path) ? undefined : ruleFor(path)?.file)

/** A stored page is of use with all that it names: its release may be gone from the server by now. */
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
    networkTimeoutSeconds: PAGE_LIMIT_S,
    matchOptions,
    plugins: [
      {
        // By its file: all pages have one frame, and no address with what is in it is stored.
        cacheKeyWillBeUsed: async ({ request }) => pageFileOf(new URL(request.url).pathname) ?? request,
        cacheWillUpdate: async ({ response }) => (response.status === 200 && !response.redirected ? response : null),
        cachedResponseWillBeUsed: async ({ cachedResponse }) =>
          cachedResponse && (await isWhole(cachedResponse)) ? cachedResponse : null,
      },
    ],
  }),
)

/** The frame of pages, which the page that brought this worker had before it. */
async function storeFrame(): Promise<void> {
  const page = '/profile'
  // The app's own frame is no part of the contract.
  // oxlint-disable-next-line no-restricted-globals
  const answer = await fetch(page, { credentials: 'omit' })
  const file = pageFileOf(page)
  if (file && answer.status === 200 && !answer.redirected) await (await caches.open(PAGE_CACHE)).put(file, answer)
}
self.addEventListener('install', (event) => event.waitUntil(storeFrame()))
void self.skipWaiting()
clientsClaim()
