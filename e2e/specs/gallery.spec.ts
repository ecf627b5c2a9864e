import type { Page } from '@playwright/test'
import { problemsInOtherThemes, violationsOf } from '../accessible.ts'
import { type Gallery, galleryHashes, openInGallery, openPageInGallery, serveGallery, stateOf } from '../gallery.ts'
import { problemsInForcedColors } from '../forced-colors.ts'
import { DESK, enlargedLayoutProblems, layoutProblems, PHONE, spacedLayoutProblems, ZOOMED } from '../layout.ts'
import { freePort } from '../../scripts/ports.ts'
import { expect, test as base } from '../test.ts'

const test = base.extend<object, { gallery: Gallery }>({
  gallery: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its pattern
    async ({}, use) => {
      const gallery = await serveGallery(await freePort())
      await use(gallery)
      await gallery.close()
    },
    { scope: 'worker' },
  ],
})

// A trace keeps the whole page at every step, and these tests have hundreds.
test.use({ trace: 'off' })
// One worker for the file, so that the gallery is built once.
test.describe.configure({ mode: 'default' })

/** Rules that do not apply to a loading page: its heading may depend on data. */
const NAMED_LATER = ['page-has-heading-one']

/** Runs in the page. Returns the controls of the modal whose centre cannot be clicked even after scrolling to it. */
const unreachable = (): string[] =>
  [
    ...document.querySelectorAll(
      '[role=dialog] :is(button, a[href], input, textarea, summary, [role=radio], [role=switch])',
    ),
  ]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'))
    .filter((element) => {
      element.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      const label = hit?.closest('label')?.control
      return !hit || !(element.contains(hit) || hit.contains(element) || label === element)
    })
    .map((element) => `cannot be reached: ${(element.getAttribute('aria-label') ?? element.textContent).trim()}`)

test('loading, empty and failing pages have no layout problems or accessibility violations, in every theme', async ({
  page,
  gallery,
}) => {
  test.setTimeout(360_000)
  const problems: string[] = []
  await page.goto(gallery.address)
  const hashes = await galleryHashes(page, 'Страницы')
  expect(hashes.length).toBeGreaterThan(20)
  for (const hash of hashes) {
    await openPageInGallery(page, gallery, hash)
    const isAsked = await page.getByRole('dialog').isVisible()
    const part = isAsked ? '[role=dialog]' : 'html'
    const disabledRules = stateOf(hash) === 'loading' ? NAMED_LATER : []
    await page.setViewportSize(PHONE)
    const found = [
      ...(await layoutProblems(page)),
      ...(await spacedLayoutProblems(page)),
      ...(await enlargedLayoutProblems(page)),
      ...(await violationsOf(page, part, { disabledRules })),
      ...(await problemsInOtherThemes(page, part, disabledRules)),
      ...(stateOf(hash) === 'loading' ? [] : await problemsInForcedColors(page, part)),
    ]
    await page.setViewportSize(DESK)
    found.push(...(await layoutProblems(page)).map((problem) => `at a desk: ${problem}`))
    problems.push(...found.map((problem) => `${hash}: ${problem}`))
  }
  expect(problems).toEqual([])
})

/** Runs in the page. Records all transitions, and all animations longer than 1 ms. */
function noteWhatMoves(): void {
  const moved: string[] = []
  Object.assign(window, { moved })
  const note = ({ type, target, pseudoElement }: TransitionEvent | AnimationEvent) => {
    if (!(target instanceof Element)) return
    const { animationDuration } = getComputedStyle(target, pseudoElement)
    if (type === 'transitionrun' || Number.parseFloat(animationDuration) > 0.001)
      moved.push(`${window.location.hash}: ${target.className}${pseudoElement}`)
  }
  document.addEventListener('transitionrun', note)
  document.addEventListener('animationstart', note)
}

/** Returns the elements that were animated since the page was loaded, although the user prefers reduced motion. */
const problemsOfCalm = async (page: Page): Promise<string[]> => {
  const moved = await page.evaluate(() => (window as unknown as { moved: string[] }).moved)
  return [...new Set(moved)].map((what) => `moves: ${what}`)
}

/** Excludes horizontal scrolling of the page below the modal: that is the gallery's own list. */
const isOfModal = (problem: string): boolean => !problem.includes('scrolls sideways')

