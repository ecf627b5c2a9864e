/** What was read before, kept for the next visit. Its own version alone is cleared with it, nothing of anybody else (OP-49). */
const KEY = 'paket.cache'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
/** A browser that allows no storage keeps nothing. */
function store(): Store | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

export const storedCache = {
  read: (): string | null => store()?.getItem(KEY) ?? null,
  write(text: string): void {
    try {
      store()?.setItem(KEY, text)
    } catch {
      // Full: what does not fit is read again.
      storedCache.clear()
    }
  },
  clear: (): void => store()?.removeItem(KEY),
}
