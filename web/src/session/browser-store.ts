/** A storage of the browser that always works. */
export interface BrowserStore {
  getItem(key: string): string | null
  /** Whether it lasts longer than the page. */
  setItem(key: string, value: string): boolean
  removeItem(key: string): void
}

/** Asking for a storage throws where a person allows none, and gives null in a webview without: what is kept lasts as long as the page then. */
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

/** What is kept there as JSON; null when there is nothing, or what somebody else wrote. Its shape is the reader's to check. */
export function readJson(store: BrowserStore, key: string): unknown {
  try {
    return JSON.parse(store.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** What is gone with the tab. */
export const tabStore = storeOver(() => window.sessionStorage)
/** What all tabs see, and the next visit. */
export const sharedStore = storeOver(() => window.localStorage)
/** What lasts as long as the page. */
export const pageStore = storeOver(() => null)
