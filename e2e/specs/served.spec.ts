import { mockPort } from '../playwright.config.ts'
import { expect, test } from '../test.ts'

test('a visitor signs in and buys from the app behind nginx, and nothing breaks its policy', async ({
  signInAs,
  user,
  page,
}) => {
  const missing: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 404) missing.push(answer.url())
  })
  const account = await signInAs('registered')
  await account.buyByMainCard()
  await account.showsModal('Сервис активирован')
  expect(await user.count('createOrder')).toBe(1)
  expect(missing).toEqual([])
})

test('a partner that is named frames the app, another origin does not', async ({ page, baseURL, problems }) => {
  const shown = page.frameLocator('iframe').locator('body')
  // The mock's port is two origins: the settings name the one with the address.
  const frameIn = async (host: string) => {
    await page.goto(`http://${host}:${mockPort}/__mock/health`)
    await page.setContent(`<!doctype html><iframe src="${baseURL}/"></iframe>`)
  }
  await frameIn('127.0.0.1')
  await expect(shown).toContainText('Пакет')
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await frameIn('localhost')
  await refused
  await expect(shown).not.toContainText('Пакет')
  problems.length = 0
})

test('a tab that is open over a release ends its purchase first, is then offered the new one, and reloads once', async ({
  signInAs,
  page,
}) => {
  const account = await signInAs('registered')
  await account.startBuying()
  let served = '9999'
  await page.route('/release.json', (route) => route.fulfill({ json: { release: served } }))
  const looked = page.waitForResponse('**/release.json')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await looked
  const offer = page.getByText('Пакет обновился')
  await expect(account.dialog).toBeVisible()
  await expect(offer).toHaveCount(0)
  await account.payByMainCard()
  await account.showsModal('Сервис активирован')
  await expect(offer).toHaveCount(0)
  await account.answer('Перейти в личный кабинет')
  await expect(offer).toBeVisible()
  // Its own files are still served: the next page opens, whose chunk comes now.
  await page.getByRole('link', { name: 'Кешбэк', exact: true }).locator('visible=true').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Кешбэк' })).toBeVisible()
  await expect(offer).toBeVisible()
  served = (await page.locator('meta[name="release"]').getAttribute('content')) ?? ''
  expect(served).toMatch(/^\d{4}-\d\d-\d\d\.\d{4}-[0-9a-f]{8}$/)
  await page.getByRole('button', { name: 'Обновить' }).click()
  await expect(offer).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Кешбэк' })).toBeVisible()
})

test('buying that is closed while a user chooses ends with its words, and nothing is ordered', async ({
  signInAs,
  user,
  page,
}) => {
  const account = await signInAs('registered')
  await account.startBuying()
  await page.route('/config.json', async (route) => {
    const settings = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...settings, closed: { buying: 'Покупка вернётся в 18:00' } } })
  })
  const looked = page.waitForResponse('**/release.json')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await looked
  await account.payByMainCard()
  await account.showsModal('Пока недоступно')
  await expect(account.dialog).toContainText('Покупка вернётся в 18:00')
  expect(await user.count('createOrder')).toBe(0)
})
