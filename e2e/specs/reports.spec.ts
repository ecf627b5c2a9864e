import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, onDesktop, test } from '../test.ts'

interface Entry {
  event: string
  attributes: Record<string, string | number | boolean>
}
/** Lets the page report to the mock's collector; gives what has arrived of this test. */
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
/** Nothing else is loaded last: by then what is reported is sent. */
const reportsAreFollowed = (page: Page) =>
  expect.poll(() => page.evaluate(() => performance.getEntriesByName('paket.reports').length)).toBe(1)
/** Reports leave when the page does. */
const leave = (page: Page) => page.goto('about:blank')

test(
  'a visit reports its web vitals and long frames by route and release',
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
  'errors, rejections, failures and violations of the policy are reported, and nothing personal',
  onDesktop,
  async ({ page, request, user, signInAs, troubles }) => {
    const reported = await collected(page, request)
    const account = await signInAs('registered')
    await reportsAreFollowed(page)
    await user.break({ operation: 'createOrder', code: 2004 })
    await account.buyByMainCard()
    await account.tells('уже подключ')
    await page.evaluate(() => {
      setTimeout(() => {
        throw new RangeError('canary@mail.example +79991234567')
      })
      void Promise.reject(new TypeError('canary@mail.example'))
      const script = document.createElement('img')
      script.src = 'https://canary-79991234567.example/pixel.png?token=canary'
      document.body.append(script)
    })
    await expect.poll(() => troubles.length).toBe(3)
    troubles.length = 0
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

test('an order is reported with its intent', onDesktop, async ({ page, request, signInAs }) => {
  const reported = await collected(page, request)
  const account = await signInAs('registered')
  await reportsAreFollowed(page)
  await account.buyByMainCard()
  await account.tells('Сервис активирован')
  await leave(page)
  await expect.poll(() => reported('order')).toHaveLength(1)
  const [order] = await reported('order')
  expect(order?.attributes['paket.intent']).toMatch(/^[\da-f-]{36}$/)
  expect(order?.attributes['paket.order']).toMatch(/^[\da-f-]{36}$/)
})
