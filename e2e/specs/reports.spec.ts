import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, onDesktop, test, wholeBrowser } from '../test.ts'

// Needs the whole browser: when a page is left, the headless shell sends reports that a browser does not send.
// One worker for the file, because each worker starts a browser.
test.describe.configure({ mode: 'default' })
test.use({ launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, ...wholeBrowser }) })

interface Entry {
  event: string
  attributes: Record<string, string | number | boolean>
}
/** Makes the page report to the mock's collector. Returns a function that returns this test's received reports of an event. */
async function collected(page: Page, request: APIRequestContext): Promise<(event: string) => Promise<Entry[]>> {
  const visit = randomUUID()
  await page.route('/config.json', async (route) => {
    const settings = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...settings, reports: { address: `/otlp/v1/logs?visit=${visit}` } } })
  })
  return async (event) => {
    const entries = (await (await request.get(`/__mock/reports?visit=${visit}`)).json()) as Entry[]
    return entries.filter((entry) => entry.event === `paket.${event}`)
  }
}
/** Waits until the code that sends reports is loaded; it is loaded last. */
const reportsAreFollowed = (page: Page) =>
  expect.poll(() => page.evaluate(() => performance.getEntriesByName('paket.reports').length)).toBe(1)
/**
 * Leaves the page, which sends the remaining reports. For a file of the same origin, which keeps the renderer: the one of a page that is left for
 * another site has half a second to end, and on a busy machine ends before it has sent them.
 */
const leave = (page: Page) => page.goto('/icon.svg')

test(
  'a visit reports web vitals with route and release, and long frames',
  onDesktop,
  async ({ page, request, signInAs }) => {
    const reported = await collected(page, request)
    const account = await signInAs('registered')
    await reportsAreFollowed(page)
    await account.startBuying()
    await page.evaluate(() => {
      const end = performance.now() + 200
      while (performance.now() < end);
    })
    await leave(page)
    await expect
      .poll(async () => (await reported('vital')).map(({ attributes }) => attributes['paket.vital']))
      .toEqual(expect.arrayContaining(['LCP', 'INP', 'CLS', 'TTFB']))
    const vitals = await reported('vital')
    for (const { attributes } of vitals) {
      expect(attributes['paket.route']).toMatch(/^\/(profile)?$|^\*$/)
      expect(attributes['service.version']).toMatch(/^\d{4}-\d\d-\d\d\.\d{4}-[0-9a-f]{8}$/)
    }
    expect((await reported('long_frames')).length).toBeGreaterThan(0)
  },
)

test(
  'errors, rejections, failures and CSP violations are reported, without personal data',
  onDesktop,
  async ({ page, request, user, signInAs, problems }) => {
    const reported = await collected(page, request)
    const account = await signInAs('registered')
    await reportsAreFollowed(page)
    await user.break({ operation: 'createOrder', code: 2004 })
    await account.buyByMainCard()
    await account.showsModal('уже подключ')
    await page.evaluate(() => {
      setTimeout(() => {
        throw new RangeError('canary@mail.example +79991234567')
      })
      void Promise.reject(new TypeError('canary@mail.example'))
      const script = document.createElement('img')
      script.src = 'https://canary-79991234567.example/pixel.png?token=canary'
      document.body.append(script)
    })
    await expect.poll(() => problems.length).toBe(3)
    problems.length = 0
    await leave(page)
    await expect
      .poll(async () => (await reported('error')).map(({ attributes }) => attributes['exception.type']).join(' '))
      .toMatch(/^(RangeError TypeError|TypeError RangeError)$/)
    expect(await reported('failure')).toMatchObject([
      {
        attributes: {
          'paket.operation': 'createOrder',
          'paket.code': 2004,
          'paket.route': '/profile',
          'paket.request_id': expect.any(String),
        },
      },
    ])
    expect(await reported('violation')).toMatchObject([
      { attributes: { 'paket.directive': 'img-src', 'paket.blocked': 'address' } },
    ])
    const all = JSON.stringify(
      await Promise.all(['error', 'failure', 'violation', 'vital', 'order', 'refresh'].map(reported)),
    )
    expect(all).not.toMatch(/canary|7999|e2e-/)
  },
)

test('an order is reported with its idempotency key', onDesktop, async ({ page, request, signInAs }) => {
  const reported = await collected(page, request)
  const account = await signInAs('registered')
  await reportsAreFollowed(page)
  await account.buyByMainCard()
  await account.showsModal('Сервис активирован')
  await leave(page)
  await expect.poll(() => reported('order')).toHaveLength(1)
  const [order] = await reported('order')
  expect(order?.attributes['paket.intent']).toMatch(/^[\da-f-]{36}$/)
  expect(order?.attributes['paket.order']).toMatch(/^[\da-f-]{36}$/)
})

