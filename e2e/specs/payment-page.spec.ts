import { expect, expectAccessible, test } from '../test.ts'
import { PaymentPage } from '../screens/payment-page.ts'

test.beforeEach(async ({ signInAs }) => {
  const account = await signInAs('no-cards')
  await account.buyByNewCard()
})

test('a declined card returns to the app with an error', async ({ page, account }) => {
  const payment = new PaymentPage(page)
  await payment.choose('банк откажет')
  await expect(payment.number).toHaveValue(/0002$/)
  await payment.pay()
  await account.showsModal('Не удалось оплатить')
})

test('a card with 3-D Secure pays after the right code', async ({ page, account }) => {
  const payment = new PaymentPage(page)
  await payment.choose('банк попросит код')
  await payment.pay()
  await expect(page.getByRole('heading', { name: 'Подтверждение' })).toBeVisible()
  await expectAccessible(page)
  await payment.confirm('0000')
  await expect(page.getByText('Код не подошёл')).toBeVisible()
  await expectAccessible(page)
  await payment.confirm('1111')
  await account.showsModal('Сервис активирован')
})

test('an expired card shows an error in the form, and another card pays, by keyboard only', async ({
  page,
  account,
}) => {
  const payment = new PaymentPage(page)
  await payment.number.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('2200 7000 0007 0069')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByText('Срок действия карты истёк')).toBeVisible()
  await expectAccessible(page)
  await expect(payment.number).toBeFocused()
  await page.keyboard.type('2200 7000 0005 1234')
  await page.keyboard.press('Tab')
  await page.keyboard.type('11/30')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await account.showsModal('Сервис активирован')
})

test('fits 320 px and has no accessibility violations', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expectAccessible(page)
})

test('the order stays open when the page is closed', async ({ page, account, user }) => {
  await page.getByRole('button', { name: 'Закрыть' }).click()
  await expect(page.getByRole('heading', { name: 'Страница оплаты закрыта' })).toBeVisible()
  await page.goto('/profile')
  await account.showsModal('Заказ ждёт оплаты')
  await account.leave()
  await account.shows('Отключен')
  expect(await user.count('createOrder')).toBe(1)
})
