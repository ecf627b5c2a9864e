import { expect, onPhone, test } from '../test.ts'

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
