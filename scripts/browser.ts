import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { aptInstall } from './apt.ts'
import { nodeCommand, runToEnd } from './processes.ts'

/** A Chromium that starts. Without a path it is Playwright's own. */
export interface Browser {
  executablePath?: string
  /** What it is, and why this one. */
  name: string
}
export interface BrowserSearch {
  env?: NodeJS.ProcessEnv
  /** Where systems put it when it is not on the PATH. */
  places?: readonly string[]
  /** Playwright's own; null when it is not there. */
  playwright?: string | null
  /** Tries to get one, in this order. */
  sources?: readonly (() => Promise<Browser | null>)[]
  log?: (line: string) => void
}

// Not chromium-headless-shell: it costs a sixth less, but has no bfcache and lays text out a few pixels wider.
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const PROBE_MS = 20_000
const DOWNLOAD_MS = 240_000

/** What a browser says it is; null when it does not start, for want of a library or because it is only a pointer. */
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

const arialWidths = ['liberation', 'liberation2', 'msttcorefonts'].map((name) => `/usr/share/fonts/truetype/${name}`)

/**
 * Sees to it that a Linux has a font as wide as Arial, as phones and desktops have: the app's fallback font is adjusted to it. With DejaVu alone
 * headings have a line more until the app's font comes. Gives why there is none; empty when there is one.
 */
export async function obtainFonts(): Promise<string> {
  if (process.platform !== 'linux' || arialWidths.some((folder) => existsSync(folder))) return ''
  if (await aptInstall('fonts-liberation')) return ''
  return 'No font as wide as Arial, and none could be installed (apt-get install fonts-liberation): headings may move when the font comes.'
}

/** Debian's package, where this process may install it. The fonts have Cyrillic and the ruble sign. */
async function installPackage(): Promise<Browser | null> {
  return (await aptInstall('chromium', 'fonts-dejavu-core', 'fonts-liberation'))
    ? systemBrowser(process.env, usualPlaces)
    : null
}

const playwrightFile = () => (existsSync(chromium.executablePath()) ? chromium.executablePath() : null)

async function obtain(sources: readonly (() => Promise<Browser | null>)[]): Promise<Browser | null> {
  for (const source of sources) {
    const browser = await source()
    if (browser) return browser
  }
  return null
}

/** Finds a Chromium: the one that PAKET_CHROMIUM names, the system's, Playwright's; else gets one. Throws a sentence. */
export async function findBrowser(search: BrowserSearch = {}): Promise<Browser> {
  const { env = process.env, places = usualPlaces, playwright = playwrightFile() } = search
  const { sources = [download, installPackage], log = console.log } = search
  const named = env['PAKET_CHROMIUM']
  if (named) {
    const version = await versionOf(named)
    if (version === null) throw new Error(`PAKET_CHROMIUM names ${named}, which is not there or does not start.`)
    return { executablePath: named, name: `${version}, named by PAKET_CHROMIUM` }
  }
  const there = (await systemBrowser(env, places)) ?? (await playwrightBrowser(playwright, 'already downloaded'))
  if (there) return there
  log('No Chromium on this machine: trying Playwright’s download, then the system’s package.')
  const got = await obtain(sources)
  if (got) return got
  throw new Error(
    'No Chromium was found, and none could be downloaded or installed: install Chromium, or name one in PAKET_CHROMIUM.',
  )
}
