import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type ProxyOptions, type Rollup, runnerImport } from 'vite'
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
const backendPaths = '^/(bff|cms|oidc|pay|outside|__mock)(/|$|\\?)'
const proxy = { [backendPaths]: backend }
const server = { port: Number(process.env['PAKET_WEB_PORT'] ?? 5173), strictPort: true, proxy }

/** The widgets of `config.development.json` in the settings that are sent, where the mock serves what others do in production. */
const widgetsOfDevelopment: Plugin = {
  name: 'widgets-of-development',
  configureServer: ({ middlewares }) => void middlewares.use(sendSettings),
  configurePreviewServer: ({ middlewares }) => void middlewares.use(sendSettings),
}
function sendSettings(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  if (process.env['PAKET_WIDGETS'] !== 'mock' || request.url?.split('?')[0] !== '/config.json') return next()
  const [shipped, added] = ['public/config.json', 'config.development.json'].map(
    (file) => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as object,
  )
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify({ ...shipped, ...added }))
}

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
/** Puts the value of what the build can know into the place of what works it out, and of all that this imports. */
const evaluated: Plugin = {
  name: 'evaluated',
  apply: 'build',
  async load(id) {
    if (!id.endsWith('/src/app/route-facts.ts')) return
    const { module } = await runnerImport<object>(id, {
      configFile: false,
      root: import.meta.dirname,
      logLevel: 'error',
    })
    return Object.entries(module)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      .join('\n')
  },
}
/** What the server sends for `/`: the main page, to be read before any script comes. */
const mainPage = 'index.html'
/** What it sends for every other path: the frame of a page, to be filled. */
const shellPage = 'app.html'
const emptyRoot = '<div id="root"></div>'
/** The shell promises nothing of the main page: each page names the window itself. */
const shellTitle = '<title>Пакет</title>'
/** What starts the app. The main page reads without it: its styles and fonts come first over a slow connection. */
const scriptTag = /<script type="module"|<link rel="modulepreload"/g

interface Markup {
  prerenderMain(settings: unknown): string
  prerenderShell(settings: unknown): string
}
async function markup(): Promise<{ main: string; shell: string }> {
  const settings: unknown = JSON.parse(await readFile(join(import.meta.dirname, 'public/config.json'), 'utf8'))
  const entry = join(import.meta.dirname, 'src/app/prerender.tsx')
  const { module } = await runnerImport<Markup>(entry, {
    configFile: false,
    root: import.meta.dirname,
    plugins: [react()],
    logLevel: 'error',
  })
  return { main: module.prerenderMain(settings), shell: module.prerenderShell(settings) }
}

/** What leads to an account page besides what its frame loads anyway: it comes while the session is looked for, not after that. */
const ahead = ['/session/identity.ts', '/app/account-routes.tsx']
function filesAhead(bundle: Rollup.OutputBundle, html: string): Set<string> {
  const files = new Set<string>()
  function add(file: string): void {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || files.has(file) || html.includes(file)) return
    files.add(file)
    chunk.imports.forEach(add)
  }
  for (const module of ahead) {
    const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(module))
    if (!chunk) throw new Error(`no chunk has ${module}`)
    add(chunk.fileName)
  }
  return files
}

/** Makes two pages of the built one, see web/README.md. */
const prerender: Plugin = {
  name: 'prerender',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const page = bundle[mainPage]
    if (page?.type !== 'asset' || typeof page.source !== 'string') return
    const plain = page.source
    if (!plain.includes(emptyRoot)) throw new Error(`${mainPage} has no ${emptyRoot}`)
    const { main, shell } = await markup()
    const filled = (html: string, name: string, content: string) =>
      html.replace(emptyRoot, () => `<div id="root" data-page="${name}">${content}</div>`)
    const untitled = plain.replace(/<title>.*?<\/title>/, shellTitle)
    const links = [...filesAhead(bundle, plain)].map(
      (file) => `<link rel="modulepreload" crossorigin href="/${file}" fetchpriority="low">`,
    )
    const shellHtml = untitled.replace('</head>', () => `${links.join('')}</head>`)
    this.emitFile({ type: 'asset', fileName: shellPage, source: filled(shellHtml, 'shell', shell) })
    page.source = filled(plain.replaceAll(scriptTag, '$& fetchpriority="low"'), 'main', main)
  },
}
/** What a server of the build does: its headers on the app's own pages, the shell for every path but `/`. What the mock answers brings its own. */
const served: Plugin = {
  name: 'served',
  configurePreviewServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const [path = ''] = (request.url ?? '').split('?')
      if (new RegExp(backendPaths).test(path)) return next()
      for (const [name, value] of Object.entries(securityHeaders(path))) response.setHeader(name, value)
      const isPage = path !== '/' && !/\.\w+$/.test(path)
      if (isPage) request.url = `/${shellPage}`
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
  plugins: [widgetsOfDevelopment, react(), tailwindcss(), evaluated, contentSecurityPolicy, prerender, served, gallery],
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
