import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Browser as Chromium, chromium, type Page } from '@playwright/test'
import { galleryHashes, openInGallery, openPageInGallery, serveGallery } from '../e2e/gallery.ts'
import { accountPlaces, visitorPlaces } from '../e2e/places.ts'
import { withApp } from './app.ts'
import { drawSharePicture } from './share-picture.ts'
import { findBrowser } from './browser.ts'
import { freePort } from './ports.ts'
import { inSeconds, root } from './processes.ts'
import { parseOptions, runMain } from './run-main.ts'

const help = `npm run pictures: takes screenshots of every page in each of its states, every modal and part, at the widths of a phone, a tablet
and a desktop, in the light and dark theme, and writes a page with all of them: pictures/index.html.

  --only <text>   only subjects whose name contains the text: --only profile, --only '#chooseCard'
  --width <px>    only this width (375, 768 and 1280)
  --theme <name>  only this theme (light and dark)
  --out <folder>  the output folder (pictures)
  --share         instead: the image that messengers show for a link, web/public/share.png, from the built main page
  --help`
const allWidths = [375, 768, 1280]
const allThemes = ['light', 'dark'] as const
type Theme = (typeof allThemes)[number]
const LOGIN = 'pictures'
/** The time of all pictures, so that those of two days can be compared. */
const NOW = '2026-12-01T09:00:00+03:00'

/** What to take a screenshot of, and how to open it. */
interface Subject {
  name: string
  open: (page: Page) => Promise<unknown>
  isWhole: boolean
}
/** The window's width and colour theme. */
interface Look {
  width: number
  theme: Theme
}
interface Screenshot extends Look {
  name: string
  file: string
}

const windowOf = ({ width }: Look) => ({ width, height: width < 768 ? 812 : 800 })
const fileOf = (name: string, { width, theme }: Look) =>
  `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'main'}-${width}-${theme}.png`

/** Waits until the page shows its content and fonts, and nothing is loading. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.locator('h1, [role=dialog]').first().waitFor()
  await page.getByText('Загружаем').first().waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => void (await document.fonts.ready))
}

/** Makes the window as high as the page, so that elements fixed to the bottom are at the end of the screenshot. */
async function growToPage(page: Page): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 }
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height })
  // Lazy content that is now visible loads.
  await page.waitForLoadState('networkidle')
}

async function signIn(page: Page, app: string): Promise<void> {
  await page.goto(`${app}/profile`)
  await page.getByRole('textbox', { name: 'Логин' }).fill(LOGIN)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await page.waitForURL(`${app}/profile`)
}

