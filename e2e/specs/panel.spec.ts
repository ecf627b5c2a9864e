import type { Locator, Page } from '@playwright/test'
import { problemsInOtherThemes } from '../accessible.ts'
import { expect, expectAccessible, test } from '../test.ts'
import { Account } from '../screens/account.ts'
import { Panel } from '../screens/panel.ts'

/** Makes a call of the contract from the page with a token of the user, and returns the status and the body. */
const callAs = (page: Page, login: string, path: string, body: object) =>
  page.evaluate(
    async ([user, address, text]) => {
      const { accessToken } = await (await fetch(`/__mock/users/${user}/token`)).json()
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` }
      const answer = await fetch(`/bff/api${address}`, { method: 'POST', headers, body: text })
      return { status: answer.status, body: await answer.json() }
    },
    [login, path, JSON.stringify(body)] as const,
  )

test('the panel has no form for faults until it knows the user and the calls', async ({ page }) => {
  const { promise: known, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/__mock/users', async (route) => {
    await known
    await route.continue()
  })
  await page.goto('/__mock#registered')
  const form = page.getByText('Another answer: any code, status, delay or body')
  await expect(page.getByRole('searchbox', { name: 'Find a test user' })).toBeVisible()
  await expect(form).toBeHidden()
  answer()
  await expect(form).toBeVisible()
})

test.describe('using only the panel, a tester can', () => {
  test('sign in as an employee', async ({ page }) => {
    const panel = new Panel(page)
    await page.goto('/__mock')
    const search = page.getByRole('searchbox', { name: 'Find a test user' })
    await search.fill('nobody like this')
    await expect(page.getByText('No test user has this in its name or title.')).toBeVisible()
    await search.fill('hr')
    await search.press('Enter')
    await expect(page.getByText('an order is refused, the best terms are there already')).toBeVisible()
    const account = new Account(await panel.openApp('hr'))
    await account.isShown()
    await account.shows('Активен')
  })

  test('make the next removal of a card return code 7, and see that call in the journal', async ({ page, user }) => {
    const panel = new Panel(page)
    await panel.open(user.login)
    await panel.startOver('activated')
    await panel.breakNext('unbindCard', 'code 7')
    const card = { bankCardId: 'c0a6e0a8-1a35-4f2e-9a0b-5a0f3a7b1e02' }
    expect((await callAs(page, user.login, '/v1/unbind_card', card)).body).toMatchObject({ code: 7 })
    expect((await callAs(page, user.login, '/v1/unbind_card', card)).body).toMatchObject({ code: 0 })
    await expect(panel.journal).toHaveCount(2)
    await expect(panel.journal.last()).toContainText('unbindCard 200 code 7')
    await expect(panel.section('Break a call').getByText('No faults')).toBeVisible()
  })

  test('choose the content system’s answer for all users', async ({ page, user }) => {
    const panel = new Panel(page)
    await panel.open(user.login)
    const content = panel.section('Content system')
    const answered = () =>
      page.evaluate(async () => (await fetch('/cms/api/my-paket-page?status=published&populate=tags')).json())
    // This is the default answer too, so that other tests are not affected.
    await content.getByRole('button', { name: 'several', exact: true }).click()
    await expect(content).toContainText('Now: several.')
    expect((await answered()).data.offers.length).toBeGreaterThan(2)
    await content.getByRole('button', { name: 'As usual' }).click()
    await expect(content).toContainText('Now: as usual.')
  })

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

  test('see which call failed, with its request and response', async ({ page, user }) => {
    const panel = new Panel(page)
    await panel.open(user.login)
    await panel.startOver('registered')
    await panel.breakNext('createOrder', 'code 2008')
    const account = new Account(await panel.openApp(user.login))
    await account.isShown()
    await account.buyByMainCard()
    await expect(account.modal('Произошла ошибка')).toBeVisible()
    const failed = panel.journal.filter({ hasText: '✗' })
    await expect(failed).toHaveCount(1)
    await failed.getByText('createOrder').click()
    await expect(failed.getByText('"usingMainCard": true')).toBeVisible()
    await expect(failed.getByText('"code": 2008')).toBeVisible()
  })

  test('save the calls of one user as HAR, and clear them', async ({ page, user, request }) => {
    const panel = new Panel(page)
    await panel.open(user.login)
    await callAs(page, user.login, '/v1/get_scores_balance', {})
    await expect(panel.journal).toHaveCount(1)
    const journal = panel.section('Journal')
    const saved = journal.getByRole('link', { name: 'Save this user’s calls as HAR' })
    const download = page.waitForEvent('download')
    await saved.click()
    expect((await download).suggestedFilename()).toBe(`${user.login}.har`)
    const har = await (await request.get((await saved.getAttribute('href')) ?? '')).json()
    expect(har.log.entries).toHaveLength(1)
    await journal.getByRole('button', { name: 'Clear' }).click()
    await expect(journal.getByText('No call yet.')).toBeVisible()
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

test('after a reset of the user no call of the journal is expanded', async ({ page, user }) => {
  const panel = new Panel(page)
  await panel.open(user.login)
  await panel.startOver('activated')
  await callAs(page, user.login, '/v1/get_bank_cards', {})
  const row = panel.journal.filter({ hasText: 'getBankCards 200' })
  await row.getByText('getBankCards').click()
  await expect(row.getByText('Request', { exact: true })).toBeVisible()
  await panel.startOver('activated')
  await expect(panel.journal).toHaveText('No call yet.')
  await callAs(page, user.login, '/v1/get_bank_cards', {})
  await expect(row).toBeVisible()
  await expect(row.getByText('Request', { exact: true })).toBeHidden()
})

test('malformed percent-encoding in the hash shows an error, and another hash works', async ({ page, user }) => {
  const panel = new Panel(page)
  await page.goto('/__mock#%')
  await expect(panel.status).toContainText('A login has')
  await panel.open(user.login)
})

test('after an outage of the mock, also at the start, the panel continues and removes the error', async ({
  page,
  user,
}) => {
  const panel = new Panel(page)
  await page.route('**/__mock/cards', (route) => route.abort(), { times: 1 })
  await panel.open(user.login)
  await page.route('**/__mock/**', (route) => route.abort())
  await expect(panel.status).toContainText('The mock does not answer')
  await page.unroute('**/__mock/**')
  await expect(panel.status).toBeHidden()
})

test('without a mock behind the app’s proxy the panel says that the mock does not answer', async ({ page, user }) => {
  const panel = new Panel(page)
  await panel.open(user.login)
  await page.route('**/__mock/**', (route) => route.fulfill({ status: 500, contentType: 'text/plain', body: '' }))
  await expect(panel.status).toContainText('The mock does not answer')
})

test('an error that each refresh repeats is announced once', async ({ page, user }) => {
  const panel = new Panel(page)
  await page.goto(`/__mock#${user.login}-unknown`)
  await expect(panel.status).toContainText('no one has signed in as')
  const announced = panel.status.evaluate(
    (status) =>
      new Promise<number>((done) => {
        let changes = 0
        new MutationObserver(() => changes++).observe(status, { childList: true })
        setTimeout(() => done(changes), 3000)
      }),
  )
  expect(await announced).toBe(0)
})

