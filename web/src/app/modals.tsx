import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { modalStack } from '#modals/modal-stack.ts'
import { hideSnackbar, snackbars } from '#modals/snackbars.ts'

let appModals: ComponentType | undefined
const load = async () => (appModals ??= (await import('./app-modals.tsx')).AppModals)
const LazyModals = lazy(async () => ({ default: await load() }))

/** Preloads the modals' chunk. A failure is ignored, because the first modal loads it again. */
export const preloadModals = (): void => void load().catch(() => undefined)

/** Loads the modals with their library when the first one opens. Preloaded ones do not suspend: React would show a fallback for at least 0.3 s. */
export function Modals(): ReactNode {
  const { open, spinner } = useSnapshot(modalStack)
  const [Shown, setShown] = useState<ComponentType>()
  const isNeeded = open.length > 0 || spinner !== null
  if (isNeeded && !Shown) setShown(() => appModals ?? LazyModals)
  return (
    Shown && (
      <ModalSuspense open={isNeeded}>
        <Shown />
      </ModalSuspense>
    )
  )
}

/** Says that an open modal is loading, so that a press on a slow network gets an answer. */
export const ModalSuspense = ({ open, children }: { open: boolean; children: ReactNode }): ReactNode => (
  <Suspense fallback={open && <Awaited />}>{children}</Suspense>
)

const LOADING = 'Загружаем'
/** By then a chunk has arrived, unless the network is slow. */
const SLOW_MS = 300

function Awaited(): null {
  useEffect(() => {
    const slow = setTimeout(() => snackbars.items.push({ id: LOADING, text: LOADING }), SLOW_MS)
    return () => {
      clearTimeout(slow)
      hideSnackbar(LOADING)
    }
  }, [])
  return null
}
