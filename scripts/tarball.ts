import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { npm } from './npm.ts'
import { runToEnd } from './processes.ts'
import { inTemporaryFolder } from './temporary-folder.ts'

const TIMEOUT_MS = 120_000

/** A packed package. */
export interface Tarball {
  path: string
  bytes: number
}

/** Stages a package in a temporary folder and packs it. The output is reproducible. */
export const packStaged = (stage: (folder: string) => Promise<void>, out: string): Promise<Tarball> =>
  inTemporaryFolder('paket-pack-', async (folder) => {
    await stage(folder)
    await mkdir(out, { recursive: true })
    const pack = npm('npm pack', ['pack', '--ignore-scripts', '--pack-destination', out], folder)
    const { ok, why, output } = await runToEnd(pack, TIMEOUT_MS)
    if (!ok) throw new Error(`npm pack failed (${why}):\n${output}`)
    const name = output.split(/\s/).find((word) => word.endsWith('.tgz'))
    if (!name) throw new Error(`npm pack did not print the file name:\n${output}`)
    const path = join(out, name)
    return { path, bytes: (await stat(path)).size }
  })
