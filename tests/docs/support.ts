import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { buildDocs } from '../../scripts/docs.ts'

/** The documents as `npm run docs` writes them: path to text of every page. */
export interface Docs {
  pages: ReadonlyMap<string, string>
  files: ReadonlySet<string>
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
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
/** Text as it is read, from text as it is written in HTML. */
export const read = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? '')

/** A page without the programs and styles in it. */
export const markupOf = (page: string): string =>
  page.replace(/<script\b([^>]*)>[^]*?<\/script>/g, '<script$1></script>').replace(/<style\b[^>]*>[^]*?<\/style>/g, '')

/** Values of an attribute, wherever it is. */
export const valuesOf = (page: string, attribute: string): string[] =>
  [...markupOf(page).matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => read(value))

/** Links to places of the documents themselves: the page they are on, the file and the place they lead to. */
export function ownLinks(file: string, page: string): { from: string; to: string; place: string }[] {
  const own = valuesOf(page, 'href').filter((href) => !/^[a-z][a-z0-9+.-]*:/i.test(href))
  return own.map((href) => {
    const [path = '', place = ''] = href.split('#')
    const to = path === '' ? file : relative('/', resolve('/', dirname(file), decodeURIComponent(path)))
    return { from: file, to, place: decodeURIComponent(place) }
  })
}
