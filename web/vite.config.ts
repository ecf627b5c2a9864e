import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { PurgeCSS } from 'purgecss'
import { build, defineConfig, type Plugin, type ProxyOptions, type Rollup, runnerImport } from 'vite'
import { compressFolder } from './deploy/compress.ts'
import { policyForPage } from './deploy/policy.ts'
import { proxied, servedByRules } from './deploy/preview.ts'
import { publicPaths } from './deploy/rules.ts'
import { releaseId } from './deploy/release-id.ts'
import { WORKER_PATH } from './src/domain/service-worker.ts'
import { shortWords } from './short-words.ts'

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
const proxy = { [proxied]: backend }
const server = { port: Number(process.env['PAKET_WEB_PORT'] ?? 5173), strictPort: true, proxy }

/**
 * The settings as the mock has them: what is switched off for the user of the browser's session, and, where `PAKET_WIDGETS` says so, what of
 * `config.development.json` the mock serves or collects.
 */
const settingsOfMock: Plugin = {
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
    (file) => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as object,
  )
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify({ ...shipped, ...(hasWidgets && added), ...switches }))
}
const MOCK_MS = 2000
/** Nothing without a mock: the backend may be another. */
async function switchesFor({ headers }: IncomingMessage): Promise<Record<string, string | object>> {
  const init = { headers: { cookie: headers.cookie ?? '' }, signal: AbortSignal.timeout(MOCK_MS) }
  return fetch(`${mock}/outside/switches.json`, init)
    .then((answer) => (answer.ok ? (answer.json() as Promise<Record<string, string | object>>) : {}))
    .catch(() => ({}))
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
/** What the template says of the main page. */
const mainWords = /<title>.*?<\/title>|<meta\s+name="description"[^>]*>/gs
/** The settings, which the main page is read without. */
const settingsAhead = /<link rel="preload" href="\/config\.json"[^>]*>/
const stylesheetTag = /<link (rel="stylesheet")[^>]*>/
/** What starts the app. The main page reads without it: its styles and fonts come first over a slow connection. */
const scriptTag = /<script type="module"|<link rel="modulepreload"/g

interface Page {
  path: string
}
interface Markup {
  prerenderMain(settings: unknown): string
  prerenderShell(settings: unknown): string
  prerenderPage(settings: unknown, path: string): string
  publicPages(settings: unknown): Page[]
  headOfMain(site: string): string
  headOfPage(site: string, page: Page): string
  headOfShell(site: string): string
  sitemap(site: string, pages: Page[]): string
}
/** Where the public finds the app, whatever environment the build is for: links that are shared lead there. */
const site = process.env['PAKET_SITE'] ?? 'https://paket.example'
const robots = `User-agent: *\nDisallow: /bff/\nDisallow: /auth/\n\nSitemap: ${site}/sitemap.xml\n`
async function markup() {
  const settings: unknown = JSON.parse(await readFile(join(import.meta.dirname, 'public/config.json'), 'utf8'))
  const entry = join(import.meta.dirname, 'src/app/prerender.tsx')
  const { module } = await runnerImport<Markup>(entry, {
    configFile: false,
    root: import.meta.dirname,
    plugins: [shortWords, react()],
    logLevel: 'error',
  })
  const pages = module.publicPages(settings)
  const paths = pages.map(({ path }) => path)
  if (paths.toString() !== publicPaths.toString())
    throw new Error(`publicPaths of deploy/rules.ts must be ${paths.join(' ')}: the public pages of this build`)
  return {
    main: module.prerenderMain(settings),
    shell: module.prerenderShell(settings),
    mainHead: module.headOfMain(site),
    shellHead: module.headOfShell(site),
    pages: pages.map((page) => ({
      path: page.path,
      file: `pages${page.path}.html`,
      head: module.headOfPage(site, page),
      body: module.prerenderPage(settings, page.path),
    })),
    sitemap: module.sitemap(site, pages),
  }
}

/** What looks for the session: before all others, which come meanwhile. */
const opening = ['/app/opening.ts', '/session/identity.ts']
/** The app itself, which the main page does without at first. */
const app = ['/src/main.tsx']
/** What leads to an account page besides what its frame loads anyway: it comes while the session is looked for, not after that. */
const account = ['/app/account-routes.tsx']
/** What draws a visitor's entry page. */
const visitors = ['/app/entry-routes.tsx']
function filesOf(modules: readonly string[], bundle: Rollup.OutputBundle, html: string): Set<string> {
  const files = new Set<string>()
  function add(file: string): void {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || files.has(file) || html.includes(file)) return
    files.add(file)
    chunk.imports.forEach(add)
  }
  for (const module of modules) {
    const has = (file: Rollup.OutputChunk) => file.moduleIds.some((id) => id.endsWith(module))
    const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && has(file))
    if (!chunk) throw new Error(`no chunk has ${module}`)
    add(chunk.fileName)
  }
  return files
}

