import axe, { type AxeResults, type RunOptions } from 'axe-core'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What breaks WCAG A and AA on what is on the screen now, or in a part of it; rules that cannot judge it are left out.
 * axe runs in the page itself and is loaded once per page: `@axe-core/playwright` loads it again and opens another page for
 * each look, which is eight times the work. Frames are left out: the app shows none of its own.
 */
export async function violationsOf(page: Page, part = 'html', leftOut: string[] = []): Promise<string[]> {
  const options: RunOptions = {
    runOnly: TAGS,
    rules: Object.fromEntries(leftOut.map((id) => [id, { enabled: false }])),
    resultTypes: ['violations'],
    iframes: false,
  }
  // What is half faded in has half of its contrast.
  await page.waitForFunction(isStill, null, { timeout: 20_000 })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(runAxe, { part, options })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Runs in the page. A part that is not there is an error. */
const runAxe = ({ part, options }: { part: string; options: RunOptions }): Promise<AxeResults> =>
  (window as unknown as { axe: typeof axe }).axe.run(part, options)

/** Runs in the page, each frame: nothing comes or goes. What turns for ever, or is a story's five seconds, does neither. */
export const isStill = (): boolean =>
  !document.getAnimations().some(({ effect, playState }) => {
    const { iterations, duration } = effect?.getTiming() ?? {}
    return playState === 'running' && iterations === 1 && Number(duration) < 2000
  })

export const expectAccessible = async (page: Page): Promise<void> => expect(await violationsOf(page)).toEqual([])
