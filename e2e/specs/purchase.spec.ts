import { expect, expectAccessible, onPhone, test, withMotion } from '../test.ts'

test.use(withMotion)

test(
  'a purchase with the main card shows the success, and then the activation [C-BUY-01] [C-BUY-02] [C-BUY-05] [C-BUY-07] [C-MODAL-25] [C-POLL-03] [C-POLL-05]',
  onPhone,
  async ({ signInAs, user, page }) => {
    const account = await signInAs('registered')
    await account.startBuying()
    await account.showsModal('К оплате 199 ₽ за 1 месяц')
    await account.payByMainCard()
    await expect(account.modal('Заказ создаётся')).toBeVisible()
    await account.showsModal('Сервис активирован')
    await expectAccessible(page)
    await expect(account.dialog).toContainText('СМС с подтверждением придёт в течение 5 минут')
    await account.answer('Перейти в личный кабинет')
    await account.shows('Пакет подключается')
    await expect(page.getByText('Подписка активна')).toBeVisible({ timeout: 40_000 })
    await account.shows('Активен', /199.₽ спишется/)
    expect(await user.count('createOrder')).toBe(1)
  },
)

test('a purchase with a new card goes through the payment page', onPhone, async ({ signInAs, user, page }) => {
  const account = await signInAs('no-cards')
  await account.startBuying()
  await expect(account.dialog.getByRole('radio')).toContainText(['Новая карта', 'Баллы'])
  const payment = await account.goToBank()
  // The activation does not end, however slow the machine is.
  await user.break({ operation: 'getClientData', example: 'waiting' })
  await payment.pay()
  await account.showsModal('Сервис активирован')
  await account.answer('Перейти в личный кабинет')
  await expect(page).toHaveURL('/profile')
  await account.shows('Пакет подключается')
  expect(await user.count('createOrder')).toBe(1)
})

test('after a decline on the payment page the same bundle can be bought again', onPhone, async ({ signInAs }) => {
  const account = await signInAs('no-cards')
  await account.buyButton.click()
  // Not the preselected term.
  await account.dialog.getByRole('radio', { name: /^6.месяцев/ }).click()
  await account.chooseBundle()
  const payment = await account.payByNewCard()
  await payment.decline()
  await account.showsModal('Не удалось оплатить')
  await account.answer('Попробовать ещё раз')
  await expect(account.modal('К оплате 899 ₽ за 6 месяцев')).toBeVisible()
})

test(
  'the back button on the payment page leads to the account, which offers the open order only once [C-BUY-08]',
  onPhone,
  async ({ signInAs, user, page }) => {
    const account = await signInAs('registered')
    await account.buyByNewCard()
    await page.goBack()
    // The account offers to finish the open order; closing the modal changes nothing.
    await account.showsModal('Заказ ждёт оплаты')
    await account.leave()
    await account.shows('Отключен')
    expect(await user.count('createOrder')).toBe(1)
    // It is not offered again automatically, only when the user buys.
    await page.reload()
    await account.isShown()
    await expect(account.dialog).toHaveCount(0)
    await account.buyButton.click()
    await account.showsModal('Заказ ждёт оплаты')
    await account.answer('Отказаться от заказа')
    await account.chooseBundle()
  },
)

test(
  'after a reload during polling the app continues to poll and does not order again',
  onPhone,
  async ({ signInAs, user, page }) => {
    const account = await signInAs('registered')
    await user.break({ operation: 'getOrderStatus', example: 'registered', times: 2 })
    const followed = page.waitForResponse('**/get_order_status')
    await account.buyByMainCard()
    await followed
    await page.reload()
    await account.showsModal('Сервис активирован')
    await expect(page).toHaveURL('/profile')
    expect(await user.count('createOrder')).toBe(1)
  },
)
