/** A storage of the browser that never throws. */
export interface BrowserStore {
  getItem(key: string): string | null
  /** Whether it lasts longer than the page. */
  setItem(key: string, value: string): boolean
  removeItem(key: string): void
}

/** Access to a storage throws when the user blocks it, and gives null in a webview without one: values last as long as the page then. */
function storeOver(storage: () => Storage | null): BrowserStore {
  const inPage = new Map<string, string>()
  function attempt<T>(work: (storage: Storage) => T): T | null {
    try {
      const allowed = storage()
      return allowed && work(allowed)
    } catch {
      return null
    }
  }
  return {
    getItem: (key) => inPage.get(key) ?? attempt((allowed) => allowed.getItem(key)),
    setItem(key, value) {
      inPage.delete(key)
      const lasts = attempt((allowed) => {
        allowed.setItem(key, value)
        return true
      })
      if (!lasts) inPage.set(key, value)
      return lasts === true
    },
    removeItem(key) {
      inPage.delete(key)
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

/** Lasts as long as the tab. */
export const tabStore = storeOver(() => window.sessionStorage)
/** Shared by all tabs and the next visit. */
export const sharedStore = storeOver(() => window.localStorage)
/** Lasts as long as the page. */
export const pageStore = storeOver(() => null)