test('the test cards and the lifecycle are read once', async ({ page, user }) => {
  const read: string[] = []
  page.on('request', (request) => read.push(new URL(request.url()).pathname))
  await new Panel(page).open(user.login)
  const times = (path: string) => read.filter((each) => each === path).length
  await expect.poll(() => times('/__mock/users')).toBeGreaterThan(3)
  expect([times('/__mock/cards'), times('/__mock/lifecycle')]).toEqual([1, 1])
})

test('removing one of two faults of a call names the removed one', async ({ page, user }) => {
  const panel = new Panel(page)
  await panel.open(user.login)
  await panel.breakNext('createOrder', 'code 2004')
  await panel.press('Next answer: createOrder code 2010')
  await panel.press('Remove createOrder: code 2010, 1 more')
  await expect(panel.status).toHaveText('Fault removed: createOrder, code 2010')
})

test('the journal shows an unknown path, and says when no call matches the filter', async ({ page, user }) => {
  const panel = new Panel(page)
  await panel.open(user.login)
  await callAs(page, user.login, '/v1/nothing_here', {})
  await expect(panel.journal.first()).toContainText('unknown path /bff/api/v1/nothing_here')
  await page.getByRole('searchbox', { name: 'Filter' }).fill('no such call')
  await expect(panel.journal).toHaveText('No call matches the filter.')
})

