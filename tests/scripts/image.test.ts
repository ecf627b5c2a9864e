import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#support/folders.ts'
import { startNode } from '#support/processes.ts'

const image = async (...args: string[]) => {
  const running = startNode(['scripts/image.ts', ...args])
  return { code: await running.exitCode, output: running.output().trim() }
}
it('npm run image reports what is missing and how to make it', async () => {
  const folder = await temporaryFolder()
  expect(await image('--from', folder)).toEqual({
    code: 1,
    output: `${folder} has no current release: npm run release -- --origin https://paket.example`,
  })
  expect(await image('mock', '--from', folder)).toEqual({
    code: 1,
    output: `${folder} has no paket-mock-….tgz: npm run pack`,
  })
  for (const version of ['1.0.0', '1.1.0']) await writeFile(join(folder, `paket-mock-${version}.tgz`), '')
  expect(await image('mock', '--from', folder)).toEqual({
    code: 1,
    output: `${folder} has packages of several versions (1.0.0, 1.1.0): remove all but one`,
  })
}, 60_000)

it('npm run image lists the known images', async () => {
  expect(await image('mok')).toEqual({ code: 1, output: 'unknown image mok; known are app, mock' })
  expect((await image('--help')).output).toContain('npm run image -- mock')
}, 60_000)
