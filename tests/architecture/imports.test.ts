import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { upwardImports, cycleIn, deepImports, isInside, modulesOf } from './modules.ts'
import { arrow, importsIn, importsOf } from './sources.ts'
import { layeredSources, workspaces } from './workspaces.ts'

const root = resolve(import.meta.dirname, '../..')
const imports = [...new Set(workspaces.map(({ folder }) => folder.split('/')[0] ?? ''))].flatMap((folder) =>
  importsIn(folder),
)

describe.each(layeredSources)('$folder', (sources) => {
  it('imports only downwards in the order of its layers', () => {
    expect(upwardImports(imports, sources).map(arrow)).toEqual([])
  })
  it('has no import cycle of files', () => {
    const counted = sources.noCyclesOf === 'values' ? imports.filter(({ isTypeOnly }) => !isTypeOnly) : imports
    expect(cycleIn(counted.filter(({ from }) => isInside(from, sources.folder)))).toBeNull()
  })
  it('lists every module once in its order', () => {
    const entries = readdirSync(join(root, sources.folder), { withFileTypes: true })
    const modules = modulesOf(sources)
    // A folder of examples in other languages has no imports.
    const hasSources = (name: string) =>
      readdirSync(join(root, sources.folder, name), { recursive: true }).some((file) => /\.tsx?$/.test(String(file)))
    const own = entries
      .filter((entry) => (entry.isDirectory() && hasSources(entry.name)) || modules.includes(entry.name))
      .map(({ name }) => name)
    expect(modules.filter((module) => module !== sources.name).toSorted()).toEqual(own.toSorted())
  })
  test('the scan sees its imports', () => {
    expect(imports.filter(({ from }) => isInside(from, sources.folder)).length).toBeGreaterThan(40)
  })
})

describe('workspaces', () => {
  it('import each other by package name, or as the table allows', () => {
    expect(deepImports(imports, workspaces).map(arrow)).toEqual([])
  })
  it('import only the packages of this repository that the table allows', () => {
    const byLength = workspaces.toSorted((one, other) => other.folder.length - one.folder.length)
    const own = imports.filter(({ to }) => to.startsWith('@paket/'))
    const isAllowed = ({ from, to }: { from: string; to: string }) =>
      byLength
        .find(({ folder }) => isInside(from, folder))
        ?.packages.some((name) => to === name || to.startsWith(`${name}/`)) === true
    expect(own.length).toBeGreaterThan(100)
    expect(own.filter((each) => !isAllowed(each)).map(arrow)).toEqual([])
  })
  it('import the SDK by its entry points', () => {
    const { exports } = JSON.parse(readFileSync(join(root, 'sdk/package.json'), 'utf8')) as { exports: object }
    const entries = Object.keys(exports).map((entry) => `@paket/sdk${entry.slice(1)}`)
    const used = imports.filter(({ from, to }) => !isInside(from, 'tests') && /^@paket\/sdk(\/|$)/.test(to))
    expect(used.length).toBeGreaterThan(50)
    expect(used.filter(({ to }) => !entries.includes(to)).map(arrow)).toEqual([])
  })
  test.each(workspaces)('the scan sees imports of $folder', ({ folder }) => {
    expect(imports.filter(({ from }) => isInside(from, folder)).length).toBeGreaterThan(10)
  })
})

describe('the scan', () => {
  const read = (text: string) => importsOf({ path: 'web/src/app/x.ts', text })
  it.each([
    ["import { a } from '#ui/a.ts'", 'web/src/ui/a.ts', ['a'], false],
    ["import type { A } from './a.ts'", 'web/src/app/a.ts', ['A'], true],
    ["import { type A, type B } from '../pages/a.ts'", 'web/src/pages/a.ts', ['A', 'B'], true],
    ["import { type A, b as c } from '@paket/sdk'", '@paket/sdk', ['A', 'b'], false],
    ["import {\n  type A,\n  b,\n} from 'x'", 'x', ['A', 'b'], false],
    ["import {\n  type A,\n  type B,\n} from 'x'", 'x', ['A', 'B'], true],
    ["const a = () => import('#ui/a.ts')", 'web/src/ui/a.ts', [], false],
    ["export * from './a.ts'", 'web/src/app/a.ts', [], false],
    ["import './a.css'", 'web/src/app/a.css', [], false],
  ])('reads %s', (text, to, names, isTypeOnly) => {
    expect(read(text)).toEqual([{ from: 'web/src/app/x.ts', to, names, isTypeOnly }])
  })
})

describe('a planted import', () => {
  const sources = {
    name: 'shop',
    folder: 'shop/src',
    order: 'shop > page > table.ts > part, flow > ui',
    isolated: ['part'],
  }
  const plant = (path: string, to: string) => importsOf({ path: `shop/src/${path}`, text: `import '#${to}'` })

  it.each([
    ['to a module below', 'page/a.ts', 'ui/a.ts', true],
    ['to a module above', 'ui/a.ts', 'page/a.ts', false],
    ['to another module of its layer', 'part/a.ts', 'flow/a.ts', false],
    ['to a module that the order does not name', 'page/a.ts', 'unknown/a.ts', false],
    ['from a file beside the modules', 'main.ts', 'page/a.ts', true],
    ['to a file that is a module of its own', 'page/a.ts', 'table.ts', true],
    ['from a file that is a module of its own', 'table.ts', 'page/a.ts', false],
    ['to a file beside the modules', 'page/a.ts', 'main.ts', false],
    ['in its own module', 'page/a/a.ts', 'page/b/b.ts', true],
    ['in its own folder of a module whose folders are isolated', 'part/a/a.ts', 'part/a/b.ts', true],
    ['to another folder of a module whose folders are isolated', 'part/a/a.ts', 'part/b/b.ts', false],
  ])('%s', (_, from, to, isAllowed) => {
    expect(upwardImports(plant(from, to), sources)).toHaveLength(isAllowed ? 0 : 1)
  })
  it('follows the same order when it is of types only', () => {
    const types = importsOf({ path: 'shop/src/ui/a.ts', text: "import type { A } from '#page/a.ts'" })
    expect(upwardImports(types, sources)).toHaveLength(1)
  })
  it('is allowed where the order omits files outside modules', () => {
    expect(upwardImports(plant('ui/a.ts', 'main.ts'), { ...sources, order: 'page > ui' })).toEqual([])
  })
  it('is reported when it closes a cycle, with only the files of the cycle', () => {
    const straight = [...plant('ui/a.ts', 'ui/b.ts'), ...plant('ui/b.ts', 'ui/c.ts'), ...plant('main.ts', 'ui/a.ts')]
    expect(cycleIn(straight)).toBeNull()
    expect(cycleIn([...straight, ...plant('ui/c.ts', 'ui/b.ts')])).toEqual([
      'shop/src/ui/b.ts',
      'shop/src/ui/c.ts',
      'shop/src/ui/b.ts',
    ])
  })
  it('into another workspace is reported unless the table allows it', () => {
    const shops = [
      { folder: 'shop', reaches: ['bank'], packages: [] },
      { folder: 'shop/till', reaches: [], packages: [] },
      { folder: 'bank', reaches: [], packages: [] },
    ]
    const ofFile = (path: string) =>
      importsOf({ path, text: `import '${'../'.repeat(path.split('/').length - 1)}bank/a.ts'` })
    expect(deepImports(ofFile('shop/a.ts'), shops)).toEqual([])
    expect(deepImports(ofFile('shop/till/a.ts'), shops)).toHaveLength(1)
    expect(deepImports(ofFile('bank/b/c.ts'), shops)).toEqual([])
  })
})
