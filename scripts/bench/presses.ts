import { join } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import { median, table, wholeNumber } from './numbers.ts'
import { assignScenario, browserForBench, signIn, withSite } from './site.ts'
import { root } from '../processes.ts'
import { parseOptions } from '../run-main.ts'

const help = `npm run bench -- --presses: how soon the app shows an answer to each press of a purchase on a slow phone.

A subscriber buys by the main card, with a processor that is 4 times slower. A press lasts from the finger to the next frame that is
drawn, as INP counts it. Medians and the longest of all rounds.

  --rounds <n>  rounds (5)
  --json        prints JSON; without it a missed budget is a failure
  --help`

const SLOWER = 4
/** Budget on an idle machine: the median of each press, in ms. */
const BUDGET_MS = 100

declare global {
  interface Window {
    presses?: number[]
  }
}

/** Runs in the page: records the duration of each interaction. */
function watch(): void {
  const presses: number[] = []
  window.presses = presses
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId) presses.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

/** Durations by press, in ms. The Event Timing API reports none below 16 ms, so 16 is the minimum. */
type Presses = Map<string, number[]>

class Buyer {
  readonly #page: Page
  readonly #presses: Presses
  constructor(page: Page, presses: Presses) {
    this.#page = page
    this.#presses = presses
  }
  button = (name: string | RegExp): Locator => this.#page.getByRole('button', { name, exact: true }).last()
  modal = (name: string | RegExp): Locator => this.#page.getByRole('dialog', { name })
  /** Presses `target`, waits for `then`, and records the duration. */
  async press(name: string, target: Locator, then: Locator): Promise<void> {
    await target.waitFor()
    // Waits for running animations first, so that only the press is measured.
    await this.#settle()
    await this.#page.evaluate(() => (window.presses ?? []).splice(0))
    await target.tap()
    await then.waitFor().catch((cause: unknown) => {
      throw new Error(`Nothing came of «${name}».`, { cause })
    })
    await this.#settle()
    const longest = await this.#page.evaluate(() => Math.max(16, ...(window.presses ?? [])))
    this.#presses.set(name, [...(this.#presses.get(name) ?? []), longest])
  }
  /** Waits until no animation runs, and the last press was painted and recorded. */
  async #settle(): Promise<void> {
    await this.#page.evaluate(async () => {
      const ends = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
      await Promise.allSettled(ends.map(({ finished }) => finished))
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
      await new Promise((resolve) => setTimeout(resolve, 50))
    })
  }
}

async function purchase(browser: Browser, app: string, presses: Presses): Promise<void> {
  await using context = await browser.newContext({
    viewport: { width: 375, height: 812 },
    isMobile: true,
    hasTouch: true,
    locale: 'ru-RU',
  })
  await context.addInitScript(watch)
  const page = await context.newPage()
  await assignScenario(app, 'registered')
  await signIn(page, app, '/profile')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const buyer = new Buyer(page, presses)
  const buy = page.getByRole('button', { name: /^Купить за/ })
  const buyForRubles = page.getByRole('button', { name: /^Купить за .+₽$/ })
  const start = buyer.button('Подключить Пакет')
  await buyer.press('Подключить Пакет', start, buy)
  await buyer.press('Закрыть', buyer.button('Закрыть'), start)
  await buyer.press('Подключить Пакет', start, buy)
  await buyer.press('6 месяцев', page.getByRole('radio').nth(1), buy)
  // With enough points the checkout opens with points switched on.
  await buyer.press('Оплатить баллами (выключить)', page.getByRole('switch'), buyForRubles)
  await buyer.press('Купить за … ₽', buyForRubles, buyer.modal(/^К оплате/))
  await buyer.press('Новая карта', page.getByRole('radio', { name: 'Новая карта' }), buyer.button('Перейти к оплате'))
  await buyer.press('Основная карта', page.getByRole('radio').first(), buyer.button('Оплатить'))
  await buyer.press('Оплатить', buyer.button('Оплатить'), buyer.modal('Сервис активирован'))
  const home = buyer.button('Перейти в личный кабинет')
  await buyer.press('Перейти в личный кабинет', home, page.getByText('Пакет подключается').first())
}

/** Runs `npm run bench -- --presses`. */
export async function benchPresses(): Promise<void> {
  const { values } = parseOptions(help, {
    presses: { type: 'boolean' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
  })
  const rounds = wholeNumber('rounds', values.rounds)
  const browser = await browserForBench()
  const presses: Presses = new Map()
  try {
    await withSite(join(root, 'web/dist'), async (app) => {
      for (let round = 0; round < rounds; round++) await purchase(browser, app, presses)
    })
  } finally {
    await browser.close()
  }
  const medians = Object.fromEntries([...presses].map(([name, taken]) => [name, median(taken)]))
  const longest = Object.fromEntries([...presses].map(([name, taken]) => [name, Math.max(...taken)]))
  if (values.json) return console.log(JSON.stringify({ medians, longest }, null, 2))
  const show = (ms: number) => `${ms} ms`
  const columns = [
    { head: 'median', numbers: medians, show },
    { head: 'longest', numbers: longest, show },
  ]
  console.log(`A purchase, ${rounds} rounds\n\n${table([...presses.keys()], columns)}`)
  const slow = Object.entries(medians).filter(([, ms]) => ms > BUDGET_MS)
  for (const [name, ms] of slow) console.error(`«${name}» answers after ${ms} ms; its budget is ${BUDGET_MS} ms.`)
  if (slow.length > 0) process.exitCode = 1
}
