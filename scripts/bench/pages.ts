import { join, resolve } from 'node:path'
import type { Browser } from '@playwright/test'
import { median, table, wholeNumber } from './numbers.ts'
import { assignScenario, browserForBench, signIn, withSite } from './site.ts'
import { root } from '../processes.ts'
import { parseOptions } from '../run-main.ts'

const help = `npm run bench -- --pages: how soon a page of the account can be used on a slow phone.

Each round opens it as a subscriber who is signed in, in a window with an empty cache, served by nginx, at 1.6 Mbit/s with 150 ms of latency and a processor
that is 4 times slower; rounds of both builds are interleaved. Medians: the first paint; usable: the page has its heading and its data;
complete: nothing loads any more; blocked: what long tasks take over 50 ms until then; bytes over the wire and requests until then.

  --path <path>    /profile
  --as <scenario>  activated
  --base <folder>  another build to measure beside it: web/dist of another checkout
  --rounds <n>     rounds of each build (7)
  --json           prints JSON; without it a missed budget is a failure
  --help`

const PAGE_MS = 60_000
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const SLOWER = 4

/** The measurements of one page load: milliseconds since the navigation started, bytes, requests. */
type Opening = Record<'first paint' | 'usable' | 'complete' | 'blocked' | 'bytes' | 'requests', number>

declare global {
  interface Window {
    opened?: { usable: number; complete: number; blocked: number }
  }
}

/** Runs in the page: checks the page in each frame, so that the times are of what was painted. */
function watch(): void {
  const opened = { usable: 0, complete: 0, blocked: 0 }
  if (window.parent !== window) return
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) if (!opened.complete) opened.blocked += Math.max(0, duration - 50)
  }).observe({ type: 'longtask', buffered: true })
  const look = () => {
    const isLoading = [...document.querySelectorAll('output')].some((output) => output.textContent === 'Загружаем')
    if (document.querySelector('main h1') && !opened.usable) opened.usable = performance.now()
    if (opened.usable && !isLoading) {
      opened.complete = performance.now()
      window.opened = opened
    } else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Opens the page with a subscriber's cookies, in a browser context of its own. */
async function open(browser: Browser, address: string, cookies: Cookies): Promise<Opening> {
  const context = await browser.newContext({ viewport: { width: 375, height: 812 }, locale: 'ru-RU' })
  try {
    await context.addCookies(cookies)
    await context.addInitScript(watch)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', network)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    let [bytes, requests] = [0, 0]
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
      requests++
    })
    await page.goto(address, { waitUntil: 'commit' })
    await page.waitForFunction(() => window.opened, undefined, { timeout: PAGE_MS })
    const [seen, paint] = await page.evaluate(() => [
      window.opened ?? { usable: Number.NaN, complete: Number.NaN, blocked: Number.NaN },
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    ])
    return { 'first paint': paint, ...seen, bytes, requests }
  } finally {
    await context.close()
  }
}
type Cookies = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['cookies']>>

/** Budgets on an idle machine: ms until the page can be used. */
const budgets: Readonly<Record<string, number>> = { '/profile': 2200 }

/** Runs `npm run bench -- --pages`. */
export async function benchPages(): Promise<void> {
  const { values } = parseOptions(help, {
    pages: { type: 'boolean' },
    path: { type: 'string', default: '/profile' },
    as: { type: 'string', default: 'activated' },
    base: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    json: { type: 'boolean', default: false },
  })
  const rounds = wholeNumber('rounds', values.rounds)
  const browser = await browserForBench()
  const builds: Build[] = []
  const withBuild = (name: string, site: string, next: () => Promise<void>) =>
    withSite(site, async (app) => {
      const context = await browser.newContext()
      await signIn(await context.newPage(), app, values.path)
      await assignScenario(app, values.as)
      builds.push({ name, address: `${app}${values.path}`, cookies: await context.cookies(), openings: [] })
      await context.close()
      await next()
    })
  const measure = async () => {
    for (let round = -1; round < rounds; round++)
      for (const { address, cookies, openings } of builds) {
        const opening = await open(browser, address, cookies)
        if (round >= 0) openings.push(opening)
      }
  }
  const measureBoth = () => (values.base === undefined ? measure() : withBuild('base', resolve(values.base), measure))
  try {
    await withBuild('this', join(root, 'web/dist'), measureBoth)
  } finally {
    await browser.close()
  }
  const medians = Object.fromEntries(builds.map(({ name, openings }) => [name, medianOf(openings)]))
  if (values.json) return console.log(JSON.stringify(medians, null, 2))
  console.log(`${values.path} as ${values.as}, ${rounds} rounds, medians\n\n${asTable(medians)}`)
  const usable = medians['this']?.usable ?? Number.NaN
  const budget = budgets[values.path]
  if (budget === undefined || usable <= budget) return
  console.error(`${values.path} can be used after ${Math.round(usable)} ms; its budget is ${budget} ms.`)
  process.exitCode = 1
}

interface Build {
  name: string
  address: string
  cookies: Cookies
  openings: Opening[]
}

const measures: readonly (keyof Opening)[] = ['first paint', 'usable', 'complete', 'blocked', 'bytes', 'requests']
const medianOf = (openings: readonly Opening[]) =>
  Object.fromEntries(
    measures.map((measure) => [measure, Math.round(median(openings.map((opening) => opening[measure])))]),
  ) as Opening

function asTable(medians: Readonly<Record<string, Opening>>): string {
  const unit = { bytes: ' B', requests: '' }
  const columns = measures.map((head) => ({
    head,
    numbers: Object.fromEntries(Object.entries(medians).map(([name, opening]) => [name, opening[head]])),
    show: (value: number) => `${value}${head in unit ? unit[head as keyof typeof unit] : ' ms'}`,
    ...('base' in medians && { reference: 'base' }),
  }))
  return table(Object.keys(medians), columns)
}
