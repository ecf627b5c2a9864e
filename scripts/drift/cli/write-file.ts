import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { CannotCheck, messageOf } from '../report/cannot-check.ts'

/** Writes a file and the folders above it. Throws `CannotCheck` when it cannot be written. */
export async function writeFileTo(file: string, text: string, flag: 'w' | 'wx' = 'w'): Promise<void> {
  try {
    await makeFolder(dirname(resolve(file)))
    await writeFile(file, text, { flag })
  } catch (error) {
    throw new CannotCheck(`${file} cannot be written: ${messageOf(error)}`)
  }
}
/** `recursive: true` of Node 24 never ends at a symbolic link that leads nowhere. */
async function makeFolder(folder: string): Promise<void> {
  const make = () =>
    mkdir(folder).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    })
  await make().catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error
    await makeFolder(dirname(folder))
    await make()
  })
}
