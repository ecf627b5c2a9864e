import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { Contract } from '#mock/engine/contract/contract.ts'
import { pageOf } from '#mock/product/lifecycle/diagram.ts'
import { behaviour } from '#mock/product/paket.ts'
import { type RouteRow, routes } from '#web/routes.ts'
import { pictureOf, withPicture } from './picture.ts'
import { importsIn, importsOf } from './sources.ts'
import { layeredSources } from './workspaces.ts'

const root = resolve(import.meta.dirname, '../..')

/** After a change of imports update it with `npm run format` or `npx vitest run tests/architecture/pictures -u`. */
test.each(layeredSources)('$readme has the current diagram of its modules', async (sources) => {
  const path = join(root, sources.readme)
  const drawn = withPicture(readFileSync(path, 'utf8'), pictureOf(importsIn(sources.folder), sources))
  await expect(drawn).toMatchFileSnapshot(path)
})

/** After a change of the lifecycle update it in the same ways. */
test('openapi/LIFECYCLE.md is up to date with the lifecycle', async () => {
  const contractDir = join(root, 'openapi')
  const { lifecycle } = await behaviour(await Contract.load(contractDir), contractDir)
  await expect(pageOf(lifecycle)).toMatchFileSnapshot(join(contractDir, 'LIFECYCLE.md'))
})

/** After a change of the routes update it in the same ways. */
test('e2e/places.json is up to date with the routes', async () => {
  const visits = Object.values<RouteRow>(routes).flatMap((row) => (row.visits === 'leadsOn' ? [] : row.visits))
  await expect(`${JSON.stringify(visits, null, 2)}\n`).toMatchFileSnapshot(join(root, 'e2e/places.json'))
})

describe('the diagram', () => {
  const sources = {
    name: 'shop',
    folder: 'shop/src',
    readme: '',
    order: 'shop > page > ui',
    noCyclesOf: 'values',
  } as const
  const read = (path: string, text: string) => importsOf({ path, text })

  it('counts imports between modules, not inside one', () => {
    const imports = [
      ...read('shop/src/main.ts', "import '#page/a.ts'"),
      ...read('shop/src/page/a.ts', "import './b.ts'\nimport '#ui/a.ts'\nimport type { B } from '#ui/b.ts'"),
    ]
    expect(pictureOf(imports, sources)).toBe('```mermaid\nflowchart TD\n  shop -->|1| page\n  page -->|2| ui\n```')
  })
  it('changes only what is between the markers', () => {
    const readme = 'Before\n<!-- imports -->\nold\n<!-- /imports -->\nafter\n'
    expect(withPicture(readme, 'new')).toBe('Before\n<!-- imports -->\n\nnew\n\n<!-- /imports -->\nafter\n')
    expect(() => withPicture('Before', 'new')).toThrow('no <!-- imports -->')
  })
})
