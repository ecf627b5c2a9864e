import { describe, expect, it, test } from 'vitest'
import { arrow, type Import, importsIn, importsOf } from './sources.ts'

/** Which folders of web/src a folder may import besides itself; `types` by a type-only import. Packages are told apart below. */
interface May {
  values: readonly string[]
  types?: readonly string[]
}
const everything = [
  'domain',
  'ui',
  'hosts',
  'session',
  'modals',
  'flow',
  'features',
  'pages',
  'app',
  'dev',
  'styles',
] as const
const but = (...left: string[]) => everything.filter((folder) => !left.includes(folder))
const rules: Record<string, May> = {
  domain: { values: [] },
  ui: { values: ['styles'] },
  hosts: { values: [] },
  session: { values: ['domain'], types: ['hosts'] },
  modals: { values: ['domain'], types: everything },
  // What runs a flow gives it its modals.
  flow: { values: ['domain', 'modals'], types: everything },
  features: { values: but('features', 'pages', 'app', 'dev') },
  pages: { values: but('pages', 'dev') },
  app: { values: everything },
  // In development only: no build has it.
  dev: { values: ['session'] },
  gallery: { values: everything },
  'main.tsx': { values: everything },
}
/** What a page may use of the app: the layout and what the app hands down, not what starts it. */
const appForPages =
  /^web\/src\/app\/(header|footer|account-page|page-frame|section-boundary|use-view|activation-tries|client-data-awaited|held-options|loading|page-skeleton|read-state|services|settings|support|address|use-after-purchase|use-buying|use-offer-shown|use-promocode|use-sign-in-to-buy|user-name|visit|widgets)\.tsx?$/

const folderOf = (path: string) => path.split('/')[2] ?? ''
/** A folder of features or pages stands for itself; elsewhere the top folder does. */
const unitOf = (path: string) =>
  path
    .split('/')
    .slice(0, ['features', 'pages'].includes(folderOf(path)) ? 4 : 3)
    .join('/')

function isAllowed({ from, to, isTypeOnly }: Import): boolean {
  if (unitOf(from) === unitOf(to)) return true
  const may = rules[folderOf(from)]
  if (folderOf(from) === 'pages' && folderOf(to) === 'app') return appForPages.test(to)
  return [...(may?.values ?? []), ...(isTypeOnly ? (may?.types ?? []) : [])].includes(folderOf(to))
}

