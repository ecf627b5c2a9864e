import type { Request } from '@playwright/test'
import { SignInPage } from '../screens/sign-in-page.ts'
import { expect, expectAccessible, onPhone, test } from '../test.ts'

/** Scenarios with the texts of their account page. All statuses: tests/web/pages/profile.test.tsx. */
const scenarios: [scenario: string, texts: (string | RegExp)[], row: string][] = [
  ['registered', ['Отключен', 'Пакет не подключён'], '[C-PROFILE-04] [C-STATE-04]'],
  ['activated', ['Активен', /₽ спишется \d+\s[а-я]+/], '[C-PROFILE-03]'],
  ['partner', [/^До\s\d+\s[а-я]+/, /^Активен до\s\d+\s[а-я]+/], '[C-PROFILE-02]'],
]

for (const [scenario, texts, rows] of scenarios) {
  test(`${scenario} signs in and sees the subscription's status ${rows}`, onPhone, async ({ signInAs, page }) => {
    const account = await signInAs(scenario)
    await account.shows(...texts)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await account.shows(...texts)
    await expectAccessible(page)
  })
}

test(
  'an account page redirects a visitor to the sign-in page, which returns to the same path and query [C-GUARD-02] [C-GUARD-03]',
  onPhone,
  async ({ page, user, account, signInAs }) => {
    await signInAs('registered')
    await page.context().clearCookies()
    await page.goto('/profile?a=1&b=2')
    await expect(page).toHaveURL(/\/oidc\//)
    await new SignInPage(page).signIn(user.login)
    await account.isShown()
    await expect(page).toHaveURL('/profile?a=1&b=2')
  },
)

test(
  'for a signed-in user / redirects to /profile with the same query [C-ROUTE-02] [C-ROUTE-03]',
  onPhone,
  async ({ page, signInAs }) => {
    await signInAs('activated', '/?a=1&b=2')
    await expect(page).toHaveURL('/profile?a=1&b=2')
  },
)

test('«Войти» on the main page leads to the identity provider and back, signed in [C-AUTH-01]', async ({
  page,
  user,
  account,
}) => {
  await user.assignScenario('registered')
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Войти' }).click()
  await expect(page).toHaveURL(/\/oidc\//)
  await new SignInPage(page).signIn(user.login)
  await account.isShown()
})

test('an existing single sign-on session needs no sign-in page', onPhone, async ({ page, signInAs, account }) => {
  await signInAs('activated')
  await page.reload()
  await account.isShown()
})

test('signing out ends the session at the provider too [C-LAYOUT-07]', onPhone, async ({ page, signInAs }) => {
  await signInAs('activated')
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible()
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/oidc\//)
})

// Other invalid ID tokens: tests/web/session/identity.test.ts.
for (const idToken of ['unsigned', 'wrong-key', 'wrong-nonce'])
  test(
    `a sign-in with an invalid ID token (${idToken}) ends on the error page, and the next one succeeds`,
    onPhone,
    async ({ page, user, account }) => {
      await user.assignScenario('registered')
      await user.break({ operation: 'token', idToken, times: 1 })
      await page.goto('/profile')
      await new SignInPage(page).signIn(user.login)
      await expect(page.getByRole('heading', { name: 'Что-то пошло не так' })).toBeVisible()
      await expect(page.getByText('Войдите ещё раз, обычно это помогает')).toBeVisible()
      expect(await user.count('getClientData')).toBe(0)
      await page.getByRole('main').getByRole('button', { name: 'Войти' }).click()
      await account.isShown()
    },
  )

test(
  'a silent sign-in with an expired ID token ends on the error page, signed out',
  onPhone,
  async ({ page, user, signInAs }) => {
    await signInAs('registered')
    await user.break({ operation: 'token', idToken: 'expired' })
    await page.goto('/profile')
    await expect(page.getByRole('heading', { name: 'Что-то пошло не так' })).toBeVisible()
    await expect(page).toHaveURL('/error')
    await expect(page.getByRole('main').getByRole('button', { name: 'Войти' })).toBeVisible()
  },
)

test(
  'a device whose clock is 10 minutes fast can sign in, and refreshes no more often',
  onPhone,
  async ({ page, signInAs }) => {
    let refreshes = 0
    const underWay = new Set<Request>()
    page.on('request', (request) => {
      underWay.add(request)
      if (request.url().endsWith('/oidc/token')) refreshes++
    })
    page.on('requestfinished', (request) => underWay.delete(request))
    page.on('requestfailed', (request) => underWay.delete(request))
    await page.clock.install({ time: Date.now() + 600_000 })
    const account = await signInAs('waiting')
    for (let seconds = 0; seconds < 65; seconds += 5) {
      // Requests take real time: advancing the page's clock would make their deadlines expire.
      await expect.poll(() => underWay.size).toBe(0)
      await page.clock.runFor(5000)
    }
    await account.isShown()
    expect(refreshes).toBe(1)
  },
)
