import { layoutProblems } from '../layout.ts'
import { SignInPage } from '../screens/sign-in-page.ts'
import { withRule } from '../styles.ts'
import { expect, expectAccessible, test } from '../test.ts'

test('a partner’s page signs in with its own OIDC client, returns and activates the subscription [C-ROUTE-15] [C-GUARD-04] [C-AUTH-01] [C-AUTH-04]', async ({
  page,
  user,
  account,
}) => {
  await user.assignScenario('registered')
  const authorization = page.waitForRequest(/\/oidc\/auth\?/)
  await page.goto('/megafon?a=1')
  expect(new URL((await authorization).url()).searchParams.get('client_id')).toBe('paket-megafon')
  await new SignInPage(page).signIn(user.login)
  await expect(page).toHaveURL('/megafon?a=1')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('МегаФон')
  await page.getByRole('button', { name: 'Активировать' }).click()
  await account.showsModal('Сервис активирован')
  expect(await user.count('createOrder')).toBe(1)
})

test('after a failed activation a user signs out and in again with another number, on the same page [C-ERR-46] [C-ERR-48]', async ({
  page,
  user,
  account,
}) => {
  await user.assignScenario('registered')
  await page.goto('/megafon?referrer=refrigerator')
  await new SignInPage(page).signIn(user.login)
  await user.break({ operation: 'createOrder', code: 2001, times: 1 })
  await page.getByRole('button', { name: 'Активировать' }).click()
  await account.showsModal('Не удалось активировать')
  const signedOut = page.waitForRequest(/\/oidc\/session\/end/)
  await account.answer('Ввести номер ещё раз')
  await signedOut
  await new SignInPage(page).signIn(user.login)
  await expect(page).toHaveURL('/megafon?referrer=refrigerator')
  await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible()
  await page.getByRole('button', { name: 'Активировать' }).click()
  await account.showsModal('Сервис активирован')
})

test('a visitor buys on a fast purchase page: signs in, returns to it, pays [C-ROUTE-20] [C-GUARD-16]', async ({
  page,
  user,
  account,
}) => {
  await user.assignScenario('registered')
  await page.goto('/fastbuy?bundle=standardsix899')
  await expect(page.getByRole('button', { name: 'Подключить Пакет' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Подключить Пакет' }).click()
  await account.answer('Войти')
  await new SignInPage(page).signIn(user.login)
  await expect(page).toHaveURL('/fastbuy?bundle=standardsix899')
  await expect(account.dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Подключить Пакет' }).click()
  await account.showsModal('К оплате 899 ₽ за 6 месяцев')
  await account.payByMainCard()
  await account.showsModal('Сервис активирован')
})

test('an activation link of an SMS sends one request; a blocked one shows a countdown [C-ROUTE-35]', async ({
  signInAs,
  page,
  user,
}) => {
  await signInAs('registered', '/auto_activation_offline?id=good')
  await expect(page.getByRole('heading', { level: 1, name: 'Сервис активирован' })).toBeVisible()
  await expectAccessible(page)
  expect(await user.count('activateByLink')).toBe(1)
  await user.break({ operation: 'activateByLink', code: 2003 })
  await page.goto('/auto_activation_offline?id=act-2')
  await expect(page.getByRole('button', { name: /^Попробовать ещё раз можно через/ })).toContainText(/20:00|19:\d\d/)
  await expectAccessible(page)
})

test('no word of a title is broken on a phone with text of 130 %', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/x5card', '/fastbuy', '/fastbuy_promo', '/fastbuy_special', '/sale/perekrestok']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const problems = await withRule(page, ':root { font-size: 130% !important }', () => layoutProblems(page))
    expect(problems.filter((problem) => /^breaks .* of h1/.test(problem))).toEqual([])
  }
})

test('a signed-in user’s entry page keeps its heading while the account takes its place', async ({
  signInAs,
  page,
}) => {
  await signInAs('registered', '/error')
  await page.addInitScript(() => {
    const look = () => {
      const hasHeading = document.querySelector('h1') !== null
      if (hasHeading) document.documentElement.dataset['headed'] ??= 'always'
      else if (document.documentElement?.dataset['headed']) document.documentElement.dataset['headed'] = 'interrupted'
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto('/x5card')
  await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-headed', 'always')
})
