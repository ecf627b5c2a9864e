import { fileURLToPath } from 'node:url'
import { defineConfig, devices } from '@playwright/test'

const webPort = Number(process.env['PAKET_WEB_PORT'] ?? 5173)
export const mockPort = Number(process.env['PAKET_MOCK_PORT'] ?? 4010)
/** With it the app is also served by nginx, as it is run, for the tests that are about that. */
const servedPort = Number(process.env['PAKET_SERVED_PORT'] ?? 0)
/** The shell does a fifth less for the same page: it draws no window of a browser around it. What it does not do asks for the whole Chromium. */
const executablePath = process.env['PAKET_CHROMIUM_SHELL'] || process.env['PAKET_CHROMIUM']
const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * What looks the same at any width is tried at one: partner apps are on phones, a flow's branches do not know the width.
 * Whole files here, single tests by `onPhone` and `onDesktop`. How the pages and the modals stand at either width is for every-page.
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
/** The panel is a tool for a desk. */
const desktopOnly = ['**/panel.spec.ts', '**/panel-network.spec.ts']
/** Set their own widths. */
const everyPage = ['**/gallery.spec.ts', '**/every-page.spec.ts']
const served = '**/served.spec.ts'

/**
 * A whole Chromium gives each window two pages of its own for the suggestions of the address bar, which no one sees here:
 * most of what a new context costs. The switch replaces Playwright's own, so what that turns off is said again.
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
  // Ends of a wait, not measures of speed: a busy machine takes its time.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env['PAKET_E2E_JSON']
    ? [['list'], ['json', { outputFile: process.env['PAKET_E2E_JSON'] }]]
    : 'list',
  use: {
    baseURL: `http://localhost:${webPort}`,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    // A worker would answer for what a test holds back or breaks; the tests of it let it in.
    serviceWorkers: 'block',
    // Nothing is drawn again and again where motion is not the matter, see `withMotion`: a sixth of the work.
    contextOptions: { reducedMotion: 'reduce' },
    // With the page at every step, but without the film of it, which costs a fifth of the whole run. Even so it costs a
    // tenth: where what fails is tried again, only that is traced.
    trace: { mode: process.env['CI'] ? 'on-first-retry' : 'retain-on-failure', screenshots: false },
    launchOptions: {
      // Nearly all of a page's code runs once: compiling it well costs more than it saves, a tenth of the whole run.
      args: [`--disable-features=${withoutFeatures.join(',')}`, '--js-flags=--no-opt,--no-maglev'],
      ...(executablePath && { executablePath }),
    },
  },
  projects: [
    // The longest first: what is left at the end is short, and no worker waits long for another.
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
