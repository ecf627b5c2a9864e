import type { Page } from '@playwright/test'
import { accountPlaces, visitorPlaces } from '../places.ts'
import { shiftsOf } from '../shifts.ts'
import { expect, test, withMotion } from '../test.ts'
import { scriptHeaders, withWidgets } from '../widgets.ts'

test.use(withMotion)

/** A good page, by Google's measure, has 0.1. */
const MOST = 0.02
/** Between one answer and the next, so that each is drawn alone. */
const BETWEEN_MS = 120

/** Each answer, and each font, comes a moment after the one before it, the first ones first. */
async function answerOneByOne(page: Page): Promise<void> {
  let free = Date.now()
  await page.route(/\/(bff\/api|cms)\/|\.woff2$/, async (route) => {
    free = Math.max(free, Date.now()) + BETWEEN_MS
    await new Promise((resolve) => setTimeout(resolve, free - Date.now()))
    await route.continue()
  })
}

async function problemsAt(page: Page, path: string, isThere?: () => Promise<unknown>): Promise<string[]> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
  await expect(page.getByText('Загружаем')).toHaveCount(0)
  await isThere?.()
  await page.waitForLoadState('networkidle')
  const { score, moved } = await shiftsOf(page)
  return score > MOST ? [[`${path}: ${score.toFixed(3)}`, ...moved].join('\n  ')] : []
}

test('no page of a visitor moves what is on it while its data comes', async ({ page }) => {
  test.setTimeout(240_000)
  await answerOneByOne(page)
  const problems: string[] = []
  for (const path of visitorPlaces) problems.push(...(await problemsAt(page, path)))
  expect(problems).toEqual([])
})

test('no page of the account moves what is on it while its data comes', async ({ page, user, signInAs }) => {
  test.setTimeout(240_000)
  await signInAs('activated')
  await answerOneByOne(page)
  const problems: string[] = []
  for (const { path, as } of accountPlaces) {
    await user.become(as)
    problems.push(...(await problemsAt(page, path)).map((problem) => `as ${as}, ${problem}`))
  }
  expect(problems).toEqual([])
})

test('no page moves when the advertisement comes', async ({ page, signInAs }) => {
  await withWidgets(page, { banner: { script: '/ads.js', loader: 'drawAds', ids: ['b1'] } })
  const body = `window.drawAds = (ids, place) => place.append(Object.assign(document.createElement('img'), { alt: ids, height: 96 }))`
  await page.route('/ads.js', (route) => route.fulfill({ body, headers: scriptHeaders }))
  // Its script arrives after those that draw the page.
  await page.route(/\/top-strip-[^/]*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  const isWide = (page.viewportSize()?.width ?? 0) >= 1024
  const ad = page.getByTitle('Реклама').contentFrame().getByAltText('b1')
  const problems: string[] = []
  const lookAt = async (...paths: string[]) => {
    for (const path of paths)
      problems.push(
        ...(await problemsAt(page, path, async () => {
          // The main page waits for a visitor.
          await page.mouse.move(200, 200)
          if (isWide || path === '/profile') await expect(ad).toBeVisible()
        })),
      )
  }
  await lookAt('/', '/sale/perekrestok', '/x5card', '/error')
  await signInAs('activated')
  await lookAt('/profile', '/manage')
  expect(problems).toEqual([])
})
