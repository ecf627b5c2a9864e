import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkedOasdiff, compareShapes, isLater } from '../../../scripts/drift/compare/oasdiff.ts'
import { contract, folderOfFile } from '../support.ts'

const folder = folderOfFile()
afterEach(() => void vi.unstubAllEnvs())
const documents = () => {
  const [before, after] = [contract(), contract()]
  delete after.document['paths']!['/v1/create_order']
  return [before.document, after.document] as const
}
/** A program that says its version, and one finding for whatever it is asked. */
async function program(version: string): Promise<void> {
  const script = `#!/bin/sh\nif [ "$1" = --version ]; then echo "oasdiff version ${version}"; else echo '[{"id":"of-the-path","text":"x","level":1}]'; fi\n`
  await chmod(await folder.file(script, 'oasdiff'), 0o755)
  vi.stubEnv('PATH', `${folder.path}:${process.env['PATH']}`)
}

describe.skipIf(process.platform === 'win32')('an oasdiff on the PATH', () => {
  it('is used when it is later', async () => {
    await program('99.0.0')
    expect((await compareShapes(...documents())).map(({ kind }) => kind)).toEqual(['of-the-path'])
  })
  it.each(['1.2.3', 'none'])('is left alone with version %s', async (version) => {
    await program(version)
    expect((await compareShapes(...documents())).map(({ kind }) => kind)).toEqual([
      'api-path-removed-without-deprecation',
    ])
  })
})
it('refuses the one that came with this when its bytes are not those that were tried', async () => {
  const place = await folder.file('#!/bin/sh\necho "[]"\n', 'oasdiff')
  await expect(checkedOasdiff(() => place)).rejects.toThrow(/oasdiff is not the oasdiff that was tried.*it was not run/)
})
it('finds none that came with this where npm has none for the machine', async () => {
  const nothing = () => {
    throw new Error('Cannot find module')
  }
  expect(await checkedOasdiff(nothing)).toBeNull()
})
it('uses the one that came with this otherwise', async () => {
  vi.stubEnv('PATH', join(folder.path, 'nothing'))
  expect(await compareShapes(...documents())).toHaveLength(1)
})
it.each<[number[], number[], boolean]>([
  [[1, 16, 0], [1, 15, 9], true],
  [[2, 0, 0], [1, 15, 0], true],
  [[1, 15, 0], [1, 15, 0], false],
  [[1, 14, 9], [1, 15, 0], false],
])('%j is later than %j: %s', (a, b, expected) => expect(isLater(a, b)).toBe(expected))
