import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** False during hydration of prerendered HTML. What differs between environments or visits must render only when it is true. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
