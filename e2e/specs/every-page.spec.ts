import type { Page } from '@playwright/test'
import { problemsInOtherThemes, violationsOf } from '../accessible.ts'
import { problemsInForcedColors } from '../forced-colors.ts'
import { DESK, enlargedLayoutProblems, layoutProblems, PHONE, spacedLayoutProblems, TABLET, ZOOMED } from '../layout.ts'
import { accountPlaces, visitorPlaces } from '../places.ts'
import { answerOneByOne, problemsOfShifts } from '../shifts.ts'
import { expect, test } from '../test.ts'
import { scriptHeaders, withWidgets } from '../widgets.ts'

// A trace keeps the whole page at every step, and these tests have hundreds.
test.use({ trace: 'off' })

/** A common phone. From this width on the app has wider margins. */
const USUAL_PHONE = { width: 375, height: 812 }

/**
 * Opens a page with animations enabled, waits until it is loaded, and returns its layout shifts. Leaves
 * `prefers-reduced-motion` on for the checks that follow.
 */
async function shiftProblems(page: Page, path: string, waitForContent?: () => Promise<unknown>): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
  await expect(page.getByText('Загружаем')).toHaveCount(0)
  await waitForContent?.()
  await page.waitForLoadState('networkidle')
  const problems = await problemsOfShifts(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return problems
}

async function look(page: Page, path: string): Promise<string[]> {
  const problems: string[] = []
  const note = (where: string, found: readonly string[]) =>
    void problems.push(...found.map((problem) => `${path}, ${where}: ${problem}`))
  await page.setViewportSize(USUAL_PHONE)
  note('375 px', [...(await shiftProblems(page, path)), ...(await layoutProblems(page))])
  await page.setViewportSize(DESK)
  note('1280 px', [
    ...(await shiftProblems(page, path)),
    ...(await layoutProblems(page)),
    ...(await violationsOf(page)),
    ...(await problemsInOtherThemes(page)),
    ...(await problemsInForcedColors(page)),
  ])
  await page.setViewportSize(TABLET)
  note('768 px', [...(await layoutProblems(page)), ...(await enlargedLayoutProblems(page))])
  await page.setViewportSize(ZOOMED)
  note('at 400 %', await layoutProblems(page))
  await page.setViewportSize(PHONE)
  note('320 px', [
    ...(await layoutProblems(page)),
    ...(await spacedLayoutProblems(page)),
    ...(await enlargedLayoutProblems(page)),
    ...(await violationsOf(page)),
  ])
  return problems
}

test('pages for visitors have no layout shifts, layout problems or accessibility violations, in every theme and in forced colours', async ({
  page,
}) => {
  test.setTimeout(360_000)
  await answerOneByOne(page)
  const problems: string[] = []
  for (const path of visitorPlaces) problems.push(...(await look(page, path)))
  expect(problems).toEqual([])
})

test('account pages have no layout shifts, layout problems or accessibility violations, in every theme and in forced colours', async ({
  page,
  user,
  signInAs,
}) => {
  test.setTimeout(360_000)
  await signInAs('activated')
  await answerOneByOne(page)
  const problems: string[] = []
  for (const { path, as } of accountPlaces) {
    await user.assignScenario(as)
    problems.push(...(await look(page, path)).map((problem) => `as ${as}, ${problem}`))
  }
  expect(problems).toEqual([])
})

test('the advertisement is shown and causes no layout shift on any page [C-LAYOUT-01]', async ({ page, signInAs }) => {
  await withWidgets(page, { banner: { script: '/ads.js', loader: 'drawAds', ids: ['b1'] } })
  const body = `window.drawAds = (ids, place) => place.append(Object.assign(document.createElement('img'), { alt: ids, height: 96 }))`
  await page.route('/ads.js', (route) => route.fulfill({ body, headers: scriptHeaders }))
  // The advertisement's script arrives after those that render the page.
  await page.route(/\/top-strip-[^/]*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  const ad = page.getByTitle('Реклама').contentFrame().getByAltText('b1')
  const problems: string[] = []
  const lookAt = async (...paths: string[]) => {
    for (const path of paths)
      problems.push(
        ...(
          await shiftProblems(page, path, async () => {
            // The main page starts the app on the first user input.
            await page.mouse.move(200, 200)
            await expect(ad).toBeVisible()
          })
        ).map((problem) => `${path}: ${problem}`),
      )
  }
  await lookAt('/', '/sale/perekrestok', '/x5card', '/error')
  await signInAs('activated')
  await lookAt('/profile', '/manage')
  // On a phone only this page has the advertisement.
  await page.setViewportSize(USUAL_PHONE)
  await lookAt('/profile')
  expect(problems).toEqual([])
})
