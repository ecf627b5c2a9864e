import { PROMOCODE_HOLDS_MS } from '#domain/promocode.ts'
import type { PromocodeMemory } from '#features/promocode/promocode-flow.ts'
import { readJson, tabStore } from '#session/browser-store.ts'

const KEY = 'paket.promocode'
interface Kept {
  value: string
  until: number
}

/**
 * What the visit remembers of promocodes: the refused one in memory, the checked one in this tab, so that a reload goes on with its 20
 * minutes (O-PROMO-16). What is kept cannot last longer than they do, whatever stands in the storage.
 */
export const promocodeMemory: PromocodeMemory = {
  failed: null,
  checked() {
    const kept = readKept()
    const now = Date.now()
    return kept && kept.until > now && kept.until <= now + PROMOCODE_HOLDS_MS ? kept : null
  },
  keepChecked(value) {
    const known = promocodeMemory.checked()
    const until = known?.value === value ? known.until : Date.now() + PROMOCODE_HOLDS_MS
    tabStore.setItem(KEY, JSON.stringify({ value, until } satisfies Kept))
    return until
  },
  forgetChecked: () => tabStore.removeItem(KEY),
}

export function forgetPromocodes(): void {
  promocodeMemory.failed = null
  promocodeMemory.forgetChecked()
}

function readKept(): Kept | null {
  const kept = readJson(tabStore, KEY) as Partial<Kept> | null
  return typeof kept?.value === 'string' && typeof kept.until === 'number'
    ? { value: kept.value, until: kept.until }
    : null
}
