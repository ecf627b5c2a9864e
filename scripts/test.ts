import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { styleText } from 'node:util'
import { aptInstall } from './apt.ts'
import { type Browser, findBrowser, obtainFonts } from './browser.ts'
import { byteBudgets, weighPages } from './budget.ts'
import { obtainBuild } from './build.ts'
import { runChecks } from './check.ts'
import { playwright } from './e2e.ts'
import { obtainWebKit, runJourneys } from './e2e-webkit.ts'
import { nginxFile, obtainNginx } from './nginx.ts'
import { freePort } from './ports.ts'
import { inSeconds, nodeCommand, runToEnd } from './processes.ts'
import { type Count, countReport, noResults, sumCounts } from './results.ts'
import { parseOptions, runMain } from './run-main.ts'
import { inTemporaryFolder } from './temporary-folder.ts'

const help = `npm test: all that must hold. Its last line counts what passed and what failed.

  --unit   only the checks, and the unit and integration tests
  --e2e    only the end-to-end tests
  --help`
/**
 * A failed browser test is tried once more, because a busy machine can exceed any time limit; those that passed on retry
 * are listed at the end with their first error. Not tried again are unit tests, and specs of races, which say so themselves.
 */
const BROWSER_RETRIES = 1
const UNIT_MS = 1_200_000
const E2E_MS = 2_400_000

/** Programs that some tests run; their Debian packages have the same names. */
const programs = ['redis-server', 'parallel', 'jq']
const isOnPath = (program: string) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

/** Installs these programs. Tests of a program that cannot be installed are skipped, and listed at the end. */
async function obtainPrograms(): Promise<void> {
  const missing = programs.filter((program) => !isOnPath(program))
  if (!nginxFile()) missing.push('nginx-light')
  if (missing.length > 0) await aptInstall(...missing)
  const whyNoNginx = await obtainNginx()
  if (whyNoNginx) console.log(whyNoNginx)
}

type Log = (line: string) => void
const printTitle = (text: string, log: Log = console.log) => log(`\n${styleText('bold', text)}\n`)

/** A log whose lines wait until another part of the run has printed its own. */
function deferredLog(): { log: Log; release: () => void } {
  let waiting: string[] | null = []
  return {
    log: (line) => void (waiting ? waiting.push(line) : console.log(line)),
    release() {
      for (const line of waiting ?? []) console.log(line)
      waiting = null
    },
  }
}
const success: Count = { ...noResults, passed: 1 }

async function checks(): Promise<Count> {
  printTitle('Checks')
  const results = await runChecks()
  const passed = results.filter(({ ok }) => ok).length
  const failures = results.filter(({ ok }) => !ok).map(({ name }) => `npm run check: ${name}`)
  return { ...noResults, passed, failures }
}

