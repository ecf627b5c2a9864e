import type { Browser, Page, Route } from '@playwright/test'
import type { MockUser } from '../mock.ts'
import { Account } from '../screens/account.ts'
import { expect, onPhone, test, withMotion } from '../test.ts'

const success = 'Сервис активирован'
/** What the tab or device that came second is shown: it says that it is bought, and that nothing more was ordered. */
const boughtAlready = /^(Пакет уже подключается, дождитесь СМС|У вас подключен сервис Пакет|Другой заказ уже оплачен)$/
const either = new RegExp(`^${success}$|${boughtAlready.source}`)
const waiting = 'Покупка идёт в другой вкладке'
const openOrder = 'Заказ ждёт оплаты'
const doubt = 'Ответ не пришёл'

/** One more tab of the same browser. */
async function openTab(from: Account): Promise<Account> {
  const tab = new Account(await from.page.context().newPage())
  await tab.page.goto('/profile')
  await tab.isShown()
  return tab
}
/** Another device of the same user. */
async function openDevice(browser: Browser, user: MockUser): Promise<Account> {
  const context = await browser.newContext()
  await user.signIn(context.request)
  const device = new Account(await context.newPage())
  await device.page.goto('/profile')
  await device.isShown()
  return device
}
const orderIsSent = (page: Page) => page.waitForRequest('**/create_order')
/** What happens to the answer of the next order on its way back. */
async function answerOrder(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route('**/create_order', answer, { times: 1 })
}
/** The order is made, and its answer never comes. */
const lose = async (route: Route) => {
  await route.fetch()
  await route.abort()
}
async function expectOneOrder(user: MockUser): Promise<void> {
  expect(await user.count('createOrder')).toBe(1)
  expect((await user.orders()).filter(({ decided }) => decided === 'paid')).toHaveLength(1)
}

/** A gateway answers 502 to an order that was not made; the next press looks for it, and asks. */
async function loseOrder(account: Account): Promise<void> {
  await answerOrder(account.page, (route) => route.fulfill({ status: 502, body: 'gateway' }))
  await account.buyByMainCard()
  await account.showsModal('Произошла ошибка')
  await account.leave()
  await account.buyButton.click()
  await account.showsModal(doubt)
}

