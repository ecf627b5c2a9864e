import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { PurgeCSS } from 'purgecss'
import { type Plugin, type Rollup, runnerImport } from 'vite'
import { policyForPage } from '../deploy/policy.ts'
import { releaseId } from '../deploy/release-id.ts'
import { publicPaths } from '../deploy/rules.ts'
import { RECOVERY_PATH } from '../src/domain/service-worker.ts'
import { shortWords } from './short-words.ts'

const web = join(import.meta.dirname, '..')

/** The origin that serves this build, if it is for one: a release is. Its pages name it, and no other origin may serve them. */
const origin = process.env['PAKET_ORIGIN'] ?? ''
const site = origin || 'https://paket.example'
const robots = `User-agent: *\nDisallow: /bff/\nDisallow: /auth/\n\nSitemap: ${site}/sitemap.xml\n`

/** The main page, which can be read before any script has loaded. */
const mainPage = 'index.html'
/** The frame of all other pages, which the app fills. */
const shellPage = 'app.html'

/** Parts of the template `web/index.html`, as Vite writes them. */
const emptyRoot = '<div id="root"></div>'
const mainPageHead = /<title>.*?<\/title>|<meta\s+name="description"[^>]*>/gs
const settingsPreload = /<link rel="preload" href="\/config\.json"[^>]*>/
const stylesheetTag = /<link (rel="stylesheet")[^>]*>/
const scriptTag = /<script type="module"|<link rel="modulepreload"/g

/** Modules whose chunks are preloaded, in the order in which a page needs them; see “Scripts” in web/README.md. */
const preloaded = {
  session: ['/app/opening.ts', '/session/identity.ts'],
  app: ['/src/main.tsx'],
  account: ['/app/account-routes.tsx'],
  entry: ['/app/entry-routes.tsx'],
}

interface PublicPage {
  path: string
}
/** The exports of `src/app/prerender.tsx`. */
interface Prerender {
  prerenderMain(settings: unknown): string
  prerenderShell(settings: unknown): string
  prerenderPage(settings: unknown, path: string): string
  publicPages(settings: unknown): PublicPage[]
  headOfMain(site: string): string
  headOfPage(site: string, page: PublicPage): string
  headOfShell(site: string): string
  sitemap(site: string, pages: PublicPage[]): string
}

/** Renders the head and the body of each page. */
async function renderPages() {
  const settings: unknown = JSON.parse(await readFile(join(web, 'public/config.json'), 'utf8'))
  const { module } = await runnerImport<Prerender>(join(web, 'src/app/prerender.tsx'), {
    configFile: false,
    root: web,
    plugins: [shortWords, react()],
    logLevel: 'error',
  })
  const pages = module.publicPages(settings)
  const paths = pages.map(({ path }) => path)
  if (paths.toString() !== publicPaths.toString())
    throw new Error(`publicPaths of deploy/rules.ts must be ${paths.join(' ')}: the public pages of this build`)
  return {
    main: { head: module.headOfMain(site), body: module.prerenderMain(settings) },
    shell: { head: module.headOfShell(site), body: module.prerenderShell(settings) },
    publicPages: pages.map((page) => ({
      path: page.path,
      file: `pages${page.path}.html`,
      head: module.headOfPage(site, page),
      body: module.prerenderPage(settings, page.path),
    })),
    sitemap: module.sitemap(site, pages),
  }
}

/** Returns the files of the modules' chunks and of all that these import, without those that `html` names already. */
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

/** Returns the app's stylesheet. A second one, of a chunk, would be loaded by Vite, which does not notice that it came empty or cut. */
function stylesOf(bundle: Rollup.OutputBundle): Rollup.OutputAsset {
  const [styles, ...others] = Object.values(bundle).filter((file) => file.fileName.endsWith('.css'))
  if (styles?.type !== 'asset' || others.length > 0) throw new Error('the build must have one stylesheet')
  return styles
}