async function unitTests(reports: string): Promise<Count> {
  printTitle('Unit and integration tests')
  await obtainPrograms()
  const file = join(reports, 'vitest.json')
  const args = ['run', '--update=none', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const vitest = nodeCommand('vitest', 'node_modules/vitest/vitest.mjs', args)
  const { ok, why } = await runToEnd({ ...vitest, onLine: 'inherit' }, UNIT_MS)
  if (!ok) console.error(`The unit and integration tests failed (${why}). Repeat: npx vitest run`)
  return countReport('vitest', file, ok)
}

/**
 * Runs the browser tests with a stack of their own on free ports, so that a running `npm start` does not matter. If none
 * could run, tries other ports: another program can take a port before its server listens.
 */
async function browserTests(browser: Browser, reports: string, log: Log, retries = 1): Promise<Count> {
  const file = join(reports, 'playwright.json')
  const ports = {
    PAKET_WEB_PORT: String(await freePort()),
    PAKET_MOCK_PORT: String(await freePort()),
    ...(nginxFile() && { PAKET_SERVED_PORT: String(await freePort()) }),
  }
  // Fewer than of `npm run e2e`, because the unit tests run beside them.
  const env = { ...ports, PAKET_E2E_JSON: file, PAKET_E2E_WORKERS: String(availableParallelism() + 2), CI: '1' }
  const command = await playwright(browser, [`--retries=${BROWSER_RETRIES}`], env)
  const { ok, why } = await runToEnd({ ...command, onLine: log }, E2E_MS)
  if (!ok) log(`The end-to-end tests failed (${why}). Repeat a file: npm run e2e -- <part of its name>`)
  const count = await countReport('playwright', file, ok)
  if (count.passed > 0 || retries === 0) return count
  log('No end-to-end test could run. Trying again, with other ports.')
  return browserTests(browser, reports, log, retries - 1)
}

/** Runs work; an error counts as a failed test, with its message. */
async function attempt(work: () => Promise<Count>, log: Log = console.error): Promise<Count> {
  try {
    return await work()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    log(message)
    return { ...noResults, failures: [message] }
  }
}

async function endToEnd(reports: string, log: Log): Promise<Count> {
  printTitle('The built app', log)
  const build = await attempt(async () => {
    const problem = await obtainBuild()
    if (problem) throw new Error(problem)
    return success
  }, log)
  if (build.failures.length > 0) return build
  const budget = await attempt(async () => {
    const { landing, problem } = await weighPages()
    if (problem) throw new Error(problem)
    log(`The landing page sends ${landing} bytes of JavaScript (brotli, of ${byteBudgets.landing}).`)
    return success
  }, log)
  printTitle('End-to-end tests', log)
  // WebKit's journeys mostly wait, so they run beside Chromium's; their output is printed after Chromium's.
  const webkit: string[] = []
  const counts = await Promise.all([
    attempt(async () => {
      const browser = await findBrowser()
      log(`Browser: ${browser.name}`)
      const whyNoFonts = await obtainFonts()
      if (whyNoFonts) log(whyNoFonts)
      return browserTests(browser, reports, log)
    }, log),
    attempt(() => webKitTests((line) => webkit.push(line)), log),
  ])
  printTitle('WebKit', log)
  log(webkit.join('\n'))
  return sumCounts([build, budget, ...counts])
}

/** Runs the main journeys in WebKit, if it is or can be installed. */
async function webKitTests(log: (line: string) => void): Promise<Count> {
  const why = await obtainWebKit()
  if (why) {
    log(why)
    return { ...noResults, skipped: [why] }
  }
  return runJourneys(log, BROWSER_RETRIES)
}

/** Temporary folders that the tests, or the programs that they ran, did not remove. */
async function countLeftFolders(temporary: string): Promise<Count> {
  const left = (await readdir(temporary)).filter((name) => /^(paket-|tmp\.)/.test(name))
  return left.length === 0
    ? success
    : { ...noResults, failures: left.map((name) => `${name} was left in the temporary folder`) }
}

let isCounted = false

async function main() {
  const { values } = parseOptions(help, {
    unit: { type: 'boolean', default: false },
    e2e: { type: 'boolean', default: false },
  })
  const started = performance.now()
  const isAll = values.unit === values.e2e
  const counts: Count[] = []
  await inTemporaryFolder('paket-test-', async (reports) => {
    const temporary = join(reports, 'tmp')
    await mkdir(temporary)
    // If root runs the tests, nginx's workers run as another user, who must be able to read their folders in it.
    await chmod(reports, 0o755)
    process.env['TMPDIR'] = temporary
    if (isAll || values.unit) counts.push(await checks())
    // Both wait as often as they compute, so they share the cores. The browser tests print when the unit tests have ended.
    const { log, release } = deferredLog()
    const unit = isAll || values.unit ? attempt(() => unitTests(reports)) : Promise.resolve(noResults)
    const [ofUnits, ofBrowsers] = await Promise.all([
      unit.finally(release),
      isAll || values.e2e ? endToEnd(reports, log) : noResults,
    ])
    counts.push(ofUnits, ofBrowsers)
    counts.push(await countLeftFolders(temporary))
  })
  const { passed, failures, skipped, flaky } = sumCounts(counts)
  if (skipped.length > 0) console.log(`\nDid not run:\n${skipped.map((name) => `  ${name}`).join('\n')}`)
  if (flaky.length > 0)
    console.log(`\nPassed only at the second try, ${flaky.length}:\n${flaky.map((name) => `  ${name}`).join('\n')}`)
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`)
  console.log(`\nTook ${inSeconds(performance.now() - started)}.`)
  console.log(`${passed} passed, ${failures.length} failed`)
  isCounted = true
  process.exitCode = failures.length > 0 ? 1 : 0
}

await runMain(main)
// The last line is the count, whatever happens.
if (process.exitCode === 1 && !isCounted) console.log('0 passed, 1 failed')
