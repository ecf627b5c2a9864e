import { SignInPage } from '../screens/sign-in-page.ts'
import { expect, test } from '../test.ts'

// Races: one that fails once has failed.
test.describe.configure({ retries: 0 })

test('losing the session during polling shows one modal, which leads to the sign-in page [C-ERR-40] [C-ERR-41]', async ({
  signInAs,
  user,
  page,
}) => {
  const account = await signInAs('registered')
  await user.break({ operation: 'getOrderStatus', example: 'registered' })
  await account.buyByMainCard()
  await expect.poll(() => user.count('getOrderStatus')).toBeGreaterThan(0)
  await user.loseSession()
  await account.showsModal('Произошла ошибка. Пожалуйста, авторизуйтесь повторно')
  await expect(account.dialog).toHaveCount(1)
  await account.answer('Войти')
  await expect(page).toHaveURL(/\/oidc\//)
  expect(await user.count('createOrder')).toBe(1)
})

test('after a 401 the token is refreshed once and the call repeated, without an error [C-AUTH-11]', async ({
  signInAs,
  user,
}) => {
  const account = await signInAs('registered')
  await user.break({ operation: 'getBankCards', status: 401, times: 1 })
  await account.startBuying()
  expect(await user.count('getBankCards')).toBe(2)
})

test('a reload of the account never shows the sign-in button', async ({ signInAs, page }) => {
  const account = await signInAs('activated')
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if ([...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'Войти'))
        document.documentElement.dataset['offered'] = ''
    }).observe(document, { childList: true, subtree: true })
  })
  // Delays the token response for longer than the account waits for it.
  await page.route('**/oidc/token', async (route) => {
    await new Promise((done) => setTimeout(done, 2000))
    await route.continue()
  })
  await page.reload()
  await account.isShown()
  expect(await page.locator('html').getAttribute('data-offered')).toBeNull()
})

test('client data with code 2000 signs the user out [C-ERR-21]', async ({ signInAs, user, page }) => {
  const account = await signInAs('activated')
  const other = await page.context().newPage()
  await other.goto('/profile')
  await expect(other.getByRole('heading', { level: 1, name: 'Главная' })).toBeVisible()
  await user.break({ operation: 'getClientData', code: 2000 })
  await page.reload()
  await account.showsModal('Вы вышли из аккаунта')
  await expect(page).toHaveURL('/')
  // The user is signed out in every tab and at the provider, before the modal is answered.
  await expect(other.getByRole('button', { name: 'Войти' })).toBeVisible()
  await other.goto('/profile')
  await expect(other).toHaveURL(/\/oidc\//)
  await user.break()
  await account.answer('Войти')
  await new SignInPage(page).signIn(user.login)
  await expect(page).toHaveURL('/profile')
  await account.isShown()
})

test('sign-out and sign-in in one tab apply to the other tab too [C-AUTH-06] [C-AUTH-07] [C-AUTH-08]', async ({
  page,
  signInAs,
  user,
}) => {
  await signInAs('activated')
  const other = await page.context().newPage()
  await other.goto('/profile')
  await expect(other.getByRole('heading', { level: 1, name: 'Главная' })).toBeVisible()
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(other).toHaveURL('/')
  await expect(other.getByRole('button', { name: 'Войти' })).toBeVisible()
  // The sign-out of the first tab, which redirects via the identity provider, has ended too.
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible()
  await page.goto('/profile')
  await new SignInPage(page).signIn(user.login)
  await expect(other).toHaveURL('/profile')
})

test('sign-out reaches the other tab even when the storage is full [C-AUTH-06] [C-AUTH-08]', async ({
  page,
  signInAs,
}) => {
  await signInAs('activated')
  const other = await page.context().newPage()
  await other.goto('/profile')
  await expect(other.getByRole('heading', { level: 1, name: 'Главная' })).toBeVisible()
  await page.evaluate(() => {
    localStorage.clear()
    for (let size = 1 << 20; size > 0; size >>= 1)
      for (let nth = 0; ; nth++)
        try {
          localStorage.setItem(`fill ${size} ${nth}`, 'x'.repeat(size))
        } catch {
          break
        }
  })
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(other).toHaveURL('/')
  await expect(other.getByRole('button', { name: 'Войти' })).toBeVisible()
  // The storage did not transmit the sign-out.
  expect(await other.evaluate(() => localStorage.getItem('paket.session'))).toBeNull()
})

test('signing out revokes the refresh tokens of every tab', async ({ page, signInAs, request }) => {
  const tokens: string[] = []
  page.context().on('response', async (answer) => {
    if (!answer.url().endsWith('/oidc/token')) return
    const { refresh_token: token } = (await answer.json()) as { refresh_token?: string }
    if (token) tokens.push(token)
  })
  // Blocks the provider's sign-out, which would invalidate the refresh tokens too.
  await page.route('**/oidc/session/end*', (route) => route.fulfill({ status: 200, body: 'signed out' }))
  await signInAs('activated')
  const other = await page.context().newPage()
  await other.goto('/profile')
  await expect(other.getByRole('heading', { level: 1, name: 'Главная' })).toBeVisible()
  const revocation = page.waitForRequest('**/oidc/token/revocation')
  const ofOther = other.waitForRequest('**/oidc/token/revocation')
  await page.getByRole('button', { name: 'Выйти' }).click()
  await Promise.all([revocation, ofOther])
  await expect(page.getByText('signed out')).toBeVisible()
  expect(tokens).toHaveLength(2)
  for (const token of tokens) {
    const form = { grant_type: 'refresh_token', refresh_token: token, client_id: 'paket-web' }
    await expect.poll(async () => (await request.post('/oidc/token', { form })).status()).toBe(400)
  }
})

test('sign-out does not wait for the response of the revocation', async ({ page, signInAs }) => {
  await signInAs('activated')
  await page.route('**/oidc/token/revocation', () => new Promise(() => undefined))
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible()
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/oidc\//)
})
