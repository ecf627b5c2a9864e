import { type BrowserStore, sharedStore } from './browser-store.ts'

/**
 * Sign-in and sign-out are broadcast to the other tabs as a word and a time, never with a token (C-AUTH-06, OP-56). Both storage and
 * BroadcastChannel are used: a page that is restored from the bfcache reads the storage, and the channel works when the storage is full (OP-101).
 */
const KEY = 'paket.session'
export type SessionChange = 'login' | 'logout'

/** Messages sent or received, to dedupe them: each arrives by storage and by channel, in any order. */
const seen = new Set<unknown>()

export function broadcastSession(change: SessionChange, store: Pick<BrowserStore, 'setItem'> = sharedStore): void {
  // The time distinguishes two equal changes.
  const message = `${change} ${Date.now()}`
  seen.add(message)
  store.setItem(KEY, message)
  const channel = openChannel()
  // A BroadcastChannel has no target origin: it never leaves its own.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel?.postMessage(message)
  channel?.close()
}

/** Calls `onChange` once for each change in another tab. */
export function subscribeToTabs(
  onChange: (change: SessionChange) => void,
  target: Pick<Window, 'addEventListener'> = window,
): void {
  seen.add(sharedStore.getItem(KEY))
  function receive(message: unknown): void {
    if (typeof message !== 'string' || seen.has(message)) return
    seen.add(message)
    const change = message.split(' ')[0]
    if (change === 'login' || change === 'logout') onChange(change)
  }
  let channel: BroadcastChannel | null = null
  function listen(): void {
    channel ??= openChannel()
    channel?.addEventListener('message', ({ data }) => receive(data))
  }
  listen()
  target.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY) receive(newValue)
  })
  // An open channel prevents the bfcache.
  target.addEventListener('pagehide', () => {
    channel?.close()
    channel = null
  })
  // A page in the bfcache receives no events, for example while the bank's page is open.
  target.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    listen()
    receive(sharedStore.getItem(KEY))
  })
}

/** Opens the channel; null where the browser has no BroadcastChannel or forbids it. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(KEY)
  } catch {
    return null
  }
}
