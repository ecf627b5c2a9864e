import { readJson, tabStore } from '#session/browser-store.ts'
import { tabNames } from '#session/tab-names.ts'

const BLOCKED = 'paket.activation.blocked'
const BLOCK_MS = 1_200_000

/** Links that have activated a subscription: opening one again shows the success without another call. */
export const activated = tabNames('paket.activation.done')

const readBlocks = (): Record<string, unknown> => ({ ...(readJson(tabStore, BLOCKED) as object | null) })

/** When a blocked link may be tried again, in ms since 1970; null when it may be tried now (OO-32). */
export function blockedUntil(activationId: string, now: number): number | null {
  const until = Number(readBlocks()[activationId])
  return until > now && until <= now + BLOCK_MS ? until : null
}
/** Blocks a link for 20 minutes, after the server has answered that it is blocked. */
export function blockLink(activationId: string, now: number): void {
  tabStore.setItem(BLOCKED, JSON.stringify({ ...readBlocks(), [activationId]: now + BLOCK_MS }))
}

export function forgetTries(): void {
  activated.forget()
  tabStore.removeItem(BLOCKED)
}
