import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { npm } from './npm.ts'
import { once } from './once.ts'
import { inSeconds, root, runToEnd } from './processes.ts'

const INSTALL_TIMEOUT_MS = 900_000

/** Installs packages that only one command needs, by the lock file in its folder, unless they are installed already. */
export async function installOwnPackages(folder: string): Promise<void> {
  const stampFile = join(folder, 'node_modules/.paket-installed')
  const versions = await readFile(join(folder, 'package-lock.json'))
  const stamp = createHash('sha256').update(versions).update(process.platform).update(process.arch).digest('hex')
  const place = relative(root, folder)
  const isInstalled = async () => (await readFile(stampFile, 'utf8').catch(() => '')) === stamp || null
  const lock = join(root, 'node_modules/.cache', `${place.replaceAll(/\W+/g, '-')}.lock`)
  await once(lock, isInstalled, async () => {
    await rm(stampFile, { force: true })
    await install(folder, place)
    await writeFile(stampFile, stamp)
    return true
  })
}

async function install(folder: string, place: string): Promise<void> {
  process.stderr.write(
    `Installing the packages of ${place}/package-lock.json, which only this command needs; the first time takes a while.\n`,
  )
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--no-progress']
  const { ok, why, output, ms } = await runToEnd(npm('npm ci', args, folder), INSTALL_TIMEOUT_MS)
  if (!ok) throw new Error(`The packages of ${place} could not be installed (${why}):\n${output}`)
  process.stderr.write(`They are installed (${inSeconds(ms)}).\n`)
}
