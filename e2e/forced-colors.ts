import type { Page } from '@playwright/test'
import { violationsInColours } from './accessible.ts'

/** Not checked: the user chooses the colours, and Chromium reports `-webkit-text-fill-color`, which axe reads, without the forced colours. */
const CONTRAST = 'color-contrast'

/** Returns the problems of a page with `forced-colors: active`: axe violations, buttons without an edge, states that look alike. */
export async function problemsInForcedColors(page: Page, part?: string): Promise<string[]> {
  const filled = await page.evaluateHandle(filledButtons)
  const problems = [
    ...(await violationsInColours(page, { forcedColors: 'active' }, part, [CONTRAST])),
    ...(await filled.evaluate(withoutEdge)),
    ...(await page.evaluate(indistinct)),
  ]
  await page.emulateMedia({ forcedColors: 'none' })
  await filled.dispose()
  return problems.map((problem) => `in forced colours: ${problem}`)
}

// The functions below run in the page, so they must not refer to anything outside.

/** Returns the buttons and links with a background colour. */
const filledButtons = (): Element[] =>
  [...document.querySelectorAll('button, a[href]')].filter(
    (element) => getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)' && element.textContent.trim() !== '',
  )

/** Returns the elements without a border: forced colours remove backgrounds but not borders. */
const withoutEdge = (filled: Element[]): string[] =>
  filled
    .filter((element) => element.isConnected && getComputedStyle(element).borderTopWidth === '0px')
    .map((element) => `has no edge: «${element.textContent.trim().slice(0, 40)}»`)

/** Returns checked radios that look like unchecked ones, switches whose thumb has the colour of the track, and current links that are not underlined. */
function indistinct(): string[] {
  const look = (element: Element) => {
    const { borderTopColor, outlineStyle, backgroundColor } = getComputedStyle(element)
    return [borderTopColor, outlineStyle, backgroundColor].join(' ')
  }
  const nameOf = (element: Element) => element.textContent.trim().slice(0, 40)
  const radios = [...document.querySelectorAll('[role=radio][aria-checked=true]')].filter((chosen) => {
    const others = chosen.closest('[role=radiogroup]')?.querySelectorAll('[role=radio][aria-checked=false]') ?? []
    return [...others].some((other) => look(other) === look(chosen))
  })
  const marks = [...document.querySelectorAll('[role=switch] > *')].filter(
    (mark) => getComputedStyle(mark).backgroundColor === getComputedStyle(mark.parentElement ?? mark).backgroundColor,
  )
  const current = [...document.querySelectorAll('nav a[aria-current=page]')].filter(
    (link) => link.checkVisibility() && getComputedStyle(link).textDecorationLine === 'none',
  )
  return [
    ...radios.map((radio) => `looks as if it were not chosen: «${nameOf(radio)}»`),
    ...marks.map(() => 'a switch looks neither on nor off'),
    ...current.map((link) => `looks like a link to another page: «${nameOf(link)}»`),
  ]
}
