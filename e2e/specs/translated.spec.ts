import { expect, onPhone, test } from '../test.ts'
import { translate } from '../translator.ts'

test(
  'on a translated page the button shows the chosen plan and payment, and what it shows is ordered',
  onPhone,
  async ({ signInAs, user, page }) => {
    const account = await signInAs('points-rich')
    await translate(page)
    const { dialog, termButton } = account
    const points = dialog.getByRole('switch')
    async function chooseYear(): Promise<void> {
      await account.buyButton.click()
      await dialog.getByRole('radio', { name: /^12.месяцев/ }).click()
    }

    // A server that is asked too often lets the user wait.
    await user.break({ operation: 'getBankCards', status: 429, retryAfter: 60, times: 1 })
    await chooseYear()
    await points.click()
    await termButton.click()
    const timer = dialog.getByRole('timer')
    const start = (await timer.textContent()) ?? ''
    expect(start).toMatch(/^Снова можно через \d\d:\d\d$/)
    await expect(timer).not.toHaveText(start)
    await account.leave()

    await chooseYear()
    await points.click()
    await expect(termButton).toHaveText(/^Купить за.1.599.₽$/)
    await termButton.click()
    await account.showsModal(/^К оплате.1.599.₽ за.12.месяцев$/)
    await expect(dialog.getByRole('button', { name: 'Оплатить', exact: true })).toBeVisible()
    await dialog.getByRole('radio', { name: 'Новая карта' }).click()
    await expect(dialog.getByRole('button', { name: 'Перейти к оплате', exact: true })).toBeVisible()
    await account.leave()

    await chooseYear()
    await expect(termButton).toHaveText(/^Купить за.15.990.баллов$/)
    await termButton.click()
    await account.showsModal('Сервис активирован')
    await account.answer('Перейти в личный кабинет')
    const operations = (await user.journal()).map(({ operation }) => operation)
    expect(operations.filter((each) => /^create.*Order$/.test(each))).toEqual(['createScoresOrder'])
    // 23 450 before.
    await page.getByRole('navigation').getByRole('link', { name: 'Кешбэк' }).click()
    await account.shows(/^7.460.баллов$/)
  },
)

test(
  'on a translated page the family’s places and the count of the filtered offers change',
  onPhone,
  async ({ signInAs, page, account }) => {
    await signInAs('option-active', '/options/family_1_month')
    await expect(page.getByText('1 из 2')).toBeVisible()
    await translate(page)
    await page.getByRole('button', { name: 'Добавить' }).click()
    await account.showsModal('Добавить близкого')
    await account.dialog.getByRole('button', { name: 'Добавить' }).click()
    await account.dialog.getByRole('textbox', { name: 'Имя' }).fill('Пётр')
    await account.dialog.getByRole('textbox', { name: 'Номер телефона' }).fill('9275556677')
    await page.keyboard.press('Enter')
    await account.showsModal('Близкий добавлен')
    await account.answer('Понятно')
    await expect(page.getByText('2 из 2')).toBeVisible()

    await page.getByRole('link', { name: 'Мой Пакет' }).click()
    await page.getByRole('button', { name: 'Фильтры' }).click()
    await account.showsModal('Фильтры')
    const show = account.dialog.getByRole('button', { name: /^Показать/ })
    const all = await show.textContent()
    await account.dialog.getByText('Развлечения').click()
    await account.dialog.getByText('Онлайн').click()
    await expect(show).toHaveText(/^Показать.1.предложение$/)
    expect(all).toMatch(/^Показать \d+.предложени[яй]$/)
  },
)
