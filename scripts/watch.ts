import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

async function stateOf(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const states = names.map(async (name) => {
    const found = await stat(join(folder, name)).catch(() => null)
    return found?.isFile() ? `${name} ${found.mtimeMs} ${found.size}` : ''
  })
  return (await Promise.all(states)).join('\n')
}

/**
 * Calls back after files in the folders have changed: debounced until they stop changing, and never concurrently.
 * Polls, because on Linux file events lose files that are replaced, as editors and git do.
 */
export function watchFolders(folders: readonly string[], onChange: () => Promise<void>, everyMs = 200): () => void {
  let lastState: string | undefined
  let wasChanging = false
  let isClosed = false
  const poll = async () => {
    const now = (await Promise.all(folders.map(stateOf))).join('\n')
    const hasChanged = lastState !== undefined && now !== lastState
    lastState = now
    if (wasChanging && !hasChanged && !isClosed) await onChange()
    wasChanging = hasChanged
    if (!isClosed) setTimeout(() => void poll(), everyMs)
  }
  void poll()
  return () => {
    isClosed = true
  }
}