/** The rules of the app's styles that the main page, or what its first script adds to it, is drawn by. */
async function stylesOf(html: string, bundle: Rollup.OutputBundle): Promise<string> {
  const styles = Object.values(bundle).find((file) => file.fileName.endsWith('.css'))
  if (styles?.type !== 'asset') throw new Error('the build has no styles')
  const [used] = await new PurgeCSS().purge({
    css: [{ raw: styles.source.toString() }],
    content: [
      { raw: html.replaceAll('&amp;', '&').replaceAll('&gt;', '>').replaceAll('&lt;', '<'), extension: 'html' },
      { raw: await readFile(join(import.meta.dirname, 'src/boot.ts'), 'utf8'), extension: 'ts' },
    ],
    defaultExtractor: (text) => text.match(/[^\s"'`=<>]+/g) ?? [],
    variables: true,
    keyframes: true,
  })
  if (!used) throw new Error('the main page has no styles')
  return used.css
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
    const { main, shell, mainHead, shellHead, pages: others, sitemap } = await markup()
    const filled = (html: string, name: string, content: string) =>
      html.replace(emptyRoot, () => `<div id="root" data-page="${name}">${content}</div>`)
    const first = filesOf([...opening, ...app], bundle, plain)
    const linksTo = (modules: readonly string[]) =>
      [...new Set([...first, ...filesOf(modules, bundle, plain)])]
        .map(
          (file) =>
            `<link rel="modulepreload" crossorigin href="/${file}"${first.has(file) ? '' : ' fetchpriority="low"'}>`,
        )
        .join('')
    const framed = (head: string, name: string, content: string, modules: readonly string[]) =>
      filled(
        plain.replaceAll(mainWords, '').replace('</head>', () => `${head}${linksTo(modules)}</head>`),
        name,
        content,
      )
    const mainHtml = plain
      .replace(settingsAhead, '')
      .replaceAll(scriptTag, '$& fetchpriority="low"')
      .replace('</head>', () => `${mainHead}</head>`)
    const mainFilled = filled(mainHtml, '/', main)
    const mainStyles = await stylesOf(mainFilled, bundle)
    const pages = {
      [mainPage]: mainFilled.replace(
        stylesheetTag,
        (link, address: string) => `<style>${mainStyles}</style>${link.replace(address, `${address} media="print"`)}`,
      ),
      [shellPage]: framed(shellHead, 'shell', shell, account),
      ...Object.fromEntries(
        others.map(({ path, file, head, body }) => [file, framed(head, path, body, [...account, ...visitors])]),
      ),
    }
    const release = releaseId(import.meta.dirname, [...Object.keys(bundle), ...Object.values(pages)])
    const withRelease = (html = '') =>
      html.replace('</title>', () => `</title><meta name="release" content="${release}">`)
    for (const [fileName, source] of Object.entries(pages))
      if (fileName !== mainPage) this.emitFile({ type: 'asset', fileName, source: withRelease(source) })
    this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source: sitemap })
    this.emitFile({ type: 'asset', fileName: 'robots.txt', source: robots })
    this.emitFile({ type: 'asset', fileName: 'release.json', source: JSON.stringify({ release }) })
    page.source = withRelease(pages[mainPage])
  },
}
/** The oldest that Tailwind's cascade layers are drawn by. */
const target = ['chrome111', 'safari16.4']
/** Builds the service worker: one script without imports, at an address that stays. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  async generateBundle() {
    const built = await build({
      configFile: false,
      root: import.meta.dirname,
      publicDir: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        write: false,
        target,
        modulePreload: false,
        rolldownOptions: {
          input: join(import.meta.dirname, 'worker/service-worker.ts'),
          output: { format: 'iife', entryFileNames: WORKER_PATH.slice(1) },
        },
      },
    })
    if (Array.isArray(built) || !('output' in built)) throw new Error('the service worker was not built once')
    const [{ fileName, code }] = built.output
    this.emitFile({ type: 'asset', fileName, source: code })
  },
}
/** Writes the compressed copies of all texts of the app. What is built elsewhere is for tests. */
const compressed: Plugin = {
  name: 'compressed',
  apply: ({ build: into }, { command }) => command === 'build' && into?.outDir === undefined,
  async closeBundle() {
    await compressFolder(join(import.meta.dirname, 'dist'))
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

/** What modules import at once, however deep: one file, where small ones would each be a request on the way to every page. */
function chunkOf(name: string, entries: readonly string[]) {
  const modules = new Set<string>()
  return (id: string, graph: { getModuleInfo: (id: string) => Rollup.ModuleInfo | null }): string | null => {
    const follow = (module: string): void => {
      if (modules.has(module) || (name !== 'account' && ofAccountAlone.test(module))) return
      modules.add(module)
      graph.getModuleInfo(module)?.importedIds.forEach(follow)
    }
    if (modules.size === 0) for (const entry of entries) follow(join(import.meta.dirname, 'src', entry))
    return modules.has(id) ? name : null
  }
}
/** What of the SDK the account alone needs: its index names it to everybody who imports anything from there. */
const ofAccountAlone = /\/sdk\/src\/(cms|poll-order|pay-by-points|bind-card)\.ts$/
/** What the identity provider's client, a chunk of its own, imports of ours. */
const ofIdentity = ['domain/uuid.ts']
/** Small parts that pages and modals share: each would be a request of its own on the way to them. */
const ofManyPages = [
  'layout/account-page.tsx',
  'features/purchase/choose/renewal-disclaimer.tsx',
  'features/purchase/choose/renewal-steps.ts',
  'features/autopay/feedback.ts',
  'features/family/family-benefits.tsx',
  'domain/card-system.ts',
  'domain/offers.ts',
  'features/loyalty/card-help.ts',
  'features/offers/tag-icons.tsx',
  'ui/countdown.tsx',
]
/** Pages that lead to each other. */
const pagesTogether = [
  { name: 'subscription-pages', test: /\/src\/pages\/(manage|oplata|payment-history|payment-methods)\// },
  { name: 'benefit-pages', test: /\/src\/pages\/(loyalty-cards|offers|options|score)\// },
  { name: 'entry-pages', test: /\/src\/(app\/entry-routes\.tsx|pages\/(activation|not-found|partner|sale)\/)/ },
]
/** With the build's own helpers, which all others need as well. */
const firstScript = /\/src\/boot\.ts$|preload-helper|rolldown[/\\:]runtime|modulepreload-polyfill/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    settingsOfMock,
    shortWords,
    react(),
    tailwindcss(),
    evaluated,
    contentSecurityPolicy,
    prerender,
    serviceWorker,
    compressed,
    servedByRules,
    gallery,
  ],
  server,
  preview: server,
  build: {
    // Nothing becomes a data: address: the policy then needs no exception for fonts or pictures.
    assetsInlineLimit: 0,
    target,
    manifest: true,
    // For those who read reports; no server sends them.
    sourcemap: 'hidden',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What is in several goes to the first of them.
          groups: [
            { name: 'boot', test: firstScript, priority: 4 },
            { name: chunkOf('opening', ['app/opening.ts', ...ofIdentity]), debugName: 'opening', priority: 3 },
            { name: chunkOf('start', ['main.tsx']), debugName: 'start', priority: 2 },
            { name: chunkOf('account', ['app/account-routes.tsx', ...ofManyPages]), debugName: 'account', priority: 1 },
            ...pagesTogether,
          ],
        },
      },
    },
  },
})
