import { type BrowserStore, sharedStore } from './browser-store.ts'

/** Says to the other tabs that somebody has signed in or out: the word and when, no token (C-AUTH-06, OP-56). */
const KEY = 'paket.session'
export type SessionNews = 'login' | 'logout'

/** The last that this page knows of. */
let known: string | null = null

export function tellTabs(news: SessionNews, store: Pick<BrowserStore, 'setItem'> = sharedStore): void {
  // The time makes the same news twice two events.
  known = `${news} ${Date.now()}`
  store.setItem(KEY, known)
}

/** Hears what other tabs say. */
export function hearTabs(hear: (news: SessionNews) => void, target: Pick<Window, 'addEventListener'> = window): void {
  known = sharedStore.getItem(KEY)
  function take(said: string | null): void {
    known = said
    const news = said?.split(' ')[0]
    if (news === 'login' || news === 'logout') hear(news)
  }
  target.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY) take(newValue)
  })
  // A page that the browser keeps aside, as behind the bank's, is told nothing.
  target.addEventListener('pageshow', ({ persisted }) => {
    const said = sharedStore.getItem(KEY)
    if (persisted && said !== known) take(said)
  })
}
