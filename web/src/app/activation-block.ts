import { tabStore } from '#session/browser-store.ts'

const BLOCK_MS = 1_200_000
const keyOf = (activationId: string) => `paket.activation.${activationId}`

/** When a blocked link may be tried again: 20 minutes from the answer that said so, kept for a reload (OO-32). */
export function blockedUntil(activationId: string, now: number, storage = tabStore): number {
  const kept = Number(storage.getItem(keyOf(activationId)))
  if (kept > now && kept <= now + BLOCK_MS) return kept
  const until = now + BLOCK_MS
  storage.setItem(keyOf(activationId), String(until))
  return until
}
export const forgetBlock = (activationId: string, storage = tabStore): void => storage.removeItem(keyOf(activationId))