async function setMock(app: string, path: string, body: object): Promise<void> {
  const answer = await fetch(`${app}/__mock/${path}`, { method: 'PUT', body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(await answer.text())
}

const visitor = (app: string): Subject[] =>
  visitorPlaces.map((path) => ({
    name: path,
    open: (page) => page.goto(app + path).then(() => waitUntilLoaded(page)),
    isWhole: true,
  }))
const account = (app: string): Subject[] =>
  accountPlaces.map(({ path, as }) => ({
    name: `${path} as ${as}`,
    async open(page) {
      await setMock(app, `users/${LOGIN}`, { scenario: as })
      await page.goto(app + path)
      await waitUntilLoaded(page)
    },
    isWhole: true,
  }))

/** Takes the screenshots; returns the subjects that failed. */
async function takeScreenshots(page: Page, subjects: readonly Subject[], look: Look, out: string) {
  const label = `${look.width} ${look.theme}`
  const screenshots: Screenshot[] = []
  const failed: string[] = []
  for (const { name, open, isWhole } of subjects) {
    const file = fileOf(name, look)
    try {
      await page.setViewportSize(windowOf(look))
      await open(page)
      if (isWhole) await growToPage(page)
      await page.screenshot({ path: join(out, file), animations: 'disabled' })
      screenshots.push({ name, ...look, file })
      console.log(`${label}  ${name}`)
    } catch (error) {
      failed.push(`${name}, ${label}: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`)
      console.log(`${label}  ${name}: no picture`)
    }
  }
  return { taken: screenshots, failed }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A row per subject, with its widths side by side. */
function indexPage(screenshots: readonly Screenshot[]): string {
  const names = [...new Set(screenshots.map(({ name }) => name))]
  const rows = names.map((name) => {
    const pictures = screenshots
      .filter((each) => each.name === name)
      .map(
        ({ file, width, theme }) =>
          `<a href="${file}"><img src="${file}" loading="lazy" alt="${escaped(name)}, ${width} px, ${theme}"></a>`,
      )
    return `<h2>${escaped(name)}</h2>\n<div>${pictures.join('\n')}</div>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Pictures</title>
<style>
  body { margin: 2rem; font: 1rem system-ui; background: #f5f4f0 }
  div { display: flex; gap: 1rem; align-items: start; overflow-x: auto }
  img { max-height: 36rem; border: 1px solid #e2dfd8; background: #fff }
</style>
<h1>${screenshots.length} pictures</h1>
${rows.join('\n')}
</html>
`
}

interface Selection {
  only: string
  looks: readonly Look[]
  out: string
}

async function takeAll(browser: Chromium, app: string, { only, looks, out }: Selection) {
  const gallery = await serveGallery(await freePort())
  const results: Awaited<ReturnType<typeof takeScreenshots>>[] = []
  const selected = (subjects: readonly Subject[]) => subjects.filter(({ name }) => name.includes(only))
  try {
    await setMock(app, 'clock', { now: NOW })
    for (const look of looks) {
      const { theme } = look
      const page = async () => {
        const context = await browser.newContext({
          viewport: windowOf(look),
          colorScheme: theme,
          locale: 'ru-RU',
          timezoneId: 'Europe/Moscow',
          reducedMotion: 'reduce',
        })
        await context.clock.setFixedTime(NOW)
        return context.newPage()
      }
      results.push(await takeScreenshots(await page(), selected(visitor(app)), look, out))
      const accounts = selected(account(app))
      const signedIn = await page()
      if (accounts.length > 0) await signIn(signedIn, app)
      results.push(await takeScreenshots(signedIn, accounts, look, out))
      const inGallery = await page()
      await inGallery.goto(gallery.address)
      const modals = (await galleryHashes(inGallery)).map((hash) => ({
        name: hash,
        open: () => openInGallery(inGallery, hash),
        isWhole: false,
      }))
      const states = (await galleryHashes(inGallery, 'Страницы')).map((hash) => ({
        name: hash,
        open: () => openPageInGallery(inGallery, gallery, hash),
        isWhole: true,
      }))
      const parts = { name: 'parts', open: () => waitUntilLoaded(inGallery), isWhole: true }
      results.push(await takeScreenshots(inGallery, selected([parts, ...modals, ...states]), look, out))
    }
  } finally {
    await gallery.close()
  }
  return { taken: results.flatMap(({ taken }) => taken), failed: results.flatMap(({ failed }) => failed) }
}

async function main() {
  const { values } = parseOptions(help, {
    only: { type: 'string', default: '' },
    width: { type: 'string' },
    theme: { type: 'string' },
    out: { type: 'string', default: join(root, 'pictures') },
    share: { type: 'boolean', default: false },
  })
  const widths = values.width ? [Number(values.width)] : allWidths
  if (!widths.every((width) => width >= 200)) throw new Error(`--width takes pixels, not ${values.width}.`)
  const themes = allThemes.filter((theme) => theme === (values.theme ?? theme))
  if (themes.length === 0) throw new Error(`--theme takes ${allThemes.join(' or ')}, not ${values.theme}.`)
  const looks = themes.flatMap((theme) => widths.map((width) => ({ width, theme })))
  const started = performance.now()
  const { executablePath } = await findBrowser()
  const browser = await chromium.launch(executablePath ? { executablePath } : {})
  if (!values.only && !values.share) await rm(values.out, { recursive: true, force: true })
  try {
    if (values.share) return await withApp((app) => drawSharePicture(browser, app))
    await mkdir(values.out, { recursive: true })
    await withApp(async (app) => {
      const { taken, failed } = await takeAll(browser, app, { only: values.only, looks, out: values.out })
      await writeFile(join(values.out, 'index.html'), indexPage(taken))
      console.log(
        `\n${taken.length} pictures (${inSeconds(performance.now() - started)}): ${relative('', join(values.out, 'index.html'))}`,
      )
      if (taken.length + failed.length === 0) throw new Error(`No name contains “${values.only}”.`)
      if (failed.length > 0) throw new Error(`Failed:\n${failed.map((each) => `  ${each}`).join('\n')}`)
    })
  } finally {
    await browser.close()
  }
}

if (import.meta.main) await runMain(main)
