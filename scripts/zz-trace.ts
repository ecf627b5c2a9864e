import { chromium } from '@playwright/test'
import { readFile } from 'node:fs/promises'
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
  await browser.startTracing(page, {
    path: '/tmp/fp/trace.json',
    categories: [
      'devtools.timeline',
      'v8.execute',
      'disabled-by-default-devtools.timeline',
      'loading',
      'blink.user_timing',
    ],
  })
  await page.goto(`${app}/profile`, { waitUntil: 'commit' })
  await page.locator('main h1').waitFor()
  const at = await page.evaluate(() => performance.now())
  await page.waitForTimeout(500)
  await browser.stopTracing()
  const { traceEvents } = JSON.parse(await readFile('/tmp/fp/trace.json', 'utf8'))
  const nav = traceEvents
    .filter((e: any) => e.name === 'navigationStart' && e.args?.data?.documentLoaderURL?.includes('/profile'))
    .at(-1)
  const t0 = nav.ts,
    tid = nav.tid,
    pid = nav.pid
  const main = traceEvents.filter(
    (e: any) => e.pid === pid && e.tid === tid && e.ph === 'X' && e.dur > 8000 && e.ts > t0,
  )
  for (const e of main.sort((a: any, b: any) => a.ts - b.ts))
    console.log(
      String(Math.round((e.ts - t0) / 1000)).padStart(6),
      String(Math.round(e.dur / 1000)).padStart(5),
      e.name,
      (e.args?.data?.url ?? e.args?.data?.functionName ?? '').replace(app, '').slice(0, 60),
      e.args?.data?.functionName ?? '',
    )
  console.log('h1 at', at)
}, process.argv[2])
await browser.close()
