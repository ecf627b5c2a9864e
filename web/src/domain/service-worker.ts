/** Where the service worker is served; it is built from `web/worker`. */
export const WORKER_PATH = '/sw.js'
/** The Trusted Types policy that makes its address. */
export const WORKER_POLICY = 'paket-worker'
/** What it stores: hashed files, and pages by their files. */
export const ASSET_CACHE = 'paket-assets'
export const PAGE_CACHE = 'paket-pages'
