import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** axe's minified source: half as long as `axe.source`, and each page parses it again. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Rules {
  /** Ids of rules that do not apply here. */
  disabledRules?: readonly string[]
  /** Runs only these rules instead of those of `TAGS`. */
  only?: readonly string[]
}

/**
 * Returns the violations of WCAG A and AA and of axe's best practices in the current state of the page, or of the
 * element that the selector `part` matches. axe runs in the page itself and is loaded once per page:
 * `@axe-core/playwright` loads it for each check and opens another page, which takes eight times as long. Frames are
 * not checked.
 */
export async function violationsOf(
  page: Page,
  part = 'html',
  { disabledRules = [], only }: Rules = {},
): Promise<string[]> {
  const options: RunOptions = {
    runOnly: only ? { type: 'rule', values: [...only] } : TAGS,
    rules: Object.fromEntries(disabledRules.map((id) => [id, { enabled: false }])),
    resultTypes: ['violations'],
    iframes: false,
  }
  // During a fade-in the contrast is lower than at its end.
  await page.evaluate(untilStill)
  const { look, hasAxe } = await page.evaluate(lookOfPage)
  const seen = createHash('sha1')
    .update(JSON.stringify([part, options, look]))
    .digest('hex')
  if (clean.has(seen)) return []
  if (!hasAxe) await page.evaluate(source)
  const { violations } = await page.evaluate(runAxe, { part, options })
  if (violations.length === 0) clean.add(seen)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Hashes of page states in which axe found no violation; they are not checked again. */
const clean = new Set<string>()

/**
 * Runs in the page. Returns everything that axe's result depends on, as JSON, and whether axe is loaded. Numbers in
 * texts are replaced by 0, and ids by the position of their element, so that equal states are recognized.
 */
function lookOfPage(): { look: string; hasAxe: boolean } {
  const media = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)']
  const places = new Map([...document.querySelectorAll('[id]')].map(({ id }, at) => [id, at]))
  const placesOf = (ids: string) => ids.split(' ').map((id) => places.get(id.replace(/^#/, '')))
  const anyNumber = (text: string) => text.replaceAll(/\d+/g, '0')
  const lookOfAttribute = ({ name, value }: Attr) => {
    if (/^(id|for|href|aria-(labelledby|describedby|controls|owns))$/.test(name)) return [name, placesOf(value)]
    return [name, /^(class|style)$/.test(name) ? value : anyNumber(value)]
  }
  const lookOf = (element: Element) => [
    element.tagName,
    [...element.attributes].map(lookOfAttribute),
    [':focus', ':checked'].map((state) => element.matches(state)),
    [...element.childNodes].map((node) => (node instanceof Text ? anyNumber(node.data) : '')),
    Math.round(element.scrollTop),
  ]
  const look = [
    [document.title, window.innerWidth, window.innerHeight, media.map((query) => window.matchMedia(query).matches)],
    ...[document.documentElement, document.body, ...document.body.querySelectorAll('*')].map(lookOf),
  ]
  return { look: JSON.stringify(look), hasAxe: 'axe' in window }
}

/** The axe rules that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Emulates the media features `colours` and returns the violations. Runs only the rules that depend on colours, unless
 * other elements are visible than before: then all rules. The emulation stays on.
 */
export async function violationsInColours(
  page: Page,
  colours: Parameters<Page['emulateMedia']>[0],
  part = 'html',
  disabledRules: readonly string[] = [],
): Promise<string[]> {
  const before = await page.evaluate(visibleTags, part)
  await page.emulateMedia(colours)
  const isSame = (await page.evaluate(visibleTags, part)) === before
  const only = COLOUR_RULES.filter((id) => !disabledRules.includes(id))
  return violationsOf(page, part, isSame ? { only } : { disabledRules })
}

/** Runs in the page. Returns the tag names of the visible elements. */
const visibleTags = (part: string): string =>
  [...document.querySelectorAll(`${part} *`)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map(({ tagName }) => tagName)
    .join(' ')

const themes = [
  { name: 'dark', colorScheme: 'dark', contrast: null },
  { name: 'more contrast', colorScheme: null, contrast: 'more' },
] as const

/** Returns the violations with `prefers-color-scheme: dark` and with `prefers-contrast: more`. */
export async function problemsInOtherThemes(
  page: Page,
  part?: string,
  disabledRules?: readonly string[],
): Promise<string[]> {
  const problems: string[] = []
  for (const { name, ...media } of themes)
    problems.push(
      ...(await violationsInColours(page, media, part, disabledRules)).map((problem) => `${name}: ${problem}`),
    )
  await page.emulateMedia({ colorScheme: null, contrast: null })
  return problems
}

/** Runs in the page. axe throws when nothing matches `part`. */
const runAxe = ({ part, options }: { part: string; options: RunOptions }): Promise<AxeResults> =>
  (window as unknown as { axe: typeof axe }).axe.run(part, options)

/** Runs in the page. Waits until no animation runs, except endless ones (spinners) and those of 2 s or more (stories). */
export async function untilStill(): Promise<void> {
  const isMoving = () =>
    document.getAnimations().some(({ effect, playState }) => {
      const { iterations, duration } = effect?.getTiming() ?? {}
      return playState === 'running' && iterations === 1 && Number(duration) < 2000
    })
  const end = performance.now() + 20_000
  while (isMoving()) {
    if (performance.now() > end) throw new Error('The page does not come to rest.')
    await new Promise((painted) => requestAnimationFrame(painted))
  }
}

export const expectAccessible = async (page: Page): Promise<void> => expect(await violationsOf(page)).toEqual([])
