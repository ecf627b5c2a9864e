import { type BrowserStore, sharedStore } from './browser-store.ts'

/** Says to the other tabs that somebody has signed in or out: the word and when, no token (C-AUTH-06, OP-56). */
const KEY = 'paket.session'
export type SessionNews = 'login' | 'logout'

export function tellTabs(news: SessionNews, store: Pick<BrowserStore, 'setItem'> = sharedStore): void {
  // The time makes the same news twice two events.
  store.setItem(KEY, `${news} ${Date.now()}`)
}

/** Hears what other tabs say. */
export function hearTabs(hear: (news: SessionNews) => void, target: Pick<Window, 'addEventListener'> = window): void {
  target.addEventListener('storage', ({ key, newValue }) => {
    const news = key === KEY ? newValue?.split(' ')[0] : undefined
    if (news === 'login' || news === 'logout') hear(news)
  })
}
