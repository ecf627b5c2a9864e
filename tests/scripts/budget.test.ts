import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { landingBudget, startScripts } from '../../scripts/budget.ts'
import { temporaryFolder } from './support.ts'

const manifest = {
  '_boot.js': { file: 'boot.js', name: 'boot', dynamicImports: ['_start.js'] },
  '_start.js': { file: 'main.js', imports: ['react', 'shared'], dynamicImports: ['identity'] },
  react: { file: 'react.js', imports: ['shared'] },
  shared: { file: 'shared.js', imports: ['react'] },
  identity: { file: 'identity.js', imports: ['shared'] },
}

it('takes what the page loads at once, each file once, and nothing that it loads later', () => {
  expect(startScripts(manifest, '_boot.js')).toEqual(['boot.js'])
  expect(startScripts(manifest, '_start.js')).toEqual(['main.js', 'react.js', 'shared.js'])
})

it('complains when that is too much, and when there is nothing to weigh', async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, '.vite'))
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  for (const file of ['boot.js', 'react.js', 'shared.js']) await writeFile(join(folder, file), 'let a = 1')
  await writeFile(join(folder, 'main.js'), 'let b = 2')
  expect(await landingBudget(folder)).toMatchObject({ problem: '' })
  await writeFile(join(folder, 'main.js'), crypto.getRandomValues(new Uint8Array(65_000)))
  await writeFile(join(folder, 'shared.js'), crypto.getRandomValues(new Uint8Array(65_000)))
  expect((await landingBudget(folder)).problem).toMatch(
    /^The landing page sends \d+ bytes.*\n {2}boot\.js \d+\n {2}main\.js \d+\n/,
  )
  await writeFile(join(folder, 'boot.js'), crypto.getRandomValues(new Uint8Array(5000)))
  expect((await landingBudget(folder)).problem).toMatch(
    /^The landing page sends \d+ bytes.*budget is 4000\.\n {2}boot\.js \d+$/,
  )
  await writeFile(join(folder, '.vite/manifest.json'), '{}')
  expect((await landingBudget(folder)).problem).toContain('sends 0 bytes')
})
