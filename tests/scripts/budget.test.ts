import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Manifest, startScripts, weighPages } from '../../scripts/budget.ts'
import { temporaryFolder } from '#support/folders.ts'

const manifest = {
  _page: { file: 'page.js', name: 'page' },
  _account: { file: 'account.js', name: 'account' },
  '_boot.js': { file: 'boot.js', name: 'boot', dynamicImports: ['_start.js'] },
  '_start.js': { file: 'main.js', imports: ['react', 'shared'], dynamicImports: ['identity'] },
  react: { file: 'react.js', imports: ['shared'] },
  shared: { file: 'shared.js', imports: ['react'] },
  identity: { file: 'identity.js', name: 'identity', imports: ['shared'] },
}

it('counts what the page loads at once, each file once, and nothing that it loads later', () => {
  expect(startScripts(manifest, '_boot.js')).toEqual(['boot.js'])
  expect(startScripts(manifest, '_start.js')).toEqual(['main.js', 'react.js', 'shared.js'])
})

const budgets = { untouched: 100, landing: 400, profile: 500, chunks: { page: 100 }, other: 50 }

async function built(given: Manifest, sizes: Readonly<Record<string, number>> = {}): Promise<string> {
  const folder = await temporaryFolder()
  await mkdir(join(folder, '.vite'))
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(given))
  for (const { file } of Object.values(given))
    await writeFile(join(folder, file), crypto.getRandomValues(new Uint8Array(sizes[file] ?? 10)))
  return folder
}
const problemOf = async (...given: Parameters<typeof built>) =>
  (await weighPages(await built(...given), budgets)).problem

it('reports nothing when everything is within its budget', async () => {
  expect(await problemOf(manifest)).toBe('')
})

it.each([
  [{ 'boot.js': 200 }, 'JavaScript of / before a touch: 20\\d bytes; its budget is 100.\n  boot.js 20\\d$'],
  [{ 'main.js': 500 }, 'JavaScript of /: \\d+ bytes; its budget is 400.\n  boot.js \\d+\n  main.js 50\\d\n'],
  [{ 'account.js': 600 }, '^JavaScript of /profile: \\d+ bytes; its budget is 500.\n'],
  [{ 'page.js': 150 }, '^JavaScript of the chunk page: 15\\d bytes; its budget is 100.\n  page.js 15\\d$'],
  [{ 'identity.js': 60 }, '^JavaScript of the chunk identity: 6\\d bytes; its budget is 50.\n'],
])('reports an exceeded budget with its files: %j', async (sizes, problem) => {
  expect(await problemOf(manifest, sizes)).toMatch(new RegExp(problem))
})

it('counts the same bytes whatever hashes the names of files have', async () => {
  const bytes = async (...hashes: readonly string[]) => {
    const folder = await built({ boot: { file: 'boot.js', name: 'boot' } })
    await writeFile(join(folder, 'boot.js'), hashes.map((hash) => `import('./part-${hash}.js')`).join())
    return (await weighPages(folder, budgets)).landing
  }
  expect(await bytes('Ciiemt96', 'CWAI4uLw')).toBe(await bytes('aaaaaaaa', 'aaaa-_aa'))
})

it('reports pages that the modals load', async () => {
  const modals = { file: 'modals.js', name: 'app-modals', imports: ['_pages'] }
  const pages = { file: 'pages.js', name: 'benefit-pages' }
  expect(await problemOf({ ...manifest, _modals: modals, _pages: pages })).toMatch(/^The modals load benefit-pages: /)
})

it('reports a budget without a chunk, and a page without scripts', async () => {
  const { _page, ...others } = manifest
  expect(await problemOf(others)).toBe('The chunk page has a budget but does not exist.')
  expect(await problemOf({})).toContain('JavaScript of /: 0 bytes')
})
