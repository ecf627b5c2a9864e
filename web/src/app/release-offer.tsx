import { type ReactNode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useSnapshot } from 'valtio'
import { ownRelease, servedRelease } from '#config/release.ts'
import { untilIdle } from '#flow/run-flow.ts'
import { modalStack } from '#modals/modal-stack.ts'
import { Button } from '#ui/button.tsx'

const EVERY_MS = 5 * 60_000

/** Offers to load the page again when the server has another release: in a root of its own, over whatever page is shown. */
export function offerReleases(): void {
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(<ReleaseOffer />)
}

/** Asks every five minutes, and when the tab is looked at again; once there is another release, no more. */
function useOtherRelease(): boolean {
  const [isOther, setOther] = useState(false)
  useEffect(() => {
    if (isOther) return
    const look = async () => {
      const served = await servedRelease()
      if (served !== '' && served !== ownRelease()) setOther(true)
    }
    const lookWhenShown = () => document.visibilityState === 'visible' && void look()
    lookWhenShown()
    const timer = setInterval(lookWhenShown, EVERY_MS)
    document.addEventListener('visibilitychange', lookWhenShown)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookWhenShown)
    }
  }, [isOther])
  return isOther
}

const reloadWhenIdle = () => void untilIdle().then(() => window.location.reload())

/** Nothing while something is asked or stands over the page, and no reload before a flow is over: a purchase is not to be left for this. */
export function ReleaseOffer(): ReactNode {
  const isOther = useOtherRelease()
  const { open, spinner, overlays } = useSnapshot(modalStack)
  if (!isOther || open.length > 0 || spinner !== null || overlays.length > 0) return null
  return (
    <section
      aria-label="Новая версия"
      aria-live="polite"
      className="safe-bottom fixed inset-x-0 bottom-0 z-40 mb-(--tabs-height) flex justify-center px-4 lg:justify-start lg:px-8"
    >
      <div className="on-dark mb-2 flex w-full max-w-drawer items-center gap-3 rounded-m bg-ink py-2 pr-2 pl-4 text-white shadow-floating forced-colors:border">
        <p className="flex-1">Пакет обновился</p>
        <Button size="s" onDark onClick={reloadWhenIdle}>
          Обновить
        </Button>
      </div>
    </section>
  )
}
