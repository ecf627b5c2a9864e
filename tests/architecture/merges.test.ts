import { expect, it } from 'vitest'
import { sourcesIn } from './sources.ts'

it('no file has a conflict marker of a merge', () => {
  const folders = ['openapi', 'sdk', 'web', 'mock-server', 'scripts', 'tests', 'e2e']
  const files = folders.flatMap((folder) => sourcesIn(folder, /\.(tsx?|js|cjs|md|ya?ml|json|css|html|snap)$/))
  expect(files.length).toBeGreaterThan(1000)
  expect(files.filter(({ text }) => /^(<{7}|>{7}) /m.test(text)).map(({ path }) => path)).toEqual([])
})
