import { type ReactNode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useSnapshot } from 'valtio'
import { ownRelease, servedRelease } from '#config/release.ts'
import { readSettings } from '#config/settings.ts'
import { applySwitches, switches } from '#config/switches.ts'
import { untilIdle } from '#flow/run-flow.ts'
import { modalStack } from '#modals/modal-stack.ts'
import { onPageChange } from '#navigation/page-change.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Page } from '#ui/page.tsx'

const EVERY_MS = 5 * 60_000

/** Polls for maintenance and new releases, and shows a notice over any page, in a React root of its own. */
export function showServerNews(): void {
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(<ServerNews />)
}

/** Updates the switches; ignores settings that are invalid or cannot be read. */
const readSwitches = () => readSettings().then(applySwitches, () => undefined)

/** The release on the server. Reads it and the switches every five minutes, and when the tab becomes visible again. */
function useServer(): string {
  const [served, setServed] = useState('')
  useEffect(() => {
    const look = async () => {
      await readSwitches()
      if (ownRelease()) setServed(await servedRelease())
    }
    const lookWhenShown = () => document.visibilityState === 'visible' && void look()
    lookWhenShown()
    const timer = setInterval(lookWhenShown, EVERY_MS)
    document.addEventListener('visibilitychange', lookWhenShown)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookWhenShown)
    }
  }, [])
  return served
}
const reloadWhenIdle = () => void untilIdle().then(() => window.location.reload())

/** Shows nothing while a modal or overlay is open, and never reloads during a flow, which may be a purchase. */
export function ServerNews(): ReactNode {
  const served = useServer()
  const { open, spinner, overlays } = useSnapshot(modalStack)
  const { maintenance, refusedReleases } = useSnapshot(switches)
  const isOther = served !== '' && served !== ownRelease()
  const isRefused = isOther && refusedReleases.includes(ownRelease()) && !refusedReleases.includes(served)
  // On a page change a reload loses nothing.
  useEffect(() => (isRefused ? onPageChange(reloadWhenIdle) : undefined), [isRefused])
  if (open.length > 0 || spinner !== null || overlays.length > 0) return null
  if (maintenance) return <Maintenance words={maintenance} />
  return isOther ? <ReleaseOffer /> : null
}

function Maintenance({ words }: { words: string }): ReactNode {
  return (
    <div className="fixed inset-0 z-40 overflow-y-auto bg-paper">
      <Page tone="white">
        <ErrorState
          level={1}
          title="Идут технические работы"
          text={words}
          actions={<Button onClick={() => void readSwitches()}>Проверить снова</Button>}
        />
      </Page>
    </div>
  )
}

function ReleaseOffer(): ReactNode {
  return (
    <section
      aria-label="Новая версия"
      aria-live="polite"
      className="safe-bottom fixed inset-x-0 bottom-0 z-40 mb-(--tabs-height) flex justify-center px-4 lg:justify-start lg:px-8"
    >
      <div className="on-dark mb-2 flex w-full max-w-drawer items-center gap-3 rounded-m bg-ink py-2 pr-2 pl-4 text-paper shadow-floating forced-colors:border">
        <p className="flex-1">Пакет обновился</p>
        <Button size="s" onDark onClick={reloadWhenIdle}>
          Обновить
        </Button>
      </div>
    </section>
  )
}
