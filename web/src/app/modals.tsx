import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { modalStack } from '#modals/modal-stack.ts'

const load = () => import('./app-modals.tsx')
const AppModals = lazy(async () => ({ default: (await load()).AppModals }))

/** Preloads the modals' chunk. A failure is ignored, because the first modal loads it again. */
export const preloadModals = (): void => void load().catch(() => undefined)

/** Loads the modals with their library when the first one opens. */
export function Modals(): ReactNode {
  const { open, spinner } = useSnapshot(modalStack)
  const [wasNeeded, setWasNeeded] = useState(false)
  const isNeeded = open.length > 0 || spinner !== null
  if (isNeeded && !wasNeeded) setWasNeeded(true)
  return (
    wasNeeded && (
      <Suspense>
        <AppModals />
      </Suspense>
    )
  )
}
