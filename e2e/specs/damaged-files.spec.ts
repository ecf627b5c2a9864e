import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { servedFolder } from '../playwright.config.ts'
import { expect, test } from '../test.ts'

const assets = join(servedFolder, 'assets')
const whole = new Map(readdirSync(assets).map((name) => [name, readFileSync(join(assets, name))]))

/** Empties the file whose name begins so, with its compressed copies, or cuts it, without them; as a copy that was interrupted leaves it. */
function damage(start: string, how: 'empty' | 'cut'): void {
  const names = [...whole.keys()].filter((name) => name.startsWith(start) && !name.endsWith('.map'))
  expect(names.length).toBeGreaterThan(3)
  for (const name of names) {
    const content = whole.get(name) ?? Buffer.of()
    if (how === 'empty') writeFileSync(join(assets, name), '')
    else if (/\.(?:js|css)$/.test(name)) writeFileSync(join(assets, name), content.subarray(0, content.length * 0.7))
    else rmSync(join(assets, name))
  }
}
function repair(): void {
  for (const [name, content] of whole) writeFileSync(join(assets, name), content)
}
test.afterEach(({ problems }) => {
  repair()
  // Scripts that were cut.
  problems.length = 0
})

const notLoaded = (page: Page) => page.getByRole('heading', { name: 'Страница не загрузилась' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const bar = (page: Page) => page.getByText('Не всё загрузилось')
const again = (page: Page) => page.getByRole('button', { name: 'Попробовать ещё раз' })
const isStyled = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
      ({ sheet }) => (sheet?.cssRules.length ?? 0) > 2,
    ),
  )
/** Counts the documents that a page loads. */
function loadsOf(page: Page): () => number {
  let loads = 0
  page.on('request', (request) => (loads += Number(request.isNavigationRequest() && !request.frame().parentFrame())))
  return () => loads
}

const account = '/profile'
/** Files, each with a page that needs it. */
const starts = {
  empty: [
    ['error-page', '/error', 'Что-то пошло не так'],
    ['account', account, 'Главная'],
    ['identity', account, 'Главная'],
    ['start', account, 'Главная'],
    ['boot', account, 'Главная'],
  ],
  cut: [
    ['start', account, 'Главная'],
    ['boot', account, 'Главная'],
  ],
} as const

test.describe('without a service worker, a file that the browser has stored for a year', () => {
  for (const how of ['empty', 'cut'] as const) {
    test(`${how}, of a page: a message while the server has it so, then another tab works by itself, and this one by the button`, async ({
      page,
      context,
      signInAs,
    }) => {
      await signInAs('activated')
      const loads = loadsOf(page)
      damage('benefit-pages', how)
      await page.goto('/score')
      await expect(notLoaded(page)).toBeVisible()
      await expect.poll(loads).toBe(2)
      repair()
      const other = await context.newPage()
      await other.goto('/score')
      await expect(heading(other, 'Кешбэк')).toBeVisible()
      await again(page).click()
      await expect(heading(page, 'Кешбэк')).toBeVisible()
      expect(loads()).toBe(3)
    })

    for (const [start, path, title] of starts[how])
      test(`${how}, ${start}: the next tab opens ${path} when the server is whole`, async ({
        page,
        context,
        signInAs,
      }) => {
        await signInAs('activated', '/auth/silent.html')
        damage(start, how)
        const loads = loadsOf(page)
        await page.goto(path)
        await expect.poll(loads).toBeGreaterThan(1)
        await expect(heading(page, title)).toHaveCount(0)
        repair()
        const other = await context.newPage()
        await other.goto(path)
        await expect(heading(other, title)).toBeVisible()
      })

    test(`${how}, the stylesheet: the next visit has its styles when the server is whole, without a reload`, async ({
      page,
    }) => {
      damage('index-', how)
      await page.goto('/yandex')
      await expect(heading(page, 'Пакет')).toBeVisible()
      expect(await isStyled(page)).toBe(false)
      repair()
      const loads = loadsOf(page)
      await page.goto('/yandex')
      await expect.poll(() => isStyled(page)).toBe(true)
      expect(loads()).toBe(1)
    })
  }

  test('the first script, empty while the page is open: its link opens the page when the server is whole', async ({
    page,
  }) => {
    damage('boot', 'empty')
    const loads = loadsOf(page)
    await page.goto('/yandex')
    await expect.poll(loads).toBe(2)
    await expect(bar(page)).toBeVisible()
    repair()
    await bar(page).getByRole('link').click()
    await expect.poll(loads).toBe(3)
    await expect(bar(page)).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['booted'])).toBe('')
  })
})

test.describe('with a service worker, a file', () => {
  test.use({ serviceWorkers: 'allow' })
  async function untilControlled(page: Page): Promise<void> {
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  }
  const storedBytes = async (context: BrowserContext, start: string) =>
    context.pages()[0]?.evaluate(async (name) => {
      const cache = await caches.open('paket-assets')
      const request = (await cache.keys()).find(({ url }) => url.includes(`/assets/${name}`))
      return request && (await (await cache.match(request, { ignoreVary: true }))?.arrayBuffer())?.byteLength
    }, start)

  for (const how of ['empty', 'cut'] as const)
    test(`${how} is not stored: the next visit works when the server is whole`, async ({ page, context, signInAs }) => {
      await signInAs('activated')
      await untilControlled(page)
      damage('benefit-pages', how)
      const loads = loadsOf(page)
      await page.goto('/score')
      await expect.poll(loads).toBe(2)
      await expect(notLoaded(page)).toBeVisible()
      await expect.poll(() => storedBytes(context, 'benefit-pages').catch(() => 0)).toBeUndefined()
      repair()
      await page.goto('/score')
      await expect(heading(page, 'Кешбэк')).toBeVisible()
      expect(loads()).toBe(3)
      await expect.poll(() => storedBytes(context, 'benefit-pages')).toBeGreaterThan(10_000)
    })

  test('stored empty by an earlier worker is replaced by the page that cannot use it', async ({
    page,
    context,
    signInAs,
  }) => {
    await signInAs('activated')
    await untilControlled(page)
    const name = [...whole.keys()].find((each) => /^benefit-pages.*\.js$/.test(each)) ?? ''
    await page.evaluate(async (path) => {
      const headers = { 'content-type': 'text/javascript' }
      await (await caches.open('paket-assets')).put(path, new Response('', { headers }))
    }, `/assets/${name}`)
    await page.goto('/score')
    await expect(heading(page, 'Кешбэк')).toBeVisible()
    expect(await storedBytes(context, 'benefit-pages')).toBe(whole.get(name)?.length)
  })
})
