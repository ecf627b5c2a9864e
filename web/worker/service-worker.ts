import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { backendPaths, mockPaths, ruleFor } from '../deploy/rules.ts'
import { ASSET_CACHE, DIGEST_LENGTH, PAGE_CACHE } from '../src/domain/service-worker.ts'

declare const self: ServiceWorkerGlobalScope
/** The beginning of the SHA-256 of each hashed file of this release, by its path; from the build. */
declare const DIGESTS: Readonly<Record<string, string>>

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

/** Whether a response has its file whole, neither empty nor cut. Of a file of another release only its emptiness is known. */
async function isWholeFile(path: string, response: Response): Promise<boolean> {
  const content = await response.clone().arrayBuffer()
  const digest = DIGESTS[path]
  if (digest === undefined) return content.byteLength > 0
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  const found = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return found.slice(0, DIGEST_LENGTH) === digest
}
const isWholePage = (html: string) => html.trimEnd().endsWith('</html>')

/** Whether a stored page is whole, with all files that it names: the server may not have its release any more. */
async function isUsable(page: Response): Promise<boolean> {
  const html = await page.clone().text()
  const assets = await caches.open(ASSET_CACHE)
  const found = [...new Set(html.match(/\/assets\/[^"'\s)]+/g))].map(async (path) => {
    const file = await assets.match(path, matchOptions)
    return file !== undefined && isWholeFile(path, file)
  })
  return isWholePage(html) && (await Promise.all(found)).every(Boolean)
}

const fetchPastCaches = (request: Request) =>
  // Not a call of the contract.
  // oxlint-disable-next-line no-restricted-globals
  fetch(new Request(request, { cache: 'reload' }))
/** The same answer, which the page's own memory does not keep either. */
function withoutCaching({ body, status, headers }: Response): Response {
  const changed = new Headers(headers)
  changed.set('cache-control', 'no-store')
  return new Response(body, { status, headers: changed })
}
/** Whether a page that has come from the server may replace the stored one. */
const isToStore = async (page: Response) =>
  page.status === 200 && !page.redirected && isWholePage(await page.clone().text())

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && ruleFor(url.pathname)?.from === 'assets',
  new CacheFirst({
    cacheName: ASSET_CACHE,
    matchOptions,
    plugins: [
      {
        // A browser may have stored an empty or cut file for a year, so such a one is asked for once more, past its cache.
        async fetchDidSucceed({ request, response, state = {} }) {
          const path = new URL(request.url).pathname
          const isWhole = async (answer: Response) => answer.status !== 200 || isWholeFile(path, answer)
          if (await isWhole(response)) return response
          const again = await fetchPastCaches(request)
          if (await isWhole(again)) return again
          state['isDamaged'] = true
          return withoutCaching(again)
        },
        cacheWillUpdate: async ({ response, state }) =>
          response.status === 200 && !state?.['isDamaged'] ? response : null,
        // The page asks so for files that it could not use.
        cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
          request.cache === 'reload' ? null : cachedResponse,
      },
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
        cacheWillUpdate: async ({ response }) => ((await isToStore(response)) ? response : null),
        cachedResponseWillBeUsed: async ({ cachedResponse }) =>
          cachedResponse && (await isUsable(cachedResponse)) ? cachedResponse : null,
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
  if (file && (await isToStore(answer))) await (await caches.open(PAGE_CACHE)).put(file, answer)
}
self.addEventListener('install', (event) => event.waitUntil(storeFrame()))

/** Removes stored files that are empty or cut: an earlier worker did not know what they must contain. */
async function removeDamaged(): Promise<void> {
  const assets = await caches.open(ASSET_CACHE)
  for (const request of await assets.keys()) {
    const file = await assets.match(request, matchOptions)
    if (file && !(await isWholeFile(new URL(request.url).pathname, file))) await assets.delete(request, matchOptions)
  }
}
self.addEventListener('activate', (event) => event.waitUntil(removeDamaged()))
void self.skipWaiting()
// Each page sends a message when it has found the worker. Claiming only at the activation would miss a page whose navigation
// is under way then: its later files would not be stored.
self.addEventListener('message', (event) => event.waitUntil(self.clients.claim()))
