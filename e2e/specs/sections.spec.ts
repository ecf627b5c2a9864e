import type { Page } from '@playwright/test'
import { expect, expectAccessible, onDesktop, onPhone, test } from '../test.ts'

/** The page has said what it has to say. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('Загружаем')).toHaveCount(0)
}
/** What a failed read shows over the page is closed, whenever it comes: reads end when they do. */
const closeMessages = (page: Page) =>
  page.addLocatorHandler(page.getByRole('dialog').filter({ hasNot: page.getByRole('button', { name: 'Выход' }) }), () =>
    page.keyboard.press('Escape'),
  )
/** The next load finds nothing stored, whatever the page before it has stored when it was left. */
const forgetStored = (page: Page) =>
  page.addInitScript(() => {
    if (sessionStorage.getItem('is-forgotten')) return
    sessionStorage.setItem('is-forgotten', 'yes')
    localStorage.removeItem('paket.cache')
  })
const headings = async (page: Page) =>
  (await page.getByRole('main').getByRole('heading').allTextContents()).map((text) => text.replaceAll('\u00a0', ' '))

/** What of the account page is lost with an answer; a call that is not named here takes nothing of it away. */
const lostWith: Record<string, RegExp> = { getClientData: /./, getDeliveryInfo: /^Бесплатные доставки$/ }

/** The header and the menu can be used. */
async function expectFrame(page: Page): Promise<void> {
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Кешбэк' })).toBeVisible()
  await header.getByRole('button', { name: 'Управление' }).click()
  const menu = page.getByRole('dialog', { name: 'Управление' })
  await expect(menu.getByRole('button', { name: 'Выход' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
}

// All other pages, each call of each: tests/web/layout/sections.test.tsx.
test(
  'an answer with nothing in it, of each call of the account page in turn, leaves the header, the menu and the other sections; a reload shows everything',
  onDesktop,
  async ({ page, user, signInAs }) => {
    test.setTimeout(240_000)
    /** A fresh load, with nothing that was stored; which calls it made. */
    const load = async () => {
      const before = (await user.journal()).length
      await page.goto('/profile')
      await settle(page)
      return new Set((await user.journal()).slice(before).map(({ operation }) => operation))
    }
    await signInAs('activated')
    // The page that the sign-in leads to has made its own calls.
    await settle(page)
    await closeMessages(page)
    await page.addInitScript(() => localStorage.removeItem('paket.cache'))
    const reads = [...(await load())].filter((operation) => operation.startsWith('get'))
    const whole = await headings(page)
    expect(reads).toEqual(expect.arrayContaining(Object.keys(lostWith)))

    for (const operation of reads)
      await test.step(operation, async () => {
        await user.break({ operation, break: 'empty-result', times: 1 })
        await load()
        const isMet = async () =>
          (await user.journal()).some((entry) => entry.operation === operation && entry.fault?.break === 'empty-result')
        await expect.poll(isMet).toBe(true)
        await expectFrame(page)
        const lost = lostWith[operation]
        const missing = async () => {
          const shown = await headings(page)
          return whole.filter((heading) => !lost?.test(heading) && !shown.includes(heading))
        }
        await expect.poll(missing).toEqual([])
        if (lost) await expect(page.getByRole('button', { name: /^Попробовать ещё раз/ })).toBeVisible()

        await page.reload()
        await settle(page)
        await expect.poll(() => headings(page)).toEqual(whole)
      })
  },
)

test(
  'an answer that a section cannot be rendered from is not cached: each of three loads reads again and shows everything',
  onPhone,
  async ({ page, user, signInAs }) => {
    await signInAs('activated')
    // The page that the sign-in leads to reads too: what it asks for must not use up the fault.
    await settle(page)
    await forgetStored(page)
    await user.break({ operation: 'getDeliveryInfo', break: 'empty-result', times: 1 })
    await page.goto('/profile')
    const broken = page.getByRole('alert').filter({ hasText: 'Эта часть страницы не загрузилась' })
    await expect(broken).toBeVisible()
    await expectAccessible(page)
    // What was read with it is stored within a second.
    const stored = () => page.evaluate(() => localStorage.getItem('paket.cache') ?? '')
    await expect.poll(stored).toContain('status')
    expect(await stored()).not.toContain('deliveryInfo')
    for (const _ of ['first', 'second', 'third']) {
      const before = (await user.journal()).length
      await page.goto('/profile')
      await expect(
        page.getByRole('region', { name: 'Бесплатные доставки' }).getByText('Осталось').first(),
      ).toBeVisible()
      await expect(broken).toHaveCount(0)
      expect((await user.journal()).length).toBeGreaterThan(before)
    }
  },
)

test('a stored answer that does not match its schema is read again', onDesktop, async ({ page, user, signInAs }) => {
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

test('another try mends a broken section, and gives the focus on', onPhone, async ({ page, user, signInAs }) => {
  await signInAs('activated')
  await forgetStored(page)
  await user.break({ operation: 'getDeliveryInfo', break: 'empty-result', times: 1 })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Попробовать ещё раз' }).press('Enter')
  const deliveries = page.getByRole('region', { name: 'Бесплатные доставки' })
  await expect(deliveries).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(deliveries.getByRole('button', { name: 'Как обновляются' })).toBeFocused()
})

test(
  'a page that did not load comes by itself when the network is back',
  onPhone,
  async ({ page, context, signInAs }) => {
    await signInAs('activated')
    await settle(page)
    await context.setOffline(true)
    await page.getByRole('link', { name: /^Способы оплаты/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Страница не загрузилась' })).toBeVisible()
    await expectAccessible(page)
    // It stays while there is no network, and the header with it.
    await page.getByRole('button', { name: 'Попробовать ещё раз' }).click()
    await expect(page.getByRole('button', { name: 'Попробовать ещё раз' })).not.toHaveAttribute('aria-busy')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Пакет', exact: true })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Способы оплаты' })).toBeVisible()
  },
)

test(
  'after a release with other files the page reloads once, and not in a loop',
  onPhone,
  async ({ page, signInAs }) => {
    await signInAs('activated')
    await settle(page)
    let loads = 0
    page.on('load', () => (loads += 1))
    // The chunk of the next page is gone, and so is the script that this page was started by.
    await page.route(/\/assets\/subscription-pages-/, (route) => route.fulfill({ status: 404 }))
    await page.route(/\/assets\//, (route) =>
      route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.fallback(),
    )
    await page.getByRole('link', { name: /^Способы оплаты/ }).click()
    await expect.poll(() => loads).toBe(1)
    await expect(page.getByRole('heading', { level: 1, name: 'Страница не загрузилась' })).toBeVisible()
    // Time enough for another one, which must not come.
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(1000)
    expect(loads).toBe(1)
    // The new release has it.
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Попробовать ещё раз' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Способы оплаты' })).toBeVisible()
  },
)
