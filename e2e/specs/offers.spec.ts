import { enlargedLayoutProblems, PHONE } from '../layout.ts'
import { shiftsOf } from '../shifts.ts'
import { expect, expectAccessible, onDesktop, onPhone, test } from '../test.ts'

test('offers load without layout shifts and can be filtered; the filter remains after going back from an offer [C-ROUTE-29] [O-ROUTE-02] [O-ROUTE-03] [O-OFFERS-01] [O-OFFERS-07]', async ({
  signInAs,
  page,
  account,
}) => {
  await signInAs('activated', '/offers')
  await expect(page.getByRole('link', { name: 'Билеты в кино за полцены' })).toBeVisible()
  await page.getByRole('link', { name: 'Кофе за 50%' }).scrollIntoViewIfNeeded()
  expect((await shiftsOf(page)).score).toBeLessThan(0.02)
  await page.getByRole('button', { name: 'Фильтры' }).click()
  await account.showsModal('Фильтры')
  await account.dialog.getByText('Развлечения').click()
  await account.dialog.getByText('Онлайн').click()
  await account.dialog.getByRole('button', { name: /^Показать 1.предложение$/ }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Книги и аудиокниги на три месяца',
  ])
  await page.getByRole('link', { name: /^Книги/ }).click()
  await expect(page).toHaveURL('/offers/books')
  await expect(page.getByRole('link', { name: 'Открыть' })).toHaveAttribute('href', 'https://books.example/paket')
  await page.goBack()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(1)
})

test(
  'seen pages, modals and offers are reported to analytics [O-ANALYTICS-01] [O-ANALYTICS-02] [O-ANALYTICS-03]',
  onPhone,
  async ({ signInAs, user, page, account }) => {
    // Counted on the page: events before the sign-in are sent without a token, so they are not in the user's journal.
    const shown: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/send_product_event')) shown.push(request.postDataJSON().eventName)
    })
    // Events are throttled to one a second; unsent ones are sent by the next page.
    const whenReported = (...names: string[]) =>
      expect.poll(() => shown, { timeout: 60_000 }).toEqual(expect.arrayContaining(names))
    await signInAs('activated')
    await whenReported('profile_seen', 'profile_1s')
    await page.goto('/offers')
    await page.getByRole('button', { name: 'Фильтры' }).click()
    await account.showsModal('Фильтры')
    await page.keyboard.press('Escape')
    await expect(account.dialog).toHaveCount(0)
    await page.getByRole('link', { name: 'Билеты в кино за полцены' }).scrollIntoViewIfNeeded()
    await whenReported('offers_seen', 'filterOffers_shown', 'filterOffers_dismissed', 'show_cinema')
    expect(shown.filter((name) => name === 'show_cinema')).toHaveLength(1)
    await expect
      .poll(async () => (await user.journal()).map(({ body }) => body))
      .toContainEqual(expect.objectContaining({ eventName: 'show_cinema' }))
  },
)

test(
  'a partner’s promocode is requested and copied by keyboard, and the focus stays on the button [O-ERR-30] [O-CALL-15]',
  onDesktop,
  async ({ signInAs, user, page, context, account }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signInAs('activated')
    await user.break({ operation: 'getPromocodesToUser', code: 9, times: 1 })
    await page.goto('/offers/cinema')
    await page.getByRole('button', { name: 'Получить промокод' }).press('Enter')
    await account.showsModal('Подписка ещё активируется')
    await account.answer('Понятно')
    await expect(account.dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Получить промокод' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main').getByText('KINO-7F3C-2026')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Скопировать промокод' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Промокод скопирован')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('KINO-7F3C-2026')
    await expectAccessible(page)
  },
)

test(
  'a failed read of loyalty cards is retried from the modal; all nine kinds and their help are accessible [C-ROUTE-09] [O-ROUTE-06] [O-ERR-32] [O-MODAL-08] [O-MODAL-09]',
  onPhone,
  async ({ signInAs, user, page, account }) => {
    await signInAs('loyalty-all')
    await user.break({ operation: 'getLoyaltyCards', status: 500, times: 1 })
    await page.goto('/loyalty_cards')
    await account.showsModal('Что-то пошло не так')
    await account.answer('Попробовать ещё раз')
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(9)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Не нашли свою карту?' }).click()
    await account.showsModal('Не нашли свою карту?')
    await account.answer('Понятно')
    await page.getByRole('button', { name: 'Как получить карту' }).click()
    await account.showsModal('Как получить карту лояльности')
  },
)

test('a long word on the button of an offer is not cut off in text of 200 %', onPhone, async ({ signInAs, page }) => {
  await page.route('**/cms/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('"Открыть"', '"Зарегистрироваться"') })
  })
  await page.setViewportSize(PHONE)
  await signInAs('activated', '/offers/books')
  await expect(page.getByRole('link', { name: 'Зарегистрироваться' })).toBeVisible()
  expect(await enlargedLayoutProblems(page)).toEqual([])
})
