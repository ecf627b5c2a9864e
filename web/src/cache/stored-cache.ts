import { sharedStore } from '#session/browser-store.ts'

/** The storage of persisted queries. Clearing it removes its own key only (OP-49). */
const KEY = 'paket.cache'

export const storedCache = {
  read: (): string | null => sharedStore.getItem(KEY),
  write(text: string): void {
    // When the storage is full, nothing outdated may stay.
    if (!sharedStore.setItem(KEY, text)) storedCache.clear()
  },
  clear: (): void => sharedStore.removeItem(KEY),
}
