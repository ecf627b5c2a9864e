import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What breaks WCAG A and AA on what is on the screen now, or in a part of it; rules that cannot judge it are left out. */
export async function violationsOf(page: Page, part = 'html', leftOut: string[] = []): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .include(part)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .disableRules(leftOut)
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

export const expectAccessible = async (page: Page): Promise<void> => expect(await violationsOf(page)).toEqual([])
