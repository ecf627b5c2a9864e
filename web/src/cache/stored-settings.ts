import { checkSettings, type Settings } from '#config/settings.ts'
import { readJson, sharedStore } from '#session/browser-store.ts'

const KEY = 'paket.settings'

/** The settings of the last signed-in visit, for an account that opens without a network. */
export const storedSettings = {
  /** Throws a SettingsError when they are missing or invalid. */
  read: (): Settings => checkSettings(readJson(sharedStore, KEY)),
  write: (settings: Settings): void => void sharedStore.setItem(KEY, JSON.stringify(settings)),
  clear: (): void => sharedStore.removeItem(KEY),
}
