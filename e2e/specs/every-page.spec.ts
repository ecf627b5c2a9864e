import type { Page } from '@playwright/test'
import { problemsInOtherThemes, violationsOf } from '../accessible.ts'
import { problemsInForcedColors } from '../forced-colors.ts'
import { heightOf, layoutProblems, spacedLayoutProblems, widths, ZOOMED } from '../layout.ts'
import { accountPlaces, visitorPlaces } from '../places.ts'
import { expect, test } from '../test.ts'

// A trace keeps the whole page at every step, and these tests have hundreds.
test.use({ trace: 'off' })

async function look(page: Page, where: string, axeAt: readonly number[]): Promise<string[]> {
  await page.setViewportSize(ZOOMED)
  const problems = (await layoutProblems(page)).map((problem) => `${where}, at 400 %: ${problem}`)
  for (const width of widths) {
    await page.setViewportSize({ width, height: heightOf(width) })
    const found = [
      ...(await layoutProblems(page)),
      ...(width === widths[0] ? await spacedLayoutProblems(page) : []),
      ...(axeAt.includes(width) ? await violationsOf(page) : []),
    ]
    problems.push(...found.map((problem) => `${where}, ${width} px: ${problem}`))
  }
  const found = [...(await problemsInOtherThemes(page)), ...(await problemsInForcedColors(page))]
  return [...problems, ...found.map((problem) => `${where}, ${problem}`)]
}

/** The page has said what it has to say. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
  await expect(page.getByText('Загружаем')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
}

test('pages of a visitor: nothing is cut off, overlaps or is too small to press, and axe finds nothing, in forced colours and in any theme neither', async ({
  page,
}) => {
  test.setTimeout(360_000)
  const problems: string[] = []
  for (const path of visitorPlaces) {
    await page.goto(path)
    await settle(page)
    problems.push(...(await look(page, path, [320, 1280])))
  }
  expect(problems).toEqual([])
})

test('pages of the account: nothing is cut off, overlaps or is too small to press, and axe finds nothing, in forced colours and in any theme neither', async ({
  page,
  user,
  signInAs,
}) => {
  test.setTimeout(360_000)
  const problems: string[] = []
  await signInAs('activated')
  for (const { path, as } of accountPlaces) {
    await user.become(as)
    await page.goto(path)
    await settle(page)
    problems.push(...(await look(page, `${path} as ${as}`, [320, 1280])))
  }
  expect(problems).toEqual([])
})
