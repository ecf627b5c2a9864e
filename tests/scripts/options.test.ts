import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#support/folders.ts'
import { startNode } from '#support/processes.ts'

it('npm run release -- --list says that a folder has no release', { timeout: 60_000 }, async () => {
  const out = join(await temporaryFolder(), 'nothing')
  const { exitCode, output } = startNode(['scripts/release.ts', '--list', '--out', out])
  expect(await exitCode).toBe(1)
  expect(output()).toBe(`${out} has no release. To add one: npm run release -- --origin https://paket.example\n`)
})

it.each([
  [[], 'The pages name the site that serves them: npm run release -- --origin https://paket.example, or PAKET_ORIGIN.'],
  [
    ['--origin', 'paket.example'],
    'The origin must be one such as https://paket.example, without a path: paket.example',
  ],
])('npm run release with %j says in one line which origin it needs', { timeout: 60_000 }, async (args, sentence) => {
  const { exitCode, output } = startNode(['scripts/release.ts', ...args, '--out', await temporaryFolder()])
  expect(await exitCode).toBe(1)
  expect(output()).toBe(`${sentence}\n`)
})