test('the visitor is not offered as a new subscriber', async ({ page }) => {
  await new Panel(page).open('anonymous')
  await expect(page.getByRole('button', { name: 'Create a new subscriber' })).toBeHidden()
})

test('the content system is among the sections', async ({ page, user }) => {
  await new Panel(page).open(user.login)
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Content system' }).click()
  await expect(page.getByRole('heading', { name: 'Content system' })).toBeFocused()
})

test('a user who is chosen before the first responses arrive is shown', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/__mock/users', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/__mock')
  await page.getByRole('searchbox', { name: 'Find a test user' }).fill('employee')
  await page.getByRole('link', { name: 'hr Employee' }).click()
  release()
  await expect(page.getByRole('region', { name: 'hr' })).toBeVisible()
})

test('removes the right fault after another tester has added one before it', async ({ page, user }) => {
  const panel = new Panel(page)
  await panel.open(user.login)
  await panel.breakNext('unbindCard', 'code 7')
  // Blocks the refresh, so that the panel still shows the old list.
  await page.route('**/__mock/users', (route) => route.abort())
  await expect(panel.status).toContainText('The mock does not answer')
  await user.break({ operation: 'createOrder', code: 2004 }, { operation: 'unbindCard', code: 7, times: 1 })
  await panel.press(/^Remove unbindCard/)
  await page.unroute('**/__mock/users')
  const broken = panel.section('Break a call')
  await expect(broken.getByText('createOrder: code 2004, until removed')).toBeVisible()
  await expect(broken.getByText(/unbindCard: code 7/)).toBeHidden()
})

test('a double click on Next answer adds two faults', async ({ page, user }) => {
  const panel = new Panel(page)
  await panel.open(user.login)
  await page.getByRole('combobox', { name: 'Call', exact: true }).selectOption('createOrder')
  await page.getByRole('button', { name: 'Next answer: createOrder code 2004' }).dblclick()
  await expect(panel.section('Break a call').getByText('createOrder: code 2004, 1 more')).toHaveCount(2)
})

test('two quick presses on switches both apply', async ({ page, user }) => {
  const panel = new Panel(page)
  await panel.open(user.login)
  const section = panel.section('Switched off')
  await section.getByRole('button', { name: 'Close points' }).waitFor()
  await section.evaluate((all) => {
    for (const button of all.querySelectorAll('button')) if (/points|family/.test(button.innerText)) button.click()
  })
  await expect(section).toContainText(/Now: (points closed, family closed|family closed, points closed)\./)
})

// Intercepted: a real reset would remove the users of other tests.
test('Reset everything asks first', async ({ page, user }) => {
  let resets = 0
  await page.route('**/__mock/reset', (route) => {
    resets++
    return route.fulfill({ json: {} })
  })
  const panel = new Panel(page)
  await panel.open(user.login)
  page.once('dialog', (dialog) => dialog.dismiss())
  await panel.press('Reset everything')
  expect(resets).toBe(0)
  page.once('dialog', (dialog) => dialog.accept())
  await panel.press('Reset everything')
  await expect(panel.status).toHaveText('Everything is reset')
  expect(resets).toBe(1)
})

// Intercepted: the content system's answer is shared by all users, so a real delay would slow other tests down.
test('choosing an example of the content system keeps its delay, and the default answer has none', async ({
  page,
  user,
}) => {
  const panel = new Panel(page)
  const sent: unknown[] = []
  await page.route('**/__mock/content', async (route) => {
    const request = route.request()
    if (request.method() === 'PUT') sent.push(request.postDataJSON())
    const now = { example: null, delayMs: 3000, examples: [{ name: 'none', status: 200, summary: 'No offers.' }] }
    await route.fulfill({ json: now })
  })
  await panel.open(user.login)
  const content = panel.section('Content system')
  await expect(content).toContainText('Now: as usual, 3000 ms late.')
  await content.getByRole('button', { name: 'none', exact: true }).click()
  await expect(panel.status).toContainText('The content system answers none')
  await content.getByRole('button', { name: 'As usual' }).click()
  await expect(panel.status).toContainText('The content system answers as usual')
  expect(sent).toEqual([{ example: 'none', delayMs: 3000 }, { example: null }])
})

