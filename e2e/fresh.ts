import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { preview, withMock } from '../scripts/app.ts'
import { inTemporaryFolder } from '../scripts/temporary-folder.ts'

/** Starts a second mock with a snapshot, and a server of the built app that proxies to it; calls `use` with the app's origin, then stops both. */
export const withFreshMock = (snapshot: string, use: (origin: string) => Promise<void>): Promise<void> =>
  inTemporaryFolder('paket-fresh-', async (folder) => {
    const file = join(folder, 'snapshot.json')
    await writeFile(file, snapshot)
    await withMock(preview, use, ['--load', file])
  })
