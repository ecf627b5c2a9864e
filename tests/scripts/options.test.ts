import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../support/folders.ts'
import { startNode } from '../support/processes.ts'

it('npm run release -- --list says that a folder has no release', { timeout: 60_000 }, async () => {
  const out = join(await temporaryFolder(), 'nothing')
  const { exitCode, output } = startNode(['scripts/release.ts', '--list', '--out', out])
  expect(await exitCode).toBe(1)
  expect(output()).toBe(`${out} has no release. To add one: npm run release.\n`)
})
