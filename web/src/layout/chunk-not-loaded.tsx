import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { report } from '#analytics/reports.ts'
import { readJson, tabStore } from '#session/browser-store.ts'
import { Button } from '#ui/button.tsx'
import { Container } from '#ui/container.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Page } from '#ui/page.tsx'

/** Errors of chunks that Vite could not load: without a connection, or after a new release has replaced the files. */
const errors = new WeakSet()
function note({ payload }: { payload: object }): void {
  errors.add(payload)
  report({ kind: 'error', error: payload, where: 'chunk' })
}
/** Records each chunk that fails to load; returns a function that stops. */
export function watchLoading(): () => void {
  window.addEventListener('vite:preloadError', note)
  return () => window.removeEventListener('vite:preloadError', note)
}
export const isNotLoaded = (error: unknown): boolean => typeof error === 'object' && error !== null && errors.has(error)

/** The address of this script, which a newer release does not have. */
const OWN_FILE = import.meta.url
const KEY = 'paket.reloaded'
const PROBE_MS = 10_000

/** Whether the server can be reached, and still has this release. */
async function release(): Promise<'here' | 'gone' | 'unreachable'> {
  try {
    // The app's own files are not part of the contract, so the SDK has no call for them.
    // oxlint-disable-next-line no-restricted-globals
    const { ok, status, headers } = await fetch(OWN_FILE, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_MS),
    })
    // Without the file a server may answer 200 with its fallback page.
    if (ok) return headers.get('content-type')?.includes('javascript') ? 'here' : 'gone'
    return status === 404 || status === 410 ? 'gone' : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

/** Whether the page may reload automatically: once for each release, so that it never reloads in a loop. */
function mayReload(): boolean {
  const before = readJson(tabStore, KEY)
  const reloaded: unknown[] = Array.isArray(before) ? before : []
  if (reloaded.includes(OWN_FILE)) return false
  return tabStore.setItem(KEY, JSON.stringify([...reloaded, OWN_FILE]))
}

/**
 * Shown in place of a chunk that failed to load. The browser does not retry a failed module, so a retry reloads the page: automatically the
 * first time, if the server answers; later by the button and when the network is back. It never reloads while the server cannot be reached,
 * because the browser would replace the page by its own error page.
 */
export function ChunkNotLoaded(): ReactNode {
  const [busy, setBusy] = useState(false)
  async function retry(): Promise<void> {
    setBusy(true)
    if ((await release()) === 'unreachable') return setBusy(false)
    window.location.reload()
  }
  const retryNow = useEffectEvent(() => void retry())
  useEffect(() => {
    let isLeft = false
    void release().then((state) => state !== 'unreachable' && !isLeft && mayReload() && window.location.reload())
    const onOnline = () => retryNow()
    window.addEventListener('online', onOnline)
    return () => {
      isLeft = true
      window.removeEventListener('online', onOnline)
    }
  }, [])
  return (
    <ErrorState
      level={1}
      title="Страница не загрузилась"
      text="Проверьте интернет. Когда он появится, страница откроется сама"
      actions={
        <Button busy={busy} onClick={() => void retry()}>
          Попробовать ещё раз
        </Button>
      }
    />
  )
}

/** The same as a whole page, when the app's frame is missing too. */
export const NotLoadedPage = (): ReactNode => (
  <Page tone="white">
    <Container>
      <ChunkNotLoaded />
    </Container>
  </Page>
)
