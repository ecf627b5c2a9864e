import type { Page } from '@playwright/test'
import { mockPort } from '../playwright.config.ts'
import { expect, test, wholeBrowser, withMotion } from '../test.ts'

// Races: one that fails once has failed.
test.describe.configure({ retries: 0 })

test.use(withMotion)

// Playwright disables Chromium's bfcache, and the headless shell has none.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, ...wholeBrowser, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
})

/** Notes on the page whether it was restored, and its text before the first frame. */
const noteRestore = (page: Page) =>
  page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => {
      const { dataset } = document.documentElement
      Object.assign(dataset, { persisted, firstFrame: document.body.innerText })
    }),
  )
const noted = (page: Page, name: 'persisted' | 'firstFrame') =>
  page.evaluate((key) => document.documentElement.dataset[key], name)
/** A page of another site. */
const elsewhere = `http://127.0.0.1:${mockPort}/__mock/health`

test('the browser’s back button on the payment page restores a working account page from the bfcache', async ({
  signInAs,
  user,
  page,
}) => {
  const account = await signInAs('registered')
  await noteRestore(page)
  await account.buyByNewCard()
  await page.goBack({ waitUntil: 'commit' })
  await account.isShown()
  // The page was restored, not loaded again.
  expect(await noted(page, 'persisted')).toBe('true')
  await expect(account.dialog).toHaveCount(0)
  await account.shows('Отключен')
  await account.buyButton.click()
  await account.showsModal('Заказ ждёт оплаты')
  await account.answer('Отказаться от заказа')
  await account.chooseBundle()
  await account.payByMainCard()
  await account.showsModal('Сервис активирован')
  expect(await user.count('createOrder')).toBe(2)
})

test('the payment page itself is not in the bfcache: going back to it loads it again, and a paid order cannot be paid twice', async ({
  signInAs,
  page,
}) => {
  const account = await signInAs('no-cards')
  const payment = await account.buyByNewCard()
  await payment.pay()
  await account.showsModal('Сервис активирован')
  await account.answer('Перейти в личный кабинет')
  await account.isShown()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Уже оплачено' })).toBeVisible()
})

test('going back from another site after five minutes restores the account page from the bfcache and reads it again', async ({
  signInAs,
  user,
  page,
}) => {
  const account = await signInAs('activated')
  await account.shows('Активен')
  await noteRestore(page)
  await page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 5 * 60_000
  })
  await page.goto(elsewhere)
  await user.assignScenario('deactivated')
  await page.goBack({ waitUntil: 'commit' })
  await account.shows('Отключен')
  expect(await noted(page, 'persisted')).toBe('true')
})

test('going back from another site after a sign-out in another tab shows nothing of the account, not even in the first frame', async ({
  signInAs,
  page,
}) => {
  const account = await signInAs('activated')
  await account.shows('Активен')
  await noteRestore(page)
  await page.goto(elsewhere)
  const other = await page.context().newPage()
  await other.goto('/profile')
  await other.getByRole('button', { name: 'Выйти' }).click()
  await expect(other.getByRole('button', { name: 'Войти' })).toBeVisible()
  await page.goBack({ waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible()
  expect(await noted(page, 'persisted')).toBe('true')
  expect(await noted(page, 'firstFrame')).not.toMatch(/Александра|Активен/)
})