test('buttons jump to the day before the paid time ends, and to the next scheduled change', async ({ page, user }) => {
  const panel = new Panel(page)
  const sent: unknown[] = []
  await page.route('**/__mock/users/*/clock', (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    sent.push(route.request().postDataJSON())
    return route.fulfill({ json: { now: '2026-01-01T00:00:00.000Z', stopped: false } })
  })
  await panel.open(user.login)
  await panel.startOver('activated')
  await panel.press(/^Jump to the day before \d{4}-\d\d-\d\d, the end of the paid period$/)
  await expect(panel.status).toContainText(/^The clock of this user shows \d{4}-/)
  await panel.press(/^Jump to \d{4}-\d\d-\d\d \d\d:\d\d, subscription: renewed$/)
  await expect.poll(() => sent).toHaveLength(2)
  // The scenario `activated` renews in 12 days.
  const days = (sent as { advance: string }[]).map(({ advance }) => Number(/^PT(\d+)S$/.exec(advance)?.[1]) / 86_400)
  expect(days.map(Math.round)).toEqual([11, 12])
})

test('a user in the grace period has only a jump to the next scheduled change', async ({ page, user }) => {
  const panel = new Panel(page)
  await panel.open(user.login)
  await panel.startOver('grace')
  const jumps = page.getByRole('button', { name: /^Jump to/ })
  await expect(jumps).toHaveText([/subscription: grace → \w+$/])
  await jumps.click()
  await expect(panel.section('Lifecycle').locator('[aria-current]').first()).not.toHaveText('grace')
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
  await new Account(await opened).isShown()
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
  await callAs(page, user.login, '/v1/get_bank_cards', {})
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
  test('changes the user only after a click', async ({ page, user, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const panel = new Panel(page)
    await panel.open(user.login)
    await panel.startOver('grace')
    await panel.breakNext('createOrder', 'code 2004')
    await panel.press('Copy as link')
    await expect(panel.status).toContainText('The link is copied')
    const link = await page.evaluate(() => navigator.clipboard.readText())
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
  test('opens after a messenger has percent-encoded it again', async ({ page, user, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const panel = new Panel(page)
    await panel.open(user.login)
    await panel.press('Copy as link')
    await expect(panel.status).toContainText('The link is copied')
    const [address = '', hash = ''] = (await page.evaluate(() => navigator.clipboard.readText())).split('#')
    for (const encoded of [encodeURIComponent(hash), encodeURIComponent(encodeURIComponent(hash))]) {
      await page.goto('about:blank')
      await page.goto(`${address}#${encoded}`)
      await expect(page.getByRole('heading', { level: 2, name: user.login })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Apply the snapshot' })).toBeVisible()
    }
  })
  test('shows an error when it is truncated', async ({ page, user }) => {
    const panel = new Panel(page)
    await page.goto(`/__mock#${user.login}?snapshot=abc`)
    await expect(panel.status).toContainText('The link is incomplete')
  })
})

test('a button creates a subscriber for an unknown login', async ({ page, user }) => {
  const panel = new Panel(page)
  const login = `${user.login}-new`
  await page.goto(`/__mock#${login}`)
  await expect(panel.status).toContainText('no one has signed in as')
  await panel.press(`Create a new subscriber ${login}`)
  await expect(page.getByRole('heading', { level: 2, name: login })).toBeVisible()
})

test('the user’s clock is set to a date in Moscow time, and the date follows its jumps', async ({ page, user }) => {
  const panel = new Panel(page)
  await panel.open(user.login)
  const clock = panel.section('Clock of this user')
  const date = clock.getByLabel('Date and time in Moscow')
  await date.fill('2031-03-01T09:30:00')
  await clock.getByRole('button', { name: 'Stop at this time' }).click()
  await expect(clock).toContainText('2031-03-01 09:30:00 Moscow time, stopped')
  await clock.getByRole('button', { name: '+1 day' }).click()
  await expect(date).toHaveValue(/^2031-03-02T09:30/)
})

test('a stopped clock continues from its time', async ({ page, user }) => {
  const panel = new Panel(page)
  await panel.open(user.login)
  const clock = panel.section('Clock of this user')
  await clock.getByLabel('Date and time in Moscow').fill('2031-03-01T09:30:00')
  await clock.getByRole('button', { name: 'Stop at this time' }).click()
  await clock.getByRole('button', { name: 'Continue' }).click()
  await expect(clock.getByRole('button', { name: 'Stop', exact: true })).toBeVisible()
  await expect(clock).toContainText(/2031-03-01 09:3\d:\d\d Moscow time(?!, stopped)/)
})

test('failures of all calls are found by their code', async ({ page, user }) => {
  const panel = new Panel(page)
  await panel.open(user.login)
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Break a call' }).click()
  const calls = panel.section('Break a call')
  await expect(calls.getByRole('heading', { name: 'Break a call' })).toBeFocused()
  const search = calls.getByRole('searchbox', { name: 'Find by a word or a code' })
  await search.fill('no such thing')
  await expect(calls).toContainText('No call or failure has “no such thing”.')
  await search.fill('2004')
  const rows = calls.getByRole('row')
  await expect(rows).toContainText(['activateByLink', 'createOrder', 'createScoresOrder'])
  for (const text of await rows.allTextContents()) expect(text).toContain('2004')
  await panel.press('Until removed: createOrder code 2004')
  await expect(calls).toContainText('createOrder: code 2004, until removed')
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

test('a form adds a fault with any code, a number of times and a condition on the request', async ({ page, user }) => {
  const panel = new Panel(page)
  await panel.open(user.login)
  const calls = panel.section('Break a call')
  await calls.getByRole('combobox', { name: 'Call', exact: true }).selectOption('every call')
  await calls.getByText('Another answer').click()
  await calls.getByLabel('Code', { exact: true }).fill('4711')
  await calls.getByLabel('Times').fill('1')
  const body = calls.getByLabel('Only when the request has (JSON)')
  await body.fill('{"bankCardId":')
  await calls.getByRole('button', { name: 'Add the fault' }).click()
  await expect(panel.status).toContainText('“Only when the request has (JSON)” is not JSON')
  const card = { bankCardId: 'c0a6e0a8-1a35-4f2e-9a0b-5a0f3a7b1e02' }
  await body.fill(JSON.stringify(card))
  await calls.getByRole('button', { name: 'Add the fault' }).click()
  await expect(calls).toContainText('every call: code 4711')
  expect((await callAs(page, user.login, '/v1/get_bank_cards', {})).body).toMatchObject({ code: 0 })
  expect((await callAs(page, user.login, '/v1/unbind_card', card)).body).toMatchObject({ code: 4711 })
  await expect(calls).toContainText('No faults')
})

test('on a phone the details of the selected user are in the first view', async ({ page, user }) => {
  await page.setViewportSize({ width: 375, height: 667 })
  const panel = new Panel(page)
  await panel.open(user.login)
  await expect(page.getByRole('heading', { level: 2, name: user.login })).toBeInViewport()
  await expect(page.getByRole('link', { name: `Open the app as ${user.login}` })).toBeInViewport()
})

test('the focus stays near when Enter removes the pressed button', async ({ page }) => {
  const panel = new Panel(page)
  const login = `focus.${Date.now()}`
  await page.goto(`/__mock#${login}`)
  await page.getByRole('button', { name: `Create a new subscriber ${login}` }).press('Enter')
  const list = page.getByRole('navigation', { name: 'Test users' })
  await expect(list.getByRole('link', { name: login })).toBeFocused()
  await panel.breakNext('unbindCard', 'code 7')
  await page.getByRole('button', { name: /^Remove unbindCard/ }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Break a call' })).toBeFocused()
})
