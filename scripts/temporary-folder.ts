import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const
const exit = () => process.exit(130)

/** Runs `work` with a new folder, and removes it afterwards, also when the process exits or is stopped before `work` ends. */
export async function inTemporaryFolder<T>(prefix: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  // A signal that no one listens to would end the process without its `exit`.
  const unhandled = SIGNALS.filter((signal) => process.listenerCount(signal) === 0)
  for (const signal of unhandled) process.on(signal, exit)
  try {
    return await work(folder)
  } finally {
    remove()
    process.off('exit', remove)
    for (const signal of unhandled) process.off(signal, exit)
  }
}
