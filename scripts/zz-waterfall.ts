import { chromium } from '@playwright/test'
import { withApp } from './app.ts'
import { findBrowser } from './browser.ts'
const { executablePath } = await findBrowser()
const browser = await chromium.launch(executablePath ? { executablePath } : {})
await withApp(async (app) => {
  const c1 = await browser.newContext()
  const p1 = await c1.newPage()
  await p1.goto(`${app}/profile`)
  await p1.getByRole('textbox', { name: 'Логин' }).fill('bench')
  await p1.getByRole('button', { name: 'Войти', exact: true }).click()
  await p1.waitForURL(`${app}/profile`)
  await fetch(`${app}/__mock/users/bench`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scenario: 'activated' }),
  })
  const cookies = await c1.cookies()
  await c1.close()
  const c = await browser.newContext({ viewport: { width: 375, height: 812 }, locale: 'ru-RU' })
  await c.addCookies(cookies)
  const page = await c.newPage()
  const d = await c.newCDPSession(page)
  await d.send('Network.enable')
  await d.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 93_750,
  })
  await d.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const rows = new Map<string, any>()
  let t0 = 0
  d.on('Network.requestWillBeSent', (e) => {
    t0 ||= e.timestamp
    rows.set(e.requestId + (e.redirectResponse ? 'r' : ''), { url: e.request.url, start: e.timestamp })
  })
  d.on('Network.loadingFinished', (e) => {
    const r = rows.get(e.requestId + 'r') ?? rows.get(e.requestId)
    if (r) {
      r.end = e.timestamp
      r.size = e.encodedDataLength
    }
  })
  await page.goto(`${app}/profile`, { waitUntil: 'commit' })
  await page.locator('main h1').waitFor()
  const at = await page.evaluate(() => performance.now())
  await page.waitForTimeout(1500)
  for (const r of rows.values())
    console.log(
      String(Math.round((r.start - t0) * 1000)).padStart(6),
      String(r.end ? Math.round((r.end - t0) * 1000) : -1).padStart(6),
      String(r.size ?? 0).padStart(7),
      r.url.replace(app, '').slice(0, 110),
    )
  console.log('h1 at', at)
}, process.argv[2])
await browser.close()
