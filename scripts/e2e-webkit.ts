import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { withApp } from './app.ts'
import { aptInstall } from './apt.ts'
import { freePort } from './ports.ts'
import { inSeconds, launch } from './processes.ts'
import { type Count, noResults, withError } from './results.ts'
import { parseOptions, runMain } from './run-main.ts'
import { startBrowser, type WebDriver } from './web-driver.ts'

const help = `npm run e2e:webkit: a subscriber's main journeys, and a visitor's click right after the first paint, in a real WebKit with the built app and the mock.

Needs WebKitWebDriver and a display or Xvfb; installs them if permitted (apt-get install webkit2gtk-driver xvfb).
Otherwise prints why it cannot run and exits with 0.`
const PATIENCE_MS = 60_000
const READY_MS = 2000
const START_RETRIES = 2

const findOnPath = (name: string) =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file))

const isInstalled = () => Boolean(findOnPath('WebKitWebDriver') && (process.env['DISPLAY'] ?? findOnPath('Xvfb')))

/** Makes sure that WebKit and a display are available. Returns why not; empty on success. */
export async function obtainWebKit(): Promise<string> {
  if (isInstalled() || ((await aptInstall('webkit2gtk-driver', 'xvfb')) && isInstalled())) return ''
  const missing = findOnPath('WebKitWebDriver') ? 'a display or Xvfb' : 'WebKitWebDriver'
  return `WebKit: not tried, ${missing} is not installed and could not be installed (apt-get install webkit2gtk-driver xvfb).`
}

/** Does something with the current display, or with a virtual one that lasts as long. */
async function withDisplay<T>(work: (screen: string) => Promise<T>): Promise<T> {
  const display = process.env['DISPLAY']
  if (display) return work(display)
  let stop = async () => {}
  const started = new Promise<string>((done, fail) => {
    const args = ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']
    const server = launch({
      name: 'Xvfb',
      file: 'Xvfb',
      args,
      onLine: (line) => /^\d+$/.test(line) && done(`:${line}`),
    })
    stop = server.stop
    void server.ended.then(({ why }) => fail(new Error(`Xvfb exited: ${why}\n${server.output()}`)))
  })
  try {
    return await work(await started)
  } finally {
    await stop()
  }
}

/** A WebKit with an empty profile, in a driver process of its own. */
interface StartedBrowser {
  browser: WebDriver
  stop: () => Promise<void>
}

async function startOnce(screen: string, waits?: 'none'): Promise<StartedBrowser> {
  const port = await freePort()
  const driver = launch({
    name: 'WebKitWebDriver',
    file: 'WebKitWebDriver',
    args: [`--port=${port}`],
    env: { DISPLAY: screen },
  })
  const address = `http://127.0.0.1:${port}`
  const until = Date.now() + PATIENCE_MS
  const isReady = () =>
    fetch(`${address}/status`, { signal: AbortSignal.timeout(READY_MS) }).then(
      ({ ok }) => ok,
      () => false,
    )
  try {
    while (!(await isReady())) {
      if (Date.now() > until) throw new Error('WebKitWebDriver does not answer.')
      await new Promise((done) => setTimeout(done, 100))
    }
    const capabilities = {
      'webkitgtk:browserOptions': { args: ['--automation'] },
      ...(waits && { pageLoadStrategy: waits }),
    }
    return { browser: await startBrowser(address, capabilities, PATIENCE_MS), stop: driver.stop }
  } catch (error) {
    await driver.stop()
    throw new Error(`WebKit did not start: ${String(error)}\n${driver.output()}`, { cause: error })
  }
}

/**
 * Starts WebKit; tries again when the browser does not start, which says nothing about the app. Stopping kills the
 * driver with its browser, because a session that is asked to end does not always answer.
 */
async function startWebKit(
  screen: string,
  log: (line: string) => void,
  waits?: 'none',
  retries = START_RETRIES,
): Promise<StartedBrowser> {
  try {
    return await startOnce(screen, waits)
  } catch (error) {
    if (retries === 0) throw error
    log(`${error instanceof Error ? error.message : String(error)}\nTrying again.`)
    return startWebKit(screen, log, waits, retries - 1)
  }
}

