import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { withApp } from './app.ts'
import { aptInstall } from './apt.ts'
import { freePort } from './ports.ts'
import { inSeconds, launch, onStop, stopAll } from './processes.ts'
import { startBrowser, type WebDriver } from './web-driver.ts'

const help = `npm run e2e:webkit: what a subscriber does most, and a visitor's press right after the first paint, in a real WebKit, against the app as it is built and the mock.

Needs WebKitWebDriver and a display or Xvfb, and installs them where it may (apt-get install webkit2gtk-driver xvfb).
Where it may not it says so and does nothing.`
const PATIENCE_MS = 60_000

const onPath = (name: string) =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file))

const isThere = () => Boolean(onPath('WebKitWebDriver') && (process.env['DISPLAY'] ?? onPath('Xvfb')))

/** Sees to it that there is a WebKit to drive, and a display for it. Gives why there is none; empty when there is one. */
export async function obtainWebKit(): Promise<string> {
  if (isThere() || ((await aptInstall('webkit2gtk-driver', 'xvfb')) && isThere())) return ''
  const missing = onPath('WebKitWebDriver') ? 'a display or Xvfb' : 'WebKitWebDriver'
  return `WebKit: not tried, ${missing} is not on this machine and could not be installed (apt-get install webkit2gtk-driver xvfb).`
}

/** The display that is there, else one in memory. */
async function display(): Promise<string> {
  const own = process.env['DISPLAY']
  if (own) return own
  return new Promise((done, fail) => {
    const args = ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']
    const server = launch({
      name: 'Xvfb',
      file: 'Xvfb',
      args,
      onLine: (line) => /^\d+$/.test(line) && done(`:${line}`),
    })
    void server.ended.then(({ why }) => fail(new Error(`Xvfb has ended: ${why}\n${server.output()}`)))
  })
}

/** Starts the driver. Gives what begins a session: a browser of its own, which has seen nothing yet. */
async function webKit(): Promise<(waits?: 'none') => Promise<WebDriver>> {
  const port = await freePort()
  const driver = launch({
    name: 'WebKitWebDriver',
    file: 'WebKitWebDriver',
    args: [`--port=${port}`],
    env: { DISPLAY: await display() },
  })
  const address = `http://127.0.0.1:${port}`
  const until = Date.now() + PATIENCE_MS
  while (!(await fetch(`${address}/status`).catch(() => null))) {
    if (Date.now() > until) throw new Error(`WebKitWebDriver does not answer.\n${driver.output()}`)
    await new Promise((done) => setTimeout(done, 100))
  }
  return (waits) =>
    startBrowser(
      address,
      { 'webkitgtk:browserOptions': { args: ['--automation'] }, ...(waits && { pageLoadStrategy: waits }) },
      PATIENCE_MS,
    )
}

/** XPath: what an element says, a space that does not break being a space. */
const said = (of = '.') => `normalize-space(translate(${of}, '\u00a0', ' '))`
const button = (start: string) => `//button[starts-with(${said()}, '${start}')]`
const inDialog = (start: string) => `//*[@role='dialog']${button(start)}`
const heading = (text: string) => `//h1[${said()}='${text}'] | //h2[${said()}='${text}']`

const link = (start: string) => `//a[starts-with(${said()}, '${start}')]`
const text = (start: string) => `//*[starts-with(${said('text()')}, '${start}')]`

interface Journey {
  name: string
  /** What the subscriber is before. */
  scenario: string
  /** Begins on the account page, signed in. */
  go: (browser: WebDriver, app: string) => Promise<void>
}

const journeys: readonly Journey[] = [
  {
    name: 'buys by the main card',
    scenario: 'registered',
    async go(browser) {
      await browser.press(button('Подключить Пакет'))
      // Anyone who has enough points is offered to pay by them.
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
    name: 'removes a card and adds another one by the bank’s page',
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
    name: 'signs out, and is asked to sign in by the next visit',
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
/** What a visitor presses as soon as the main page is drawn, and what it leads to: the sign-in page, or the question before it where the app was there in time. */
const earlyPresses = [
  { pressed: 'Войти', leadsTo: "//input[@name='login']" },
  { pressed: 'У меня уже есть Пакет', leadsTo: "//input[@name='login']" },
  {
    pressed: 'Подключить за 899 ₽',
    leadsTo: `//input[@name='login'] | //*[@role='dialog']${heading('Войдите, чтобы подключить Пакет')}`,
  },
]

/** Each begins in a browser of its own, by «Войти» of the main page. */
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

/** Gives what was done; what went wrong, by the journey's name. Throws why none could be tried. */
export async function tryWebKit(): Promise<{ passed: string[]; failures: string[] }> {
  const passed: string[] = []
  const failures: string[] = []
  try {
    await withApp(async (app) => {
      const start = await webKit()
      async function run(title: string, browser: WebDriver, go: () => Promise<string>): Promise<void> {
        if (passed.length + failures.length === 0) console.log(`Browser: ${browser.version}`)
        try {
          const note = await go()
          passed.push(title)
          console.log(`${title}.${note}`)
        } catch (error) {
          failures.push(title)
          console.error(`${title}: failed. ${error instanceof Error ? error.message : String(error)}`)
        } finally {
          await browser.end()
        }
      }
      for (const { pressed, leadsTo } of earlyPresses) {
        const browser = await start('none')
        await run(`A visitor who presses «${pressed}» at once gets where it leads, in WebKit`, browser, async () => {
          const sinceMs = await browser.pressEarly(`${app}/`, pressed, AFTER_PAINT_MS)
          await browser.see(leadsTo)
          return ` Pressed ${Math.round(sinceMs)} ms after the first paint.`
        })
      }
      for (const [place, { name, scenario, go }] of journeys.entries()) {
        const browser = await start()
        await run(`A subscriber ${name} in WebKit`, browser, async () => {
          await signIn(browser, app, `webkit-${place}`, scenario)
          await go(browser, app)
          return ''
        })
      }
    })
  } finally {
    await stopAll()
  }
  return { passed, failures }
}

async function main() {
  if (process.argv.includes('--help')) return console.log(help)
  onStop(() => void stopAll().then(() => process.exit(130)))
  const why = await obtainWebKit()
  if (why) return console.log(why)
  const started = performance.now()
  const { passed, failures } = await tryWebKit()
  console.log(`WebKit: ${passed.length} passed, ${failures.length} failed (${inSeconds(performance.now() - started)}).`)
  process.exitCode = failures.length > 0 ? 1 : 0
}

if (import.meta.main)
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
