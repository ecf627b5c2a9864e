import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { aptInstall } from './apt.ts'
import { nodeCommand, runToEnd } from './processes.ts'

/** A Chromium that starts; Playwright's own without a path. */
export interface Browser {
  executablePath?: string
  /** Version and origin, for the log. */
  name: string
}
export interface BrowserSearch {
  env?: NodeJS.ProcessEnv
  /** Paths to try besides the PATH. */
  places?: readonly string[]
  /** Playwright's own executable; null when it is not installed. */
  playwright?: string | null
  /** Ways to obtain a browser, tried in order. */
  sources?: readonly (() => Promise<Browser | null>)[]
  log?: (line: string) => void
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const DEBIAN_CHROMIUM = '/usr/bin/chromium'
const usualPlaces = [
  DEBIAN_CHROMIUM,
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const PROBE_MS = 20_000
const DOWNLOAD_MS = 240_000

/**
 * Returns a browser's version; null when it does not start, because a library is missing or it is only a wrapper
 * script.
 */
async function versionOf(file: string): Promise<string | null> {
  if (!existsSync(file)) return null
  const { ok, output } = await runToEnd({ name: 'browser', file, args: ['--version'] }, PROBE_MS)
  return ok ? (output.split('\n').find((line) => /\d\.\d/.test(line)) ?? output).trim() : null
}

async function systemBrowser(env: NodeJS.ProcessEnv, places: readonly string[]): Promise<Browser | null> {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  for (const file of new Set([...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...places])) {
    const version = await versionOf(file)
    if (version !== null) return { executablePath: file, name: `${version}, the system’s (${file})` }
  }
  return null
}

async function playwrightBrowser(file: string | null, why: string): Promise<Browser | null> {
  const version = file === null ? null : await versionOf(file)
  return version === null ? null : { name: `${version}, Playwright’s own (${why})` }
}

async function download(): Promise<Browser | null> {
  const install = nodeCommand('download', 'node_modules/@playwright/test/cli.js', ['install', 'chromium'])
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' }
  const { ok } = await runToEnd({ ...install, env }, DOWNLOAD_MS)
  return ok ? playwrightBrowser(chromium.executablePath(), 'just downloaded') : null
}

const SHELL = 'chromium-headless-shell'

/**
 * The shell of Debian's Chromium: the same engine, without the window of a browser around the page. Only one of the same version; null
 * where there is none, and none could be installed.
 */
export async function findShell(
  { executablePath, name }: Browser,
  { file = `/usr/bin/${SHELL}`, install = () => aptInstall(SHELL) } = {},
): Promise<string | null> {
  if (executablePath !== DEBIAN_CHROMIUM) return null
  const numberOf = (version: string | null) => version?.split(/[ ,]/).find((word) => /^\d/.test(word))
  const isThere = async () => numberOf(await versionOf(file)) === numberOf(name)
  return (await isThere()) || ((await install()) && (await isThere())) ? file : null
}

const arialWidths = ['liberation', 'liberation2', 'msttcorefonts'].map((name) => `/usr/share/fonts/truetype/${name}`)

/**
 * Makes sure that a Linux machine has a font as wide as Arial, as phones and desktops do: the app's fallback font is
 * adjusted to it. With only DejaVu, headings take an extra line until the app's font is loaded. Returns why there is
 * none; empty on success.
 */
export async function obtainFonts(): Promise<string> {
  if (process.platform !== 'linux' || arialWidths.some((folder) => existsSync(folder))) return ''
  if (await aptInstall('fonts-liberation')) return ''
  return 'No font as wide as Arial, and none could be installed (apt-get install fonts-liberation): headings may move when the font comes.'
}

/** Installs Debian's package, if this process has the permission. The fonts contain Cyrillic and the ruble sign. */
async function installPackage(): Promise<Browser | null> {
  return (await aptInstall('chromium', 'fonts-dejavu-core', 'fonts-liberation'))
    ? systemBrowser(process.env, usualPlaces)
    : null
}

const playwrightFile = () => (existsSync(chromium.executablePath()) ? chromium.executablePath() : null)

async function firstBrowser(sources: readonly (() => Promise<Browser | null>)[]): Promise<Browser | null> {
  for (const source of sources) {
    const browser = await source()
    if (browser) return browser
  }
  return null
}

/** Finds a Chromium: PAKET_CHROMIUM, the system's, or Playwright's; else obtains one. Throws an Error with advice. */
export async function findBrowser(search: BrowserSearch = {}): Promise<Browser> {
  const { env = process.env, places = usualPlaces, playwright = playwrightFile() } = search
  const { sources = [download, installPackage], log = console.log } = search
  const chosen = env['PAKET_CHROMIUM']
  if (chosen) {
    const version = await versionOf(chosen)
    if (version === null) throw new Error(`PAKET_CHROMIUM names ${chosen}, which does not exist or does not start.`)
    return { executablePath: chosen, name: `${version}, named by PAKET_CHROMIUM` }
  }
  const existing = (await systemBrowser(env, places)) ?? (await playwrightBrowser(playwright, 'already downloaded'))
  if (existing) return existing
  log('No Chromium on this machine: trying Playwright’s download, then the system’s package.')
  const obtained = await firstBrowser(sources)
  if (obtained) return obtained
  throw new Error(
    'No Chromium was found, and none could be downloaded or installed: install Chromium, or name one in PAKET_CHROMIUM.',
  )
}
