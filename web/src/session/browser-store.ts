/** A browser storage that never throws. */
export interface BrowserStore {
  getItem(key: string): string | null
  /** Returns whether the value is stored longer than the page lives. */
  setItem(key: string, value: string): boolean
  removeItem(key: string): void
}

/** Accessing a storage throws when the user blocks it, and returns null in a webview without one: then values live in memory, as long as the page. */
function storeOver(storage: () => Storage | null): BrowserStore {
  const inMemory = new Map<string, string>()
  function attempt<T>(work: (storage: Storage) => T): T | null {
    try {
      const allowed = storage()
      return allowed && work(allowed)
    } catch {
      return null
    }
  }
  return {
    getItem: (key) => inMemory.get(key) ?? attempt((allowed) => allowed.getItem(key)),
    setItem(key, value) {
      inMemory.delete(key)
      const isStored = attempt((allowed) => {
        allowed.setItem(key, value)
        return true
      })
      if (!isStored) inMemory.set(key, value)
      return isStored === true
    },
    removeItem(key) {
      inMemory.delete(key)
      attempt((allowed) => allowed.removeItem(key))
    },
  }
}

/** Reads stored JSON; null when it is missing or malformed. The caller checks its shape. */
export function readJson(store: BrowserStore, key: string): unknown {
  try {
    return JSON.parse(store.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Values live as long as the tab. */
export const tabStore = storeOver(() => window.sessionStorage)
const PROBE = 'paket.probe'
/** Whether the browser stores what a sign-in needs until the return from the provider. */
export function isTabStored(): boolean {
  const isStored = tabStore.setItem(PROBE, '')
  tabStore.removeItem(PROBE)
  return isStored
}
/** Values are shared by all tabs, and live on after the visit. */
export const sharedStore = storeOver(() => window.localStorage)
/** Values live as long as the page. */
export const pageStore = storeOver(() => null)
