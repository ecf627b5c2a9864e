import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Plugin, ProxyOptions } from 'vite'
import { proxied } from '../deploy/preview.ts'

const mock = process.env['PAKET_MOCK_ORIGIN'] ?? 'http://localhost:4010'
const MOCK_TIMEOUT_MS = 2000

const backend: ProxyOptions = {
  target: mock,
  // The Host header stays: the identity provider and the payment page answer for the origin that the browser sees.
  changeOrigin: false,
  // A connection that breaks behind the proxy is broken in front of it too, so that the app meets the failure as it is.
  configure(proxy) {
    proxy.on('error', (_error, request) => request.socket.destroy())
    proxy.on('proxyRes', (answer, request) => answer.once('close', () => answer.complete || request.socket.destroy()))
  },
}
/** Vite's `server.proxy`: the backend's paths lead to the mock. */
export const proxyToMock = { [proxied]: backend }

/**
 * Serves `config.json` with the mock's switches for the user of the browser's session. With `PAKET_WIDGETS=mock` the
 * settings of `config.development.json` are added: the third-party scripts that the mock serves.
 */
export const settingsOfMock: Plugin = {
  name: 'settings-of-mock',
  configureServer: ({ middlewares }) => void middlewares.use((...given) => void sendSettings(...given)),
  configurePreviewServer: ({ middlewares }) => void middlewares.use((...given) => void sendSettings(...given)),
}

async function sendSettings(request: IncomingMessage, response: ServerResponse, next: () => void): Promise<void> {
  if (request.url?.split('?')[0] !== '/config.json') return next()
  const hasWidgets = process.env['PAKET_WIDGETS'] === 'mock'
  const switches = await switchesFor(request)
  if (!hasWidgets && Object.values(switches).every((value) => Object.keys(value).length === 0)) return next()
  const [shipped, added] = ['public/config.json', 'config.development.json'].map(
    (file) => JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8')) as object,
  )
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify({ ...shipped, ...(hasWidgets && added), ...switches }))
}

/** Returns no switches when the mock does not answer: the backend may be another one. */
async function switchesFor({ headers }: IncomingMessage): Promise<Record<string, string | object>> {
  const init = { headers: { cookie: headers.cookie ?? '' }, signal: AbortSignal.timeout(MOCK_TIMEOUT_MS) }
  return fetch(`${mock}/outside/switches.json`, init)
    .then((answer) => (answer.ok ? (answer.json() as Promise<Record<string, string | object>>) : {}))
    .catch(() => ({}))
}
