import { subscribe } from 'valtio/vanilla'
import { session } from '#session/session.ts'

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

/** Whoever is signed out leaves nothing behind, in whichever tab it happened (O-CACHE-08). */
export function forgetAtSignOut(): void {
  subscribe(session, () => {
    if (session.state === 'signedOut' || session.state === 'leaving') storedCache.clear()
  })
}
