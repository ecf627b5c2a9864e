import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { report } from '#analytics/reports.ts'
import { readJson, tabStore } from '#session/browser-store.ts'
import { Button } from '#ui/button.tsx'
import { Container } from '#ui/container.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Page } from '#ui/page.tsx'

/** What Vite could not load: no connection, or another release has other files. */
const errors = new WeakSet()
function note({ payload }: { payload: object }): void {
  errors.add(payload)
  report({ kind: 'error', error: payload, where: 'chunk' })
}
/** Notes each part of the app that does not come; answers how to stop. */
export function watchLoading(): () => void {
  window.addEventListener('vite:preloadError', note)
  return () => window.removeEventListener('vite:preloadError', note)
}
export const isNotLoaded = (error: unknown): boolean => typeof error === 'object' && error !== null && errors.has(error)

/** This script's own address: a release that has other files has it no more. */
const OWN_FILE = import.meta.url
const KEY = 'paket.reloaded'
const PROBE_MS = 10_000

/** Whether the server can be reached, and has this release still. */
async function release(): Promise<'here' | 'gone' | 'unreachable'> {
  try {
    // A file of the app is no part of the contract.
    // oxlint-disable-next-line no-restricted-globals
    const { ok, status, headers } = await fetch(OWN_FILE, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_MS),
    })
    // A server without the file may answer with the page that it has for every path.
    if (ok) return headers.get('content-type')?.includes('javascript') ? 'here' : 'gone'
    return status === 404 || status === 410 ? 'gone' : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

/** Whether the page may load again by itself: once for each release, so that a tab never goes on reloading. */
function mayReload(): boolean {
  const before = readJson(tabStore, KEY)
  const reloaded: unknown[] = Array.isArray(before) ? before : []
  if (reloaded.includes(OWN_FILE)) return false
  return tabStore.setItem(KEY, JSON.stringify([...reloaded, OWN_FILE]))
}

/**
 * A part of the app has not come. A module that failed stays failed for as long as the page lives, so that another try is a page that is
 * loaded again: at once where the server answers, whether it has this release or another one, then by the button and when the network is back.
 * Never without a server that answers: the browser's own error page would be the end of it.
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

/** The same where nothing of the app is there. */
export const NotLoadedPage = (): ReactNode => (
  <Page tone="white">
    <Container>
      <ChunkNotLoaded />
    </Container>
  </Page>
)
