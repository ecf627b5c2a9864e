import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { report } from '#analytics/reports.ts'
import { isFirst, renewFiles } from '#session/renew-files.ts'
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
const PROBE_MS = 10_000

/** Whether the server can give the page again: it answers, with or without this release, or fails itself, or nothing reaches it. */
async function serverState(): Promise<keyof typeof texts.page> {
  try {
    // The app's own files are not part of the contract, so the SDK has no call for them.
    // oxlint-disable-next-line no-restricted-globals
    const { ok, status } = await fetch(OWN_FILE, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_MS),
    })
    return ok || status === 404 || status === 410 ? 'answers' : 'fails'
  } catch {
    return 'unreachable'
  }
}

/** Reloads the page, with its files as the server has them now: one may be stored empty or cut. */
const reload = () => renewFiles().then(() => window.location.reload())

const ours = 'Это сбой на нашей стороне. Попробуйте ещё раз через несколько минут'
const texts = {
  page: {
    unreachable: 'Проверьте интернет. Когда он появится, страница откроется сама',
    fails: ours,
    answers: ours,
  },
  modal: {
    unreachable: 'Проверьте интернет, обновите страницу и попробуйте ещё раз',
    fails: ours,
    answers: 'Обновите страницу и попробуйте ещё раз',
  },
}

/**
 * Shown in place of a chunk that failed to load. The browser does not retry a failed module, so a retry reloads the page: automatically the
 * first time, if the server answers; later by the button and when the network is back. It never reloads while the server cannot be reached,
 * because the browser would replace the page by its own error page. A modal's page is intact, so only the button reloads it.
 */
export function ChunkNotLoaded({ of = 'page' }: { of?: keyof typeof texts }): ReactNode {
  const [busy, setBusy] = useState(false)
  const [server, setServer] = useState<keyof typeof texts.page>('unreachable')
  const isPage = of === 'page'
  async function retry(): Promise<void> {
    setBusy(true)
    const state = await serverState()
    if (state === 'answers') return reload()
    setServer(state)
    setBusy(false)
  }
  const retryNow = useEffectEvent(() => void (isPage && retry()))
  const onState = useEffectEvent((state: keyof typeof texts.page) => {
    if (isPage && state === 'answers' && isFirst(window.location.pathname)) void reload()
    else setServer(state)
  })
  useEffect(() => {
    let isLeft = false
    void serverState().then((state) => isLeft || onState(state))
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
      title={isPage ? 'Страница не загрузилась' : 'Не получилось открыть'}
      text={texts[of][server]}
      actions={
        <Button busy={busy} onClick={() => void retry()}>
          {isPage ? 'Попробовать ещё раз' : 'Обновить страницу'}
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
