import { ownRelease } from './release.ts'

const KEY = 'paket.reloaded'
const TIMEOUT_MS = 30_000

/** Whether something is done for the first time with this release in this tab, so that no page reloads in a loop. Never in a tab without a storage. */
export function isFirst(what: string): boolean {
  try {
    const before = window.sessionStorage.getItem(KEY) ?? ''
    const own = ownRelease() + what
    if (before.split(' ').includes(own)) return false
    window.sessionStorage.setItem(KEY, `${before} ${own}`)
    return true
  } catch {
    return false
  }
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
  const arrived = [...loaded, ...Array.from(named, ({ href, src }) => href || src)]
    .filter((file) => file.startsWith(`${window.location.origin}/assets/`))
    .map((file) => downloads.get(file) ?? downloads.set(file, download(file)).get(file))
  return (await Promise.all(arrived)).every(Boolean)
}
