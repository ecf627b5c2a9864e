import { expect, expectAccessible, onPhone, test } from '../test.ts'

test(
  'a subscriber goes through the whole cancellation and then enables the renewal again [O-CANCEL-01] [O-CANCEL-03] [O-CANCEL-05] [O-CANCEL-10] [O-AUTOPAY-02] [O-AUTOPAY-03]',
  onPhone,
  async ({ signInAs, user, page, account }) => {
    await signInAs('activated', '/manage')
    await page.getByRole('button', { name: 'Отключить автопродление' }).click()
    for (const title of ['Отключить Пакет?', /^Пакет принёс вам/]) {
      await account.showsModal(title)
      await account.answer('Продолжить отключение')
    }
    for (const title of ['Останьтесь: месяц в подарок', 'Останьтесь: месяц почти даром', 'Надолго выгоднее']) {
      await account.showsModal(title)
      await account.answer('Нет, продолжить отключение')
    }
    await account.showsModal('Автопродление выключено')
    await page.getByRole('checkbox', { name: 'Дорого' }).check()
    await page.getByRole('textbox', { name: 'Комментарий' }).fill('Переезжаю')
    await account.answer('Отправить')
    await expect(account.dialog.getByText('Спасибо за ответ')).toBeVisible()
    await account.answer('Понятно')
    const enable = page.getByRole('button', { name: 'Включить автопродление' })
    // The focus returns to the button that opened the dialogs; its label is now the opposite.
    await expect(enable).toBeFocused()
    expect(await user.count('disableAutopay')).toBe(1)
    expect(await user.count('saveFeedback')).toBe(1)
    await enable.click()
    await account.showsModal('Автопродление включено')
    await account.answer('Понятно')
    await expect(page.getByText(/^Включено/)).toBeVisible()
  },
)

test(
  'accepting an offer during the cancellation orders it and leaves the renewal on [O-CANCEL-09]',
  onPhone,
  async ({ signInAs, user, page, account }) => {
    await signInAs('activated', '/manage')
    await page.getByRole('button', { name: 'Отключить автопродление' }).click()
    await account.answer('Продолжить отключение')
    await account.showsModal(/^Пакет принёс вам/)
    await account.answer('Продолжить отключение')
    await account.showsModal('Останьтесь: месяц в подарок')
    await expectAccessible(page)
    await account.answer('Взять месяц бесплатно')
    await expect(account.modal('Месяц в подарок подключён')).toBeVisible({ timeout: 15_000 })
    expect(await user.count('createOrder')).toBe(1)
    expect(await user.count('disableAutopay')).toBe(0)
  },
)

test(
  'a cancellation that another tab has made is not sent again; the page then shows it',
  onPhone,
  async ({ signInAs, user, page, account, request }) => {
    await signInAs('activated', '/manage')
    const cancel = page.getByRole('button', { name: 'Отключить автопродление' })
    await expect(cancel).toBeVisible()
    const headers = { Authorization: `Bearer ${await user.token()}` }
    expect((await request.post('/bff/api/v1/autopay/disable', { headers, data: {} })).ok()).toBe(true)
    await cancel.click()
    await account.answer('Продолжить отключение')
    await account.showsModal('Автопродление уже выключено')
    await account.answer('Понятно')
    await expect(page.getByRole('button', { name: 'Включить автопродление' })).toBeVisible()
    expect(await user.count('disableAutopay')).toBe(1)
  },
)

test(
  'the points page shows a history; when more of it fails to load, it can be retried [O-ROUTE-04] [C-ROUTE-10] [O-SCORE-01]',
  onPhone,
  async ({ signInAs, user, page }) => {
    await signInAs('activated')
    await page
      .getByRole('link', { name: /Кешбэк/ })
      .first()
      .click()
    await expect(page).toHaveURL('/score')
    const table = page.getByRole('table', { name: /Баллы по месяцам/ })
    await expect(table.getByRole('row')).toHaveCount(5)
    await expect(page.getByRole('img', { name: /^Столбцы/ })).toBeVisible()
    await user.break({ operation: 'getMonthlyLoyaltyScores', status: 500 })
    await page.getByRole('button', { name: 'Показать ещё' }).click()
    await expect(page.getByText('Не удалось загрузить')).toBeVisible()
    await expect(table.getByRole('row')).toHaveCount(5)
    await user.break()
    await page.getByRole('button', { name: 'Попробовать ещё раз' }).click()
    await expect(table.getByRole('row')).toHaveCount(9)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  },
)
