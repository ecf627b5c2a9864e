import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { root } from './processes.ts'

/** The image that messengers show for a link; web/src/app/page-head.ts refers to it. */
const SIZE = { width: 1200, height: 630 }
const file = join(root, 'web/public/share.png')
/** The sources of the image, besides the layout below. */
const sources: readonly { path: string; part: RegExp }[] = [
  { path: 'web/src/features/benefits/hero-picture.tsx', part: /.+/gs },
  { path: 'web/public/icon.svg', part: /.+/gs },
  { path: 'web/src/pages/landing/landing-page.tsx', part: /<Hero\s+title="[^"]+"/g },
  { path: 'web/src/styles/tokens.css', part: /--color-[a-z-]+: #[^;]+/g },
]
const KEY = 'Sources'

/** Draws the image from the main page's title and drawing. `app` is the origin of the app. */
export async function drawSharePicture(browser: Browser, app: string): Promise<void> {
  const context = await browser.newContext({ viewport: SIZE, locale: 'ru-RU', serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await page.goto(app)
    await page.evaluate(layOut)
    await page.evaluate(async () => void (await document.fonts.ready))
    const picture = await page.screenshot({ animations: 'disabled' })
    await writeFile(file, withText(picture, KEY, await digestOfSources()))
  } finally {
    await context.close()
  }
}

/** Explains why the image is out of date; null when it is current. */
export async function staleSharePicture(): Promise<string | null> {
  const digest = await digestOfSources()
  return textIn(await readFile(file), KEY) === digest
    ? null
    : `web/public/share.png is out of date; it is drawn from ${sources.map(({ path }) => path).join(', ')}. Draw it again: npm run pictures -- --share`
}

async function digestOfSources(): Promise<string> {
  const parts = await Promise.all(
    sources.map(async ({ path, part }) => {
      const found = (await readFile(join(root, path), 'utf8')).match(part)
      if (!found) throw new Error(`${path} does not match ${part}, which web/public/share.png is drawn from`)
      return found.join('\n')
    }),
  )
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 16)
}

/** Runs in the page. The CSP allows no style elements, but styles set by script. */
function layOut(): void {
  const found = [
    document.querySelector('header a[href="/"]'),
    document.querySelector('main h1'),
    document.querySelector('main svg'),
  ]
  const [name, title, drawing] = found.map((element) => element?.cloneNode(true))
  if (!(name instanceof HTMLElement) || !(title instanceof HTMLElement) || !(drawing instanceof SVGElement))
    throw new Error('The main page has no name, title or drawing.')
  const board = document.createElement('div')
  board.className = 'bg-brand-deep text-paper'
  Object.assign(board.style, { position: 'fixed', inset: '0', overflow: 'hidden' })
  Object.assign(name.style, { position: 'absolute', left: '72px', top: '72px', gap: '20px', fontSize: '40px' })
  const icon = name.querySelector('img')
  if (icon) Object.assign(icon.style, { width: '64px', height: '64px' })
  Object.assign(title.style, { position: 'absolute', left: '72px', bottom: '96px', width: '580px', fontSize: '72px' })
  Object.assign(title.style, { lineHeight: '1.1', textWrap: 'wrap' })
  Object.assign(drawing.style, { position: 'absolute', right: '40px', bottom: '0', width: '510px' })
  board.append(name, title, drawing)
  document.body.replaceChildren(board)
}

// A PNG is a signature followed by chunks: length, type, data, checksum of type and data. `tEXt` may be anywhere before
// the last chunk.
const SIGNATURE_LENGTH = 8
const HEADER_END = SIGNATURE_LENGTH + 25
function withText(png: Buffer, key: string, text: string): Buffer {
  const body = Buffer.from(`tEXt${key}\0${text}`, 'latin1')
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), chunk.length - 4)
  return Buffer.concat([png.subarray(0, HEADER_END), chunk, png.subarray(HEADER_END)])
}
function textIn(png: Buffer, key: string): string | undefined {
  for (let at = SIGNATURE_LENGTH; at < png.length; at += png.readUInt32BE(at) + 12) {
    const data = png.toString('latin1', at + 4, at + 8 + png.readUInt32BE(at))
    if (data.startsWith(`tEXt${key}\0`)) return data.slice(key.length + 5)
  }
  return undefined
}
