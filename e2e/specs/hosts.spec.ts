import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../test.ts'
import { enlargedLayoutProblems, layoutProblems, PHONE, spacedLayoutProblems } from '../layout.ts'
import type { MockUser } from '../mock.ts'

type WebviewName = 'grocery' | 'hyper' | 'third' | 'test'
const names: WebviewName[] = ['grocery', 'hyper', 'third', 'test']

/** Simulates a partner app: adds its bridge to the page, which returns the user's token and records the methods called. */
async function inside(name: WebviewName, page: Page, user: MockUser, givesToken = true): Promise<void> {
  await page.exposeFunction('hostToken', () => (givesToken ? user.token() : new Promise<string>(() => {})))
  await page.addInitScript((host) => {
    const bridgeCalls: string[] = []
    const app = async (method: string, argument?: string): Promise<unknown> => {
      bridgeCalls.push(method)
      if (method === 'getToken' || method === 'refreshToken')
        return (window as unknown as { hostToken: () => Promise<string> }).hostToken()
      if (method === 'openPayment') window.location.assign(argument ?? '')
      return null
    }
    const put = (field: string, value: unknown) => Object.assign(window, { [field]: value })
    put('bridgeCalls', bridgeCalls)
    if (host === 'grocery')
      put('PaketGrocery', {
        call: (id: string, method: string, argument: string) =>
          void app(method, argument).then((value) =>
            (window as unknown as { paketHostAnswer: (...given: unknown[]) => void }).paketHostAnswer(id, '', value),
          ),
      })
    if (host === 'hyper')
      put('webkit', {
        messageHandlers: {
          paketHyper: {
            postMessage: ({ id, method, argument }: { id: number; method: string; argument?: string }) =>
              void app(method, argument).then((value) =>
                window.dispatchEvent(new CustomEvent('pakethost', { detail: { id, value } })),
              ),
          },
        },
      })
    if (host === 'third' || host === 'test')
      put(
        host === 'third' ? 'PaketThird' : 'PaketTestHost',
        Object.fromEntries(
          ['getToken', 'refreshToken', 'openPayment', 'openOutside', 'close', 'copy'].map((method) => [
            method,
            (argument?: string) => app(method, argument),
          ]),
        ),
      )
  }, name)
}
const bridgeCallsOf = (page: Page) => page.evaluate(() => (window as unknown as { bridgeCalls: string[] }).bridgeCalls)

for (const name of names)
  test(`inside ${name} the app signs in with the host’s token, and a purchase succeeds [C-HOST-01] [C-HOST-02] [C-HOST-06] [C-HOST-08]`, async ({
    page,
    user,
    account,
  }) => {
    await user.assignScenario('no-cards')
    await inside(name, page, user)
    await page.goto('/')
    await account.isShown()
    await expect(page.getByRole('button', { name: 'Выйти' })).toHaveCount(0)
    const payment = await account.buyByNewCard()
    await payment.pay()
    await account.showsModal('Сервис активирован')
    const order = (await user.journal()).find(({ operation }) => operation === 'createOrder')
    expect(order?.body).toMatchObject({ source: name })
    expect(await bridgeCallsOf(page)).toContain('getToken')
  })

test('only an error is shown when the host returns no token within 5 s [C-HOST-10] [C-HOST-12] [C-MODAL-30]', async ({
  page,
  user,
  account,
}) => {
  await user.assignScenario('activated')
  await inside('test', page, user, false)
  await page.goto('/')
  await expect(account.modal('Произошла ошибка')).toBeVisible({ timeout: 10_000 })
  await expectAccessible(page)
  await expect(account.dialog.getByRole('button', { name: 'Попробовать еще раз' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
})

test('when a partner app’s bridge never appears, an error with a retry is shown and the app stops polling for it [C-HOST-10]', async ({
  browser,
  baseURL,
  user,
}) => {
  await user.assignScenario('activated')
  const context = await browser.newContext({ userAgent: 'Mozilla/5.0 ThirdApp/1.0', ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.exposeFunction('hostToken', () => user.token())
  await page.addInitScript(() => {
    const own = window as unknown as { looks: number; hostToken: () => Promise<string> }
    own.looks = 0
    const comes = sessionStorage.getItem('comes')
    Object.defineProperty(window, 'PaketThird', {
      get: () => (own.looks++, comes ? { getToken: own.hostToken, refreshToken: own.hostToken } : undefined),
    })
  })
  await page.goto('/profile')
  const error = page.getByRole('dialog', { name: 'Произошла ошибка' })
  await expect(error).toBeVisible()
  const looks = () => page.evaluate(() => (window as unknown as { looks: number }).looks)
  await page.waitForTimeout(1000)
  const before = await looks()
  await page.waitForTimeout(1000)
  expect(await looks()).toBe(before)
  await page.evaluate(() => sessionStorage.setItem('comes', '1'))
  await error.getByRole('button', { name: 'Попробовать еще раз' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Главная' })).toBeVisible()
  await context.close()
})

test('inside a host a failed read of client data shows its own error with a retry [C-HOST-11] [C-ERR-52] [C-ERR-53]', async ({
  page,
  user,
  account,
}) => {
  await user.assignScenario('activated')
  await user.break({ operation: 'getClientData', status: 500 })
  await inside('test', page, user)
  await page.goto('/profile')
  await account.showsModal('Произошла ошибка')
  await expect(account.dialog).toContainText('Не удалось получить данные пользователя. Пожалуйста, попробуйте ещё раз.')
  const reads = await user.count('getClientData')
  await account.answer('Попробовать еще раз')
  await expect.poll(() => user.count('getClientData')).toBeGreaterThan(reads)
  await user.break()
  await account.isShown()
})

test('«Вернуться в холодильник выгоды» closes the host [C-LAYOUT-08] [C-LAYOUT-09]', async ({
  page,
  user,
  account,
}) => {
  await user.assignScenario('registered')
  await inside('test', page, user)
  await page.goto('/profile?referrer=refrigerator')
  await account.buyByMainCard()
  await account.showsModal('Сервис активирован')
  await account.answer('Вернуться в холодильник выгоды')
  await expect.poll(() => bridgeCallsOf(page)).toContain('close')
})

test('a path with a webview segment redirects to the path without it [C-ROUTE-39]', async ({ page, user, account }) => {
  await user.assignScenario('activated')
  await inside('test', page, user)
  await page.goto('/webview/42/profile?a=1#h')
  await account.isShown()
  await expect(page).toHaveURL('/profile?a=1#h')
})

test('a partner app’s header fits into 320 px, with text of 200 % too', async ({ page, user, account }) => {
  await user.assignScenario('activated')
  await inside('test', page, user)
  await page.setViewportSize(PHONE)
  await page.goto('/profile')
  await account.isShown()
  await expect(page.getByRole('banner').getByTitle(/^Александра/)).toBeVisible()
  expect(await layoutProblems(page)).toEqual([])
  expect(await spacedLayoutProblems(page)).toEqual([])
  expect(await enlargedLayoutProblems(page)).toEqual([])
})
