/** The release that this page was built as; empty in development. */
export const ownRelease = (): string => document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? ''

const TIMEOUT_MS = 10_000

/** Reads the release that the server has now; empty when it is unknown. */
export async function servedRelease(): Promise<string> {
  try {
    // The build's own file is not part of the contract, so the SDK has no call for it.
    // oxlint-disable-next-line no-restricted-globals
    const response = await fetch('/release.json', { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { release } = (await response.json()) as { release?: unknown }
    return response.ok && typeof release === 'string' ? release : ''
  } catch {
    return ''
  }
}
