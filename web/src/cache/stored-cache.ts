import { sharedStore } from '#session/browser-store.ts'

/** The stored cache of queries. Clearing it removes its own key only (OP-49). */
const KEY = 'paket.cache'

export const storedCache = {
  read: (): string | null => sharedStore.getItem(KEY),
  write(text: string): void {
    // Full: what does not fit is read again.
    if (!sharedStore.setItem(KEY, text)) storedCache.clear()
  },
  clear: (): void => sharedStore.removeItem(KEY),
}
