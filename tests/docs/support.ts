import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { buildDocs } from '../../scripts/docs.ts'

/** The pages that `npm run docs` writes, by path. */
export interface Docs {
  pages: ReadonlyMap<string, string>
  files: ReadonlySet<string>
  readText: (file: string) => Promise<string>
  remove: () => Promise<void>
}

export async function builtDocs(): Promise<Docs> {
  const folder = await mkdtemp(join(tmpdir(), 'paket-docs-test-'))
  await buildDocs(folder, () => {})
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
  const pages = files.filter((file) => file.endsWith('.html'))
  const texts = await Promise.all(pages.map((file) => readFile(join(folder, file), 'utf8')))
  return {
    pages: new Map(pages.map((file, at) => [file, texts[at] ?? ''])),
    files: new Set(files),
    readText: (file) => readFile(join(folder, file), 'utf8'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
/** Returns the text of HTML: entities are decoded, white space is collapsed. */
export const read = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? '')

/** Returns a page without scripts and styles. */
export const markupOf = (page: string): string =>
  page.replace(/<script\b([^>]*)>[^]*?<\/script>/g, '<script$1></script>').replace(/<style\b[^>]*>[^]*?<\/style>/g, '')

/** Returns all values of an attribute in a page. */
export const valuesOf = (page: string, attribute: string): string[] =>
  [...markupOf(page).matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => read(value))

/** Returns the links between the pages: the page with the link, and the file and anchor that it leads to. */
export function ownLinks(file: string, page: string): { from: string; to: string; place: string }[] {
  const own = valuesOf(page, 'href').filter((href) => !/^[a-z][a-z0-9+.-]*:/i.test(href))
  return own.map((href) => {
    const [path = '', place = ''] = href.split('#')
    const to = path === '' ? file : relative('/', resolve('/', dirname(file), decodeURIComponent(path)))
    return { from: file, to, place: decodeURIComponent(place) }
  })
}
