import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, devices } from '@playwright/test'

const webPort = Number(process.env['PAKET_WEB_PORT'] ?? 5173)
export const mockPort = Number(process.env['PAKET_MOCK_PORT'] ?? 4010)
/** The port on which nginx serves the app as in production, for the project `served`; 0 leaves that project out. */
const servedPort = Number(process.env['PAKET_SERVED_PORT'] ?? 0)
/** The headless shell needs a fifth less CPU time than Chromium. Specs that need the whole browser use `wholeBrowser` of test.ts. */
const executablePath = process.env['PAKET_CHROMIUM_SHELL'] || process.env['PAKET_CHROMIUM']
const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Specs that run at one width only, because their result does not depend on it: partner apps run on phones, and the
 * branches of a flow are the same at any width. Single tests are marked by `onPhone` and `onDesktop`. The layout at all
 * widths is tested by `every-page` and `gallery`.
 */
const phoneOnly = ['hosts', 'bfcache', 'payment-page', 'session', 'security', 'sdk', 'cards', 'entry', 'offline'].map(
  (name) => `**/${name}.spec.ts`,
)
/** The mock's panel is used on a desktop. */
const desktopOnly = ['**/panel.spec.ts', '**/panel-network.spec.ts']
/** Specs that set the viewport themselves. */
const everyPage = ['**/gallery.spec.ts', '**/every-page.spec.ts']
const served = ['**/served.spec.ts', '**/damaged-files.spec.ts']
/** A copy of the build, so that tests can damage what nginx serves. */
export const servedFolder = `${root}node_modules/.cache/paket/served`

/**
 * Features for `--disable-features`. The whole Chromium opens two hidden pages per window for the address bar's
 * suggestions (`WebUIOmnibox…`), which is most of the cost of a new context. This switch replaces the one that
 * Playwright passes, so the features of Playwright's list are repeated.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

const appOrigins = [webPort, servedPort]
  .filter(Boolean)
  .map((port) => `--app-origin http://localhost:${port}`)
  .join(' ')
const backends = ['/bff', '/cms', '/oidc', '/pay', '/__mock'].map((path) => `${path}=http://localhost:${mockPort}`)

/** The stack: the built app, the mock with its identity provider, Chromium. Each test has its own user. */
export default defineConfig({
  testDir: 'specs',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // More workers than cores, because a test also waits for answers and polls.
  workers: Number(process.env['PAKET_E2E_WORKERS'] ?? availableParallelism() + 4),
  // Generous, because the machine may be busy. They do not measure speed.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env['PAKET_E2E_JSON']
    ? [['list'], ['json', { outputFile: process.env['PAKET_E2E_JSON'] }]]
    : 'list',
  use: {
    baseURL: `http://localhost:${webPort}`,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    // A service worker would bypass the routes that delay or break requests. `offline` allows it.
    serviceWorkers: 'block',
    // Without animations a run takes a sixth less CPU time. Tests about animations use `withMotion` of test.ts.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace has DOM snapshots, but no screenshots, which would take a fifth of the run's time. Snapshots take a tenth,
    // so with CI only retries are traced.
    trace: { mode: process.env['CI'] ? 'on-first-retry' : 'retain-on-failure', screenshots: false },
    launchOptions: {
      // Most code of a page runs only once, so optimizing compilers cost more time than they save: a tenth of the run.
      args: [`--disable-features=${withoutFeatures.join(',')}`, '--js-flags=--no-opt,--no-maglev'],
      ...(executablePath && { executablePath }),
    },
  },
  projects: [
    // The longest project first. Its tests only compute, so some workers are left for tests that wait.
    {
      name: 'every-page',
      testMatch: everyPage,
      workers: availableParallelism(),
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    ...(servedPort
      ? [
          {
            name: 'served',
            testMatch: served,
            // A worker starts a browser, and these tests are few.
            workers: 1,
            use: { ...devices['Desktop Chrome'], baseURL: `http://localhost:${servedPort}` },
          },
        ]
      : []),
    {
      name: 'desktop',
      testIgnore: [...phoneOnly, ...everyPage, ...served],
      grepInvert: /@phone/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    // Last, because its tests are short: no worker ends long after the others.
    {
      name: 'phone',
      testIgnore: [...desktopOnly, ...everyPage, ...served],
      grepInvert: /@desktop/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: [
    {
      command: `node mock-server/src/main.ts --port ${mockPort} ${appOrigins}`,
      cwd: root,
      url: `http://localhost:${mockPort}/__mock/health`,
      reuseExistingServer: !process.env['CI'],
    },
    {
      command: 'vite preview',
      cwd: `${root}web`,
      env: { PAKET_WEB_PORT: String(webPort), PAKET_MOCK_ORIGIN: `http://localhost:${mockPort}` },
      url: `http://localhost:${webPort}/`,
      reuseExistingServer: !process.env['CI'],
    },
    ...(servedPort
      ? [
          {
            command: `rm -rf '${servedFolder}' && cp -R web/dist '${servedFolder}' && exec node web/deploy/start.ts --site '${servedFolder}'`,
            cwd: root,
            env: {
              PAKET_ORIGIN: `http://localhost:${servedPort}`,
              PAKET_PORT: String(servedPort),
              PAKET_BACKENDS: backends.join(' '),
              PAKET_FRAMED_BY: `http://127.0.0.1:${mockPort}`,
            },
            url: `http://localhost:${servedPort}/-/ready`,
            // It removes its temporary folder, which a SIGKILL would leave.
            gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
          },
        ]
      : []),
  ],
})
