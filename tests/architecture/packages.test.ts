import { describe, expect, it, test } from 'vitest'
import { moduleOf } from './modules.ts'
import { arrow, type Import, importsIn, importsOf } from './sources.ts'
import { layeredSources, workspaces } from './workspaces.ts'

const isOwnFile = ({ to }: Import) => workspaces.some(({ folder }) => to.startsWith(`${folder}/`))

const web = { name: 'web', folder: 'web/src', order: '' }
const isIn = (path: string, ...modules: string[]) =>
  path.startsWith(`${web.folder}/`) && modules.includes(moduleOf(path, web))
const inFlows = ({ from }: Import) => isIn(from, 'flow', 'features') && from.endsWith('.ts')

/** Imports that a module of the app may not have, each with an example. */
const forbidden: readonly { rule: string; breaks: (each: Import) => boolean; planted: [from: string, to: string] }[] = [
  {
    rule: 'domain imports no package',
    breaks: ({ from }) => isIn(from, 'domain'),
    planted: ['domain/a.ts', '@paket/sdk'],
  },
  {
    rule: 'components and hosts do not know the SDK',
    breaks: ({ from, to }) => isIn(from, 'ui', 'hosts') && to.startsWith('@paket/'),
    planted: ['ui/a.tsx', '@paket/sdk/operations'],
  },
  {
    rule: 'flows use no React, no DOM library and no query client',
    breaks: (each) => inFlows(each) && !/^(@paket\/sdk|valtio\/vanilla)$/.test(each.to),
    planted: ['features/a/flow/a.ts', 'react'],
  },
  {
    rule: 'the session alone talks to the identity provider',
    breaks: ({ from, to }) => to === 'oidc-client-ts' && !isIn(from, 'session'),
    planted: ['app/a.ts', 'oidc-client-ts'],
  },
]

describe('web', () => {
  const imports = importsIn(web.folder)
  const packages = imports.filter((each) => !isOwnFile(each))

  it.each(forbidden)('$rule', ({ breaks, planted: [from, to] }) => {
    expect(packages.filter(breaks).map(arrow)).toEqual([])
    const planted = importsOf({ path: `web/src/${from}`, text: `import a from '${to}'` })
    expect(planted.filter(breaks)).toEqual(planted)
  })
  it('renders every page in the frame with its sections; pages with their own frame read nothing', () => {
    const pageOf = (path: string) => path.split('/')[3] ?? ''
    const ofPages = imports.filter(({ from }) => isIn(from, 'pages'))
    const unframed = ofPages.filter(({ to, names }) => isIn(to, 'ui') && names.includes('Page'))
    const pages = [...new Set(unframed.map(({ from }) => pageOf(from)))]
    expect(pages.toSorted()).toEqual(['error', 'landing', 'not-found'])
    const reads = ofPages.filter(({ to }) => /react-query/.test(to) || isIn(to, 'cache'))
    expect(reads.length).toBeGreaterThan(20)
    expect(reads.filter(({ from }) => pages.includes(pageOf(from))).map(arrow)).toEqual([])
  })
  it('wraps the pages of the account in their own error boundary', () => {
    const importing = (name: string) =>
      imports.filter(({ from, names }) => isIn(from, 'app') && names.includes(name)).map(({ from }) => from)
    expect(importing('AccountProvider')).not.toEqual([])
    expect(importing('PageBoundary')).toEqual(importing('AccountProvider'))
  })
  test('the scan sees imports', () => {
    expect(packages.length).toBeGreaterThan(80)
    expect(packages.filter(inFlows).length).toBeGreaterThan(20)
    expect(packages.some(({ to }) => to === 'oidc-client-ts')).toBe(true)
  })
})

describe('sdk', () => {
  const imports = importsIn('sdk/src')

  it('requires each peer only in its own entry, valibot only with the schemas, and nothing else', () => {
    const places: Record<string, RegExp> = {
      '@opentelemetry/api': /^sdk\/src\/otel\.ts$/,
      '@tanstack/react-query': /^sdk\/src\/react-query\//,
      'openapi-fetch': /^sdk\/src\/openapi-fetch\.ts$/,
      valibot: /^sdk\/src\/(schemas\.ts|generated\/valibot\.gen\.ts)$/,
    }
    const packages = imports.filter((each) => !isOwnFile(each))
    expect(packages.filter(({ from, to }) => !places[to]?.test(from)).map(arrow)).toEqual([])
    expect(new Set(packages.map(({ to }) => to))).toEqual(new Set(Object.keys(places)))
  })
  it('imports only its own sources', () => {
    const outside = imports.filter((each) => isOwnFile(each) && !each.to.startsWith('sdk/src/'))
    expect(outside.map(arrow)).toEqual([])
  })
  test('the scan sees imports', () => expect(imports.length).toBeGreaterThan(40))
})

test('every layered folder belongs to a workspace', () => {
  const folders = workspaces.map(({ folder }) => folder)
  expect(layeredSources.filter(({ folder }) => !folders.some((each) => `${folder}/`.startsWith(`${each}/`)))).toEqual(
    [],
  )
})
