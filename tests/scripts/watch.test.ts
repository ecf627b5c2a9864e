import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { watchFolders } from '../../scripts/watch.ts'
import { temporaryFolder } from '#support/folders.ts'

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

it('detects files that are written, replaced, added in new folders and removed; once per burst', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'a.yaml')
  await writeFile(file, '1')
  const changed = vi.fn(() => Promise.resolve())
  onTestFinished(watchFolders([folder], changed, 30))
  const replace = async (text: string) => {
    await writeFile(`${file}~`, text)
    await rename(`${file}~`, file)
  }
  const acts = [
    () => writeFile(file, '22'),
    () => replace('333'),
    () => replace('4444'),
    () => mkdir(join(folder, 'b/c'), { recursive: true }).then(() => writeFile(join(folder, 'b/c/d.yaml'), 'x')),
    () => rm(file),
  ]
  await pause(200)
  expect(changed).not.toHaveBeenCalled()
  for (const [at, act] of acts.entries()) {
    await act()
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(at + 1), 3000)
    await pause(100)
    expect(changed).toHaveBeenCalledTimes(at + 1)
  }
})
