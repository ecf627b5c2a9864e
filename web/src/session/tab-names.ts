import { readJson, tabStore } from '#session/browser-store.ts'

/** Names that the tab keeps as long as its user stays. */
export function tabNames(key: string) {
  function read(): readonly unknown[] {
    const kept = readJson(tabStore, key)
    return Array.isArray(kept) ? kept : []
  }
  return {
    has: (name: string): boolean => read().includes(name),
    add: (name: string): void => void tabStore.setItem(key, JSON.stringify([...read(), name])),
    forget: (): void => tabStore.removeItem(key),
  }
}
