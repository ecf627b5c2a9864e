import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { withApp } from './app.ts'
import { freePort } from './ports.ts'
import { inSeconds, launch, onStop, stopAll } from './processes.ts'
import { startBrowser, type WebDriver } from './web-driver.ts'

const help = `npm run e2e:webkit: signing in and buying in a real WebKit, against the app as it is built and the mock.

Needs WebKitWebDriver and a display or Xvfb. In Debian and Ubuntu: apt-get install webkit2gtk-driver xvfb
Without them it says so and does nothing.`
const PATIENCE_MS = 60_000
const LOGIN = 'webkit'

const onPath = (name: string) =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file))

/** Why there is no WebKit to try it in; empty when there is one. */
export function whyNoWebKit(): string {
  if (!onPath('WebKitWebDriver'))
    return 'WebKit: not tried, WebKitWebDriver is not on this machine (webkit2gtk-driver).'
  if (!process.env['DISPLAY'] && !onPath('Xvfb')) return 'WebKit: not tried, there is no display here and no Xvfb.'
  return ''
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

async function webKit(): Promise<WebDriver> {
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
  return startBrowser(address, { 'webkitgtk:browserOptions': { args: ['--automation'] } }, PATIENCE_MS)
}

const button = (start: string) => `//button[starts-with(normalize-space(.), '${start}')]`
const inDialog = (start: string) => `//*[@role='dialog']${button(start)}`
const heading = (text: string) => `//h1[normalize-space(.)='${text}'] | //h2[normalize-space(.)='${text}']`

async function buyAsANewSubscriber(browser: WebDriver, app: string): Promise<void> {
  await fetch(`${app}/__mock/users/${LOGIN}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scenario: 'registered' }),
  })
  await browser.open(app)
  await browser.see(heading('Больше кешбэка за каждую покупку'))
  await browser.press(button('Войти'))
  await browser.type("//input[@name='login']", LOGIN)
  await browser.press(button('Войти'))
  await browser.see(heading('Главная'))
  await browser.press(button('Подключить Пакет'))
  // Whoever has enough points is offered to pay by them.
  await browser.press("//*[@role='dialog']//*[@role='switch'][@aria-checked='true']")
  await browser.see("//*[@role='dialog']//*[@role='switch'][@aria-checked='false']")
  await browser.press(inDialog('Купить за'))
  await browser.press(inDialog('Оплатить'))
  await browser.see(heading('Сервис активирован'))
  await browser.press(inDialog('Перейти в личный кабинет'))
  await browser.see(heading('Главная'))
}

/** Throws what went wrong. */
export async function tryWebKit(): Promise<void> {
  try {
    await withApp(async (app) => {
      const browser = await webKit()
      console.log(`Browser: ${browser.version}`)
      try {
        await buyAsANewSubscriber(browser, app)
      } finally {
        await browser.end()
      }
    })
  } finally {
    await stopAll()
  }
}

async function main() {
  if (process.argv.includes('--help')) return console.log(help)
  onStop(() => void stopAll().then(() => process.exit(130)))
  const why = whyNoWebKit()
  if (why) return console.log(why)
  const started = performance.now()
  await tryWebKit()
  console.log(`A visitor signs in and buys in WebKit (${inSeconds(performance.now() - started)}).`)
}

if (import.meta.main)
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
