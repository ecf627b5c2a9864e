import { expect, expectAccessible, onPhone, test } from '../test.ts'

const optionPage = '/options/family_1_month'

test(
  'an option is bought with the main card, and a reload during the payment makes no second order [C-ROUTE-28] [C-MODAL-11] [C-MODAL-12] [O-ROUTE-11] [O-FAMILY-09]',
  onPhone,
  async ({ signInAs, user, page, account }) => {
    await signInAs('activated', '/options')
    const option = page.getByRole('main').getByRole('link', { name: /Семья/ })
    await expect(option).toContainText('99 ₽')
    await expectAccessible(page)
    await option.click()
    await expect(page).toHaveURL(optionPage)
    const buyButton = page.getByRole('button', { name: /^Подключить за.99.₽/ })
    await expect(buyButton).toBeVisible()
    await expectAccessible(page)
    await user.break({ operation: 'getOrderStatus', delayMs: 5000 })
    await buyButton.click()
    await account.showsModal(/^К оплате 99.₽ за/)
    // Waits for the order itself: the status of the previous order is requested before it.
    const ordered = page.waitForResponse('**/create_order')
    await account.payByMainCard()
    await ordered
    // The option stays in this state, however slow the machine is.
    await user.break({ operation: 'getOptions', example: 'familyNew' })
    await page.reload()
    await account.showsModal('Опция успешно оплачена')
    await account.answer('Перейти к опции')
    await expect(page).toHaveURL(optionPage)
    await expect(page.getByText('Подключается', { exact: true })).toBeVisible()
    expect(await user.count('createOrder')).toBe(1)
  },
)

test('an active option shows what its members get: in the page on a wide screen, behind a button on a phone', async ({
  signInAs,
  page,
}) => {
  await signInAs('option-active', optionPage)
  await expect(page.getByRole('heading', { name: 'Тариф' })).toBeVisible()
  const isWide = (page.viewportSize()?.width ?? 0) >= 768
  await expect(page.getByRole('heading', { name: 'Близким доступно' })).toHaveCount(isWide ? 1 : 0)
  await expect(page.getByRole('button', { name: 'Что доступно близким' })).toHaveCount(isWide ? 0 : 1)
})

test(
  'an option whose price changes while the card is chosen is not ordered; the page then shows the new price',
  onPhone,
  async ({ signInAs, user, page, account }) => {
    await signInAs('activated', optionPage)
    await page.getByRole('button', { name: /^Подключить за.99.₽/ }).click()
    await account.showsModal(/^К оплате 99.₽/)
    await page.route('**/get_options', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { result: { price: number }[] }
      for (const option of body.result) option.price = 14_900
      await route.fulfill({ response, json: body })
    })
    await account.payByMainCard()
    await account.showsModal('Цена изменилась')
    await account.answer('Понятно')
    await expect(page.getByRole('button', { name: /^Подключить за.149.₽/ })).toBeVisible()
    expect(await user.count('createOrder')).toBe(0)
  },
)

test(
  'after a payment with a new card the payment page returns to the option [C-MODAL-12]',
  onPhone,
  async ({ signInAs, user, page, account }) => {
    await signInAs('activated', optionPage)
    await page.getByRole('button', { name: /^Подключить за/ }).click()
    await account.showsModal(/^К оплате/)
    const payment = await account.payByNewCard()
    await user.break({ operation: 'getOptions', example: 'familyNew' })
    await payment.pay()
    await account.showsModal('Опция успешно оплачена')
    await account.answer('Перейти к опции')
    await expect(page).toHaveURL(optionPage)
    await expect(page.getByText('Подключается', { exact: true })).toBeVisible()
    expect(await user.count('createOrder')).toBe(1)
  },
)

test(
  'a family member is added by name and phone number, and another one removed [O-FAMILY-28] [O-FAMILY-29] [O-FAMILY-30] [O-FAMILY-35] [O-FAMILY-36] [O-VALID-03]',
  onPhone,
  async ({ signInAs, user, page, account }) => {
    await signInAs('option-active', optionPage)
    await page.getByRole('button', { name: 'Добавить' }).click()
    await account.showsModal('Добавить близкого')
    await account.dialog.getByRole('button', { name: 'Добавить' }).click()
    const name = account.dialog.getByRole('textbox', { name: 'Имя' })
    await expect(name).toBeFocused()
    await expectAccessible(page)
    await name.fill('Пётр')
    const phone = account.dialog.getByRole('textbox', { name: 'Номер телефона' })
    await phone.pressSequentially('9275556677')
    await expect(phone).toHaveValue('+7 (927) 555-66-77')
    // Correcting a digit in the middle does not move the caret to the end.
    await phone.press('Home')
    for (let step = 0; step < 5; step++) await phone.press('ArrowRight')
    await phone.press('Backspace')
    await phone.pressSequentially('8')
    await expect(phone).toHaveValue('+7 (827) 555-66-77')
    await user.break({ operation: 'createSubscriberRelation', delayMs: 1500 })
    await phone.press('Enter')
    await expect(account.modal('Добавляем близкого')).toBeVisible()
    await account.showsModal('Близкий добавлен')
    await account.answer('Понятно')
    await expect(page.getByRole('listitem').filter({ hasText: 'Пётр' })).toContainText('Подключаем')
    await expect(page.getByRole('button', { name: 'Добавить' })).toHaveCount(0)
    const family = page.getByRole('heading', { level: 2, name: 'Близкие' })
    await expect(family).toBeFocused()

    await page.getByRole('button', { name: 'Изменить список' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Удалить Дарья' }).click()
    await account.showsModal('Удалить близкого Дарья, вы уверены?')
    await user.break({ operation: 'deleteSubscriberRelation', delayMs: 1500 })
    await account.answer('Удалить')
    await expect(account.modal('Удаляем близкого')).toBeVisible()
    await account.showsModal('Близкий удалён')
    await account.answer('Понятно')
    await expect(page.getByRole('listitem').filter({ hasText: 'Дарья' })).toContainText('Удаляем')
    await expect(family).toBeFocused()
    expect(await user.count('createSubscriberRelation')).toBe(1)
    expect(await user.count('deleteSubscriberRelation')).toBe(1)
  },
)

test(
  'a family member sees the occupied places and who pays; the page fits 320 px [O-FAMILY-14]',
  onPhone,
  async ({ signInAs, page }) => {
    await signInAs('slave')
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(optionPage)
    await expect(page.getByText('2 из 2')).toBeVisible()
    await expect(page.getByText('+7 (900) 765-43-21')).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  },
)
