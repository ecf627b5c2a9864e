import { type BrowserStore, sharedStore } from './browser-store.ts'

/**
 * Broadcasts sign-in and sign-out to the other tabs: the word and the time, no token (C-AUTH-06, OP-56). By storage and by BroadcastChannel: the
 * storage reaches a page that is restored from the bfcache, the channel one whose storage is full (OP-101).
 */
const KEY = 'paket.session'
export type SessionChange = 'login' | 'logout'

/** Messages sent or received, to dedupe them: the same one arrives by storage and by channel, in any order. */
const known = new Set<unknown>()

export function broadcastSession(change: SessionChange, store: Pick<BrowserStore, 'setItem'> = sharedStore): void {
  // The time makes two equal changes two messages.
  const message = `${change} ${Date.now()}`
  known.add(message)
  store.setItem(KEY, message)
  const channel = openChannel()
  // A channel is of this origin alone and takes no other.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel?.postMessage(message)
  channel?.close()
}

/** Calls `onChange` once for each change in another tab. */
export function subscribeToTabs(
  onChange: (change: SessionChange) => void,
  target: Pick<Window, 'addEventListener'> = window,
): void {
  known.add(sharedStore.getItem(KEY))
  function receive(message: unknown): void {
    if (typeof message !== 'string' || known.has(message)) return
    known.add(message)
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
  // An open channel keeps a page out of the bfcache.
  target.addEventListener('pagehide', () => {
    channel?.close()
    channel = null
  })
  // A page in the bfcache, as behind the bank's, gets no events.
  target.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    listen()
    receive(sharedStore.getItem(KEY))
  })
}

/** Null where the browser has no BroadcastChannel, or denies it. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(KEY)
  } catch {
    return null
  }
}
