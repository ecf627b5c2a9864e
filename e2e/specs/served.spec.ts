import { mockPort } from '../playwright.config.ts'
import { expect, test } from '../test.ts'

test('behind nginx a user signs in and buys, without missing files or CSP violations', async ({
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

test('only origins of PAKET_FRAMED_BY can show the app in a frame', async ({ page, baseURL, problems }) => {
  const shown = page.frameLocator('iframe').locator('body')
  // The mock has two origins, 127.0.0.1 and localhost; only the first one is allowed.
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

test('after a release an open tab offers to reload only when its purchase has ended, and reloads once', async ({
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
  // Files of the old release are still served: the next page's chunk loads.
  await page.getByRole('link', { name: 'Кешбэк', exact: true }).locator('visible=true').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Кешбэк' })).toBeVisible()
  await expect(offer).toBeVisible()
  served = (await page.locator('meta[name="release"]').getAttribute('content')) ?? ''
  expect(served).toMatch(/^\d{4}-\d\d-\d\d\.\d{4}-[0-9a-f]{8}$/)
  await page.getByRole('button', { name: 'Обновить' }).click()
  await expect(offer).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Кешбэк' })).toBeVisible()
})

test('closing buying during a purchase shows the operator’s message, and nothing is ordered', async ({
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
