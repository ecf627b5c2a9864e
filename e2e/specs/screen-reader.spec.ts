import type { Locator, Page } from '@playwright/test'
import { announcements, noteAnnouncements } from '../announced.ts'
import { expect, onDesktop, test, withMotion } from '../test.ts'

test.use(withMotion)

/** The maximum number of Tab presses to reach an element. */
const STOPS = 40

async function tabTo(page: Page, stop: Locator): Promise<void> {
  for (let left = STOPS; left > 0; left--) {
    await page.keyboard.press('Tab')
    if (await stop.evaluate((element) => element === document.activeElement)) return
  }
  await expect(stop).toBeFocused()
}

test(
  'each step of a purchase by keyboard has the expected accessibility tree and announcements',
  onDesktop,
  async ({ signInAs, user, page, account }) => {
    const body = page.locator('body')
    const radio = (name: RegExp) => account.dialog.getByRole('radio', { name })
    await noteAnnouncements(page)
    // Preloaded modals open at once, so the first spinner is announced too.
    const modals = page.waitForResponse(/\/app-modals-/)
    await signInAs('registered')
    await (await modals).finished()
    await tabTo(page, account.buyButton)
    await page.keyboard.press('Enter')

    await account.showsModal('Выберите тарифный план')
    await expect(account.dialog).toBeFocused()
    await expect(body).toMatchAriaSnapshot(`
    - /children: deep-equal
    - region "Уведомления"
    - dialog "Выберите тарифный план":
      - heading "Выберите тарифный план" [level=2]
      - radiogroup "Тарифный план":
        - radio "1 месяц 1 990 баллов" [checked]: 1 месяц 1 990 баллов Продлевается каждый месяц
        - radio "12 месяцев выгодно 15 990 баллов": 12 месяцев выгодно 15 990 баллов Выгода 789 рублей
        - radio "6 месяцев хит 8 990 баллов": 6 месяцев хит 8 990 баллов Выгода 295 рублей
      - text: Оплатить баллами У вас 23 450 баллов
      - switch "Оплатить баллами" [checked]
      - group: Как продлевается Пакет
      - button "Купить за 1 990 баллов"
      - button "Закрыть"
  `)
    await tabTo(page, radio(/^1 месяц/))
    await page.keyboard.press('ArrowDown')
    await expect(radio(/^12 месяцев/)).toBeChecked()
    await page.keyboard.press('ArrowUp')
    await expect(radio(/^1 месяц/)).toBeChecked()
    await tabTo(page, account.dialog.getByRole('switch'))
    await page.keyboard.press('Space')
    await expect(account.dialog.getByRole('switch')).not.toBeChecked()
    await tabTo(page, account.dialog.getByRole('button', { name: /^Купить за 199.₽$/ }))
    await page.keyboard.press('Enter')

    await account.showsModal('К оплате 199 ₽ за 1 месяц')
    await expect(account.dialog).toBeFocused()
    await expect(body).toMatchAriaSnapshot(`
    - /children: deep-equal
    - region "Уведомления"
    - dialog "К оплате 199 ₽ за 1 месяц":
      - heading "К оплате 199 ₽ за 1 месяц" [level=2]
      - paragraph: Дальше Пакет продлевается сам, с этой карты. Отключить можно в любой момент
      - radiogroup "Чем оплатить":
        - radio "Карта •••• 4417" [checked]: /Карта •••• 4417 Основная, МИР, до \\d\\d\\/\\d\\d/
        - radio "Новая карта": Новая карта Данные вводятся на странице банка
        - radio "Баллы 1 990 баллов": Баллы 1 990 баллов У вас 23 450 баллов
      - group: Как продлевается Пакет
      - button "Оплатить"
      - button "Закрыть"
  `)
    await tabTo(page, radio(/4417/))
    await page.keyboard.press('ArrowDown')
    await expect(account.dialog.getByRole('button', { name: 'Перейти к оплате' })).toBeVisible()
    await page.keyboard.press('ArrowUp')
    // The order stays in this state until the modal has been checked.
    await user.break({ operation: 'getOrderStatus', example: 'registered' })
    const followed = page.waitForResponse('**/get_order_status')
    await tabTo(page, account.dialog.getByRole('button', { name: 'Оплатить', exact: true }))
    await page.keyboard.press('Enter')

    await account.showsModal('Заказ создаётся')
    await expect(account.dialog).toBeFocused()
    await expect(body).toMatchAriaSnapshot(`
    - /children: deep-equal
    - region "Уведомления"
    - dialog "Заказ создаётся":
      - heading "Заказ создаётся" [level=2]
      - text: 199 ₽ за 1 месяц
      - status: Заказ создаётся
      - list:
        - listitem: Заказ (готово)
        - listitem: Оплата
        - listitem: Подключение
      - paragraph: Обычно занимает не больше минуты
  `)
    // The order exists now; the activation, too, does not end until the page has been checked.
    await followed
    await user.break({ operation: 'getClientData', example: 'waiting' })

    await account.showsModal('Сервис активирован')
    await expect(account.dialog).toBeFocused()
    await expect(body).toMatchAriaSnapshot(`
    - /children: deep-equal
    - region "Уведомления"
    - dialog "Сервис активирован":
      - heading "Сервис активирован" [level=2]
      - paragraph: СМС с подтверждением придёт в течение 5 минут
      - button "Перейти в личный кабинет"
      - button "Закрыть"
  `)
    await tabTo(page, account.dialog.getByRole('button', { name: 'Перейти в личный кабинет' }))
    await page.keyboard.press('Enter')
    await expect(account.dialog).toHaveCount(0)
    // The button that opened the purchase no longer exists, so the heading of its section gets the focus.
    await expect(page.getByRole('heading', { level: 2, name: 'Пакет подключается' })).toBeFocused()
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Главная" [level=1]
    - heading "Пакет подключается" [level=2]
    - paragraph: Обычно до 5 минут. Пришлём СМС, когда всё будет готово
  `)
    await user.break()
    await expect.poll(() => announcements(page), { timeout: 40_000 }).toContain('polite: Подписка активна')
    expect(await announcements(page)).toEqual([
      'dialog: Проверяем баллы',
      'dialog: Выберите тарифный план',
      'dialog: Проверяем карты',
      'dialog: К оплате 199 ₽ за 1 месяц',
      'dialog: Заказ создаётся',
      'dialog: Сервис активирован',
      'polite: Подписка активна',
    ])
    expect(await user.count('createOrder')).toBe(1)
  },
)

test(
  'closing a purchase returns the focus to its button, also after many Tab presses',
  onDesktop,
  async ({ signInAs, page, account }) => {
    await signInAs('registered')
    await account.startBuying()
    await expect(account.dialog).toBeFocused()
    // More elements than the dialog library remembers as previously focused.
    for (let turn = 0; turn < 6; turn++) await page.keyboard.press('Tab')
    await account.leave()
    await expect(account.buyButton).toBeFocused()
  },
)
