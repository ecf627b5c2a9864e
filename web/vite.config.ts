import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type ProxyOptions } from 'vite'
import { policyForPage, securityHeaders } from './csp.config.ts'

const mock = process.env['PAKET_MOCK_ORIGIN'] ?? 'http://localhost:4010'
// The Host header stays: the identity provider and the payment page answer for the origin that the browser sees.
const backend: ProxyOptions = {
  target: mock,
  changeOrigin: false,
  // A connection that breaks behind the proxy breaks in front of it too: the app must meet it as it is.
  configure(proxy) {
    proxy.on('error', (_error, request) => request.socket.destroy())
    proxy.on('proxyRes', (answer, request) => answer.once('close', () => answer.complete || request.socket.destroy()))
  },
}
/** What the backend answers; `/pay/` and not `/payment_gateway`. */
const backendPaths = '^/(bff|cms|oidc|pay|__mock)(/|$|\\?)'
const proxy = { [backendPaths]: backend }
const server = { port: Number(process.env['PAKET_WEB_PORT'] ?? 5173), strictPort: true, proxy }

/** Writes the policy into the built page. Not in development: hot reloading needs inline code. */
const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: policyForPage },
      injectTo: 'head-prepend',
    },
  ],
}
/** The headers of the app's own pages. What the mock answers through the proxy brings its own. */
const previewHeaders: Plugin = {
  name: 'preview-headers',
  configurePreviewServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const isProxied = new RegExp(backendPaths).test(request.url ?? '')
      if (!isProxied) for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
      next()
    })
  },
}
/** In development `/__gallery` shows every part, modal and message. */
const gallery: Plugin = {
  name: 'gallery',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      request.url = request.url?.replace(/^\/__gallery(?=$|\?)/, '/gallery.html')
      next()
    })
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), contentSecurityPolicy, previewHeaders, gallery],
  server,
  preview: server,
  build: {
    // Nothing becomes a data: address: the policy then needs no exception for fonts or pictures.
    assetsInlineLimit: 0,
    // The oldest that Tailwind's cascade layers are drawn by.
    target: ['chrome111', 'safari16.4'],
    manifest: true,
  },
})