/** Returns the critical CSS: the rules of the app's stylesheet for classes in `html`, or that the first script adds. */
async function criticalCss(html: string, bundle: Rollup.OutputBundle): Promise<string> {
  const styles = stylesOf(bundle)
  const [used] = await new PurgeCSS().purge({
    css: [{ raw: styles.source.toString() }],
    content: [
      { raw: html.replaceAll('&amp;', '&').replaceAll('&gt;', '>').replaceAll('&lt;', '<'), extension: 'html' },
      { raw: await readFile(join(web, 'src/start-failure.ts'), 'utf8'), extension: 'ts' },
    ],
    defaultExtractor: (text) => text.match(/[^\s"'`=<>]+/g) ?? [],
    variables: true,
    keyframes: true,
  })
  if (!used) throw new Error('the main page has no styles')
  return used.css
}

const withRoot = (html: string, page: string, body: string) =>
  html.replace(emptyRoot, () => `<div id="root" data-page="${page}">${body}</div>`)

/** Its styles and fonts load first, the scripts with a low priority, the settings and the full stylesheet later. */
async function mainHtml(template: string, { head, body }: { head: string; body: string }, bundle: Rollup.OutputBundle) {
  const html = template
    .replace(settingsPreload, '')
    .replaceAll(scriptTag, '$& fetchpriority="low"')
    .replace('</head>', () => `${head}</head>`)
  const page = withRoot(html, '/', body)
  const styles = await criticalCss(page, bundle)
  return page.replace(
    stylesheetTag,
    (link, address: string) => `<style>${styles}</style>${link.replace(address, `${address} media="print"`)}`,
  )
}

/** Makes the main page, the frame of all other pages, and the public pages from the template that Vite has built; see “Pages” in web/README.md. */
export const prerender: Plugin = {
  name: 'prerender',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_options, bundle) {
    const built = bundle[mainPage]
    if (built?.type !== 'asset' || typeof built.source !== 'string') return
    if (!built.source.includes(emptyRoot)) throw new Error(`${mainPage} has no ${emptyRoot}`)
    const integrity = `sha384-${createHash('sha384').update(stylesOf(bundle).source).digest('base64')}`
    const template = built.source
      .replace(stylesheetTag, (link, rel: string) => link.replace(rel, `${rel} integrity="${integrity}"`))
      .replace('</head>', () => `<script async src="${RECOVERY_PATH}" fetchpriority="low"></script></head>`)
    const { main, shell, publicPages, sitemap } = await renderPages()

    const first = filesOf([...preloaded.session, ...preloaded.app], bundle, template)
    const preloads = (modules: readonly string[]) =>
      [...new Set([...first, ...filesOf(modules, bundle, template)])]
        .map(
          (file) =>
            `<link rel="modulepreload" crossorigin href="/${file}"${first.has(file) ? '' : ' fetchpriority="low"'}>`,
        )
        .join('')
    const otherHtml = (page: string, { head, body }: { head: string; body: string }, modules: readonly string[]) =>
      withRoot(
        template.replaceAll(mainPageHead, '').replace('</head>', () => `${head}${preloads(modules)}</head>`),
        page,
        body,
      )
    const pages = {
      [mainPage]: await mainHtml(template, main, bundle),
      [shellPage]: otherHtml('shell', shell, preloaded.account),
      ...Object.fromEntries(
        publicPages.map((page) => [page.file, otherHtml(page.path, page, [...preloaded.account, ...preloaded.entry])]),
      ),
    }

    const release = releaseId(web, [...Object.keys(bundle), ...Object.values(pages)])
    const withRelease = (html = '') =>
      html.replace('</title>', () => `</title><meta name="release" content="${release}">`)
    for (const [fileName, source] of Object.entries(pages))
      if (fileName !== mainPage) this.emitFile({ type: 'asset', fileName, source: withRelease(source) })
    this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source: sitemap })
    this.emitFile({ type: 'asset', fileName: 'robots.txt', source: robots })
    this.emitFile({
      type: 'asset',
      fileName: 'release.json',
      source: JSON.stringify({ release, ...(origin && { origin }) }),
    })
    built.source = withRelease(pages[mainPage])
  },
}

/** Writes the Content-Security-Policy into the built pages. Not in development: hot reloading needs inline code. */
export const contentSecurityPolicy: Plugin = {
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
