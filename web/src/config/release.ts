/** The release that this page was built as; empty in development. */
export const ownRelease = (): string => document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? ''

const PATIENCE_MS = 10_000

/** The release that the server has now; empty when it is unknown. */
export async function servedRelease(): Promise<string> {
  try {
    // What a build says of itself is no part of the contract.
    // oxlint-disable-next-line no-restricted-globals
    const answer = await fetch('/release.json', { cache: 'no-cache', signal: AbortSignal.timeout(PATIENCE_MS) })
    const { release } = (await answer.json()) as { release?: unknown }
    return answer.ok && typeof release === 'string' ? release : ''
  } catch {
    return ''
  }
}
