import { existsSync } from 'node:fs'
import { type Outcome, runToEnd } from './processes.ts'

const PACKAGE_LIST_MS = 120_000
const PACKAGE_MS = 300_000

/** Installs Debian packages if this process has the permission. Returns whether they are installed now. */
export async function aptInstall(...packages: readonly string[]): Promise<boolean> {
  if (!existsSync('/usr/bin/apt-get')) return false
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = (args: readonly string[], timeoutMs: number): Promise<Outcome> => {
    const [file = '', ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args]
    return runToEnd({ name: 'apt-get', file, args: rest }, timeoutMs)
  }
  await apt(['update'], PACKAGE_LIST_MS)
  return (await apt(['install', '-y', '--no-install-recommends', ...packages], PACKAGE_MS)).ok
}
