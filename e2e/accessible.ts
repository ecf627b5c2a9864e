import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Minified: each page parses it again, and it has half the size of `axe.source`. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Rules {
  /** Rules to skip. */
  leftOut?: readonly string[]
  /** Only these rules. */
  only?: readonly string[]
}

/**
 * What breaks WCAG A and AA on what is on the screen now, or in a part of it.
 * axe runs in the page itself and is loaded once per page: `@axe-core/playwright` loads it again and opens another page for
 * each look, which is eight times the work. Frames are left out: the app shows none of its own.
 */
export async function violationsOf(page: Page, part = 'html', { leftOut = [], only }: Rules = {}): Promise<string[]> {
  const options: RunOptions = {
    runOnly: only ? { type: 'rule', values: [...only] } : TAGS,
    rules: Object.fromEntries(leftOut.map((id) => [id, { enabled: false }])),
    resultTypes: ['violations'],
    iframes: false,
  }
  // During a fade the contrast would be too low.
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

/** Page states in which axe has found nothing, to skip them the next time. */
const clean = new Set<string>()

/** Runs in the page: serializes everything that axe depends on. Numbers in texts and ids are normalized. */
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

/** Rules that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * The same in other colours, by the rules that read them. The others read the tree and what of it can be seen: they look again only where that
 * is not what it was.
 */
export async function violationsInColours(
  page: Page,
  colours: Parameters<Page['emulateMedia']>[0],
  part = 'html',
  leftOut: readonly string[] = [],
): Promise<string[]> {
  const before = await page.evaluate(visibleTags, part)
  await page.emulateMedia(colours)
  const isSame = (await page.evaluate(visibleTags, part)) === before
  const only = COLOUR_RULES.filter((id) => !leftOut.includes(id))
  return violationsOf(page, part, isSame ? { only } : { leftOut })
}

/** Runs in the page. */
const visibleTags = (part: string): string =>
  [...document.querySelectorAll(`${part} *`)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map(({ tagName }) => tagName)
    .join(' ')

const themes = [
  { name: 'dark', colorScheme: 'dark', contrast: null },
  { name: 'more contrast', colorScheme: null, contrast: 'more' },
] as const

/** Runs axe in the dark theme and with more contrast; returns the problems. */
export async function problemsInOtherThemes(page: Page, part?: string, leftOut?: readonly string[]): Promise<string[]> {
  const problems: string[] = []
  for (const { name, ...media } of themes)
    problems.push(...(await violationsInColours(page, media, part, leftOut)).map((problem) => `${name}: ${problem}`))
  await page.emulateMedia({ colorScheme: null, contrast: null })
  return problems
}

/** Runs in the page. Throws when the part does not exist. */
const runAxe = ({ part, options }: { part: string; options: RunOptions }): Promise<AxeResults> =>
  (window as unknown as { axe: typeof axe }).axe.run(part, options)

/** Runs in the page: waits for running animations, except endless ones and a story's progress bar. */
export async function untilStill(): Promise<void> {
  const isMoving = () =>
    document.getAnimations().some(({ effect, playState }) => {
      const { iterations, duration } = effect?.getTiming() ?? {}
      return playState === 'running' && iterations === 1 && Number(duration) < 2000
    })
  const end = performance.now() + 20_000
  while (isMoving()) {
    if (performance.now() > end) throw new Error('The page does not come to rest.')
    await new Promise((drawn) => requestAnimationFrame(drawn))
  }
}

export const expectAccessible = async (page: Page): Promise<void> => expect(await violationsOf(page)).toEqual([])
