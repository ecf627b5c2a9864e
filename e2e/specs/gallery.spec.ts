import { problemsInOtherThemes, violationsOf } from '../accessible.ts'
import { type Gallery, galleryHashes, openInGallery, openPageInGallery, serveGallery, stateOf } from '../gallery.ts'
import { problemsInForcedColors } from '../forced-colors.ts'
import { heightOf, layoutProblems, spacedLayoutProblems, widths, ZOOMED } from '../layout.ts'
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

const sizeOf = (width: number) => ({ width, height: heightOf(width) })

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

test('pages that load, have nothing or fail: nothing is cut off, overlaps or is too small to press, and axe finds nothing, in any theme', async ({
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
    for (const width of [320, 1280]) {
      await page.setViewportSize(sizeOf(width))
      const isSmallest = width === widths[0]
      const found = [
        ...(await layoutProblems(page)),
        ...(isSmallest ? await spacedLayoutProblems(page) : []),
        ...(isSmallest ? await violationsOf(page, part, { leftOut }) : []),
        ...(isSmallest ? await problemsInOtherThemes(page, part, leftOut) : []),
        ...(isSmallest && stateOf(hash) !== 'loading' ? await problemsInForcedColors(page, part) : []),
      ]
      problems.push(...found.map((problem) => `${hash}, ${width} px: ${problem}`))
    }
  }
  expect(problems).toEqual([])
})

/**
 * Runs in the page: writes down everything that takes its time to move. Forced colours begin thousands of transitions at once,
 * so it reads what the styles say: `getAnimations()` would go through all of them for each.
 */
function noteWhatMoves(): void {
  const moved: string[] = []
  Object.assign(window, { moved })
  const takesTime = (seconds: string) => seconds.split(',').some((one) => Number.parseFloat(one) > 0.001)
  const note = ({ target, type, pseudoElement }: TransitionEvent | AnimationEvent) => {
    if (!(target instanceof Element)) return
    const { transitionDuration, animationDuration } = getComputedStyle(target, pseudoElement)
    if (takesTime(type === 'transitionrun' ? transitionDuration : animationDuration))
      moved.push(`${window.location.hash}: ${target.className}${pseudoElement}`)
  }
  document.addEventListener('transitionrun', note)
  document.addEventListener('animationstart', note)
}

/** How wide the page beneath a modal is, the gallery's own list, is no one's business here. */
const isOfModal = (problem: string): boolean => !problem.includes('scrolls sideways')

/** A modal is opened as a sheet and as it is on a desk, and the window then takes the sizes that show it alike. */
const onPhones = { title: '320 px, 375 px and on a desk at 400 %', sizes: [sizeOf(320), sizeOf(375), ZOOMED] }
const onDesk = { title: '1280 px', sizes: [sizeOf(1280)] }

// The examples of a modal differ in their words and rows: axe looks at the first.
for (const { title, sizes } of [onPhones, onDesk])
  test(`every modal at ${title}: nothing is cut off, overlaps, is too small to press or out of reach, axe finds nothing, in forced colours and in any theme neither, and nothing moves for anyone who asks for calm`, async ({
    page,
    gallery,
  }) => {
    test.setTimeout(420_000)
    const problems: string[] = []
    const isSheet = sizes === onPhones.sizes
    const [opened = ZOOMED, ...others] = sizes
    await page.addInitScript(noteWhatMoves)
    await page.setViewportSize(opened)
    if (isSheet) {
      await page.goto(gallery.address)
      const found = [...(await violationsOf(page)), ...(await problemsInForcedColors(page))]
      problems.push(...found.map((problem) => `the parts: ${problem}`))
    }
    await page.goto(gallery.modals)
    const hashes = await galleryHashes(page)
    expect(hashes.length).toBeGreaterThan(30)
    // The first one of all comes with its chunk, a moment before it begins to move.
    for (const hash of hashes.slice(0, 2)) await openInGallery(page, hash)
    const seen = new Set<string>()
    for (const hash of hashes) {
      await page.setViewportSize(opened)
      await openInGallery(page, hash)
      const [name = ''] = hash.slice(1).split('/')
      const isAxeNeeded = !seen.has(name)
      const found = [
        ...(await layoutProblems(page)),
        ...(isAxeNeeded ? await violationsOf(page, '[role=dialog]') : []),
        ...(isAxeNeeded ? await problemsInForcedColors(page, '[role=dialog]') : []),
        ...(isAxeNeeded && isSheet ? (await spacedLayoutProblems(page)).filter(isOfModal) : []),
        ...(isAxeNeeded && isSheet ? await problemsInOtherThemes(page, '[role=dialog]') : []),
      ]
      seen.add(name)
      problems.push(...found.map((problem) => `${hash}: ${problem}`))
      for (const size of others) {
        await page.setViewportSize(size)
        const inSize = [...(await layoutProblems(page)), ...(size === ZOOMED ? await page.evaluate(unreachable) : [])]
        problems.push(...inSize.map((problem) => `${hash}, ${size.width} × ${size.height} px: ${problem}`))
      }
    }
    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([])
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

test('news lies on no button of a modal, on a phone or a desk', async ({ page, gallery }) => {
  test.setTimeout(300_000)
  const problems: string[] = []
  await page.goto(gallery.modals)
  const names = new Set((await galleryHashes(page)).map((hash) => hash.split('/')[0]))
  await page.getByRole('button', { name: 'Уведомления', exact: true }).click()
  await expect(page.getByText('Промокод скопирован')).toBeVisible()
  for (const hash of await galleryHashes(page)) {
    if (!names.delete(hash.split('/')[0])) continue
    await openInGallery(page, hash)
    for (const width of widths) {
      await page.setViewportSize(sizeOf(width))
      const { shown, covered } = await page.evaluate(newsAndCovered)
      if (shown !== 2) problems.push(`${hash}, ${width} px: ${shown} of 2 pieces of news can be reached`)
      // The cross of a sheet may be anywhere on a phone; a press beside the sheet closes it too.
      const found = covered.filter((name) => width > 1024 || name !== 'Закрыть')
      problems.push(...found.map((name) => `${hash}, ${width} px: ${name}`))
    }
  }
  expect(problems).toEqual([])
})