// The examples of one modal differ only in texts and rows, so themes and axe on a desktop are checked for the first one only.
test('modals have no layout problems, unreachable controls or accessibility violations on a phone, on a desktop and at 400 %, and no animations with reduced motion', async ({
  page,
  gallery,
}) => {
  test.setTimeout(420_000)
  await page.addInitScript(noteWhatMoves)
  await page.setViewportSize(PHONE)
  await page.goto(gallery.address)
  const ofParts = [...(await violationsOf(page)), ...(await problemsInForcedColors(page))]
  const problems = ofParts.map((problem) => `the parts: ${problem}`)
  await page.goto(gallery.modals)
  const hashes = await galleryHashes(page)
  expect(hashes.length).toBeGreaterThan(30)
  // Loads the modals' chunk first: while it loads, the first modal starts its animation later.
  for (const hash of hashes.slice(0, 2)) await openInGallery(page, hash)
  const seen = new Set<string>()
  for (const hash of hashes) {
    await page.setViewportSize(PHONE)
    await openInGallery(page, hash)
    const [name = ''] = hash.slice(1).split('/')
    const isFirst = !seen.has(name)
    seen.add(name)
    const found = [...(await layoutProblems(page)), ...(await violationsOf(page, '[role=dialog]'))]
    if (isFirst)
      found.push(
        ...(await spacedLayoutProblems(page)).filter(isOfModal),
        ...(await enlargedLayoutProblems(page)).filter(isOfModal),
        ...(await problemsInOtherThemes(page, '[role=dialog]')),
        ...(await problemsInForcedColors(page, '[role=dialog]')),
      )
    await page.setViewportSize(ZOOMED)
    const zoomed = [...(await layoutProblems(page)), ...(await page.evaluate(unreachable))]
    await page.setViewportSize(DESK)
    const atDesk = [...(await layoutProblems(page)), ...(isFirst ? await violationsOf(page, '[role=dialog]') : [])]
    problems.push(
      ...found.map((problem) => `${hash}: ${problem}`),
      ...zoomed.map((problem) => `${hash}, at 400 %: ${problem}`),
      ...atDesk.map((problem) => `${hash}, at a desk: ${problem}`),
    )
  }
  problems.push(...(await problemsOfCalm(page)))
  expect(problems).toEqual([])
})

/**
 * Runs in the page. Returns the number of notifications whose centre can be clicked, and the buttons of the modal that
 * a notification covers.
 */
const newsAndCovered = () => {
  const newsAt = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    if (width === 0 || height === 0) return null
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('section[aria-live] > *') ?? null
  }
  const news = [...document.querySelectorAll('section[aria-live] > *')]
  const buttons = [...document.querySelectorAll('[role=dialog] button')]
  return {
    shown: news.filter((piece) => newsAt(piece) === piece).length,
    covered: buttons
      .filter((button) => {
        button.scrollIntoView({ block: 'center' })
        return newsAt(button)
      })
      .map((button) => (button.getAttribute('aria-label') ?? button.textContent).trim()),
  }
}

test('notifications cover no button of a modal, and are not animated with reduced motion', async ({
  page,
  gallery,
}) => {
  test.setTimeout(300_000)
  const problems: string[] = []
  await page.addInitScript(noteWhatMoves)
  await page.goto(gallery.modals)
  const names = new Set((await galleryHashes(page)).map((hash) => hash.split('/')[0]))
  await page.getByRole('button', { name: 'Уведомления', exact: true }).click()
  await expect(page.getByText('Промокод скопирован')).toBeVisible()
  for (const hash of await galleryHashes(page)) {
    if (!names.delete(hash.split('/')[0])) continue
    await page.setViewportSize(DESK)
    await openInGallery(page, hash)
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size)
      const { shown, covered } = await page.evaluate(newsAndCovered)
      if (shown !== 2) problems.push(`${hash}, ${size.width} px: ${shown} of 2 pieces of news can be reached`)
      // On a phone the sheet's close button may be covered: a press outside the sheet closes it too.
      const found = covered.filter((name) => size === DESK || name !== 'Закрыть')
      problems.push(...found.map((name) => `${hash}, ${size.width} px: ${name}`))
    }
  }
  problems.push(...(await problemsOfCalm(page)))
  expect(problems).toEqual([])
})
