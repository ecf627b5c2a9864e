import { checkSettings, type Settings } from '#config/settings.ts'
import { readJson, sharedStore } from '#session/browser-store.ts'

const KEY = 'paket.settings'

/** The settings of the last signed-in visit, for an account that opens without a network. */
export const storedSettings = {
  /** Throws an Error when they are missing or invalid: not a SettingsError, whose field would be shown although no one can correct it. */
  read: (): Settings => {
    try {
      return checkSettings(readJson(sharedStore, KEY))
    } catch {
      throw new Error('no valid settings are stored')
    }
  },
  write: (settings: Settings): void => void sharedStore.setItem(KEY, JSON.stringify(settings)),
  clear: (): void => sharedStore.removeItem(KEY),
}
