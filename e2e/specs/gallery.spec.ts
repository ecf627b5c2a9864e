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
// One worker, which builds the gallery once.
test.describe.configure({ mode: 'default' })

/** A page that loads may not know yet what it is called. */
const NAMED_LATER = ['page-has-heading-one']

/** Runs in the page: what of the modal cannot be pressed in its middle, wherever it is scrolled to. */
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

test('loading, empty and failing pages: nothing is cut off, overlaps or is too small to press, and axe finds nothing in any theme', async ({
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
    const leftOut = stateOf(hash) === 'loading' ? NAMED_LATER : []
    await page.setViewportSize(PHONE)
    const found = [
      ...(await layoutProblems(page)),
      ...(await spacedLayoutProblems(page)),
      ...(await enlargedLayoutProblems(page)),
      ...(await violationsOf(page, part, { leftOut })),
      ...(await problemsInOtherThemes(page, part, leftOut)),
      ...(stateOf(hash) === 'loading' ? [] : await problemsInForcedColors(page, part)),
    ]
    await page.setViewportSize(DESK)
    found.push(...(await layoutProblems(page)).map((problem) => `at a desk: ${problem}`))
    problems.push(...found.map((problem) => `${hash}: ${problem}`))
  }
  expect(problems).toEqual([])
})

/** Runs in the page: writes down everything that takes its time to move. */
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

/** What has moved since the page was opened. */
const problemsOfCalm = async (page: Page): Promise<string[]> => {
  const moved = await page.evaluate(() => (window as unknown as { moved: string[] }).moved)
  return [...new Set(moved)].map((what) => `moves: ${what}`)
}

/** How wide the page beneath a modal is, the gallery's own list, is no one's business here. */
const isOfModal = (problem: string): boolean => !problem.includes('scrolls sideways')

// The examples of a modal differ in their words and rows: at the first one axe looks at a desk and in each theme too.
test('every modal on a phone, on a desk and there at 400 %: nothing is cut off, overlaps, is too small to press or out of reach, axe finds nothing, in forced colours and in any theme neither, and nothing moves for anyone who asks for calm', async ({
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
  // The first one of all comes with its chunk, a moment before it begins to move.
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
 * Runs in the page: how many pieces of news can be seen and pressed in their middle, and which buttons of the modal cannot be pressed because
 * news lies on them.
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

test('snackbars cover no button of a modal, on a phone or a desktop, and do not move with reduced motion', async ({
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
      // The cross of a sheet may be anywhere on a phone; a press beside the sheet closes it too.
      const found = covered.filter((name) => size === DESK || name !== 'Закрыть')
      problems.push(...found.map((name) => `${hash}, ${size.width} px: ${name}`))
    }
  }
  problems.push(...(await problemsOfCalm(page)))
  expect(problems).toEqual([])
})
