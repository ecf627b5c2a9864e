import { expect, test, wholeBrowser, withMotion } from '../test.ts'

test.use(withMotion)

// Playwright disables Chromium's bfcache, and the headless shell has none.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, ...wholeBrowser, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
})

test('the browser’s back button on the payment page restores a working account page from the bfcache', async ({
  signInAs,
  user,
  page,
}) => {
  const account = await signInAs('registered')
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => (document.documentElement.dataset['persisted'] = String(persisted)))
  })
  await account.buyByNewCard()
  await page.goBack({ waitUntil: 'commit' })
  await account.isShown()
  // The page was restored, not loaded again.
  expect(await page.evaluate(() => document.documentElement.dataset['persisted'])).toBe('true')
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
