import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'

/** Makes a folder that is removed at the end of the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'paket-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A folder that exists while the tests of a file run. */
export function folderOfFile() {
  const path = join(tmpdir(), `paket-file-${randomUUID()}`)
  let files = 0
  beforeAll(() => mkdir(path))
  afterAll(() => rm(path, { recursive: true, force: true }))
  return {
    path,
    /** Writes a file; returns its path. */
    async file(content: unknown, name = `${++files}.json`): Promise<string> {
      const place = join(path, name)
      await writeFile(
        place,
        typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
      )
      return place
    },
  }
}
