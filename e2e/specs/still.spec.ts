import type { Page } from '@playwright/test'
import { accountPlaces, visitorPlaces } from '../places.ts'
import { shiftsOf } from '../shifts.ts'
import { expect, test } from '../test.ts'

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

async function problemsAt(page: Page, path: string): Promise<string[]> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
  await expect(page.getByText('Загружаем')).toHaveCount(0)
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
