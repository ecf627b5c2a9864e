import { checkSettings, type Settings } from '#config/settings.ts'
import { readJson, sharedStore } from '#session/browser-store.ts'

const KEY = 'paket.settings'

/** The settings of the last visit of someone signed in: without a network no others come. */
export const storedSettings = {
  /** Throws for what is missing or wrong. */
  read: (): Settings => checkSettings(readJson(sharedStore, KEY)),
  write: (settings: Settings): void => void sharedStore.setItem(KEY, JSON.stringify(settings)),
  clear: (): void => sharedStore.removeItem(KEY),
}
