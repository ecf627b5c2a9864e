import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import { interruptFlow } from '#flow/run-flow.ts'
import { ChunkNotLoaded, isNotLoaded } from '#layout/chunk-not-loaded.tsx'
import { dismissAll, modalStack, registerOverlay } from '#modals/modal-stack.ts'
import { hideSnackbar, snackbars } from '#modals/snackbars.ts'
import { Boundary } from '#ui/boundary.tsx'
import { FullDialog } from './full-dialog.tsx'

let appModals: ComponentType | undefined
const load = async () => (appModals ??= (await import('./app-modals.tsx')).AppModals)
const LazyModals = lazy(async () => ({ default: await load() }))

/** Preloads the modals' chunk. A failure is ignored, because the first modal loads it again. */
export const preloadModals = (): void => void load().catch(() => undefined)

/** Drops what is asked over the page, when it cannot be shown. */
export function dropAsked(): void {
  interruptFlow()
  dismissAll()
}

/** Loads the modals with their library when the first one opens. Preloaded ones do not suspend: React would show a fallback for at least 0.3 s. */
export function Modals(): ReactNode {
  const { open, spinner } = useSnapshot(modalStack)
  const [Shown, setShown] = useState<ComponentType>()
  const isNeeded = open.length > 0 || spinner !== null
  if (isNeeded && !Shown) setShown(() => appModals ?? LazyModals)
  return (
    Shown && (
      <ModalSuspense open={isNeeded} onNotLoaded={dropAsked} onLeft={() => setShown(undefined)}>
        <Shown />
      </ModalSuspense>
    )
  )
}

interface ModalSuspenseProps {
  open: boolean
  /** The chunk failed to load: what was asked cannot be shown. */
  onNotLoaded: () => void
  /** The user has closed the dialog that says so. */
  onLeft: () => void
  children: ReactNode
}
/** Says that an open modal is loading, so that a press on a slow network gets an answer, or that it did not load: the page beneath stays. */
export const ModalSuspense = ({ open, onNotLoaded, onLeft, children }: ModalSuspenseProps): ReactNode => (
  <Boundary
    onCrash={onNotLoaded}
    renderBroken={(error) => {
      // Another boundary's.
      if (!isNotLoaded(error)) throw error
      return <NotLoaded onClose={onLeft} />
    }}
  >
    <Suspense fallback={open && <Awaited />}>{children}</Suspense>
  </Boundary>
)

function NotLoaded({ onClose }: { onClose: () => void }): ReactNode {
  const close = useEffectEvent(onClose)
  const [pressed] = useState(() => document.activeElement)
  useEffect(() => {
    const remove = registerOverlay(() => close())
    return () => {
      remove()
      if (pressed instanceof HTMLElement) pressed.focus()
    }
  }, [pressed])
  return (
    <FullDialog label="Не получилось открыть" onClose={onClose}>
      <ChunkNotLoaded of="modal" />
    </FullDialog>
  )
}

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
