import type { Page } from '@playwright/test'
import { expect, onDesktop, onPhone, test } from '../test.ts'
import { Panel } from '../screens/panel.ts'

/** Simulates that the tab becomes visible, and waits until the app has read its settings again. */
async function lookAgain(page: Page): Promise<void> {
  const looked = page.waitForResponse('**/release.json')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await looked
}

test(
  'closing buying on the panel shows the message to a user in a purchase, and nothing is ordered',
  onDesktop,
  async ({ page, context, user, signInAs }) => {
    const account = await signInAs('registered')
    await account.startBuying()
    const panelPage = await context.newPage()
    const panel = new Panel(panelPage)
    await panel.open(user.login)
    await panel.press('Close buying')
    await expect(panel.section('Switched off')).toContainText('Now: buying closed.')
    await lookAgain(page)
    await account.payByMainCard()
    await account.showsModal('Пока недоступно')
    await expect(account.dialog).toContainText('Вернётся в 18:00')
    expect(await user.count('createOrder')).toBe(0)
    await account.answer('Понятно')
    await panel.press('Open buying')
    await expect(panel.section('Switched off')).toContainText('Now: everything is open.')
    await lookAgain(page)
    await account.buyByMainCard()
    await account.showsModal('Сервис активирован')
  },
)

test('maintenance replaces the page until it ends', onPhone, async ({ page, user, signInAs }) => {
  const account = await signInAs('activated')
  await user.switchOff({ maintenance: 'Вернёмся к 18:00' })
  await lookAgain(page)
  const notice = page.getByRole('heading', { name: 'Идут технические работы' })
  await expect(notice).toBeVisible()
  const looked = page.waitForResponse('**/config.json')
  await page.getByRole('button', { name: 'Проверить снова' }).click()
  await looked
  await expect(notice).toBeVisible()
  await user.switchOff(null)
  await page.getByRole('button', { name: 'Проверить снова' }).click()
  await expect(notice).toHaveCount(0)
  await account.isShown()
})

test(
  'a page of a refused release is reloaded at the next navigation, also after a rollback to an earlier one',
  onPhone,
  async ({ page, user, signInAs }) => {
    await signInAs('activated')
    await page.route('/release.json', (route) => route.fulfill({ json: { release: '2026-01-01.0000-00000000' } }))
    await user.switchOff({
      refusedReleases: [(await page.locator('meta[name="release"]').getAttribute('content')) ?? ''],
    })
    await lookAgain(page)
    await page.evaluate(() => Object.assign(window, { isBefore: true }))
    const loaded = page.waitForEvent('load')
    await page.getByRole('link', { name: 'История платежей' }).first().click()
    await loaded
    expect(await page.evaluate(() => 'isBefore' in window)).toBe(false)
    await expect(page).not.toHaveURL(/\/profile$/)
  },
)