/** An XPath expression for an element's text, with non-breaking spaces replaced by spaces. */
const normalizedText = (of = '.') => `normalize-space(translate(${of}, '\u00a0', ' '))`
const button = (start: string) => `//button[starts-with(${normalizedText()}, '${start}')]`
const inDialog = (start: string) => `//*[@role='dialog']${button(start)}`
const heading = (text: string) => `//h1[${normalizedText()}='${text}'] | //h2[${normalizedText()}='${text}']`

const link = (start: string) => `//a[starts-with(${normalizedText()}, '${start}')]`
const text = (start: string) => `//*[starts-with(${normalizedText('text()')}, '${start}')]`

interface Journey {
  name: string
  /** The scenario that the subscriber starts in. */
  scenario: string
  /** Starts on the account page, signed in. The one that signs out is the last of its scenario. */
  go: (browser: WebDriver, app: string) => Promise<void>
}

const journeys: readonly Journey[] = [
  {
    name: 'buys by the main card',
    scenario: 'registered',
    async go(browser) {
      await browser.press(button('Подключить Пакет'))
      // A subscriber with enough points is offered to pay with them first.
      await browser.press("//*[@role='dialog']//*[@role='switch'][@aria-checked='true']")
      await browser.see("//*[@role='dialog']//*[@role='switch'][@aria-checked='false']")
      await browser.press(inDialog('Купить за'))
      await browser.press(inDialog('Оплатить'))
      await browser.see(heading('Сервис активирован'))
      await browser.press(inDialog('Перейти в личный кабинет'))
      await browser.see(heading('Главная'))
    },
  },
  {
    name: 'switches the renewal off and on again',
    scenario: 'activated',
    async go(browser) {
      await browser.press(link('Управление подпиской'))
      await browser.press(button('Отключить автопродление'))
      await browser.see(heading('Отключить Пакет?'))
      await browser.press(inDialog('Продолжить отключение'))
      await browser.see("//*[@role='dialog']//h2[starts-with(normalize-space(.), 'Пакет принёс вам')]")
      await browser.press(inDialog('Продолжить отключение'))
      for (const offer of ['Останьтесь: месяц в подарок', 'Останьтесь: месяц почти даром', 'Надолго выгоднее']) {
        await browser.see(heading(offer))
        await browser.press(inDialog('Нет, продолжить отключение'))
      }
      await browser.see(heading('Автопродление выключено'))
      await browser.press("//*[@role='dialog']//button[@aria-label='Закрыть']")
      await browser.press(button('Включить автопродление'))
      await browser.see(heading('Автопродление включено'))
      await browser.press(inDialog('Понятно'))
      await browser.see(text('Включено'))
    },
  },
  {
    name: 'removes a card and adds another one on the bank’s page',
    scenario: 'activated',
    async go(browser) {
      await browser.press(link('Способы оплаты'))
      await browser.press(button('Удалить карту, номер кончается на 4417'))
      await browser.see(heading('Удалить карту •••• 4417?'))
      await browser.press(inDialog('Удалить карту'))
      await browser.see(heading('Карта удалена'))
      await browser.press(inDialog('Добавить карту'))
      await browser.press(button('Привязать карту'))
      await browser.see("//li[contains(., '1234')]")
    },
  },
  {
    name: 'opens an offer and gets its promocode',
    scenario: 'activated',
    async go(browser) {
      await browser.press(link('Мой Пакет'))
      await browser.press(link('Билеты в кино за полцены'))
      await browser.press(button('Получить промокод'))
      await browser.see(text('KINO-7F3C-2026'))
    },
  },
  {
    name: 'signs out, and is asked to sign in at the next visit',
    scenario: 'activated',
    async go(browser, app) {
      await browser.press(button('Выйти'))
      await browser.see(`//header${button('Войти')}`)
      await browser.open(`${app}/profile`)
      await browser.see("//input[@name='login']")
    },
  },
]

