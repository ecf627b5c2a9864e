import { readJson, tabStore } from '#session/browser-store.ts'

/** A set of names that is stored in the tab. */
export function tabNames(key: string) {
  function read(): readonly unknown[] {
    const stored = readJson(tabStore, key)
    return Array.isArray(stored) ? stored : []
  }
  return {
    has: (name: string): boolean => read().includes(name),
    add: (name: string): void => void tabStore.setItem(key, JSON.stringify([...read(), name])),
    forget: (): void => tabStore.removeItem(key),
  }
}
