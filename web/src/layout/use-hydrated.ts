import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** False while the page is what the build has written: what differs between environments and visits is drawn after it. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
