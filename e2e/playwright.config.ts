import { fileURLToPath } from 'node:url'
import { defineConfig, devices } from '@playwright/test'

const webPort = Number(process.env['PAKET_WEB_PORT'] ?? 5173)
export const mockPort = Number(process.env['PAKET_MOCK_PORT'] ?? 4010)
/** If set, the app is also served by nginx, for the specs `served`. */
const servedPort = Number(process.env['PAKET_SERVED_PORT'] ?? 0)
/** The headless shell takes a fifth less CPU time, because it has no browser window. Specs that need more use the whole Chromium. */
const executablePath = process.env['PAKET_CHROMIUM_SHELL'] || process.env['PAKET_CHROMIUM']
const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Tests that do not depend on the width run at one width only: partner apps at a phone's, because they are on phones. Whole
 * files are listed here; single tests use `onPhone` and `onDesktop`. `every-page` and `gallery` check the layout at both widths.
 */
const phoneOnly = [
  'order-failures',
  'hosts',
  'bfcache',
  'payment-page',
  'session',
  'security',
  'sdk',
  'cards',
  'entry',
  'offline',
].map((name) => `**/${name}.spec.ts`)
/** The panel is used on desktops. */
const desktopOnly = ['**/panel.spec.ts', '**/panel-network.spec.ts']
/** These set their own widths. */
const everyPage = ['**/gallery.spec.ts', '**/every-page.spec.ts']
const served = '**/served.spec.ts'

/**
 * Disables the suggestions of Chromium's address bar, whose two pages per window are most of the cost of a new context.
 * The switch replaces Playwright's own, so it repeats Playwright's features.
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

/** The real stack: the built app, the mock with its identity provider, a real Chromium. Each test has a user of its own. */
export default defineConfig({
  testDir: 'specs',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  workers: Number(process.env['PAKET_E2E_WORKERS'] ?? 4),
  // Generous, because a busy machine is slow; these do not measure speed.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env['PAKET_E2E_JSON']
    ? [['list'], ['json', { outputFile: process.env['PAKET_E2E_JSON'] }]]
    : 'list',
  use: {
    baseURL: `http://localhost:${webPort}`,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    // A service worker would bypass the tests' routes; the tests of the worker allow it.
    serviceWorkers: 'block',
    // Animations take a sixth of the CPU time; tests of animations use `withMotion`.
    contextOptions: { reducedMotion: 'reduce' },
    // Without screenshots, which take a fifth of the whole run. A trace still takes a tenth, so with retries (CI) only
    // the first retry is traced.
    trace: { mode: process.env['CI'] ? 'on-first-retry' : 'retain-on-failure', screenshots: false },
    launchOptions: {
      // Nearly all of a page's code runs once, so optimizing it costs more than it saves: a tenth of the whole run.
      args: [`--disable-features=${withoutFeatures.join(',')}`, '--js-flags=--no-opt,--no-maglev'],
      ...(executablePath && { executablePath }),
    },
  },
  projects: [
    // The longest tests first, so that no worker waits long at the end.
    {
      name: 'every-page',
      testMatch: everyPage,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      testIgnore: [...desktopOnly, ...everyPage, served],
      grepInvert: /@desktop/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      testIgnore: [...phoneOnly, ...everyPage, served],
      grepInvert: /@phone/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    ...(servedPort
      ? [
          {
            name: 'served',
            testMatch: served,
            use: { ...devices['Desktop Chrome'], baseURL: `http://localhost:${servedPort}` },
          },
        ]
      : []),
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
            command: 'node web/deploy/start.ts',
            cwd: root,
            env: {
              PAKET_ORIGIN: `http://localhost:${servedPort}`,
              PAKET_PORT: String(servedPort),
              PAKET_BACKENDS: backends.join(' '),
              PAKET_FRAMED_BY: `http://127.0.0.1:${mockPort}`,
            },
            url: `http://localhost:${servedPort}/-/ready`,
          },
        ]
      : []),
  ],
})
