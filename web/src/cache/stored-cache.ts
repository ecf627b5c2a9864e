import { sharedStore } from '#session/browser-store.ts'

/** What was read before, kept for the next visit. Its own version alone is cleared with it, nothing of anybody else (OP-49). */
const KEY = 'paket.cache'

export const storedCache = {
  read: (): string | null => sharedStore.getItem(KEY),
  write(text: string): void {
    // Full: what does not fit is read again.
    if (!sharedStore.setItem(KEY, text)) storedCache.clear()
  },
  clear: (): void => sharedStore.removeItem(KEY),
}