test.describe('one purchase makes one order', onPhone, () => {
  for (const locks of ['by a lock', 'by a claim where locks are denied'] as const)
    test.describe(locks, () => {
      test.beforeEach(async ({ context }) => {
        if (locks !== 'by a lock')
          await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
      })

      for (const ms of locks === 'by a lock' ? [0, 300, 1000, 3000, 6000] : [0, 1000])
        test(`two tabs press «Оплатить», the second one ${ms} ms later`, async ({ signInAs, user }) => {
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

      test('a tab closed while its order is being made, and another one opened', async ({
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

  test('a tab closed while its order is followed, and another one opened', async ({ signInAs, user, context }) => {
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

  test('a tab that buys while another one follows its order says so, waits, and can leave', async ({
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
    // It is bought: what is waited for is over, and nothing more is offered.
    await second.showsModal(boughtAlready)
    await expectOneOrder(user)
  })

  test('an answer that is lost, the doubt closed by Esc, and bought again by hand', async ({ signInAs, user }) => {
    const account = await signInAs('registered')
    await answerOrder(account.page, lose)
    await account.buyByMainCard()
    await account.showsModal(doubt)
    await account.leave()
    await account.buyButton.click()
    await account.showsModal(success)
    await expectOneOrder(user)
  })

  test('HTTP 504 to an order that was made all the same, and bought again', async ({ signInAs, user }) => {
    const account = await signInAs('registered')
    await answerOrder(account.page, async (route) => {
      await route.fetch()
      await route.fulfill({ status: 504, body: 'gateway' })
    })
    await account.buyByMainCard()
    await account.showsModal('Произошла ошибка')
    await expect(account.dialog.getByText('Код ошибки 504')).toBeVisible()
    await account.leave()
    await account.buyButton.click()
    await account.showsModal(success)
    await expectOneOrder(user)
  })

  test('HTTP 502 to an order that was not made: it is looked for, reported, and retried with the same idempotency key', async ({
    signInAs,
    user,
  }) => {
    const account = await signInAs('registered')
    const keys: (string | undefined)[] = []
    account.page.on('request', (request) => {
      if (request.url().endsWith('/create_order')) keys.push(request.headers()['idempotency-key'])
    })
    await loseOrder(account)
    await account.answer('Попробовать ещё раз')
    await account.chooseBundle()
    await account.payByMainCard()
    await account.showsModal(success)
    await expectOneOrder(user)
    expect(keys).toEqual([expect.stringMatching(/^"[0-9a-f-]{36}"$/), keys[0]])
  })

  test('a retry that the server refuses for now is not refused for a day: the next one has a key of its own', async ({
    signInAs,
    user,
  }) => {
    const account = await signInAs('registered')
    await loseOrder(account)
    await user.break({ operation: 'createOrder', code: 2002, times: 1 })
    await account.answer('Попробовать ещё раз')
    await account.chooseBundle()
    await account.payByMainCard()
    await account.showsModal('Попробуйте позже')
    await account.leave()
    await account.buyByMainCard()
    await account.showsModal(success)
    expect((await user.orders()).map(({ decided }) => decided)).toEqual(['paid'])
  })

  test('a double click, and five clicks at once', async ({ signInAs, user }) => {
    const account = await signInAs('registered')
    await account.startBuying()
    await account.dialog.getByRole('button', { name: 'Оплатить', exact: true }).evaluate((button) => {
      for (let click = 0; click < 5; click++) (button as HTMLElement).click()
    })
    await account.showsModal(success)
    await expectOneOrder(user)
  })

  test.describe(() => {
    // A modal that closes at once is still on its way back in the history.
    test.use(withMotion)
    for (const ms of [0, 150, 600, 1500])
      test(`a reload ${ms} ms after pressing`, async ({ signInAs, user, page }) => {
        const account = await signInAs('registered')
        await account.startBuying()
        await account.payByMainCard()
        if (ms > 0) await page.waitForTimeout(ms)
        await page.reload()
        await account.isThere()
        // A user who reloads before anything was started starts again; nothing is ordered without them.
        if (await page.evaluate(() => localStorage.getItem('paket.purchase') === null)) await account.buyByMainCard()
        await expect(account.modal(success).or(account.modal(doubt))).toBeVisible({ timeout: 30_000 })
        // The reload may have stopped the order from leaving: then it is not found, and is tried again when that is pressed.
        if (await account.modal(doubt).isVisible()) {
          await account.answer('Попробовать ещё раз')
          await account.payByMainCard()
        }
        await account.showsModal(success)
        await expectOneOrder(user)
      })
  })

  test('a second device 3 s later', async ({ signInAs, user, browser }) => {
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

test.describe('an order that is still open at the bank', onPhone, () => {
  test('is offered to be finished at the next visit, and is paid once', async ({ signInAs, user, context }) => {
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
  test('is given up, and another one is made', async ({ signInAs, user, context }) => {
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
  test('is offered too when it is of another device', async ({ signInAs, user, browser }) => {
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
  test('of another device, open before this page was loaded, is offered too', async ({ signInAs, user, browser }) => {
    const first = await signInAs('registered')
    await first.buyByNewCard()
    const second = await openDevice(browser, user)
    await second.startBuying()
    await second.payByMainCard()
    await second.showsModal(openOrder)
    await second.answer('Завершить оплату')
    await (await second.atBank()).pay()
    await second.showsModal(success)
    await expectOneOrder(user)
    await second.page.context().close()
  })
})

test.describe('an order in a link', onPhone, () => {
  test('is not known here when this browser has not made it: its status is not asked, and no bank page is opened', async ({
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
  test('is shown when this browser has made it, without an order in the address too', async ({
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
    // The order is made, and the tab is closed before it hears of it.
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
    // Chromium may let the request go that was blocked when its tab was closed: with the same key it is the same order.
    expect(await user.orders()).toHaveLength(1)
    expect(await user.count('payOrder')).toBe(1)
  },
)
