import { existsSync } from 'node:fs'
import { type RunResult, runToEnd } from './processes.ts'

const LOCK_SECONDS = 300
const PACKAGE_LIST_MS = 120_000
/** Long, because an interrupted installation leaves half-configured packages that block all later ones. */
const PACKAGE_MS = 900_000

let lastInstallation: Promise<unknown> = Promise.resolve()

/**
 * Installs Debian packages if this process has the permission. Calls are queued: while one reads the list of packages, another
 * would find none. Waits for another installation, and first ends one that was interrupted. Returns whether they are installed now; says
 * why not on standard error.
 */
export function aptInstall(...packages: readonly string[]): Promise<boolean> {
  const installation = lastInstallation.then(() => install(packages))
  lastInstallation = installation.catch(() => undefined)
  return installation
}

async function install(packages: readonly string[]): Promise<boolean> {
  if (!existsSync('/usr/bin/apt-get')) return false
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const run = (command: readonly string[], timeoutMs: number): Promise<RunResult> => {
    const [file = '', ...args] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', ...command]
    return runToEnd({ name: command[0]!, file, args }, timeoutMs)
  }
  await run(['apt-get', '-qq', 'update'], PACKAGE_LIST_MS)
  const installAll = () =>
    run(
      [
        'apt-get',
        '-qq',
        '-o',
        `DPkg::Lock::Timeout=${LOCK_SECONDS}`,
        'install',
        '-y',
        '--no-install-recommends',
        ...packages,
      ],
      PACKAGE_MS,
    )
  let outcome = await installAll()
  if (!outcome.ok && outcome.output.includes('dpkg --configure -a')) {
    await run(['dpkg', '--configure', '-a'], PACKAGE_MS)
    outcome = await installAll()
  }
  if (!outcome.ok) console.error(`apt-get install ${packages.join(' ')}: ${outcome.output.trim() || outcome.why}`)
  return outcome.ok
}
