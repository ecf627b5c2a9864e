import { expect as original, type Locator } from '@playwright/test'

/**
 * Playwright's, which describes the whole page as a screen reader has it after each look that did not find what is expected. What is waited
 * for is looked for without that, and described only when it has not come.
 */
export const expect = original.extend({
  async toBeVisible(locator: Locator, options?: { timeout?: number }) {
    if (this.isNot) await original(locator).not.toBeVisible(options)
    else {
      const { timeout = this.timeout } = options ?? {}
      await locator
        .waitFor({ timeout })
        .catch(() => original(locator, `not visible after ${timeout} ms`).toBeVisible({ timeout: 1 }))
    }
    return { pass: !this.isNot, message: () => '' }
  },
})