const AFTER_PAINT_MS = 50
/**
 * What a visitor clicks as soon as the main page is painted, and where it leads: the sign-in page, or the modal before
 * it if the app has loaded in time.
 */
const earlyPresses = [
  { pressed: 'Войти', leadsTo: "//input[@name='login']" },
  { pressed: 'У меня уже есть Пакет', leadsTo: "//input[@name='login']" },
  {
    pressed: 'Подключить за 899 ₽',
    leadsTo: `//input[@name='login'] | //*[@role='dialog']${heading('Войдите, чтобы подключить Пакет')}`,
  },
]

/** Signs in from the main page, in a new browser. */
async function signIn(browser: WebDriver, app: string, login: string, scenario: string): Promise<void> {
  await fetch(`${app}/__mock/users/${login}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scenario }),
  })
  await browser.open(app)
  await browser.see(heading('Больше кешбэка за каждую покупку'))
  await browser.press(button('Войти'))
  await browser.type("//input[@name='login']", login)
  await browser.press(button('Войти'))
  await browser.see(heading('Главная'))
}

/** Counts the journeys. With `retries`, a failed one is tried again in a new browser. Throws when none could run. */
export async function runJourneys(log: (line: string) => void = console.log, retries = 0): Promise<Count> {
  const count: Count = structuredClone(noResults)
  let version = ''
  const runOn = (screen: string) => async (app: string) => {
    async function inWebKit<T>(waits: 'none' | undefined, work: (browser: WebDriver) => Promise<T>): Promise<T> {
      const { browser, stop } = await startWebKit(screen, log, waits)
      if (!version) log(`Browser: ${(version = browser.version)}`)
      try {
        return await work(browser)
      } finally {
        await stop()
      }
    }
    async function attempt(title: string, go: (isRetry: boolean) => Promise<string | void>): Promise<void> {
      let first = ''
      for (let tries = 0; ; tries++)
        try {
          const note = await go(tries > 0)
          count.passed += 1
          if (tries > 0) count.flaky.push(withError(title, first))
          return log(`${title}.${note ?? ''}`)
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error)
          first ||= message
          log(`${title}: failed. ${message}`)
          if (tries < retries) continue
          count.failures.push(title)
          return
        }
    }
    for (const { pressed, leadsTo } of earlyPresses)
      await attempt(`A visitor’s immediate click on «${pressed}» takes effect in WebKit`, () =>
        inWebKit('none', async (browser) => {
          const sinceMs = await browser.pressEarly(`${app}/`, pressed, AFTER_PAINT_MS)
          await browser.see(leadsTo)
          return ` Clicked ${Math.round(sinceMs)} ms after the first paint.`
        }),
      )
    // A subscriber stays signed in from one journey to the next.
    for (const [scenario, ofScenario] of Map.groupBy(journeys, (journey) => journey.scenario))
      await inWebKit(undefined, async (browser) => {
        const signedIn = (other: WebDriver) => signIn(other, app, `webkit-${scenario}`, scenario)
        let isSignedIn = false
        for (const { name, go } of ofScenario)
          await attempt(`A subscriber ${name} in WebKit`, async (isRetry) => {
            if (isRetry)
              return inWebKit(undefined, async (other) => {
                await signedIn(other)
                await go(other, app)
              })
            if (isSignedIn) await browser.open(`${app}/profile`)
            else await signedIn(browser)
            isSignedIn = true
            await browser.see(heading('Главная'))
            await go(browser, app)
          })
      })
  }
  await withDisplay((screen) => withApp(runOn(screen)))
  return count
}

async function main() {
  parseOptions(help, {})
  const why = await obtainWebKit()
  if (why) return console.log(why)
  const started = performance.now()
  const { passed, failures } = await runJourneys()
  console.log(`WebKit: ${passed} passed, ${failures.length} failed (${inSeconds(performance.now() - started)}).`)
  process.exitCode = failures.length > 0 ? 1 : 0
}

if (import.meta.main) await runMain(main)