describe('web', () => {
  const imports = importsIn('web/src')
  const own = imports.filter(({ to }) => to.startsWith('web/'))
  const packages = imports.filter(({ to }) => !/^(web|sdk|mock-server|openapi)\//.test(to))
  const packagesOf = (folder: string) => packages.filter(({ from }) => folderOf(from) === folder)

  it('imports between folders only as the design says', () => {
    expect(own.filter((each) => !isAllowed(each)).map(arrow)).toEqual([])
  })
  it('draws every page in the frame that keeps its sections apart; those without it read nothing', () => {
    const pages = [...new Set(own.filter(({ from }) => folderOf(from) === 'pages').map(({ from }) => from))]
    const imported = (from: string) => imports.filter((each) => each.from === from).map(({ to }) => to)
    const unframed = pages.filter((page) => imported(page).includes('web/src/ui/page.tsx'))
    expect(unframed.map((page) => page.split('/').at(-1) ?? '').toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'error-page.tsx',
      'landing-page.tsx',
      'not-found-page.tsx',
    ])
    const reads = unframed.filter((page) => imported(page).some((to) => /react-query|app\/use-view/.test(to)))
    expect(reads).toEqual([])
    expect(imported('web/src/app/account-routes.tsx')).toContain('web/src/app/page-boundary.tsx')
  })
  it('reaches the SDK by its package name and entry points only', () => {
    const outside = imports.filter(({ to }) => /^(sdk|mock-server|openapi|tests|e2e|scripts)\//.test(to))
    const deep = packages.filter(({ to }) => /^@paket\/(?!sdk$|sdk\/(operations|react-query|schemas)$)/.test(to))
    expect([...outside, ...deep].map(arrow)).toEqual([])
  })
  it('keeps its rules free of packages, and its components and hosts free of the SDK', () => {
    const pure = packagesOf('domain')
    const free = ['ui', 'hosts'].flatMap(packagesOf).filter(({ to }) => to.startsWith('@paket/'))
    expect([...pure, ...free].map(arrow)).toEqual([])
  })
  it('writes its flows without React, DOM libraries and query client', () => {
    const allowed = /^(@paket\/sdk|valtio\/vanilla)$/
    const inFlows = packages.filter(({ from }) => /\/(flow|features\/[^/]+)\/[^/]+\.ts$/.test(from))
    expect(inFlows.filter(({ to }) => !allowed.test(to)).map(arrow)).toEqual([])
  })
  it('reaches the identity provider from the session only', () => {
    const identity = packages.filter(({ to }) => to === 'oidc-client-ts')
    expect([...new Set(identity.map(({ from }) => folderOf(from)))]).toEqual(['session'])
  })
  test('the scan sees imports of every folder that has rules', () => {
    expect(own.length).toBeGreaterThan(100)
    expect(packages.length).toBeGreaterThan(80)
    const seen = new Set(own.map(({ from }) => folderOf(from)))
    expect([...seen].toSorted()).toEqual(expect.arrayContaining(['app', 'features', 'flow', 'modals', 'pages', 'ui']))
    expect([...seen].filter((folder) => !(folder in rules))).toEqual([])
  })
})

describe('sdk', () => {
  const imports = importsIn('sdk/src')
  const isGenerated = (path: string) => path.startsWith('sdk/src/generated/')

  it('generated code imports no hand-written code', () => {
    const back = imports.filter(({ from, to }) => isGenerated(from) && to.startsWith('sdk/') && !isGenerated(to))
    expect(back.map(arrow)).toEqual([])
  })
  it('needs React Query in its entry only, valibot with the schemas only, and nothing else', () => {
    const places: Record<string, RegExp> = {
      '@tanstack/react-query': /^sdk\/src\/react-query\//,
      valibot: /^sdk\/src\/(schemas\.ts|generated\/valibot\.gen\.ts)$/,
    }
    const packages = imports.filter(({ to }) => !to.startsWith('sdk/'))
    expect(packages.filter(({ from, to }) => !places[to]?.test(from)).map(arrow)).toEqual([])
    expect(new Set(packages.map(({ to }) => to))).toEqual(new Set(Object.keys(places)))
  })
  it('keeps to its own sources', () => {
    const left = imports.filter(({ to }) => to.startsWith('sdk/') && !to.startsWith('sdk/src/'))
    const above = imports.filter(({ to }) => /^(\.\.|web|mock-server|openapi|tests)\b/.test(to))
    expect([...left, ...above].map(arrow)).toEqual([])
  })
  test('the scan sees imports', () => expect(imports.length).toBeGreaterThan(40))
})

describe('mock-server', () => {
  const imports = importsIn('mock-server/src')
  it('imports neither the SDK nor the app, and the contract by its package', () => {
    expect(imports.filter(({ to }) => /^(@paket\/(?!contract$)|sdk\/|web\/|openapi\/)/.test(to)).map(arrow)).toEqual([])
  })
  test('the scan sees imports', () => expect(imports.length).toBeGreaterThan(30))
})

describe('the contract’s package', () => {
  const imports = importsIn('openapi')
  it('imports no other workspace', () => {
    const left = imports.filter(
      ({ to }) => to.startsWith('@paket/') || /^(sdk|web|mock-server|scripts|tests|e2e)\//.test(to),
    )
    expect(
      left.filter(({ from, to }) => !(from === 'openapi/lint/plugin.js' && to === '@paket/contract')).map(arrow),
    ).toEqual([])
  })
  test('the scan sees imports', () => expect(imports.length).toBeGreaterThan(20))
})

describe('end-to-end tests', () => {
  const imports = importsIn('e2e')
  it('know the app from outside only', () => {
    expect(imports.filter(({ to }) => /^(@paket\/|sdk\/|web\/|mock-server\/)/.test(to)).map(arrow)).toEqual([])
  })
  test('the scan sees imports', () => expect(imports.length).toBeGreaterThan(10))
})

describe('the scan', () => {
  const read = (text: string) => importsOf({ path: 'web/src/app/x.ts', text })
  it.each([
    ["import { a } from '#ui/a.ts'", 'web/src/ui/a.ts', false],
    ["import type { A } from './a.ts'", 'web/src/app/a.ts', true],
    ["import { type A, type B } from '../pages/a.ts'", 'web/src/pages/a.ts', true],
    ["import { type A, b } from '@paket/sdk'", '@paket/sdk', false],
    ["import {\n  type A,\n  b,\n} from 'x'", 'x', false],
    ["import {\n  type A,\n  type B,\n} from 'x'", 'x', true],
    ["const a = () => import('#ui/a.ts')", 'web/src/ui/a.ts', false],
    ["export * from './a.ts'", 'web/src/app/a.ts', false],
    ["import './a.css'", 'web/src/app/a.css', false],
  ])('reads %s', (text, to, isTypeOnly) => {
    expect(read(text)).toEqual([{ from: 'web/src/app/x.ts', to, isTypeOnly }])
  })
  it('would see a feature that imports another, a page and the app', () => {
    const from = 'web/src/features/a/a.ts'
    const to = ['web/src/features/b/b.ts', 'web/src/pages/p/p.tsx', 'web/src/app/app.tsx', 'web/src/features/a/c.ts']
    expect(to.map((each) => isAllowed({ from, to: each, isTypeOnly: false }))).toEqual([false, false, false, true])
  })
})
