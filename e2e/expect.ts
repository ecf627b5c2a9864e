import { expect as original, type Locator } from '@playwright/test'

/**
 * Playwright's `expect` with a cheaper `toBeVisible`. Playwright's own takes an ARIA snapshot of the whole page after
 * each failed attempt; this one waits first, and takes it only when the wait has failed.
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
