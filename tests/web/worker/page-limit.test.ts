import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

interface FetchEvent extends Event {
  request: Request
  respondWith: (answer: Promise<Response>) => void
  waitUntil: (work: Promise<unknown>) => void
}

const ORIGIN = 'https://paket.example'
/** Resolves a path against the worker's origin. */
class OwnRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, ORIGIN) : input, init)
  }
}

const pathOf = (request: Request | string) =>
  new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname
/** SHA-256 at once: the platform's takes real time. */
const subtle = {
  digest: async (_: string, content: ArrayBuffer) => createHash('sha256').update(Buffer.from(content)).digest(),
}

/** The surroundings of a service worker: stored pages and hashed files, and a server. */
function serviceWorker(stored: Record<string, string>, serve: (path: string) => Promise<Response>) {
  const written: [file: string, text: string][] = []
  const listeners = new Map<string, (event: FetchEvent) => void>()
  const cache = {
    match: async (request: Request | string) => {
      const text = stored[pathOf(request)]
      return text === undefined ? undefined : new Response(text)
    },
    put: async (request: Request | string, page: Response) => void written.push([pathOf(request), await page.text()]),
  }
  // Workbox without its development checks, which need a real worker.
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('FetchEvent', Event)
  vi.stubGlobal('DIGESTS', digests)
  vi.stubGlobal('crypto', { subtle })
  vi.stubGlobal('Request', OwnRequest)
  vi.stubGlobal('location', new URL(`${ORIGIN}/sw.js`))
  vi.stubGlobal('registration', { scope: `${ORIGIN}/` })
  vi.stubGlobal('skipWaiting', async () => undefined)
  vi.stubGlobal('caches', { open: async () => cache, match: cache.match })
  vi.stubGlobal('fetch', (request: Request | string) => serve(pathOf(request)))
  vi.stubGlobal('addEventListener', (type: string, listener: (event: FetchEvent) => void) =>
    listeners.set(type, listener),
  )
  return {
    /** Pages that were stored. */
    written,
    /** Dispatches the event of an installation; resolves when the worker has done its part. */
    install: async () => {
      let work: Promise<unknown> = Promise.resolve()
      const event = new Event('install')
      listeners.get('install')?.(
        Object.assign(event, { waitUntil: (given: Promise<unknown>) => (work = given) }) as never,
      )
      await work
    },
    /** Returns the response to a navigation. */
    open: (path: string): Promise<Response> | undefined => {
      const request = new Request(ORIGIN + path)
      Object.defineProperties(request, { mode: { value: 'navigate' }, destination: { value: 'document' } })
      let answer: Promise<Response> | undefined
      const event = Object.assign(new Event('fetch'), {
        request,
        respondWith: (given: Promise<Response>) => void (answer = given),
        waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
      })
      listeners.get('fetch')?.(event)
      return answer
    },
  }
}
const never = () => new Promise<Response>(() => undefined)
const frame = '<script src="/assets/app-1.js"></script></html>'
const whole = { '/app.html': frame, '/assets/app-1.js': 'app' }
/** The beginning of `printf app | sha256sum`. */
const digests = { '/assets/app-1.js': 'a172cedcae47474b' }

/** Returns what has arrived after so many milliseconds. */
async function after(ms: number, answer: Promise<Response> | undefined): Promise<string | null> {
  let text: string | null = null
  void answer?.then(
    async (response) => (text = await response.text()),
    (error: unknown) => (text = `failed: ${String(error)}`),
  )
  await vi.advanceTimersByTimeAsync(ms)
  return text
}

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
const load = () => import('../../../web/worker/service-worker.ts')

test('uses the stored frame after 2 s when the server is silent, not before', async () => {
  const { open } = serviceWorker(whole, never)
  await load()
  expect(await after(1900, open('/profile'))).toBeNull()
  expect(await after(2100, open('/profile'))).toBe(frame)
})
test('uses the server’s page when it arrives in time', async () => {
  const { open } = serviceWorker(whole, async () => new Response('new'))
  await load()
  expect(await after(100, open('/profile'))).toBe('new')
})
test('uses the stored frame at once without a network', async () => {
  const { open } = serviceWorker(whole, () => Promise.reject(new TypeError('no network')))
  await load()
  expect(await after(100, open('/profile'))).toBe(frame)
})
test.each([
  ['a file of it is not stored', { '/app.html': frame }],
  ['a file of it is empty', { ...whole, '/assets/app-1.js': '' }],
  ['a file of it is cut', { ...whole, '/assets/app-1.js': 'ap' }],
  [
    'a file of another release is empty',
    { ...whole, '/app.html': `/assets/app-0.js"${frame}`, '/assets/app-0.js': '' },
  ],
  ['it is empty', { ...whole, '/app.html': '' }],
  ['it is cut', { ...whole, '/app.html': frame.replace('</html>', '') }],
])('waits for the server when the stored frame is not whole: %s', async (_, stored) => {
  const { open } = serviceWorker(stored, never)
  await load()
  expect(await after(10_000, open('/profile'))).toBeNull()
})
test.each([
  [frame, [['/app.html', frame]]],
  ['', []],
  [frame.slice(0, -1), []],
])('a page that arrives as “%s” is stored if it is whole', async (html, stored) => {
  const { open, install, written } = serviceWorker(whole, async () => new Response(html))
  await load()
  await install()
  expect(written).toEqual(stored)
  expect(await after(100, open('/profile'))).toBe(html)
  expect(written).toEqual([...stored, ...stored])
})
test.each(['/bff/api/x', '/cms/page', '/oidc/auth', '/config.json'])('leaves %s to the browser', async (path) => {
  const { open } = serviceWorker(whole, never)
  await load()
  expect(open(path)).toBeUndefined()
})
