import { ownRelease } from '#config/release.ts'
import { tabStore } from './browser-store.ts'

const KEY = 'paket.reloaded'
const TIMEOUT_MS = 30_000

/** Whether something is done for the first time with this release in this tab, so that no page reloads in a loop. Never in a tab without a storage. */
export function isFirst(what: string): boolean {
  const before = tabStore.getItem(KEY) ?? ''
  const own = ownRelease() + what
  return !before.split(' ').includes(own) && tabStore.setItem(KEY, `${before} ${own}`)
}

/** Reloads the page once, with its files as the server has them now, when something failed without which it cannot start. */
export async function reloadRenewed(): Promise<void> {
  if (navigator.onLine && isFirst(window.location.pathname) && (await renewFiles())) window.location.reload()
}

const downloads = new Map<string, Promise<boolean>>()
/** Downloads a file past all caches, to its end, so that they store it; resolves with whether it has arrived. */
async function download(file: string): Promise<boolean> {
  try {
    // The build's own files are not part of the contract, so the SDK has no call for them.
    // oxlint-disable-next-line no-restricted-globals
    const answer = await fetch(file, { cache: 'reload', signal: AbortSignal.timeout(TIMEOUT_MS) })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    downloads.delete(file)
    return false
  }
}

/**
 * Downloads the hashed files of this page again, past what the browser and the service worker have stored: one that was empty or cut when it came would
 * stay so for a year. The page uses them after a reload. Resolves with whether all have arrived; each is downloaded once.
 */
export async function renewFiles(): Promise<boolean> {
  const named = document.querySelectorAll<HTMLLinkElement & HTMLScriptElement>('link, script')
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const files = [...loaded, ...Array.from(named, ({ href, src }) => href || src)]
  for (const file of files)
    if (file.startsWith(`${window.location.origin}/assets/`) && !downloads.has(file))
      downloads.set(file, download(file))
  return (await Promise.all(downloads.values())).every(Boolean)
}
