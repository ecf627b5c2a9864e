import { test as base, type TestInfo } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect } from './expect.ts'
import { MockUser } from './mock.ts'
import { Account } from './screens/account.ts'

/** Tests that do not depend on the width run at one width only (playwright.config.ts). */
export const onPhone = { tag: '@phone' }
export const onDesktop = { tag: '@desktop' }

/** Allows animations, which the configuration disables by reduced motion. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** The whole Chromium, for `launchOptions` of specs for which the headless shell is not enough. */
export const wholeBrowser = process.env['PAKET_CHROMIUM'] ? { executablePath: process.env['PAKET_CHROMIUM'] } : {}

interface Fixtures {
  /** The test's own user of the mock. */
  user: MockUser
  /** Opens a page, that of the account, in a browser where the user has signed in before, as a scenario. The sign-in page is for sign-in. */
  signInAs: (scenario: string, path?: string) => Promise<Account>
  account: Account
  /** The page's console messages and errors. */
  problems: string[]
}

/** What the mock answered a user, as the browser's developer tools open it. */
export async function attachJournal(user: MockUser, testInfo: TestInfo): Promise<void> {
  await testInfo.attach('journal.har', { body: await user.journalHar(), contentType: 'application/json' })
}

export const test = base.extend<Fixtures>({
  user: async ({ request }, use, testInfo) => {
    const user = new MockUser(request, `e2e-${testInfo.testId}`)
    // Only a user who is made, or signs in, is there.
    await user.become()
    await use(user)
    // What the mock answered, beside the trace of a test that failed.
    if (testInfo.status !== testInfo.expectedStatus) await attachJournal(user, testInfo)
  },
  account: async ({ page }, use) => {
    await use(new Account(page))
  },
  signInAs: async ({ page, user, account }, use) => {
    await use(async (scenario, path) => {
      await user.become(scenario)
      await user.signIn(page.context().request)
      await page.goto(path ?? '/profile')
      if (path === undefined) await account.isShown()
      return account
    })
  },
  // Every test fails on a script error of the page.
  problems: [
    async ({ page }, use) => {
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(String(error)))
      page.on('console', (message) => {
        if (/Content Security Policy/i.test(message.text())) problems.push(message.text())
      })
      await use(problems)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

export { expect, expectAccessible }
