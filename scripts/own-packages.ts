import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { npm } from './npm.ts'
import { inSeconds, root, runToEnd } from './processes.ts'

const INSTALL_TIMEOUT_MS = 900_000

/** Installs packages that only one command needs, by the lock file in its folder, unless they are installed already. */
export async function installOwnPackages(folder: string): Promise<void> {
  const stampFile = join(folder, 'node_modules/.paket-installed')
  const lock = await readFile(join(folder, 'package-lock.json'))
  const stamp = createHash('sha256').update(lock).update(process.platform).update(process.arch).digest('hex')
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return
  const place = relative(root, folder)
  process.stderr.write(
    `Installing the packages of ${place}/package-lock.json, which only this command needs; the first time takes a while.\n`,
  )
  await rm(stampFile, { force: true })
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--no-progress']
  const { ok, why, output, ms } = await runToEnd(npm('npm ci', args, folder), INSTALL_TIMEOUT_MS)
  if (!ok) throw new Error(`The packages of ${place} could not be installed (${why}):\n${output}`)
  await writeFile(stampFile, stamp)
  process.stderr.write(`They are installed (${inSeconds(ms)}).\n`)
}
