/** The path of the service worker, which is built from `web/worker`. */
export const WORKER_PATH = '/sw.js'
/** The Trusted Types policy that creates the service worker's address. */
export const WORKER_POLICY = 'paket-worker'
/** The service worker's caches: hashed files, and HTML pages. */
export const ASSET_CACHE = 'paket-assets'
export const PAGE_CACHE = 'paket-pages'
