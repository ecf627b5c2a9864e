import type { Locator, Page } from '@playwright/test'
import { problemsInOtherThemes } from '../accessible.ts'
import { expect, expectAccessible, test } from '../test.ts'
import { Account } from '../screens/account.ts'
import { Panel } from '../screens/panel.ts'

test.describe('using only the panel, a tester can', () => {
  test('expire the token: the app continues, and the journal shows the refused call', async ({ page, user }) => {
    const panel = new Panel(page)
    await panel.open(user.login)
    await panel.startOver('registered')
    const account = new Account(await panel.openApp(user.login))
    await account.isShown()
    await panel.press('Expire the access token')
    await expect(panel.status).toContainText('the next call is refused')
    await account.startBuying()
    const filter = page.getByRole('searchbox', { name: 'Filter' })
    await filter.fill(' 401')
    await expect(panel.journal.first()).toContainText(/\w+ 401/)
    const [, call = ''] = /(\w+) 401/.exec((await panel.journal.first().textContent()) ?? '') ?? []
    // The call was repeated with a new token.
    await filter.fill(`${call} 200`)
    await expect(panel.journal.first()).toContainText(`${call} 200`)
  })

  test('buy with a card that is declined', async ({ page, user }) => {
    const panel = new Panel(page)
    await panel.open(user.login)
    await panel.startOver('declined')
    const account = new Account(await panel.openApp(user.login))
    await account.isShown()
    const payment = await account.buyByNewCard()
    // The panel shows the number of this card.
    const [, number = ''] = /([\d ]+) is declined/.exec((await panel.section('Payment').textContent()) ?? '') ?? []
    await payment.number.fill(number)
    await payment.pay()
    await expect(account.modal('Не удалось оплатить')).toBeVisible()
  })
})

test('an employee is found, selected and signed in by keyboard only', async ({ page }) => {
  await page.goto('/__mock')
  const tabTo = async (target: Locator) => {
    await expect(target).toBeVisible()
    for (let press = 0; press < 40; press++) {
      await page.keyboard.press('Tab')
      if (await target.evaluate((node) => node === document.activeElement)) return
    }
    throw new Error(`Tab does not come to ${target.toString()}`)
  }
  await tabTo(page.getByRole('searchbox', { name: 'Find a test user' }))
  await page.keyboard.type('hr')
  await expect(page.getByRole('link', { name: 'autopay-off' })).toHaveCount(0)
  await tabTo(page.getByRole('link', { name: 'hr Employee' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'hr' })).toBeVisible()
  const opened = page.waitForEvent('popup')
  await tabTo(page.getByRole('link', { name: 'Open the app as hr' }))
  await page.keyboard.press('Enter')
  const account = new Account(await opened)
  await account.isShown()
  await account.shows('Активен')
})

/** Runs in the page. Returns the focused element's text if another element covers its centre. */
const coveredFocus = (): string | null => {
  const focused = document.activeElement
  if (!focused || focused === document.body) return null
  const { left, top, width, height } = focused.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return hit && !focused.contains(hit) && !hit.contains(focused) ? focused.textContent : null
}

test('a control that gets the focus by Shift+Tab is not covered by the links to the sections', async ({
  page,
  user,
}) => {
  const panel = new Panel(page)
  await panel.open(user.login)
  await page.getByRole('button', { name: 'Reset everything' }).focus()
  const covered: (string | null)[] = []
  for (let nth = 0; nth < 40; nth++) {
    await page.keyboard.press('Shift+Tab')
    covered.push(await page.evaluate(coveredFocus))
  }
  expect(covered.filter((text) => text !== null)).toEqual([])
})

test('has no accessibility violations and does not scroll sideways', async ({ page, user }) => {
  const panel = new Panel(page)
  await panel.open(user.login)
  await panel.startOver('activated')
  await panel.breakNext('createOrder', 'code 2004')
  // Enough reports to make the list scroll.
  const report = { eventName: 'paket.vital', timeUnixNano: '1790000000000000000', attributes: [] }
  await page.request.post('/otlp/v1/logs', {
    data: {
      resourceLogs: [
        { resource: { attributes: [] }, scopeLogs: [{ logRecords: Array.from({ length: 50 }, () => report) }] },
      ],
    },
  })
  const headers = { authorization: `Bearer ${await user.token()}` }
  await page.request.post('/bff/api/v1/get_bank_cards', { headers, data: {} })
  await expect(panel.journal.first()).toContainText('getBankCards')
  await panel.journal.first().getByText('getBankCards').click()
  // The links to the sections stay in view, and cover what has scrolled below them.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessible(page)
  expect(await problemsInOtherThemes(page)).toEqual([])
  const { scroll, width } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }))
  expect(scroll).toBeLessThanOrEqual(width)
})

