import type { Page } from '@playwright/test'
import { expect, expectAccessible, onDesktop, onPhone, test } from '../test.ts'

/** Waits until the page and its data are loaded. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('Загружаем')).toHaveCount(0)
}
const deliveriesOf = (page: Page) => page.getByRole('region', { name: 'Бесплатные доставки' })
/** What only a read of the deliveries shows. */
const deliveryLeft = (page: Page) => deliveriesOf(page).getByText('Осталось').first()
/** Clears the query cache once, at the start of the next page load, because the current page writes it when it is left. */
const forgetStored = (page: Page) =>
  page.addInitScript(() => {
    if (sessionStorage.getItem('is-forgotten')) return
    sessionStorage.setItem('is-forgotten', 'yes')
    localStorage.removeItem('paket.cache')
  })
// Each page with each of its calls: tests/web/layout/sections.test.tsx.
test(
  'a response that a section cannot render is not cached: three further loads read again and show everything',
  onPhone,
  async ({ page, user, signInAs }) => {
    await signInAs('activated')
    // The first page must not use up the fault.
    await expect(deliveryLeft(page)).toBeVisible()
    await forgetStored(page)
    await user.break({ operation: 'getDeliveryInfo', break: 'empty-result', times: 1 })
    await page.goto('/profile')
    const broken = page.getByRole('alert').filter({ hasText: 'Эта часть страницы не загрузилась' })
    await expect(broken).toBeVisible()
    await expectAccessible(page)
    // Other query data is written to the storage within a second.
    const stored = () => page.evaluate(() => localStorage.getItem('paket.cache') ?? '')
    await expect.poll(stored).toContain('status')
    expect(await stored()).not.toContain('deliveryInfo')
    for (const _ of ['first', 'second', 'third']) {
      const before = (await user.journal()).length
      await page.goto('/profile')
      await expect(deliveryLeft(page)).toBeVisible()
      await expect(broken).toHaveCount(0)
      expect((await user.journal()).length).toBeGreaterThan(before)
    }
  },
)

test('a cached response that does not match its schema is read again', onDesktop, async ({ page, user, signInAs }) => {
  await signInAs('activated', '/score')
  const stored = () => page.evaluate(() => localStorage.getItem('paket.cache') ?? '')
  await expect.poll(stored).toContain('allScores')
  for (const change of ['{"code":0,"result":{}}', 'null']) {
    const before = await user.count('getAllLoyaltyScores')
    await page.evaluate((data) => {
      const content = JSON.parse(localStorage.getItem('paket.cache') ?? '') as {
        state: { queries: { data: unknown }[] }
      }
      for (const query of content.state.queries) query.data = JSON.parse(data)
      localStorage.setItem('paket.cache', JSON.stringify(content))
    }, change)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Баллы по месяцам' })).toBeVisible()
    await expect.poll(() => user.count('getAllLoyaltyScores')).toBeGreaterThan(before)
    await expect.poll(stored).toContain('scoresPaket')
  }
})

test('a retry repairs a broken section, and the focus moves into it', onPhone, async ({ page, user, signInAs }) => {
  await signInAs('activated')
  // The first page must not use up the fault.
  await expect(deliveryLeft(page)).toBeVisible()
  await forgetStored(page)
  await user.break({ operation: 'getDeliveryInfo', break: 'empty-result', times: 1 })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Попробовать ещё раз' }).press('Enter')
  const deliveries = deliveriesOf(page)
  await expect(deliveries).toBeVisible()
  await expect(page.getByText('Загружено', { exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(deliveries.getByRole('button', { name: 'Как обновляются' })).toBeFocused()
})

test(
  'a page whose chunk failed to load loads automatically when the network is back',
  onPhone,
  async ({ page, context, signInAs }) => {
    await signInAs('activated')
    await waitUntilLoaded(page)
    await context.setOffline(true)
    await page.getByRole('link', { name: /^Способы оплаты/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Страница не загрузилась' })).toBeVisible()
    await expectAccessible(page)
    // A retry without a network leaves the error and the header in place.
    await page.getByRole('button', { name: 'Попробовать ещё раз' }).click()
    await expect(page.getByRole('button', { name: 'Попробовать ещё раз' })).not.toHaveAttribute('aria-busy')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Пакет', exact: true })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Способы оплаты' })).toBeVisible()
  },
)

test(
  'after a release with other files a navigation reloads the page exactly once',
  onPhone,
  async ({ page, signInAs }) => {
    await signInAs('activated')
    await waitUntilLoaded(page)
    let loads = 0
    page.on('load', () => (loads += 1))
    // Neither the next page's chunk nor the script that started this page exists any more.
    await page.route(/\/assets\/subscription-pages-/, (route) => route.fulfill({ status: 404 }))
    await page.route(/\/assets\//, (route) =>
      route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.fallback(),
    )
    await page.getByRole('link', { name: /^Способы оплаты/ }).click()
    await expect.poll(() => loads).toBe(1)
    await expect(page.getByRole('heading', { level: 1, name: 'Страница не загрузилась' })).toBeVisible()
    // Leaves time for a second reload, which must not happen.
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(1000)
    expect(loads).toBe(1)
    // The new release has the chunk.
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Попробовать ещё раз' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Способы оплаты' })).toBeVisible()
  },
)

test(
  'offline, a press whose modal has not loaded leaves the page in place, with a message that can be closed',
  onPhone,
  async ({ page, context, signInAs }) => {
    await page.route(/\/assets\/app-modals-/, (route) => route.abort())
    const account = await signInAs('registered')
    const { buyButton } = account
    const message = page.getByRole('dialog', { name: 'Не получилось открыть' })
    await context.setOffline(true)
    await buyButton.click()
    await expect(message).toContainText('Проверьте интернет, обновите страницу')
    await expectAccessible(page)
    await message.getByRole('button', { name: 'Закрыть' }).click()
    await expect(buyButton).toBeFocused()
    await buyButton.click()
    await message.waitFor()
    await page.goBack()
    await expect(message).toHaveCount(0)
    await expect(buyButton).toBeVisible()
    await context.setOffline(false)
    await page.unrouteAll()
    await buyButton.click()
    await expect(message).not.toContainText('Проверьте интернет')
    await message.getByRole('button', { name: 'Обновить страницу' }).click()
    await expect(message).toHaveCount(0)
    await account.startBuying()
  },
)

test(
  'after a release without the modals a press says to reload the page, and nothing reloads by itself',
  onPhone,
  async ({ page, signInAs }) => {
    await page.route(/\/assets\//, (route) =>
      route.request().method() === 'HEAD' || /(?:app-modals|drawer)-/.test(route.request().url())
        ? route.fulfill({ status: 404 })
        : route.fallback(),
    )
    const { buyButton } = await signInAs('registered')
    let loads = 0
    page.on('load', () => (loads += 1))
    const message = page.getByRole('dialog', { name: 'Не получилось открыть' })
    for (const button of [buyButton, page.getByRole('button', { name: 'Управление' })]) {
      await button.click()
      await expect(message).toContainText('Обновите страницу и попробуйте ещё раз')
      // Leaves time for a reload, which must not happen.
      await page.waitForTimeout(1000)
      await message.getByRole('button', { name: 'Закрыть' }).click()
      await expect(message).toHaveCount(0)
    }
    expect(loads).toBe(0)
  },
)
