import { type BrowserStore, sharedStore } from './browser-store.ts'

/**
 * Says to the other tabs that somebody has signed in or out: the word and when, no token (C-AUTH-06, OP-56). Both ways at once: the storage
 * reaches a page that comes back out of the bfcache, the channel one whose storage is full (OP-101).
 */
const KEY = 'paket.session'
export type SessionChange = 'login' | 'logout'

/** What this page has said or heard, each as it is sent: the same piece of news comes in more than one way, and out of order. */
const known = new Set<unknown>()

export function broadcastSession(news: SessionChange, store: Pick<BrowserStore, 'setItem'> = sharedStore): void {
  // The time makes the same news twice two events.
  const said = `${news} ${Date.now()}`
  known.add(said)
  store.setItem(KEY, said)
  const channel = openChannel()
  // A channel is of this origin alone and takes no other.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel?.postMessage(said)
  channel?.close()
}

/** Hears what other tabs say. */
export function subscribeToTabs(
  hear: (news: SessionChange) => void,
  target: Pick<Window, 'addEventListener'> = window,
): void {
  known.add(sharedStore.getItem(KEY))
  function take(said: unknown): void {
    if (typeof said !== 'string' || known.has(said)) return
    known.add(said)
    const news = said.split(' ')[0]
    if (news === 'login' || news === 'logout') hear(news)
  }
  let channel: BroadcastChannel | null = null
  function listen(): void {
    channel ??= openChannel()
    channel?.addEventListener('message', ({ data }) => take(data))
  }
  listen()
  target.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY) take(newValue)
  })
  // An open channel keeps a page out of the bfcache.
  target.addEventListener('pagehide', () => {
    channel?.close()
    channel = null
  })
  // A page in the bfcache, as behind the bank's, is told nothing.
  target.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    listen()
    take(sharedStore.getItem(KEY))
  })
}

/** Null in a browser that has none, or denies it. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(KEY)
  } catch {
    return null
  }
}
