import type { Browser, Page, Route } from '@playwright/test'
import type { MockUser } from '../mock.ts'
import { Account } from '../screens/account.ts'
import { expect, onPhone, test, withMotion } from '../test.ts'

// Races: one that fails once has failed.
test.describe.configure({ retries: 0 })

const success = 'Сервис активирован'
/** Titles of the modals for the second tab or device: the subscription is bought, and no second order was made. */
const boughtAlready = /^(Пакет уже подключается, дождитесь СМС|У вас подключен сервис Пакет|Другой заказ уже оплачен)$/
const either = new RegExp(`^${success}$|${boughtAlready.source}`)
const waiting = 'Покупка идёт в другой вкладке'
const openOrder = 'Заказ ждёт оплаты'
const doubt = 'Ответ не пришёл'

/** Opens another tab of the same browser. */
async function openTab(from: Account): Promise<Account> {
  const tab = new Account(await from.page.context().newPage())
  await tab.page.goto('/profile')
  await tab.isShown()
  return tab
}
/** Opens another browser context, signed in as the same user. */
async function openDevice(browser: Browser, user: MockUser): Promise<Account> {
  const context = await browser.newContext()
  await user.signIn(context.request)
  const device = new Account(await context.newPage())
  await device.page.goto('/profile')
  await device.isShown()
  return device
}
const orderIsSent = (page: Page) => page.waitForRequest('**/create_order')
/** Intercepts the next order request, to change or drop its response. */
async function answerOrder(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route('**/create_order', answer, { times: 1 })
}
async function expectOneOrder(user: MockUser): Promise<void> {
  expect(await user.count('createOrder')).toBe(1)
  expect((await user.orders()).filter(({ decided }) => decided === 'paid')).toHaveLength(1)
}

// Lost and refused orders that need no browser: tests/walk/flows.test.tsx.
test.describe('one purchase makes one order', onPhone, () => {
  for (const locks of ['with Web Locks', 'without Web Locks, by a lease in the storage'] as const)
    test.describe(locks, () => {
      test.beforeEach(async ({ context }) => {
        if (locks !== 'with Web Locks')
          await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
      })

      for (const ms of locks === 'with Web Locks' ? [0, 1000, 6000] : [0, 1000])
        test(`when two tabs press «Оплатить», the second one ${ms} ms later`, async ({ signInAs, user }) => {
          const first = await signInAs('registered')
          const second = await openTab(first)
          await first.startBuying()
          await second.startBuying()
          const pressed = first.payByMainCard()
          if (ms > 0) await second.page.waitForTimeout(ms)
          await Promise.all([pressed, second.payByMainCard()])
          await first.showsModal(either)
          await second.showsModal(either)
          expect((await first.modal(success).count()) + (await second.modal(success).count())).toBe(1)
          await expectOneOrder(user)
        })

      test('when a tab is closed while its order is being made, and another one is opened', async ({
        signInAs,
        user,
        context,
      }) => {
        const first = await signInAs('registered')
        await user.break({ operation: 'createOrder', delayMs: 4000, times: 1 })
        await first.startBuying()
        const sent = orderIsSent(first.page)
        await first.payByMainCard()
        await sent
        await first.page.waitForTimeout(200)
        const next = new Account(await context.newPage())
        await first.page.close()
        await next.page.goto('/profile')
        await next.showsModal(success)
        await expectOneOrder(user)
      })
    })

  test('when a tab is closed while its order is polled, and another one is opened', async ({
    signInAs,
    user,
    context,
  }) => {
    const first = await signInAs('registered')
    await user.break({ operation: 'getOrderStatus', example: 'registered', times: 2 })
    await first.startBuying()
    const followed = first.page.waitForResponse('**/get_order_status')
    await first.payByMainCard()
    await followed
    const next = new Account(await context.newPage())
    await first.page.close()
    await next.page.goto('/profile')
    await next.showsModal(success)
    await expectOneOrder(user)
  })

  test('when a tab buys while another one is ordering: it shows that, waits, and the user can stop waiting', async ({
    signInAs,
    user,
  }) => {
    const first = await signInAs('registered')
    const second = await openTab(first)
    const gate = Promise.withResolvers<void>()
    await answerOrder(first.page, async (route) => {
      await gate.promise
      await route.continue()
    })
    const sent = orderIsSent(first.page)
    await first.buyByMainCard()
    await sent
    await second.buyButton.click()
    await second.showsModal(waiting)
    await second.answer('Не ждать')
    await expect(second.dialog).toHaveCount(0)
    await second.buyButton.click()
    await second.showsModal(waiting)
    gate.resolve()
    await first.showsModal(success)
    // The first tab has bought, so the second one stops waiting and does not offer to buy.
    await second.showsModal(boughtAlready)
    await expectOneOrder(user)
  })

  test('when the connection is reset: it is not repeated automatically, and the retry is not offered at once', async ({
    signInAs,
    user,
    page,
  }) => {
    const account = await signInAs('registered')
    // Counted on the page: Chromium itself sends a request again when a reused connection is reset.
    const orders: string[] = []
    page.on('request', (request) => request.url().endsWith('/create_order') && orders.push(request.url()))
    await user.break({ operation: 'createOrder', break: 'reset' })
    await account.buyByMainCard()
    await account.showsModal(doubt)
    await expect(account.dialog.getByRole('button', { name: 'Попробовать ещё раз' })).toHaveCount(0)
    expect(orders).toHaveLength(1)
  })

  test.describe(() => {
    // With animations: without them the modal closes at once, and its `history.back()` is still pending.
    test.use(withMotion)
    for (const ms of [0, 150, 600])
      test(`when the page is reloaded ${ms} ms after pressing`, async ({ signInAs, user, page }) => {
        const account = await signInAs('registered')
        await account.startBuying()
        await account.payByMainCard()
        if (ms > 0) await page.waitForTimeout(ms)
        await page.reload()
        await account.isThere()
        // Reloaded before the purchase was stored: nothing was ordered, and the user buys again.
        if (await page.evaluate(() => localStorage.getItem('paket.purchase') === null)) await account.buyByMainCard()
        await expect(account.modal(success).or(account.modal(doubt))).toBeVisible({ timeout: 30_000 })
        // The reload may have cancelled the request: then the order is not found, and the user retries.
        if (await account.modal(doubt).isVisible()) {
          await account.answer('Попробовать ещё раз')
          await account.payByMainCard()
        }
        await account.showsModal(success)
        await expectOneOrder(user)
      })
  })

  test('when a second device pays 3 s later', async ({ signInAs, user, browser }) => {
    const first = await signInAs('registered')
    const second = await openDevice(browser, user)
    await first.startBuying()
    await second.startBuying()
    await first.payByMainCard()
    await second.page.waitForTimeout(3000)
    await second.payByMainCard()
    await first.showsModal(success)
    await second.showsModal(boughtAlready)
    await expectOneOrder(user)
    await second.page.context().close()
  })
})

