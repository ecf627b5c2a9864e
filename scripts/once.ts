import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const RETRY_MS = 100

/**
 * Returns what `find` returns, and makes it when it finds nothing. Of several processes with the same lock file one
 * makes it, and the others wait for it.
 */
export async function once<T>(lock: string, find: () => Promise<T | null>, make: () => Promise<T>): Promise<T> {
  await mkdir(dirname(lock), { recursive: true })
  for (;;) {
    const found = await find()
    if (found !== null) return found
    if (await takeLock(lock)) break
    await removeStaleLock(lock)
    await sleep(RETRY_MS)
  }
  try {
    // Another process may have made it just before this one took the lock.
    return (await find()) ?? (await make())
  } finally {
    await rm(lock, { force: true })
  }
}

/** Takes a lock; returns false when another process has it. */
async function takeLock(lock: string): Promise<boolean> {
  // Written first, then linked, so that the lock never exists without its owner's pid: others would wait for such a lock for ever.
  const draft = `${lock}.${randomUUID()}`
  try {
    await writeFile(draft, String(process.pid))
    await link(draft, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    await rm(draft, { force: true })
  }
}

/** Removes the lock of a process that has ended, under a lock of its own: a second remover would remove a lock that was taken in the meantime. */
async function removeStaleLock(lock: string): Promise<void> {
  const owner = await ownerOf(lock)
  if (!(owner > 0) || isRunning(owner)) return
  const removal = `${lock}.${owner}`
  if (!(await takeLock(removal))) return removeStaleLock(removal)
  if ((await ownerOf(lock)) === owner) await rm(lock, { force: true })
  await rm(removal, { force: true })
}

/** Returns the pid of the process that has a lock; 0 when there is none. */
const ownerOf = async (lock: string) => Number(await readFile(lock, 'utf8').catch(() => ''))
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
