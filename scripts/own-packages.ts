import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { npm } from './npm.ts'
import { inSeconds, root, runToEnd } from './processes.ts'

const LONGEST_INSTALL_MS = 900_000

/** Installs the packages that one command alone needs, by the lock file of its folder, when they are not there yet. */
export async function installOwnPackages(folder: string): Promise<void> {
  const stampFile = join(folder, 'node_modules/.paket-installed')
  const lock = await readFile(join(folder, 'package-lock.json'))
  const stamp = createHash('sha256').update(lock).update(process.platform).update(process.arch).digest('hex')
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return
  const place = relative(root, folder)
  process.stderr.write(
    `Installing what only this needs, by ${place}/package-lock.json; the first time takes a while.\n`,
  )
  await rm(stampFile, { force: true })
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--no-progress']
  const { ok, why, output, ms } = await runToEnd(npm('npm ci', args, folder), LONGEST_INSTALL_MS)
  if (!ok) throw new Error(`The packages of ${place} could not be installed (${why}):\n${output}`)
  await writeFile(stampFile, stamp)
  process.stderr.write(`They are installed (${inSeconds(ms)}).\n`)
}
