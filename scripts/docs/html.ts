import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escaped, html, type Markup, raw } from '@paket/drift/html'

/** Renders a line of the contract's prose, with `code` and **bold**. */
export const prose = (text: string): Markup =>
  raw(
    escaped(text)
      .replace(/`([^`]+)`/g, '<code>$1</code>')
      .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>'),
  )

/** Renders paragraphs and lists of the contract's prose. */
export const blocks = (text: string): Markup[] =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((block) => {
      const items = block.split(/^- /m).filter((item) => item.trim() !== '')
      if (!block.startsWith('- ')) return html`<p>${prose(block)}</p>`
      return html`<ul>
        ${items.map((item) => html`<li>${prose(item.trim())}</li>`)}
      </ul>`
    })

/** The content security policy: pages load nothing, so that they open from a disk, offline. */
export const policy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
const pages = {
  'index.html': 'Overview',
  'reference/index.html': 'SDK',
  'contract.html': 'Contract',
  'errors.html': 'Failures',
  'assumed.html': 'Assumed parts',
}
export type PageName = keyof typeof pages
export const pageNames = Object.keys(pages) as PageName[]

/** Renders a page with links to the others. */
export async function page(
  name: PageName,
  title: string,
  body: Markup,
  { script = '', linkedPages = pageNames }: { script?: string; linkedPages?: readonly PageName[] } = {},
): Promise<string> {
  const style = await readFile(join(import.meta.dirname, 'style.css'), 'utf8')
  const links = linkedPages.map(
    (file) => html`<a href="${file}" ${file === name ? raw('aria-current="page"') : ''}>${pages[file]}</a>`,
  )
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <title>${title} · Paket</title>
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <a class="skip" href="#content">To the content</a>
        <header>
          <nav aria-label="Documents">${links}</nav>
        </header>
        <main id="content" tabindex="-1">
          <h1>${title}</h1>
          ${body}
        </main>
        ${
          script
            ? html`<script>
                ${raw(script)}
              </script>`
            : ''
        }
      </body>
    </html> `.markup
}
