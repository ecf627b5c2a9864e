import { PROMOCODE_VALID_MS } from '#domain/promocode.ts'
import type { PromocodeMemory } from '#features/promocode/promocode-flow.ts'
import { readJson, tabStore } from '#session/browser-store.ts'

const KEY = 'paket.promocode'
interface Stored {
  value: string
  until: number
}

/**
 * The visit's promocodes: the refused one in memory; the checked one in the tab, so that a reload preserves its 20 minutes (O-PROMO-16). A stored
 * time that is later than 20 minutes from now is ignored.
 */
export const promocodeMemory: PromocodeMemory = {
  failed: null,
  checked() {
    const stored = readStored()
    const now = Date.now()
    return stored && stored.until > now && stored.until <= now + PROMOCODE_VALID_MS ? stored : null
  },
  storeChecked(value) {
    const known = promocodeMemory.checked()
    const until = known?.value === value ? known.until : Date.now() + PROMOCODE_VALID_MS
    tabStore.setItem(KEY, JSON.stringify({ value, until } satisfies Stored))
    return until
  },
  forgetChecked: () => tabStore.removeItem(KEY),
}

export function forgetPromocodes(): void {
  promocodeMemory.failed = null
  promocodeMemory.forgetChecked()
}

function readStored(): Stored | null {
  const stored = readJson(tabStore, KEY) as Partial<Stored> | null
  return typeof stored?.value === 'string' && typeof stored.until === 'number'
    ? { value: stored.value, until: stored.until }
    : null
}
