import { resolve } from 'node:path'
import { type Browser, findBrowser, findShell, obtainFonts } from './browser.ts'
import { obtainBuild } from './build.ts'
import { portsOf } from './ports.ts'
import { type Command, launch, nodeCommand } from './processes.ts'
import { runMain } from './run-main.ts'

const help = `npm run e2e: the end-to-end tests, in a real browser with the built app and the mock.

All arguments are passed to Playwright: npm run e2e -- --ui, npm run e2e -- purchase, npm run e2e -- --project=phone.
A running stack (npm start, npm run dev) is reused.

  PAKET_CHROMIUM            the browser
  PAKET_E2E_WORKERS         the number of parallel workers (four more than cores)
  PAKET_WEB_PORT, PAKET_MOCK_PORT   the ports of the app and the mock (5173, 4010)
  PAKET_SERVED_PORT         serves the app behind nginx there too, for the specs served and damaged-files; not with a stack that runs`

/** Playwright with the project's configuration. It stops its servers on SIGINT but not on SIGTERM. */
export async function playwright(
  browser: Browser,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Command> {
  const shell = await findShell(browser)
  const config = resolve(import.meta.dirname, '../e2e/playwright.config.ts')
  return {
    ...nodeCommand('end-to-end tests', 'node_modules/@playwright/test/cli.js', ['test', '--config', config, ...args]),
    env: {
      PAKET_CHROMIUM: browser.executablePath ?? '',
      PAKET_CHROMIUM_SHELL: shell ?? '',
      ...env,
    },
    onLine: 'inherit',
    stopSignal: 'SIGINT',
    graceMs: 15_000,
  }
}

async function main() {
  const args = process.argv.slice(2)
  if (args.includes('--help')) return console.log(help)
  // Refuses a wrong port before the app is built.
  const ports = portsOf({})
  const browser = await findBrowser()
  console.log(`Browser: ${browser.name}`)
  const whyNoFonts = await obtainFonts()
  if (whyNoFonts) console.log(whyNoFonts)
  const problem = await obtainBuild()
  if (problem) throw new Error(problem)
  const env = { PAKET_WEB_PORT: String(ports.web), PAKET_MOCK_PORT: String(ports.mock) }
  process.exitCode = (await launch(await playwright(browser, args, env)).ended).code
}

if (import.meta.main) await runMain(main)
