import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { parse } from 'yaml'
import { type Source, sourcesIn } from './sources.ts'

interface Catalogue {
  bundles: { id: string; priceKopecks: number }[]
  counterOffers: { id: string; priceKopecks: number }[]
}
const root = resolve(import.meta.dirname, '../..')
const catalogue = parse(readFileSync(join(root, 'openapi/catalogue.yaml'), 'utf8')) as Catalogue
const sold = [...catalogue.bundles, ...catalogue.counterOffers]

const isGallery = ({ path }: Source) => path.startsWith('web/src/gallery/')
/** Everything written by hand, except the contract and the tests. */
const sources = ['web/src', 'sdk/src', 'sdk/codegen', 'mock-server/src', 'scripts']
  .flatMap((folder) => sourcesIn(folder))
  .filter((source) => !source.path.startsWith('sdk/src/generated/'))
const web = sources.filter(({ path }) => path.startsWith('web/'))

/** Removes comments, which may contain what code must not. */
const codeOf = (text: string) => text.replace(/\/\*[^]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
const linesWith = (files: readonly Source[], pattern: RegExp) =>
  files.flatMap(({ path, text }) =>
    codeOf(text)
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )

describe('facts of the contract exist only there', () => {
  test('paths', () => expect(linesWith(sources, /['"`/]v[1-9]\/[a-z]/)).toEqual([]))
  test('business codes', () => {
    const code = /(?<![\w.-])20(0[0-9]|10)(?![\w.])/
    const time = /timeout|ms\b|setTimeout|new Date|_MS\b|w3\.org\/2000/i
    const lines = linesWith(
      sources.filter((source) => !isGallery(source)),
      code,
    )
    expect(lines.filter((line) => !time.test(line))).toEqual([])
  })
  test('ids of bundles and offers', () => {
    const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/
    expect(linesWith(sources, uuid)).toEqual([])
  })
  test('prices in kopecks', () => {
    const prices = [...new Set(sold.map(({ priceKopecks }) => priceKopecks).filter((price) => price >= 1000))]
    expect(linesWith(sources, new RegExp(`(?<![\\w.])(${prices.join('|')})(?![\\w.])`))).toEqual([])
  })
  test('the scan sees sources and search terms', () => {
    expect(sold.length).toBeGreaterThan(20)
    expect(sources.length).toBeGreaterThan(80)
    expect(linesWith(sourcesIn('openapi', /catalogue\.yaml$/), new RegExp(sold[0]?.id ?? 'nothing'))).toHaveLength(1)
  })
})

describe('the app does not use', () => {
  /** Files that store something in the tab. It must not be personal, and is gone with the tab. */
  const usesTabStore: readonly string[] = [
    'web/src/session/renew-files.ts',
    'web/src/analytics/visit.ts',
    'web/src/session/channel.ts',
    'web/src/cache/activation-tries.ts',
    'web/src/session/tab-names.ts',
    'web/src/analytics/events.ts',
    'web/src/cache/promocode-memory.ts',
    'web/src/cache/forget-user.ts',
    'web/src/navigation/scroll-memory.ts',
    'web/src/session/signed-out.ts',
    'web/src/session/sign-in-after.ts',
    'web/src/session/browser-store.ts',
  ]
  /** Files that access a storage directly: its wrapper, development code, the identity client, and the start script. */
  const usesStorage: readonly string[] = [
    'web/src/session/browser-store.ts',
    'web/src/dev/dev-host.ts',
    'web/src/session/identity.ts',
    'web/src/boot.ts',
  ]
  const usesSharedStore: readonly string[] = [
    'web/src/session/tabs.ts',
    'web/src/cache/stored-cache.ts',
    'web/src/cache/stored-settings.ts',
    'web/src/checkout/purchases.ts',
    'web/src/session/browser-store.ts',
  ]
  const forbidden: [string, RegExp, readonly string[]][] = [
    // Sign-in and sign-out for other tabs, the persisted cache and settings, and purchase intents by the user's digest.
    ['what tabs share', /\bsharedStore\b/, usesSharedStore],
    // boot.ts only checks whether anything is stored; importing the wrapper would make the first script larger.
    ['localStorage', /\blocalStorage\b/, ['web/src/session/browser-store.ts', 'web/src/boot.ts']],
    ['what a tab keeps', /\btabStore\b/, usesTabStore],
    ['sessionStorage', /\bsessionStorage\b/, usesStorage],
    ['markup from text', /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write/, []],
    ['code from text', /\beval\(|new Function\(|setTimeout\(['"`]/, []],
    [
      'examples of routes, which the build leaves out',
      /\.(states|visits)\b|[{,] *(states|visits) *[,}]/,
      ['web/src/routes.ts', 'web/src/gallery/page-states.ts'],
    ],
    ['cookies', /document\.cookie/, ['web/src/analytics/utm.ts']],
    // Events name the browser.
    ['the user agent', /\buserAgent\b/, ['web/src/hosts/detect.ts', 'web/src/analytics/event-sender.ts']],
  ]
  test.each(forbidden)('%s', (_name, pattern, allowed) => {
    expect(
      linesWith(
        web.filter(({ path }) => !allowed.includes(path)),
        pattern,
      ),
    ).toEqual([])
  })
  it('the scan sees its sources', () => expect(web.length).toBeGreaterThan(50))
})
