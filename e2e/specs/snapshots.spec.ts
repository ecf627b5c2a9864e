import { withFreshMock } from '../fresh.ts'
import { Account } from '../screens/account.ts'
import { PaymentPage } from '../screens/payment-page.ts'
import { expect, onPhone, test } from '../test.ts'

interface Situation {
  orders: { decided: string | null }[]
}
/** Removes the page's origin from a text and collapses white space. */
const normalized = async (text: Promise<string>, origin: string) =>
  (await text).replaceAll(origin, '').replaceAll(/\s+/g, ' ')

test(
  'a snapshot with an open order restores the same payment page in another mock, where the order can be paid',
  onPhone,
  async ({ signInAs, user, page, browser }) => {
    const account = await signInAs('no-cards')
    await account.buyByNewCard()
    const { origin, pathname } = new URL(page.url())
    const bank = await normalized(page.locator('body').innerText(), origin)
    const snapshot = await user.snapshot()
    await withFreshMock(JSON.stringify(snapshot), async (fresh) => {
      const context = await browser.newContext({ baseURL: fresh })
      const restoredPage = await context.newPage()
      await restoredPage.goto(`/__mock/users/${user.login}/sign-in`)
      await new Account(restoredPage).isShown()
      await restoredPage.goto(pathname)
      const payment = new PaymentPage(restoredPage)
      await payment.isShown()
      expect(await normalized(restoredPage.locator('body').innerText(), fresh)).toBe(bank)
      await payment.pay()
      await expect(restoredPage).toHaveURL(/orderId=/)
      // The order was made in another browser, so the app does not know it; the account shows the subscription.
      const paid = async () => (await (await context.request.get(`/__mock/users/${user.login}`)).json()) as Situation
      await expect.poll(async () => (await paid()).orders.map(({ decided }) => decided)).toEqual(['paid'])
      await restoredPage.goto('/profile')
      await new Account(restoredPage).shows(/^(Пакет подключается|Активен)$/)
      await context.close()
    })
    // In the first mock the order is still open.
    expect((await user.orders()).map(({ decided }) => decided)).toEqual([null])
  },
)