test.describe('faults of the troubleshooting table are reported:', onDesktop, () => {
  test('a backend that is down, with call and status', async ({ page, request, user, signInAs }) => {
    const reported = await collected(page, request)
    await signInAs('activated')
    await reportsAreFollowed(page)
    await user.break({ operation: 'getPayments', status: 502 })
    await page.goto('/payment_history')
    await reportsAreFollowed(page)
    await expect.poll(() => user.count('getPayments')).toBeGreaterThan(0)
    await expect(page.getByRole('button', { name: 'Попробовать ещё раз' })).toBeVisible()
    await leave(page)
    await expect
      .poll(() => reported('failure'))
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            attributes: expect.objectContaining({
              'paket.operation': 'getPayments',
              'paket.failure': 'paymentsUnavailable',
              'http.response.status_code': 502,
              'paket.route': '/payment_history',
            }),
          }),
        ]),
      )
  })

  test('pages and assets of different releases, as chunks that failed to load', async ({
    page,
    request,
    signInAs,
    problems,
  }) => {
    const reported = await collected(page, request)
    await signInAs('activated')
    await reportsAreFollowed(page)
    await page.route('**/assets/benefit-pages-*.js', (route) => route.fulfill({ status: 404, body: 'Not found' }))
    // The page reloads once automatically, and the chunk fails to load again.
    const reloaded = page.waitForEvent('load')
    await page.evaluate(() => {
      window.history.pushState(null, '', '/loyalty_cards')
    })
    await reloaded
    await expect(page.getByRole('heading', { name: 'Страница не загрузилась' })).toBeVisible()
    await leave(page)
    const attributes: Record<string, unknown> = {
      'paket.where': 'chunk',
      'paket.route': '/loyalty_cards',
      'service.version': expect.any(String),
    }
    await expect.poll(() => reported('error')).toMatchObject([{ attributes }, { attributes }])
    problems.length = 0
  })

  test('an origin that is missing in the settings, as a CSP violation', async ({
    page,
    request,
    signInAs,
    problems,
  }) => {
    const reported = await collected(page, request)
    await signInAs('activated')
    await reportsAreFollowed(page)
    await page.evaluate(() => {
      const script = document.createElement('link')
      script.rel = 'stylesheet'
      script.href = 'https://content.example/style.css'
      document.head.append(script)
    })
    await expect.poll(() => problems.length).toBe(1)
    problems.length = 0
    await leave(page)
    await expect
      .poll(() => reported('violation'))
      .toMatchObject([
        { attributes: { 'paket.directive': 'style-src-elem', 'paket.blocked': 'address', 'paket.route': '/profile' } },
      ])
  })

  test('a release with a bug, as an error with the release and a stack trace', async ({
    page,
    request,
    signInAs,
    problems,
  }) => {
    const reported = await collected(page, request)
    await signInAs('activated')
    await reportsAreFollowed(page)
    await page.route('**/assets/benefit-pages-*.js', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        body: `${await answer.text()}\nsetTimeout(() => { throw new TypeError('bug') })`,
      })
    })
    await page.evaluate(() => {
      window.history.pushState(null, '', '/loyalty_cards')
    })
    await expect.poll(() => problems.length).toBe(1)
    problems.length = 0
    await leave(page)
    await expect
      .poll(() => reported('error'))
      .toMatchObject([
        {
          attributes: {
            'paket.where': 'script',
            'exception.type': 'TypeError',
            'exception.stacktrace': expect.stringMatching(/^\/assets\/benefit-pages-[\w-]+\.js:\d+:\d+/),
            'service.version': expect.stringMatching(/^\d{4}-/),
          },
        },
      ])
  })

  test('an identity provider that is down, as failed refreshes', async ({ page, request, user, signInAs }) => {
    const reported = await collected(page, request)
    const account = await signInAs('registered')
    await reportsAreFollowed(page)
    await user.break({ operation: 'token', status: 503 })
    await user.expire()
    await account.buyButton.click()
    await expect.poll(async () => (await reported('refresh')).length, { timeout: 40_000 }).toBeGreaterThan(0)
    expect((await reported('refresh'))[0]).toMatchObject({ attributes: { 'paket.ok': false } })
  })
})
