/** Says to the other tabs that somebody has signed in or out: the word and when, no token (C-AUTH-06, OP-56). */
const KEY = 'paket.session'
export type SessionNews = 'login' | 'logout'

export function tellTabs(news: SessionNews, storage: Pick<Storage, 'setItem'> = window.localStorage): void {
  try {
    // The time makes the same news twice two events.
    storage.setItem(KEY, `${news} ${Date.now()}`)
  } catch {
    // A browser without storage has tabs that do not hear of each other.
  }
}

/** Hears what other tabs say. */
export function hearTabs(hear: (news: SessionNews) => void, target: Pick<Window, 'addEventListener'> = window): void {
  target.addEventListener('storage', ({ key, newValue }) => {
    const news = key === KEY ? newValue?.split(' ')[0] : undefined
    if (news === 'login' || news === 'logout') hear(news)
  })
}
