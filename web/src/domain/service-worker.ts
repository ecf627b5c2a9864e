/** The path of the service worker, which is built from `web/worker`. */
export const WORKER_PATH = '/sw.js'
/** The path of the script that recovers a page, built from `web/src/recover.ts`. */
export const RECOVERY_PATH = '/recover.js'
/** Hexadecimal digits of a SHA-256 that the service worker compares: enough for damage, which is no attack. */
export const DIGEST_LENGTH = 16
/** The Trusted Types policy that creates the service worker's address. */
export const WORKER_POLICY = 'paket-worker'
/** The service worker's caches: hashed files, and HTML pages. */
export const ASSET_CACHE = 'paket-assets'
export const PAGE_CACHE = 'paket-pages'
