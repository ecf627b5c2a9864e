import { test as base, type TestInfo } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect } from './expect.ts'
import { MockUser } from './mock.ts'
import { removeNewFeatures } from './oldest-browser.ts'
import { Account } from './screens/account.ts'

/** Tags of tests that run at one width only; see playwright.config.ts. */
export const onPhone = { tag: '@phone' }
export const onDesktop = { tag: '@desktop' }

/** Options for `test.use`: animations run, as without `prefers-reduced-motion`. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** Launch options for the whole Chromium where the headless shell is not enough; see playwright.config.ts. */
export const wholeBrowser = process.env['PAKET_CHROMIUM'] ? { executablePath: process.env['PAKET_CHROMIUM'] } : {}

interface Fixtures {
  /** The test's own user of the mock. */
  user: MockUser
  /** Resets the user to a scenario, signs the browser in without the sign-in page, and opens `path`, by default the account page. */
  signInAs: (scenario: string, path?: string) => Promise<Account>
  account: Account
  /** Script errors of the page, and CSP violations from its console. */
  problems: string[]
}

/** Attaches the user's journal to the test report as HAR. */
export async function attachJournal(user: MockUser, testInfo: TestInfo): Promise<void> {
  await testInfo.attach('journal.har', { body: await user.journalHar(), contentType: 'application/json' })
}

export const test = base.extend<Fixtures>({
  user: async ({ request }, use, testInfo) => {
    const user = new MockUser(request, `e2e-${testInfo.testId}`)
    // The mock answers 404 for a login that was neither created nor signed in.
    await user.assignScenario()
    await use(user)
    // The journal of a failed test, beside its trace.
    if (testInfo.status !== testInfo.expectedStatus) await attachJournal(user, testInfo)
  },
  account: async ({ page }, use) => {
    await use(new Account(page))
  },
  signInAs: async ({ page, user, account }, use) => {
    await use(async (scenario, path) => {
      await user.assignScenario(scenario)
      await user.signIn(page.context().request)
      await page.goto(path ?? '/profile')
      if (path === undefined) await account.isShown()
      return account
    })
  },
  // Runs in every test: a script error or a CSP violation fails it.
  problems: [
    async ({ page }, use) => {
      const problems: string[] = []
      await page.context().addInitScript(removeNewFeatures)
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