test.describe('an order that is not paid yet', onPhone, () => {
  test('can be finished at the next visit, and is paid once', async ({ signInAs, user, context }) => {
    const first = await signInAs('registered')
    await first.buyByNewCard()
    const next = new Account(await context.newPage())
    await first.page.close()
    await next.page.goto('/profile')
    await next.showsModal(openOrder)
    await next.answer('Завершить оплату')
    const payment = await next.atBank()
    await payment.pay()
    await next.showsModal(success)
    await expectOneOrder(user)
  })
  test('can be abandoned and replaced by another order', async ({ signInAs, user, context }) => {
    const first = await signInAs('registered')
    await first.buyByNewCard()
    const second = new Account(await context.newPage())
    await second.page.goto('/profile')
    await second.showsModal(openOrder)
    await second.leave()
    await second.buyButton.click()
    await second.showsModal(openOrder)
    await second.answer('Отказаться от заказа')
    await second.chooseBundle()
    await second.payByMainCard()
    await second.showsModal(success)
    expect(await user.count('createOrder')).toBe(2)
    expect((await user.orders()).filter(({ decided }) => decided === 'paid')).toHaveLength(1)
  })
  test('can be finished on another device that was open before', async ({ signInAs, user, browser }) => {
    const first = await signInAs('registered')
    const second = await openDevice(browser, user)
    await second.startBuying()
    await first.buyByNewCard()
    await second.payByMainCard()
    await second.showsModal(openOrder)
    await second.answer('Завершить оплату')
    await (await second.atBank()).pay()
    await second.showsModal(success)
    await expectOneOrder(user)
    await second.page.context().close()
  })
})

test.describe('an order in a URL', onPhone, () => {
  test('of another browser is unknown: its status is not requested, and no bank page is opened', async ({
    signInAs,
    user,
    page,
    browser,
  }) => {
    const stranger = await signInAs('registered')
    await stranger.buyByNewCard()
    const [order] = await user.orders()
    const here = await openDevice(browser, user)
    for (const address of [
      `/payment_gateway?event=payment&from=profile&orderId=${order?.id}`,
      `/payment_gateway?event=payment&mdOrder=${order?.id}`,
      `/profile?order=${order?.id}&payment=newCard`,
    ])
      await test.step(address, async () => {
        const before = await user.count('getOrderStatus')
        await here.page.goto(address)
        await here.showsModal('Мы не знаем этот заказ')
        expect(await user.count('getOrderStatus')).toBe(before)
        await here.answer('Перейти в личный кабинет')
        await expect(here.dialog).toHaveCount(0)
        await here.isShown()
        await expect(here.page).toHaveURL('/profile')
      })
    await here.page.context().close()
    await page.close()
  })
  test('of this browser is shown, also after a reload and without its id in the URL', async ({
    signInAs,
    user,
    page,
  }) => {
    const account = await signInAs('no-cards')
    const payment = await account.buyByNewCard()
    await payment.pay()
    await account.showsModal(success)
    await page.reload()
    await account.showsModal(success)
    await page.goto('/payment_gateway?event=payment&from=profile')
    await account.showsModal(success)
    await expectOneOrder(user)
  })
})

test(
  'points are charged once when the tab is closed before the charge',
  onPhone,
  async ({ signInAs, user, context }) => {
    const first = await signInAs('points-rich')
    // The order is made, and the tab is closed before the response.
    const made = Promise.withResolvers<void>()
    await first.page.route('**/create_scores_order', async (route) => {
      await route.fetch()
      made.resolve()
    })
    await first.buyButton.click()
    await first.answer('Купить за 1 990 баллов')
    await made.promise
    const next = new Account(await context.newPage())
    await first.page.close()
    await next.page.goto('/profile')
    await next.showsModal(openOrder)
    await next.answer('Списать баллы')
    await next.showsModal(success)
    // When the tab is closed, Chromium may also send the intercepted request; with the same key it makes no second order.
    expect(await user.orders()).toHaveLength(1)
    expect(await user.count('payOrder')).toBe(1)
  },
)