test.describe('a snapshot link', () => {
  async function copied(panel: Panel, page: Page): Promise<string> {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await panel.press('Copy as link')
    await expect(panel.status).toContainText('The link is copied')
    return page.evaluate(() => navigator.clipboard.readText())
  }
  test('changes the user only after a click', async ({ page, user }) => {
    const panel = new Panel(page)
    await panel.open(user.login)
    await panel.startOver('grace')
    await panel.breakNext('createOrder', 'code 2004')
    const link = await copied(panel, page)
    expect(link).not.toMatch(/token|eyJ/)
    await panel.startOver('activated')
    await page.goto('about:blank')
    await page.goto(link)
    const about = page.getByRole('heading', { level: 2, name: user.login }).locator('..')
    await expect(about).not.toContainText('race')
    await expect(page.getByRole('button', { name: 'Apply the snapshot' })).toBeInViewport()
    await panel.press('Apply the snapshot')
    await expect(page.getByRole('heading', { name: 'Scenario' })).toBeFocused()
    await expect(panel.status).toContainText('The snapshot is applied')
    await expect(panel.section('Break a call').getByText(/createOrder: code 2004, 1 more/)).toBeVisible()
  })
  test('opens after a messenger has percent-encoded it again, and with what follows it', async ({ page, user }) => {
    const panel = new Panel(page)
    await panel.open(user.login)
    const [address = '', hash = ''] = (await copied(panel, page)).split('#')
    const encodedAgain = encodeURIComponent(hash)
    for (const encoded of [encodedAgain, encodeURIComponent(encodedAgain), `${hash}).`, `${hash}&fbclid=IwAR0`]) {
      await page.goto('about:blank')
      await page.goto(`${address}#${encoded}`)
      await expect(page.getByRole('heading', { level: 2, name: user.login })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Apply the snapshot' })).toBeVisible()
    }
  })
  test('of a user of another mock is no error, and can be applied again after an outage', async ({ page, user }) => {
    const panel = new Panel(page)
    await panel.open(user.login)
    await panel.startOver('grace')
    const link = await copied(panel, page)
    await page.request.delete(`/__mock/users/${user.login}`)
    await page.goto('about:blank')
    await page.goto(link)
    await expect(page.getByRole('button', { name: 'Apply the snapshot' })).toBeVisible()
    // An error of the first refresh would be shown by the second.
    for (let refresh = 0; refresh < 2; refresh++) await page.waitForResponse('**/__mock/users')
    await expect(panel.status).toBeHidden()
    const snapshots = '**/__mock/users/*/snapshot'
    await page.route(snapshots, (route) => route.abort())
    await panel.press('Apply the snapshot')
    await expect(panel.status).toContainText('The mock does not answer')
    await page.unroute(snapshots)
    await panel.press('Apply the snapshot')
    await expect(page.getByRole('heading', { level: 2, name: user.login })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Apply the snapshot' })).toBeHidden()
  })
})

test('a fault with a long body is shown by its beginning and fits on a phone', async ({ page, user }) => {
  const panel = new Panel(page)
  await panel.open(user.login)
  await page.setViewportSize({ width: 375, height: 800 })
  const calls = panel.section('Break a call')
  await calls.getByText('Another answer').click()
  const texts = Array.from({ length: 500 }, (_, nth) => `text${nth}`)
  await calls.getByLabel('The whole body (JSON)').fill(JSON.stringify({ joined: texts.join(''), texts }))
  await calls.getByRole('button', { name: 'Add the fault' }).click()
  await expect(panel.status).toHaveText(/^Fault added: createOrder, answer \{"joined":"text0text1.{1,60}…$/)
  const remove = calls.getByRole('button', { name: /^Remove createOrder: answer \{"joined":"text0.*…, until removed$/ })
  await expect(remove).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
})

test('on a phone the details of the selected user are in the first view', async ({ page, user }) => {
  await page.setViewportSize({ width: 375, height: 667 })
  const panel = new Panel(page)
  await panel.open(user.login)
  await expect(page.getByRole('heading', { level: 2, name: user.login })).toBeInViewport()
  await expect(page.getByRole('link', { name: `Open the app as ${user.login}` })).toBeInViewport()
})

test('a login of 64 characters fits on a phone', async ({ page, user }) => {
  await page.setViewportSize({ width: 375, height: 667 })
  const login = user.login.padEnd(64, 'x')
  await page.request.put(`/__mock/users/${login}`, { data: { scenario: 'grace' } })
  const panel = new Panel(page)
  await panel.open(login)
  await panel.startOver('activated')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
})
